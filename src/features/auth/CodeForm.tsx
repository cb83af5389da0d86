import type { FormEvent } from 'react'
import { useOnline } from '#state/online.ts'
import { authText } from '#text/auth.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import type { CodeState } from './code.ts'

type Props = { form: CodeState; length?: 6 | 8; aside?: string; className?: string }

export function CodeForm({ form, length, aside, className = 'mt-7' }: Props) {
  const online = useOnline()

  function submit(event: FormEvent) {
    event.preventDefault()
    void form.submit()
  }

  return (
    <form noValidate onSubmit={submit} className={className}>
      <CodeField
        ref={form.input}
        name="code"
        length={length}
        value={form.value}
        onChange={form.change}
        error={form.error}
        aside={aside}
        disabled={!online}
        autoFocus
      />
      <Button type="submit" variant="primary" size={48} block working={form.working} acts className="mt-5">
        {authText.continue}
      </Button>
    </form>
  )
}
