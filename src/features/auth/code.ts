import { useRef, useState } from 'react'
import type { AuthenticatorCode, BackupCodeValue, VerificationCode } from '#contract/rule.ts'
import { useAction } from '#state/action.ts'

type Rule = typeof VerificationCode | typeof AuthenticatorCode | typeof BackupCodeValue

type Options = {
  rule: Rule
  /** What stands at the field when the server refuses the code. */
  refused: string | ((error: unknown) => string)
  initial?: string
  send: (code: string) => Promise<void>
}

/** State of a form whose only field is a code. */
export function useCode({ rule, refused, initial = '', send }: Options) {
  const [value, setValue] = useState(initial)
  const [problem, setProblem] = useState(() => (initial ? problemOf(rule, initial) : undefined))
  const input = useRef<HTMLInputElement>(null)
  const { run, working, error, clear } = useAction(
    async (code: string) => {
      await send(code)
      return true
    },
    { onError: 'field', field: refused },
  )

  function change(next: string) {
    setValue(next)
    setProblem(undefined)
    clear()
  }

  async function submit(code = value) {
    const parsed = rule.safeParse(code)
    if (!parsed.success) setProblem(parsed.error.issues[0]?.message)
    const done = parsed.success && (await run(parsed.data))
    if (done) return
    input.current?.focus()
    // What is typed or pasted next takes the place of the refused code.
    input.current?.select()
  }

  return { value, change, submit, working, error: problem ?? error, input }
}

export type CodeState = ReturnType<typeof useCode>

export const problemOf = (rule: Rule, code: string): string | undefined =>
  rule.safeParse(code).error?.issues[0]?.message
