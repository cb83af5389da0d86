import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Dot } from './Dot.tsx'

export type TabItem<T extends string> = { id: T; label: string; dot?: boolean }

type Props<T extends string> = {
  /** Prefix of the ids that tie tabs and panels together. */
  id: string
  label: string
  items: readonly TabItem<T>[]
  value: T
  onChange: (id: T) => void
  /** On a phone the tabs share the width. */
  spread?: boolean
  className?: string
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function Tabs<T extends string>({
  id,
  label,
  items,
  value,
  onChange,
  spread,
  className = '',
}: Props<T>) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab scrolls into view when it changes
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected=true]')?.getBoundingClientRect()
    const box = list.current?.parentElement
    if (!tab || !box) return
    // Sideways only: the page stays where it is, however low the window.
    const { left, right } = box.getBoundingClientRect()
    box.scrollLeft += Math.min(0, tab.left - left) + Math.max(0, tab.right - right)
  }, [value])

  function move(event: KeyboardEvent) {
    const at = items.findIndex((item) => item.id === value)
    const next = items[steps[event.key]?.(at, items.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab='${next.id}']`)?.focus()
  }

  const share = spread ? 'justify-between gap-8px md:justify-start' : 'gap-16px'
  return (
    <div className={`overflow-x-auto overflow-y-hidden tab-scroll ${className}`}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className={`flex min-w-full w-max border-b border-line pt-3 md:gap-28px ${share}`}
      >
        {items.map((item) => {
          const chosen = item.id === value
          return (
            <button
              key={item.id}
              type="button"
              role="tab"
              id={`${id}-tab-${item.id}`}
              data-tab={item.id}
              data-reserve={item.label}
              aria-selected={chosen}
              aria-controls={chosen ? `${id}-panel-${item.id}` : undefined}
              tabIndex={chosen ? 0 : -1}
              onClick={() => onChange(item.id)}
              className={`tab relative h-44px shrink-0 whitespace-nowrap text-ui micro ${chosen ? 'tab-on text-text font-550' : 'text-text-2 font-500 hover:text-text'}`}
            >
              <span className="relative">
                {item.label}
                {item.dot && <Dot className="-right-10px -top-4px" />}
              </span>
            </button>
          )
        })}
      </div>
    </div>
  )
}

type PanelProps<T extends string> = { tabs: string; id: T; className?: string; children: ReactNode }

/** What the chosen tab shows; `tabs` is the id of its Tabs. */
export function TabPanel<T extends string>({ tabs, id, className, children }: PanelProps<T>) {
  return (
    <div
      role="tabpanel"
      id={`${tabs}-panel-${id}`}
      aria-labelledby={`${tabs}-tab-${id}`}
      className={className}
    >
      {children}
    </div>
  )
}
