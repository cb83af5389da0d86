import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { transactionsCsv } from '#domain/csv.ts'
import { filterTransactions, NO_FILTER } from '#domain/txfilter.ts'
import { byNewest } from '#domain/txview.ts'
import { transactionsAtom } from '#state/perwallet.ts'
import { transactionsLoadAtom } from '#state/queries.ts'
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

function Activity({ wallet }: { wallet: Wallet }) {
  const transactions = useAtomValue(transactionsAtom(wallet.id))
  const [filter, setFilter] = useState(NO_FILTER)
  const newest = useMemo(() => [...transactions].sort(byNewest), [transactions])
  const found = useMemo(() => filterTransactions(newest, wallet.id, filter), [newest, wallet.id, filter])
  return (
    <>
      <FilterBar
        filter={filter}
        onChange={setFilter}
        onExport={() => saveFile(`activity-${Date.now()}.csv`, transactionsCsv(found, wallet.id), 'text/csv')}
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
