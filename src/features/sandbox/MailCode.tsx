import { useAtomValue } from 'jotai'
import { useSearch } from 'wouter'
import * as z from 'zod/mini'
import { askSandbox } from '#net/sandbox.ts'
import { emailAtom } from '#state/auth.ts'
import { usePoll } from '#state/poll.ts'
import { sandboxText as text } from '#text/sandbox.ts'
import { CodeLine, Part } from './Part.tsx'

const Mails = z.object({ items: z.array(z.object({ text: z.string() })) })

const EVERY = 2000

/** The code of the mail that this sign-in waits for. */
const readCode = async (email: string, id: string): Promise<string | null> => {
  const { items } = z.parse(Mails, await askSandbox(`mailbox?to=${encodeURIComponent(email)}`))
  const mail = items.find((candidate) => candidate.text.includes(`id=${id}`))
  return /code=(\d{6})/.exec(mail?.text ?? '')?.[1] ?? null
}

/** The last code that was mailed to whoever signs in. */
export function MailCode() {
  const email = useAtomValue(emailAtom)
  const id = new URLSearchParams(useSearch()).get('id') ?? ''
  const enabled = email !== '' && id !== ''
  const { data } = usePoll(['code', email, id], () => readCode(email, id), { interval: EVERY, enabled })
  return (
    <Part title={text.code}>
      {data ? (
        <CodeLine code={data} label={text.copyCode} />
      ) : (
        <p className="text-sm text-text-3">{text.noCode}</p>
      )}
    </Part>
  )
}
