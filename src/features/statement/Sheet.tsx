import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { dateText, dateTimeText, dayInstant, momentText } from '#domain/date.ts'
import { statementOf } from '#domain/statement.ts'
import { assetsAtom, transactionsAtom } from '#state/perwallet.ts'
import { assetsLoadAtom, transactionsLoadAtom } from '#state/queries.ts'
import { statementText } from '#text/statement.ts'
import { Notice } from '#ui/Notice.tsx'
import { AssetSection } from './AssetSection.tsx'

type Props = { wallet: Wallet; from: string; to: string }

/** The paper: head, what is to be known about it, and a part for each asset. */
export function Sheet({ wallet, from, to }: Props) {
  const assets = useAtomValue(assetsAtom(wallet.id))
  const transactions = useAtomValue(transactionsAtom(wallet.id))
  const loads = [useAtomValue(assetsLoadAtom(wallet.id)), useAtomValue(transactionsLoadAtom(wallet.id))]
  const statement = useMemo(
    () => statementOf({ assets, transactions, walletId: wallet.id, from, to }),
    [assets, transactions, wallet.id, from, to],
  )
  const now = new Date().toISOString()
  const [age] = loads.flatMap((load) => load.age ?? []).sort()
  const isRead = loads.every(({ phase }) => phase === 'ready')
  const first = dayInstant(from)
  const last = dayInstant(to)
  return (
    <article className="mx-auto w-full max-w-200 px-4 py-6 md:px-8 md:py-10">
      <h3 className="type-h1 [overflow-wrap:anywhere]">{statementText.of(wallet.name)}</h3>
      <p className="mt-1 text-body text-text-2">
        {statementText.between(
          first ? dateText(first) : statementText.beginning,
          last ? dateText(last) : statementText.today,
        )}
      </p>
      <ul aria-label={statementText.addresses} className="m-0 mt-3 list-none p-0 text-sm text-text-2">
        {wallet.accounts.map(({ id, address }) => (
          <li key={id} className="type-mono break-all">
            {address}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-text-3">
        {statementText.made(dateTimeText(now))} {statementText.counted}
        {age && ` ${statementText.saved(momentText(age, now))}`}
      </p>
      {!isRead && (
        <Notice tone="warn" icon="triangle-alert" role="alert" className="mt-4">
          {statementText.notRead}
        </Notice>
      )}
      {statement.waiting > 0 && (
        <Notice icon="info" role="note" className="mt-4">
          {statementText.waiting(statement.waiting)}
        </Notice>
      )}
      {statement.assets.length === 0 && <p className="mt-8 text-body text-text-2">{statementText.none}</p>}
      {statement.assets.map((asset) => (
        <AssetSection
          key={[asset.coin.blockchain, asset.coin.address, asset.coin.tokenId, asset.coin.symbol].join(' ')}
          asset={asset}
        />
      ))}
    </article>
  )
}
