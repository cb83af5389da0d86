import { useAtom, useAtomValue } from 'jotai'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApprovalRequest } from '#contract/approval.ts'
import { approvalFacts, sumText } from '#domain/facts.ts'
import { tokenIndex } from '#domain/portfolio.ts'
import { AlmostAll } from '#features/transaction/AlmostAll.tsx'
import { approvalSheet } from '#features/transaction/approval.ts'
import { TransactionCard, TransactionSheet } from '#features/transaction/TransactionSheet.tsx'
import { namesAtom } from '#state/names.ts'
import { soughtAtom } from '#state/sought.ts'
import { tokensAtom } from '#state/wallets.ts'
import { hubText } from '#text/hub.ts'
import { CallNotice } from '#ui/CallNotice.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useDesktop } from '#ui/media.ts'
import { Panel } from '#ui/Panel.tsx'
import { RecipientHints } from '#ui/RecipientHints.tsx'
import { RowButton } from '#ui/RowButton.tsx'
import { ApprovalDetails } from './ApprovalDetails.tsx'
import { Decision } from './Decision.tsx'
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
  const card = useSought(
    id,
    useCallback(() => setUnfolded(true), []),
  )
  const tokens = tokenIndex(useAtomValue(tokensAtom))
  const facts = approvalFacts(approval, tokens)
  const names = useAtomValue(namesAtom)
  const { call } = facts
  const desktop = useDesktop()
  const parts = {
    facts: approvalSheet(approval, tokens, names),
    warnings: (
      <>
        <OnlyFee facts={facts} />
        {facts.almostAll && <AlmostAll />}
        <RecipientHints doubts={facts} />
        {call && call.bytes > 0 && <CallNotice call={call} />}
      </>
    ),
    technical: <ApprovalDetails facts={facts} />,
  }
  return (
    <Card className="relative">
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
          {...parts}
          brief={!desktop || !(first || unfolded)}
          decision={<Decision approval={approval} />}
          unfold={
            desktop ? (
              !first && <Unfold open={unfolded} onChange={setUnfolded} />
            ) : (
              <RowButton
                aria-haspopup="dialog"
                className="flex min-h-11 items-center gap-2 text-ui font-550 text-text-2"
                onClick={() => setUnfolded(true)}
              >
                {hubText.details}
                <Icon name="chevron-right" />
              </RowButton>
            )
          }
        />
      </article>
      {!desktop && (
        <Panel
          open={unfolded}
          onClose={() => setUnfolded(false)}
          title={hubText.sheet}
          footer={<Decision approval={approval} card={card} />}
        >
          <TransactionSheet {...parts} />
        </Panel>
      )}
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
