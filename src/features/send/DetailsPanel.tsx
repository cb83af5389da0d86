import { useAtomValue, useSetAtom } from 'jotai'
import type { Account } from '#contract/wallet.ts'
import { textToUnits } from '#domain/amount.ts'
import { assetDecimals, assetSymbol, showsChainBadge } from '#domain/asset.ts'
import { chainName, feeUnit, nativeSymbol } from '#domain/chain.ts'
import { hasPrice } from '#domain/conversion.ts'
import { speedLabel } from '#domain/gas.ts'
import { assetPrice, tokenIndex } from '#domain/portfolio.ts'
import { NONE, usdText } from '#domain/usd.ts'
import { openPanel, type PanelProps } from '#state/modals.ts'
import { useOnline } from '#state/online.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { say } from '#state/say.ts'
import { sentAtom } from '#state/sent.ts'
import { tokensAtom, walletsAtom } from '#state/wallets.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Amount } from '#ui/Amount.tsx'
import { useArmed } from '#ui/armed.ts'
import { Button } from '#ui/Button.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Panel } from '#ui/Panel.tsx'
import { useFees } from './fees.ts'
import { GuardedNotice } from './GuardedNotice.tsx'
import { useRecipient } from './recipient.ts'
import { useSubmit } from './submit.ts'

const NO_ACCOUNTS: readonly Account[] = []
const CHECKING = 'Checking whether it was accepted…'

export function DetailsPanel({ panel, open, onClose }: PanelProps<'transaction-details'>) {
  const { draft } = panel
  const online = useOnline()
  const wallet = useAtomValue(walletsAtom).find(({ id }) => id === draft.walletId)
  const asset = useAtomValue(assetsAtom(draft.walletId)).find(({ id }) => id === draft.assetId)
  const tokens = useAtomValue(tokensAtom)
  const armed = useArmed(JSON.stringify(draft))
  const submit = useSubmit(draft, asset)
  const setSent = useSetAtom(sentAtom)
  const units = asset && textToUnits(draft.amount, assetDecimals(asset))
  const fees = useFees(
    asset,
    units === undefined
      ? undefined
      : { walletId: draft.walletId, recipient: draft.recipient, units: units.toString() },
  )
  const { warnings } = useRecipient(draft.recipient, asset, wallet?.accounts ?? NO_ACCOUNTS)
  if (!asset || !wallet) return null

  const symbol = assetSymbol(asset)
  const price = assetPrice(asset, tokenIndex(tokens))
  const option = fees.options?.[draft.gas]
  const quote = fees.quote?.[draft.gas]
  const unit = feeUnit(asset.blockchain)
  const fee = option?.totalCrypto ?? draft.fee
  const feeUsd = option ? option.totalUsd : draft.feeUsd
  const send = async () => {
    const transaction = await submit.run()
    if (!transaction) return
    onClose()
    setSent(transaction.id)
    if (transaction.status === 'pending-approval') say('Waiting for your Guardians', 'info')
  }
  return (
    <Panel
      open={open}
      onClose={onClose}
      title="Transaction Details"
      footer={
        <div className="grid grid-cols-2 gap-3">
          <Button
            size={48}
            data-autofocus
            disabled={submit.working}
            onClick={() => openPanel({ id: 'sends-funds', walletId: draft.walletId, draft })}
          >
            Back
          </Button>
          <Button
            variant="primary"
            size={48}
            disabled={!online || !armed}
            working={submit.working}
            onClick={() => void send()}
          >
            Submit
          </Button>
        </div>
      }
    >
      <div className="text-center">
        <CoinIcon
          symbol={asset.symbol}
          size={48}
          chain={showsChainBadge(asset.symbol) ? nativeSymbol(asset.blockchain) : undefined}
          nft={asset.type === 'ERC721'}
        />
        <p className="mt-2 type-money-lg break-words">
          <Amount>{`${draft.amount} ${symbol}`}</Amount>
        </p>
        <p className="text-body text-text-3">{hasPrice(price) && draft.usd ? usdText(draft.usd) : NONE}</p>
      </div>
      <Facts className="mt-7">
        <Fact label="From">{wallet.name}</Fact>
        <Fact label="To">
          <AddressGroups value={draft.recipient} align="end" />
        </Fact>
        <Fact label="Network">{chainName(asset.blockchain)}</Fact>
        <Fact
          label="Fee"
          note={
            <>
              {feeUsd ? `$ ${feeUsd}` : NONE}
              {quote && <span className="block">{`At most ${quote.totalCrypto} ${unit}`}</span>}
            </>
          }
        >
          {`${speedLabel(draft.gas)} · ${fee} ${unit}`}
        </Fact>
      </Facts>
      <GuardedNotice wallet={wallet} />
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn" icon="triangle-alert" className="mt-4">
          {warning}
        </Notice>
      ))}
      {submit.checking && (
        <Notice tone="neutral" icon="loader-circle" role="status" className="mt-4">
          {CHECKING}
        </Notice>
      )}
    </Panel>
  )
}
