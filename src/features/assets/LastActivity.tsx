import { useAtomValue } from 'jotai'
import { useEffect, useRef } from 'react'
import type { Asset } from '#contract/asset.ts'
import type { Transaction } from '#contract/transaction.ts'
import type { Wallet } from '#contract/wallet.ts'
import { shortAddress } from '#domain/address.ts'
import { dateText } from '#domain/date.ts'
import { sumText, transactionFacts } from '#domain/facts.ts'
import { isOf } from '#domain/holding.ts'
import { nameOf } from '#domain/names.ts'
import { NO_FILTER } from '#domain/txfilter.ts'
import {
  byNewest,
  counterparty,
  isRejected,
  transactionStatusText,
  transactionTitle,
} from '#domain/txview.ts'
import { openPanel } from '#state/modals.ts'
import { namesAtom } from '#state/names.ts'
import { transactionsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { useWalletTab } from '#state/tabs.ts'
import { wantedFilterAtom } from '#state/wantedfilter.ts'
import { assetText } from '#text/asset.ts'
import { saying } from '#text/catalogue.ts'
import { Amount } from '#ui/Amount.tsx'
import { Private } from '#ui/Private.tsx'
import { RowButton } from '#ui/RowButton.tsx'
import { Tile } from '#ui/Tile.tsx'

const SHOWN = 3

type Props = { wallet: Wallet; asset: Asset; onClose: () => void }

/** The last transfers of an asset. */
export function LastActivity({ wallet, asset, onClose }: Props) {
  const transactions = useAtomValue(transactionsAtom(wallet.id))
  const moved = transactions.filter((transaction) => isOf(transaction, asset))
  const last = moved.toSorted(byNewest).slice(0, SHOWN)
  const [, choose] = useWalletTab()
  const leads = useRef(false)
  useEffect(
    () => () => {
      // The row that opened this is gone: what it led to takes the focus.
      if (leads.current) setTimeout(() => document.getElementById('wallet-tab-activity')?.focus())
    },
    [],
  )
  const showAll = () => {
    const { symbol, blockchain } = asset
    store.set(wantedFilterAtom, { ...NO_FILTER, search: symbol.toUpperCase(), network: blockchain })
    leads.current = true
    choose('activity')
    onClose()
  }
  return (
    <section aria-labelledby="last-activity" className="mt-5">
      <div className="flex min-h-44px items-center justify-between gap-3 border-b border-line">
        <h3 id="last-activity" className="type-h3">
          {assetText.last}
        </h3>
        {last.length > 0 && (
          <button type="button" className="link text-sm hit-44" onClick={showAll}>
            {assetText.all}
          </button>
        )}
      </div>
      {last.length === 0 ? (
        <p className="py-4 text-ui text-text-3">{assetText.nothingYet}</p>
      ) : (
        <ul className="m-0 list-none p-0 divide-y divide-line">
          {last.map((transaction) => (
            <Transfer key={transaction.id} transaction={transaction} walletId={wallet.id} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Transfer({ transaction, walletId }: { transaction: Transaction; walletId: string }) {
  const { moved, direction } = transactionFacts(transaction, walletId)
  const incoming = direction === 'income'
  const other = (incoming ? transaction.sender : transaction.recipient) ?? ''
  const named = nameOf(useAtomValue(namesAtom), other)
  const rejected = isRejected(transaction)
  const look = rejected ? 'line-through text-text-3' : incoming ? 'text-ok' : ''
  const settled = transaction.status === 'success'
  return (
    <li className="relative flex min-h-60px items-center gap-3 py-10px">
      <Tile
        icon={rejected ? 'x' : incoming ? 'arrow-down-left' : 'arrow-up-right'}
        tone={rejected ? 'bad' : incoming ? 'ok' : 'neutral'}
      />
      <span className="min-w-0 flex-1">
        <RowButton
          className="text-ui font-550"
          onClick={() => openPanel({ id: 'transaction-info', walletId, transactionId: transaction.id })}
        >
          {saying(transactionTitle(direction))}
        </RowButton>
        <span className="block text-sm text-text-3 [overflow-wrap:anywhere]">
          {named ? `${named.name} · ${shortAddress(other)}` : saying(counterparty(transaction, direction))}
        </span>
      </span>
      <span className="max-w-1/2 text-right">
        <Private>
          <Amount className={`block text-ui font-550 [overflow-wrap:anywhere] ${look}`}>
            {`${incoming ? '+' : '-'}${sumText(moved)}`}
          </Amount>
        </Private>
        <span className="block text-sm text-text-3">
          {settled ? dateText(transaction.createdAt) : saying(transactionStatusText(transaction.status))}
        </span>
      </span>
    </li>
  )
}
