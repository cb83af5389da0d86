import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import type { ApprovalRequest } from '#contract/approval.ts'
import { type ApprovalFacts, approvalFacts, sumText } from '#domain/facts.ts'
import { tokenIndex } from '#domain/portfolio.ts'
import { NONE } from '#domain/usd.ts'
import { soughtAtom } from '#state/sought.ts'
import { tokensAtom } from '#state/wallets.ts'
import { hubText } from '#text/hub.ts'
import { Address } from '#ui/Address.tsx'
import { Amount } from '#ui/Amount.tsx'
import { useArmed } from '#ui/armed.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { Icon } from '#ui/Icon.tsx'
import { ApprovalDetails } from './ApprovalDetails.tsx'
import { useApprove, useDecline } from './approval.ts'
import { useHandOn } from './handon.ts'

/** Brings the card in view that a notification leads to, and tells it to a screen reader. */
const useSought = (id: string) => {
  const [sought, setSought] = useAtom(soughtAtom)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (sought !== id) return
    card.current?.scrollIntoView({ block: 'center' })
    card.current?.focus({ preventScroll: true })
    setSought(undefined)
  }, [sought, id, setSought])
  return card
}

/** One transaction that waits for this guardian's decision, with all that it depends on. */
export function ApprovalCard({ approval }: { approval: ApprovalRequest }) {
  const { id, initiator } = approval
  const card = useSought(id)
  const facts = approvalFacts(approval, tokenIndex(useAtomValue(tokensAtom)))
  const { usd } = facts.moved
  const value = sumText(facts.moved)
  return (
    <Card>
      <article ref={card} tabIndex={-1} aria-label={hubText.card(value, initiator)} className="sought">
        <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1fr)_auto_auto] md:items-center md:gap-x-8">
          <div className="flex min-w-0 items-center gap-4">
            <CoinIcon {...facts.coin} />
            <div className="min-w-0">
              <h2 className="type-money-sm [overflow-wrap:anywhere]">
                <Amount>{value}</Amount>
              </h2>
              <p className="text-sm text-text-3 [overflow-wrap:anywhere]">
                {usd ? `${usd} · ${initiator}` : initiator}
              </p>
            </div>
          </div>
          <Route facts={facts} />
          <ApprovalDetails facts={facts} className="md:col-span-3" />
          <Decision approval={approval} />
        </div>
      </article>
    </Card>
  )
}

function Route({ facts: { sender, recipient } }: { facts: ApprovalFacts }) {
  return (
    <dl className="m-0 flex items-center justify-between gap-4 rounded-input bg-sunken p-3 md:justify-start md:gap-5 md:bg-transparent xl:w-91 md:p-0">
      <Party label={hubText.from} address={sender} />
      <Icon name="arrow-right" className="text-text-3" />
      <Party label={hubText.to} address={recipient} className="text-right md:text-left" />
    </dl>
  )
}

type PartyProps = { label: string; address: string | undefined; className?: string }

function Party({ label, address, className = '' }: PartyProps) {
  return (
    <div className={`text-sm ${className}`}>
      <dt className="text-text-3">{label}</dt>
      <dd className="m-0 text-ui">{address ? <Address value={address} copy={false} /> : NONE}</dd>
    </div>
  )
}

function Decision({ approval }: { approval: ApprovalRequest }) {
  const { id, amount, recipient, call } = approval
  const armed = useArmed(JSON.stringify([id, amount, recipient, call?.data]))
  const approve = useApprove(approval)
  const decline = useDecline(approval)
  const buttons = useHandOn()
  return (
    <div ref={buttons} className="flex gap-2 md:col-start-3 md:row-start-1">
      <Button
        variant="soft-danger"
        className="min-w-29 flex-1"
        acts
        disabled={approve.working}
        working={decline.working}
        onClick={() => void decline.run()}
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
    </div>
  )
}
