import { useAtomValue } from 'jotai'
import * as z from 'zod/mini'
import { inviteApprover } from '#contract/endpoints/guardian.ts'
import type { Wallet } from '#contract/wallet.ts'
import { listedApprovers } from '#domain/guardian.ts'
import { askSandbox } from '#net/sandbox.ts'
import { useAction } from '#state/action.ts'
import { approversAtom } from '#state/perwallet.ts'
import { usePoll } from '#state/poll.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { withFactor } from '#state/stepup.ts'
import { sandboxText as text } from '#text/sandbox.ts'
import { Button } from '#ui/Button.tsx'
import { Part } from './Part.tsx'

const Item = z.object({ kind: z.string(), id: z.string(), text: z.string() })
const Guardians = z.object({ items: z.array(z.object({ email: z.string(), waiting: z.array(Item) })) })
const Made = z.object({ email: z.string() })

type Waiting = z.infer<typeof Item> & { email: string }

const EVERY = 2000

const readWaiting = async (): Promise<Waiting[]> => {
  const { items } = z.parse(Guardians, await askSandbox('guardians'))
  return items.flatMap(({ email, waiting }) => waiting.map((item) => ({ ...item, email })))
}

/** Second persons for whoever has none at hand: real accounts that sign when they are told to. */
export function DemoGuardians({ wallet }: { wallet: Wallet }) {
  const mine = new Set(
    listedApprovers(useAtomValue(approversAtom(wallet.id))).map(({ approverEmail }) => approverEmail),
  )
  const { data, again } = usePoll(['guardians'], readWaiting, { interval: EVERY, enabled: true })
  const waiting = data?.filter(({ email }) => mine.has(email)) ?? []
  const invite = useAction(
    async () => {
      const { email } = z.parse(Made, await askSandbox('guardians', {}))
      const input = { params: { id: wallet.id }, body: { email } }
      await withFactor(() => request(inviteApprover, input, { into: 'approver' }))
      say(text.invited(email), 'success')
      again()
    },
    { onError: 'toast' },
  )
  return (
    <Part title={text.guardians}>
      {waiting.length === 0 && <p className="text-sm text-text-3">{text.nothing}</p>}
      <ul aria-label={text.guardians} className="m-0 list-none p-0 divide-y divide-line">
        {waiting.map((item) => (
          <Row key={`${item.email} ${item.id}`} item={item} onDecided={again} />
        ))}
      </ul>
      <Button
        size={32}
        icon="user-plus"
        acts
        working={invite.working}
        workingText={text.making}
        className="mt-3"
        onClick={() => void invite.run()}
      >
        {text.inviteDemo}
      </Button>
    </Part>
  )
}

function Row({ item, onDecided }: { item: Waiting; onDecided: () => void }) {
  const { email, kind, id } = item
  const decide = useAction(
    async (decision: 'approve' | 'decline') => {
      await askSandbox('guardians/decide', { email, kind, id, decision })
      onDecided()
    },
    { onError: 'toast' },
  )
  return (
    <li className="py-2">
      <p className="text-sm font-550 [overflow-wrap:anywhere]">{email}</p>
      <p className="text-sm text-text-2 [overflow-wrap:anywhere]">{item.text}</p>
      <div className="mt-2 flex gap-2">
        <Button
          size={32}
          acts
          disabled={decide.working}
          aria-label={text.declineWhat(item.text)}
          onClick={() => void decide.run('decline')}
        >
          {text.decline}
        </Button>
        <Button
          size={32}
          acts
          working={decide.working}
          aria-label={text.approveWhat(item.text)}
          onClick={() => void decide.run('approve')}
        >
          {text.approve}
        </Button>
      </div>
    </li>
  )
}
