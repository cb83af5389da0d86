import { useAtomValue } from 'jotai'
import type { Asset } from '#contract/asset.ts'
import type { Wallet } from '#contract/wallet.ts'
import { exactText, unitsToText } from '#domain/amount.ts'
import { assetDecimals } from '#domain/asset.ts'
import { nearText } from '#domain/date.ts'
import { splitOf } from '#domain/holding.ts'
import { assetToken, tokenIndex } from '#domain/portfolio.ts'
import { NONE } from '#domain/usd.ts'
import { hideToken } from '#state/hidden.ts'
import type { PanelProps } from '#state/modals.ts'
import { assetsAtom, transactionsAtom } from '#state/perwallet.ts'
import { say } from '#state/say.ts'
import { tokensAtom, walletsAtom } from '#state/wallets.ts'
import { assetText } from '#text/asset.ts'
import { assetsText } from '#text/assets.ts'
import { commonText } from '#text/common.ts'
import { AddressGroups } from '#ui/AddressGroups.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { CoinIcon } from '#ui/CoinIcon.tsx'
import { CopyButton } from '#ui/CopyButton.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Panel } from '#ui/Panel.tsx'
import { Private } from '#ui/Private.tsx'
import { SealMark } from '#ui/SealMark.tsx'
import { LastActivity } from './LastActivity.tsx'
import { assetRow } from './row.ts'
import { Transfers } from './Transfers.tsx'

/** One asset of a wallet: how much there is, what of it can be spent, what it is, and what became of it. */
export function AssetPanel({ panel, open, onClose }: PanelProps<'asset'>) {
  const { walletId, assetId } = panel
  const wallet = useAtomValue(walletsAtom).find(({ id }) => id === walletId)
  const asset = useAtomValue(assetsAtom(walletId)).find(({ id }) => id === assetId)
  const tokens = tokenIndex(useAtomValue(tokensAtom))
  if (!wallet || !asset) {
    return (
      <Panel
        open={open}
        onClose={onClose}
        title={assetText.one}
        footer={
          <Button size={48} block onClick={onClose}>
            {commonText.close}
          </Button>
        }
      >
        <EmptyState icon="wallet" title={assetText.gone} className="border-0!" />
      </Panel>
    )
  }
  const row = assetRow(asset, tokens)
  const updatedAt = assetToken(asset, tokens)?.updatedAt
  const hide = () => {
    hideToken(asset)
    onClose()
    say(assetText.nowHidden(row.unit), 'success')
  }
  return (
    <Panel
      open={open}
      onClose={onClose}
      title={row.unit}
      footer={<Transfers wallet={wallet} assetId={asset.id} />}
    >
      <div className="flex items-center gap-4">
        <CoinIcon
          symbol={row.symbol}
          genuine={row.genuine}
          chain={row.chainSymbol}
          nft={row.collectible}
          size={44}
        />
        <div className="min-w-0">
          <Sum>{`${row.exact} ${row.unit}`}</Sum>
          <p className="text-body text-text-3">
            <Private>{row.usd}</Private>
          </p>
        </div>
      </div>
      <Waits wallet={wallet} asset={asset} unit={row.unit} />
      <Facts tight className="mt-4">
        <Fact label={assetsText.head.price} note={row.price !== NONE && updatedAt && nearText(updatedAt)}>
          {row.price}
        </Fact>
        <Fact label={assetText.network}>{row.chain}</Fact>
        {row.tokenId && <Fact label={assetText.itemLabel}>{`#${row.tokenId}`}</Fact>}
        <Fact label={assetsText.contract}>
          {row.address ? (
            <span className="flex items-start justify-end gap-1">
              <AddressGroups value={row.address} align="end" className="font-400 max-[359px]:text-12px" />
              <CopyButton
                value={row.address}
                label={assetText.copyContract}
                iconOnly
                className="-my-3 -mr-3"
              />
            </span>
          ) : (
            NONE
          )}
        </Fact>
      </Facts>
      <LastActivity wallet={wallet} asset={asset} onClose={onClose} />
      {row.address && (
        <section className="mt-6 border-t border-line pt-4">
          <Button size={32} onClick={hide} aria-describedby="hide-follows">
            {assetText.hide}
          </Button>
          <p id="hide-follows" className="mt-2 text-sm text-text-3">
            {assetText.hideFollows}
          </p>
        </section>
      )}
    </Panel>
  )
}

/** So many characters of a sum still have one line of a phone in the largest type. */
const LONG = 14

function Sum({ children }: { children: string }) {
  const look =
    children.length > LONG
      ? 'text-money-sm max-[15rem]:text-ui'
      : 'text-money-lg max-[22.45rem]:text-money-md'
  return (
    <p className={`${look} font-600 [overflow-wrap:anywhere]`}>
      <Private>
        <Amount whole>{children}</Amount>
      </Private>
    </p>
  )
}

/** What cannot be spent now, and why. */
function Waits({ wallet, asset, unit }: { wallet: Wallet; asset: Asset; unit: string }) {
  const transactions = useAtomValue(transactionsAtom(wallet.id))
  const { waits, kept, free } = splitOf(asset, transactions, wallet.id)
  if (waits === 0n && kept === 0n) return null
  const sum = (units: bigint) => (
    <Private>
      <Amount>{`${exactText(unitsToText(units, assetDecimals(asset)))} ${unit}`}</Amount>
    </Private>
  )
  return (
    <Notice tone="warn" role="note" mark={<SealMark look="half" size={20} />} className="mt-4">
      {waits > 0n && (
        <b className="font-600">
          {sum(waits)}
          {assetText.waits}{' '}
        </b>
      )}
      {kept > 0n && (
        <>
          {sum(kept)}
          {assetText.kept}{' '}
        </>
      )}
      {sum(free)}
      {assetText.free}
    </Notice>
  )
}
