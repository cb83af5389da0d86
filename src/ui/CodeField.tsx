import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { kitText } from '#text/kit.ts'
import type { FieldText } from './Field.tsx'
import { Field } from './Field.tsx'

type Props = Omit<FieldText, 'label'> & {
  label?: FieldText['label']
  length?: 6 | 8
  value: string
  onChange: (value: string) => void
  name?: string
  autoFocus?: boolean
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/** One real input laid over boxes that only show its digits, so paste and one-time-code work anywhere. */
export function CodeField(props: Props) {
  const { label = kitText.code, length = 6, value, onChange, ref, error, ...rest } = props
  const { hint, aside, className, name, autoFocus, disabled } = rest
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  const [selected, setSelected] = useState(false)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)

  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(control) => (
        <div className="relative">
          <Boxes
            value={value}
            length={length}
            current={focused && !disabled}
            selected={selected}
            bad={Boolean(error)}
          />
          <input
            {...control}
            ref={input}
            name={name}
            value={value}
            disabled={disabled}
            // biome-ignore lint/a11y/noAutofocus: the code is the only thing to do on its screen
            autoFocus={autoFocus}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            spellCheck={false}
            onChange={(event) => onChange(codeIn(event.target.value, length))}
            onFocus={() => setFocused(true)}
            onBlur={() => {
              setFocused(false)
              setSelected(false)
            }}
            onSelect={({ currentTarget }) => setSelected(keepCaretLast(currentTarget))}
            className="code-input absolute inset-0 size-full disabled:cursor-not-allowed"
          />
        </div>
      )}
    </Field>
  )
}

/**
 * Typed or pasted text without the blanks and hyphens of a code that is written in groups; of a sentence, the one word
 * that is a code. Anything else stays as it is, for the field's error to name: nothing is cut off unseen.
 */
export function codeIn(text: string, length: number): string {
  const words = text.trim().split(/\s+/)
  const codes = words.map(ungrouped).filter((word) => word.length === length && /^\d+$/.test(word))
  return (codes.length === 1 && codes[0]) || ungrouped(text).slice(0, 2 * length)
}

const ungrouped = (text: string) => text.replace(/[\s-]/g, '')

/** The boxes show a caret at the end only; a selection of the whole code stays, so that typing replaces it. Tells which. */
function keepCaretLast(input: HTMLInputElement): boolean {
  const end = input.value.length
  const whole = input.selectionStart === 0 && input.selectionEnd === end
  if (!whole && input.selectionStart !== end) input.setSelectionRange(end, end)
  return whole && end > 0
}

type BoxesProps = { value: string; length: number; current: boolean; selected: boolean; bad: boolean }

function Boxes({ value, length, current, selected, bad }: BoxesProps) {
  const shown = Math.max(length, value.length)
  const at = Math.min(value.length, shown - 1)
  return (
    <div aria-hidden data-selected={selected || undefined} className="flex gap-6px md:gap-2">
      {Array.from({ length: shown }, (_, index) => {
        const here = current && !selected && index === at
        const edge = bad ? 'edge-bad' : here ? 'edge-focus' : 'edge-control'
        const half = index === length / 2 ? 'ml-10px md:ml-4' : ''
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: boxes never move
            key={index}
            className={`flex h-15 min-w-0 max-w-15 flex-1 items-center justify-center rounded-input text-2xl font-550 ${selected && value[index] ? 'bg-accent-soft' : 'bg-surface'} ${edge} ${half}`}
          >
            {value[index] ?? (here && <span className="caret h-6 w-2px bg-accent-text" />)}
          </span>
        )
      })}
    </div>
  )
}
