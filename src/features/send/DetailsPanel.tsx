import { useSetAtom } from 'jotai'
import { type SendFacts, sumText } from '#domain/facts.ts'
import { AlmostAll } from '#features/transaction/AlmostAll.tsx'
import { Whole } from '#features/transaction/Rows.tsx'
import { SubmitNotice } from '#features/transaction/SubmitNotice.tsx'
import { TechnicalDetails } from '#features/transaction/TechnicalDetails.tsx'
import { TransactionSheet } from '#features/transaction/TransactionSheet.tsx'
import { openPanel, type PanelProps, panelAtom } from '#state/modals.ts'
import { say } from '#state/say.ts'
import { sentAtom } from '#state/sent.ts'
import { commonText } from '#text/common.ts'
import { kitText } from '#text/kit.ts'
import { sendText } from '#text/send.ts'
import { transactionText } from '#text/transaction.ts'
import { Amount } from '#ui/Amount.tsx'
import { useArmed } from '#ui/armed.ts'
import { Button } from '#ui/Button.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Panel } from '#ui/Panel.tsx'
import { RecipientHints } from '#ui/RecipientHints.tsx'
import { useConfirmation } from './confirmation.ts'

const stay = () => undefined

export function DetailsPanel({ panel, open, onClose }: PanelProps<'transaction-details'>) {
  const { draft } = panel
  const confirmation = useConfirmation(draft)
  const { wallet, facts, sheet, problem, submit } = confirmation
  const armed = useArmed(JSON.stringify([draft, facts?.moved]))
  const setSent = useSetAtom(sentAtom)
  const setPanel = useSetAtom(panelAtom)
  if (!facts || !sheet || !wallet) return null

  const send = async () => {
    const transaction = await confirmation.send()
    if (!transaction) return
    // Whoever went on to something else meanwhile keeps that open.
    setPanel((current) => (current === panel ? null : current))
    setSent(transaction.id)
    if (transaction.status === 'pending-approval') say(sendText.waiting, 'info')
    else
      say(sendText.sent, 'success', {
        label: sendText.view,
        onClick: () =>
          openPanel({ id: 'transaction-info', walletId: wallet.id, transactionId: transaction.id }),
      })
  }
  const back = () => openPanel({ id: 'sends-funds', walletId: draft.walletId, draft })
  return (
    <Panel
      open={open}
      onClose={onClose}
      onBack={submit.working ? stay : back}
      discard={submit.working ? undefined : kitText.discardTransfer}
      title={sendText.details}
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button size={48} data-autofocus disabled={submit.working} onClick={back}>
            {commonText.back}
          </Button>
          <Button
            variant="primary"
            size={48}
            acts
            disabled={!armed || problem !== undefined}
            working={submit.working}
            onClick={() => void send()}
          >
            {sendText.submit}
          </Button>
        </div>
      }
    >
      <TransactionSheet
        facts={sheet}
        warnings={
          <>
            {confirmation.almostAll && <AlmostAll />}
            <RecipientHints live last doubts={confirmation.doubts} />
          </>
        }
        guard={<SubmitNotice protection={confirmation.protection} />}
        technical={<Technical facts={facts} />}
      />
      {problem && (
        <Notice tone="bad" icon="circle-alert" role="alert" className="mt-4">
          {problem}
        </Notice>
      )}
      {submit.unanswered && (
        <Notice tone="warn" icon="triangle-alert" role="status" className="mt-4">
          {sendText.unanswered}
        </Notice>
      )}
      {submit.checking && (
        <Notice tone="neutral" icon="loader-circle" role="status" className="mt-4">
          {sendText.checking}
        </Notice>
      )}
    </Panel>
  )
}

/** Exactly what is submitted: the whole address it leaves, and to the last digit what it may cost. */
function Technical({ facts: { sender, ceiling } }: { facts: SendFacts }) {
  return (
    <TechnicalDetails>
      <Facts tight>
        {sender && (
          <Fact label={transactionText.from}>
            <Whole address={sender} />
          </Fact>
        )}
        <Fact label={transactionText.feeExact}>
          <Amount whole>{sumText(ceiling)}</Amount>
        </Fact>
      </Facts>
    </TechnicalDetails>
  )
}
