import { useSetAtom } from 'jotai'
import type { GasSpeed } from '#contract/blockchain.ts'
import type { Wallet } from '#contract/wallet.ts'
import { type SendFacts, sumText } from '#domain/facts.ts'
import { speedLabel } from '#domain/gas.ts'
import { NONE } from '#domain/usd.ts'
import { openPanel, type PanelProps, panelAtom } from '#state/modals.ts'
import { say } from '#state/say.ts'
import { sentAtom } from '#state/sent.ts'
import { commonText } from '#text/common.ts'
import { kitText } from '#text/kit.ts'
import { sendText } from '#text/send.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Amount } from '#ui/Amount.tsx'
import { useArmed } from '#ui/armed.ts'
import { Button } from '#ui/Button.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Fee } from '#ui/Fee.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Panel } from '#ui/Panel.tsx'
import { RecipientHints } from '#ui/RecipientHints.tsx'
import { useConfirmation } from './confirmation.ts'
import { GuardedNotice } from './GuardedNotice.tsx'

const stay = () => undefined

/** So many characters of an amount still have one line of a phone in large type. */
const LONG = 14

export function DetailsPanel({ panel, open, onClose }: PanelProps<'transaction-details'>) {
  const { draft } = panel
  const confirmation = useConfirmation(draft)
  const { wallet, facts, problem, submit } = confirmation
  const armed = useArmed(JSON.stringify([draft, facts?.moved]))
  const setSent = useSetAtom(sentAtom)
  const setPanel = useSetAtom(panelAtom)
  if (!facts || !wallet) return null

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
      <Summary facts={facts} wallet={wallet} gas={draft.gas} />
      <GuardedNotice wallet={wallet} />
      <RecipientHints live doubts={confirmation.doubts} className="mt-2" />
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

type SummaryProps = { facts: SendFacts; wallet: Wallet; gas: GasSpeed }

/** What is sent, where to, and what it costs. */
function Summary({ facts, wallet, gas }: SummaryProps) {
  const { moved, item, coin, network, recipient, fee, ceiling } = facts
  const sum = sumText(moved)
  return (
    <>
      <div className="text-center">
        <CoinIcon {...coin} size={48} />
        <p
          className={`mt-2 [overflow-wrap:anywhere] ${moved.amount.length > LONG ? 'type-money-sm' : 'type-money-lg'}`}
        >
          <Amount>{sum}</Amount>
        </p>
        {!coin.nft && <p className="text-body text-text-3">{moved.usd ?? NONE}</p>}
      </div>
      <Facts className="mt-7">
        <Fact label={sendText.from}>{wallet.name}</Fact>
        <Fact label={sendText.to}>
          <AddressGroups value={recipient ?? ''} align="end" />
        </Fact>
        {item && <Fact label={sendText.item}>{item}</Fact>}
        <Fact label={sendText.network}>{network}</Fact>
        {/* Nobody assumes the gas of an item: only the quote says what it costs. */}
        {!coin.nft && (
          <Fact label={sendText.fee} note={fee.usd ?? NONE}>
            <Fee lead={`${speedLabel(gas)} · `} value={fee.amount} unit={fee.unit} />
          </Fact>
        )}
        <Fact label={sendText.networkFee} note={ceiling.usd ?? NONE}>
          <Fee
            lead={`${coin.nft ? `${speedLabel(gas)} · ` : ''}${sendText.atMost('')}`}
            value={ceiling.amount}
            unit={ceiling.unit}
          />
        </Fact>
      </Facts>
    </>
  )
}
