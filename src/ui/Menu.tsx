import { Menu as Headless, MenuButton, MenuItem, MenuItems, MenuSeparator } from '@headlessui/react'
import { useEffect, useRef } from 'react'
import { kitText } from '#text/kit.ts'
import { useGone } from './gone.ts'
import { Icon } from './Icon.tsx'
import { useLayer } from './layers.ts'
import type { MenuEntry, MenuProps } from './menu.ts'
import { useReach } from './reach.ts'

/** On a phone the end of a button may be nearer to the left edge than a menu is wide: what holds the button places it. */
const holders = { start: 'relative', end: 'md:relative' }
const sides = { start: 'left-0 mt-6px', end: 'left-2 md:left-auto md:right-0 md:mt-6px' }

/** Load it through MenuButton: it opens as soon as it is there. */
export function Menu({ items, label, align = 'start', className, children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    button.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
  }, [])
  return (
    <Headless as="div" className={`min-w-0 ${holders[align]}`}>
      {({ open, close }) => (
        <>
          <BackCloses open={open} onBack={close} />
          <MenuButton ref={button} aria-label={label} className={className}>
            {children}
          </MenuButton>
          <Items open={open} items={items} align={align} />
        </>
      )}
    </Headless>
  )
}

function BackCloses({ open, onBack }: { open: boolean; onBack: () => void }) {
  useLayer(open, onBack)
  return null
}

type ItemsProps = { open: boolean; items: readonly MenuEntry[]; align: keyof typeof sides }

function Items({ open, items, align }: ItemsProps) {
  if (useGone(open)) return null
  return (
    <MenuItems transition modal={false} className={`menu absolute top-full z-menu ${sides[align]}`}>
      {items.map((entry) =>
        entry.kind === 'separator' ? (
          <MenuSeparator key={entry.id} className="mx-2 my-6px h-px bg-line" />
        ) : (
          <Entry key={entry.id} entry={entry} />
        ),
      )}
    </MenuItems>
  )
}

type EntryProps = { entry: Exclude<MenuEntry, { kind: 'separator' }> }

function Entry({ entry: { label, icon, end, checked, disabled, acts, onSelect } }: EntryProps) {
  const { cut, attributes: reach } = useReach(acts, {})
  return (
    <MenuItem disabled={disabled}>
      <button
        type="button"
        onClick={onSelect}
        {...reach}
        className={`flex min-h-44px w-full items-center gap-3 rounded-btn px-10px text-left text-ui outline-none data-focus:bg-sunken data-disabled:text-text-3 ${cut ? 'text-text-3 cursor-not-allowed' : 'text-text'}`}
      >
        {icon && (
          <span
            aria-hidden
            className="grid size-32px shrink-0 place-items-center rounded-btn-sm bg-sunken text-xs font-550 text-text-2"
          >
            <Icon name={icon} />
          </span>
        )}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {end}
        {checked && <Icon name="check" size={18} label={kitText.selected} className="text-accent-text" />}
      </button>
    </MenuItem>
  )
}
