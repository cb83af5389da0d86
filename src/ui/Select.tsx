import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import type { ReactNode } from 'react'
import { Field, type FieldText } from './Field.tsx'
import { useGone } from './gone.ts'
import { Icon } from './Icon.tsx'
import { inputLook } from './Input.tsx'
import { useLayer } from './layers.ts'

export type SelectOption<T extends string> = {
  value: T
  label: string
  icon?: ReactNode
  note?: string
  disabled?: boolean
}

type Props<T extends string> = Omit<FieldText, 'label'> & {
  label: string
  value: T | undefined
  onChange: (value: T) => void
  options: readonly SelectOption<T>[]
  placeholder?: string
  disabled?: boolean
}

/** One of several. Headless UI's Listbox: import it in lazy screens only. */
export function Select<T extends string>(props: Props<T>) {
  const { label, value, onChange, options, placeholder = '', disabled, hint, error, aside, className } = props
  const chosen = options.find((option) => option.value === value)
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(control) => (
        <Listbox
          value={value ?? null}
          onChange={(next) => next !== null && onChange(next)}
          disabled={disabled}
        >
          {({ open }) => (
            <>
              <BackCloses open={open} />
              <ListboxButton
                {...control}
                aria-label={`${label}: ${chosen?.label ?? placeholder}`}
                className={`flex items-center gap-10px text-left ${inputLook}`}
              >
                {chosen?.icon}
                <span className="min-w-0 flex-1 truncate">{chosen?.label ?? placeholder}</span>
                <Icon name="chevron-down" size={18} />
              </ListboxButton>
              <Options open={open} options={options} value={value} />
            </>
          )}
        </Listbox>
      )}
    </Field>
  )
}

type OptionsProps<T extends string> = Pick<Props<T>, 'options' | 'value'> & { open: boolean }

function Options<T extends string>({ open, options, value }: OptionsProps<T>) {
  if (useGone(open)) return null
  return (
    <ListboxOptions
      transition
      modal={false}
      anchor={{ to: 'bottom start', gap: 6, padding: 8 }}
      className="menu w-[var(--button-width)] z-menu"
    >
      {options.map((option) => (
        <ListboxOption
          key={option.value}
          value={option.value}
          disabled={option.disabled}
          className="flex min-h-44px cursor-pointer items-center gap-10px rounded-btn px-10px text-ui text-text data-focus:bg-sunken data-disabled:text-text-3 data-disabled:cursor-not-allowed"
        >
          {option.icon}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{option.label}</span>
            {option.note && <span className="block text-sm text-text-3">{option.note}</span>}
          </span>
          {option.value === value && <Icon name="check" size={18} className="text-accent-text" />}
        </ListboxOption>
      ))}
    </ListboxOptions>
  )
}

/** The list closes by its own key only, wherever the focus is in it. */
function BackCloses({ open }: { open: boolean }) {
  useLayer(open, () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )
  })
  return null
}
