import { useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { transactionsCsv } from '#domain/csv.ts'
import { dayOf } from '#domain/date.ts'
import {
  filterTransactions,
  isFiltered,
  NO_FILTER,
  networksOf,
  type TransactionFilter,
} from '#domain/txfilter.ts'
import { byNewest } from '#domain/txview.ts'
import { openModal } from '#state/modals.ts'
import { namesAtom } from '#state/names.ts'
import { transactionsAtom } from '#state/perwallet.ts'
import { transactionsLoadAtom } from '#state/queries.ts'
import { store } from '#state/store.ts'
import { wantedFilterAtom } from '#state/wantedfilter.ts'
import { activityText } from '#text/activity.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/download.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { NoRows } from '#ui/NoRows.tsx'
import { ActivityRows } from './ActivityRows.tsx'
import { FilterBar } from './FilterBar.tsx'

export function ActivityTab({ wallet }: { wallet: Wallet }) {
  const transactions = useAtomValue(transactionsAtom(wallet.id))
  const load = useAtomValue(transactionsLoadAtom(wallet.id))
  if (transactions.length > 0) return <Activity wallet={wallet} />
  return (
    <NoRows load={load} icon="history" what={activityText.what}>
      <EmptyState icon="history" title={activityText.none}>
        {activityText.start}
      </EmptyState>
    </NoRows>
  )
}

/** The days that are filtered by; without them the month up to now. */
const periodOf = ({ from, to }: TransactionFilter): { from: string; to: string } => {
  if (from || to) return { from, to }
  const today = dayOf(new Date().toISOString())
  return { from: `${today.slice(0, 8)}01`, to: today }
}

function Activity({ wallet }: { wallet: Wallet }) {
  const transactions = useAtomValue(transactionsAtom(wallet.id))
  const names = useAtomValue(namesAtom)
  const [filter, setFilter] = useState(() => store.get(wantedFilterAtom) ?? NO_FILTER)
  useEffect(() => store.set(wantedFilterAtom, undefined), [])
  const networks = useMemo(() => networksOf(transactions), [transactions])
  const newest = useMemo(() => [...transactions].sort(byNewest), [transactions])
  const found = useMemo(
    () => filterTransactions(newest, wallet.id, filter, names),
    [newest, wallet.id, filter, names],
  )
  return (
    <>
      <FilterBar
        filter={filter}
        onChange={setFilter}
        networks={networks}
        found={isFiltered(filter) ? found.length : undefined}
        onStatement={() => openModal({ id: 'statement', walletId: wallet.id, ...periodOf(filter) })}
        onExport={() =>
          saveFile(`activity-${Date.now()}.csv`, transactionsCsv(found, wallet.id, names), 'text/csv')
        }
      />
      {found.length === 0 ? (
        <EmptyState
          icon="search"
          title={activityText.nothingFound}
          action={<Button onClick={() => setFilter(NO_FILTER)}>{activityText.clearFilter}</Button>}
        />
      ) : (
        <ActivityRows found={found} walletId={wallet.id} />
      )}
    </>
  )
}
