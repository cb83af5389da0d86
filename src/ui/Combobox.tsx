import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { type ComboboxGroup, ComboboxList, type ComboboxOption, listId } from './ComboboxList.tsx'
import { Field, type FieldText } from './Field.tsx'
import { IconButton } from './IconButton.tsx'
import { useLayer } from './layers.ts'

type Props = Omit<FieldText, 'label'> & {
  label: string
  /** What the list is called. */
  list: string
  text: string
  onType: (text: string) => void
  groups: readonly ComboboxGroup[]
  /** How many of them are found, as it is told to who cannot see them. */
  found: string
  /** The text is a machine's, such as an address. */
  mono?: boolean
  /** Below the text of what was chosen, within the field. */
  under?: ReactNode
  /** What the button is called that empties a field whose text was chosen. */
  clear: string
  /** Stands within the field while that is empty. */
  action?: ReactNode
  ref?: RefObject<HTMLInputElement | null>
}

/** A field that takes any text and offers some while it has the focus. */
export function Combobox(props: Props) {
  const { label, hint, error, aside, className, list, text, onType, groups, found, mono, under, clear } =
    props
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const input = props.ref ?? own
  const [isOpen, setOpen] = useState(false)
  const [activeKey, setActive] = useState<string>()

  const options = groups.flatMap((group) => group.options)
  const isShown = isOpen && options.length > 0
  const at = isShown ? options.findIndex(({ key }) => key === activeKey) : -1

  const close = () => {
    setOpen(false)
    setActive(undefined)
  }
  const choose = (option: ComboboxOption) => {
    close()
    option.onChoose()
  }
  const move = (by: 1 | -1) => {
    setOpen(true)
    const start = at < 0 && by < 0 ? options.length : at
    const next = options.at((start + by) % Math.max(options.length, 1))
    setActive(next?.key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = options[at]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Escape' && isShown) close()
    else return
    // The key is done with: it neither submits the form nor closes the panel.
    event.preventDefault()
    event.stopPropagation()
  }

  useLayer(isShown, close)
  const active = at < 0 ? undefined : `${id}-${at}`

  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(control) => (
        <div className="relative">
          <div className="flex rounded-input bg-surface edge-control">
            <div className="min-w-0 flex-1">
              <input
                {...control}
                ref={input}
                role="combobox"
                aria-autocomplete="list"
                aria-expanded={isShown}
                aria-controls={isShown ? listId(id) : undefined}
                aria-activedescendant={active}
                value={text}
                onChange={({ target }) => {
                  setOpen(true)
                  setActive(undefined)
                  onType(target.value)
                }}
                onFocus={() => text === '' && setOpen(true)}
                onClick={() => setOpen(true)}
                onBlur={close}
                onKeyDown={onKeyDown}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                className={`bare-input field-input h-12 w-full rounded-input px-14px text-text ${under ? 'font-550' : ''} ${mono ? 'font-mono' : ''}`}
              />
              {under && <div className="-mt-1 px-14px pb-3">{under}</div>}
            </div>
            {under && (
              <IconButton
                icon="x"
                label={clear}
                className="m-1"
                onClick={() => {
                  onType('')
                  setOpen(true)
                  input.current?.focus()
                }}
              />
            )}
            {text === '' && props.action}
          </div>
          {isShown && (
            <ComboboxList
              id={id}
              label={list}
              groups={groups}
              active={active}
              onPoint={setActive}
              onChoose={choose}
            />
          )}
          <p role="status" className="sr-only">
            {isShown && text !== '' ? found : ''}
          </p>
        </div>
      )}
    </Field>
  )
}
