import { useAtom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApprovalRequest } from '#contract/approval.ts'
import { Reason } from '#contract/line.ts'
import { approvalFacts, sumText } from '#domain/facts.ts'
import { tokenIndex } from '#domain/portfolio.ts'
import { approvalSheet } from '#features/transaction/approval.ts'
import { TransactionCard } from '#features/transaction/TransactionSheet.tsx'
import { namesAtom } from '#state/names.ts'
import { soughtAtom } from '#state/sought.ts'
import { tokensAtom } from '#state/wallets.ts'
import { hubText } from '#text/hub.ts'
import { useArmed } from '#ui/armed.ts'
import { Button } from '#ui/Button.tsx'
import { CallNotice } from '#ui/CallNotice.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { RecipientHints } from '#ui/RecipientHints.tsx'
import { TextField } from '#ui/TextField.tsx'
import { ApprovalDetails } from './ApprovalDetails.tsx'
import { useApprove, useDecline } from './approval.ts'
import { useHandOn } from './handon.ts'
import { OnlyFee } from './OnlyFee.tsx'

/** Brings the card in view that a notification leads to, and tells it to a screen reader. */
const useSought = (id: string, unfold: () => void) => {
  const [sought, setSought] = useAtom(soughtAtom)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (sought !== id) return
    unfold()
    card.current?.scrollIntoView({ block: 'center' })
    card.current?.focus({ preventScroll: true })
    setSought(undefined)
  }, [sought, id, setSought, unfold])
  return card
}

type Props = {
  approval: ApprovalRequest
  /** With all that is known of it; the others show who gets what, and what is wrong about that. */
  first: boolean
}

/** One transaction that waits for this guardian's decision, with all that it depends on. */
export function ApprovalCard({ approval, first }: Props) {
  const { id, initiator } = approval
  const [unfolded, setUnfolded] = useState(false)
  const isUnfolded = first || unfolded
  const card = useSought(
    id,
    useCallback(() => setUnfolded(true), []),
  )
  const tokens = tokenIndex(useAtomValue(tokensAtom))
  const facts = approvalFacts(approval, tokens)
  const names = useAtomValue(namesAtom)
  const { call } = facts
  return (
    <Card>
      <article
        ref={card}
        tabIndex={-1}
        aria-label={(facts.ceilingBefore ? hubText.speedUpCard : hubText.card)(
          sumText(facts.moved),
          initiator,
        )}
        className="sought"
      >
        <TransactionCard
          facts={approvalSheet(approval, tokens, names)}
          brief={!isUnfolded}
          warnings={
            <>
              <OnlyFee facts={facts} />
              <RecipientHints doubts={facts} />
              {call && call.bytes > 0 && <CallNotice call={call} />}
            </>
          }
          technical={<ApprovalDetails approval={approval} facts={facts} />}
          decision={<Decision approval={approval} />}
          unfold={!first && <Unfold open={unfolded} onChange={setUnfolded} />}
        />
      </article>
    </Card>
  )
}

function Unfold({ open, onChange }: { open: boolean; onChange: (open: boolean) => void }) {
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => onChange(!open)}
      className="flex min-h-11 items-center gap-2 rounded-btn text-ui font-550 text-text-2 hover:text-text"
    >
      {hubText.details}
      <Icon name="chevron-down" className={open ? 'rotate-180' : ''} />
    </button>
  )
}

function Decision({ approval }: { approval: ApprovalRequest }) {
  const { id, amount, recipient, call, raises, feeCeiling } = approval
  const armed = useArmed(JSON.stringify([id, amount, recipient, call?.data, raises && feeCeiling]))
  const approve = useApprove(approval)
  const decline = useDecline(approval)
  const buttons = useHandOn()
  const [reason, setReason] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const refuse = () => {
    if (!reason?.trim()) return void decline.run()
    const read = Reason.safeParse(reason)
    if (read.success) void decline.run(read.data)
    else setWrong(read.error.issues[0]?.message)
  }
  return (
    <div ref={buttons} className="flex flex-wrap gap-2">
      <Button
        variant="soft-danger"
        className="min-w-29 flex-1"
        acts
        disabled={approve.working}
        working={decline.working}
        onClick={refuse}
      >
        {hubText.decline}
      </Button>
      <Button
        variant="primary"
        className="min-w-29 flex-1"
        acts
        disabled={!armed || decline.working}
        working={approve.working}
        workingText={hubText.approving}
        onClick={() => void approve.run()}
      >
        {hubText.approve}
      </Button>
      {reason === undefined ? (
        <Button
          variant="ghost"
          size={32}
          className="mr-auto"
          disabled={approve.working || decline.working}
          onClick={() => setReason('')}
        >
          {hubText.addReason}
        </Button>
      ) : (
        <TextField
          className="w-full"
          label={hubText.reason}
          hint={hubText.reasonHint}
          autoFocus
          value={reason}
          onChange={({ target }) => {
            setReason(target.value)
            setWrong(undefined)
          }}
          autoComplete="off"
          {...(wrong && { error: wrong })}
        />
      )}
    </div>
  )
}
