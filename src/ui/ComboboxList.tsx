import { type ReactNode, useEffect, useRef } from 'react'

export interface ComboboxOption {
  key: string
  /** A row of the list; what is read of it is its text. */
  content: ReactNode
  onChoose: () => void
}

export interface ComboboxGroup {
  /** None of what stands at the foot. */
  title?: string
  options: readonly ComboboxOption[]
}

type Props = {
  /** Of the combobox. */
  id: string
  label: string
  groups: readonly ComboboxGroup[]
  /** The id of the option that Enter chooses. */
  active: string | undefined
  onPoint: (key: string) => void
  onChoose: (option: ComboboxOption) => void
}

export const listId = (id: string): string => `${id}-list`

/**
 * What a combobox offers. The focus stays in its field. It is wider than the fields that it lies on, so that none of
 * their edges seems to go on from its own.
 */
export function ComboboxList({ id, label, groups, active, onPoint, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => void list.current?.scrollIntoView({ block: 'nearest' }), [])
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const all = groups.flatMap(({ options }) => options)
  return (
    <div
      ref={list}
      id={listId(id)}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      onMouseDown={(event) => event.preventDefault()}
      className="menu absolute -inset-x-8px top-full z-menu mt-2 w-auto max-w-none px-14px scroll-mb-4"
    >
      {groups
        .filter(({ options }) => options.length > 0)
        .map(({ title, options }) => (
          <div
            key={title ?? ''}
            {...(title ? { role: 'group', 'aria-label': title } : { role: 'none' })}
            className={
              title ? '' : 'mx-2 mt-1 border-t border-line pt-1 first:mt-0 first:border-0 first:pt-0'
            }
          >
            {title && (
              <div aria-hidden className="px-14px pb-1 pt-2 text-sm font-500 text-text-2">
                {title}
              </div>
            )}
            {options.map((option) => {
              const own = `${id}-${all.indexOf(option)}`
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's
                <div
                  key={option.key}
                  id={own}
                  role="option"
                  aria-selected={own === active}
                  tabIndex={-1}
                  onPointerMove={() => onPoint(option.key)}
                  onClick={() => onChoose(option)}
                  className={`cursor-pointer rounded-btn ${title ? '' : '-mx-2'} ${own === active ? 'bg-sunken' : ''}`}
                >
                  {option.content}
                </div>
              )
            })}
          </div>
        ))}
    </div>
  )
}
