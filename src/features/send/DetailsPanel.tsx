import { useSetAtom } from 'jotai'
import { assetSymbol, chainBadge } from '#domain/asset.ts'
import { chainName, feeUnit } from '#domain/chain.ts'
import { hasPrice } from '#domain/conversion.ts'
import { speedLabel } from '#domain/gas.ts'
import { NONE, usdText } from '#domain/usd.ts'
import { openPanel, type PanelProps, panelAtom } from '#state/modals.ts'
import { useOnline } from '#state/online.ts'
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
import { type Confirmation, useConfirmation } from './confirmation.ts'
import { GuardedNotice } from './GuardedNotice.tsx'
import { RecipientHints } from './RecipientHints.tsx'

const stay = () => undefined

/** So many characters of an amount still have one line of a phone in large type. */
const LONG = 14

export function DetailsPanel({ panel, open, onClose }: PanelProps<'transaction-details'>) {
  const { draft } = panel
  const online = useOnline()
  const confirmation = useConfirmation(draft)
  const { wallet, asset, problem, submit, amount } = confirmation
  const armed = useArmed(JSON.stringify([draft, amount]))
  const setSent = useSetAtom(sentAtom)
  const setPanel = useSetAtom(panelAtom)
  if (!asset || !wallet) return null

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
            disabled={!online || !armed || problem !== undefined}
            working={submit.working}
            onClick={() => void send()}
          >
            {sendText.submit}
          </Button>
        </div>
      }
    >
      <Summary confirmation={confirmation} />
      <GuardedNotice wallet={wallet} />
      <RecipientHints recipient={confirmation.recipient} />
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

/** What is sent, where to, and what it costs. */
function Summary({ confirmation }: { confirmation: Confirmation }) {
  const { draft, wallet, asset, genuine, amount, usd, price, fee, most } = confirmation
  if (!asset || !wallet) return null
  const unit = feeUnit(asset.blockchain)
  const collectible = asset.type === 'ERC721'
  return (
    <>
      <div className="text-center">
        <CoinIcon
          symbol={asset.symbol}
          genuine={genuine}
          size={48}
          chain={chainBadge(asset.symbol, asset.blockchain)}
          nft={collectible}
        />
        <p
          className={`mt-2 [overflow-wrap:anywhere] ${amount.length > LONG ? 'type-money-sm' : 'type-money-lg'}`}
        >
          <Amount>{`${amount} ${assetSymbol(asset)}`}</Amount>
        </p>
        {!collectible && (
          <p className="text-body text-text-3">{hasPrice(price) && usd ? usdText(usd) : NONE}</p>
        )}
      </div>
      <Facts className="mt-7">
        <Fact label={sendText.from}>{wallet.name}</Fact>
        <Fact label={sendText.to}>
          <AddressGroups value={draft.recipient} align="end" />
        </Fact>
        {collectible && asset.tokenId && <Fact label={sendText.item}>{`#${asset.tokenId}`}</Fact>}
        <Fact label={sendText.network}>{chainName(asset.blockchain)}</Fact>
        {/* Nobody assumes the gas of an item: only the quote says what it costs. */}
        {!collectible && (
          <Fact label={sendText.fee} note={fee.usd ? `$ ${fee.usd}` : NONE}>
            <Fee lead={`${speedLabel(draft.gas)} · `} value={fee.total} unit={unit} />
          </Fact>
        )}
        <Fact label={sendText.networkFee} note={most.usd ? `$ ${most.usd}` : NONE}>
          <Fee
            lead={`${collectible ? `${speedLabel(draft.gas)} · ` : ''}${sendText.atMost('')}`}
            value={most.total}
            unit={unit}
          />
        </Fact>
      </Facts>
    </>
  )
}
