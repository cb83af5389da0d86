import { useAtom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { transactionsCsv } from '#domain/csv.ts'
import { filterTransactions, NO_FILTER } from '#domain/txfilter.ts'
import { byNewest } from '#domain/txview.ts'
import { openPanel, panelAtom } from '#state/modals.ts'
import { transactionsAtom } from '#state/perwallet.ts'
import { transactionsLoadAtom } from '#state/queries.ts'
import { sentAtom } from '#state/sent.ts'
import { Button } from '#ui/Button.tsx'
import { saveFile } from '#ui/download.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useDesktop } from '#ui/media.ts'
import { NoRows } from '#ui/NoRows.tsx'
import { ActivityList } from './ActivityList.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { FilterBar } from './FilterBar.tsx'
import { activityRow } from './row.ts'
import { useSlice } from './slice.ts'

export function ActivityTab({ wallet }: { wallet: Wallet }) {
  const transactions = useAtomValue(transactionsAtom(wallet.id))
  const load = useAtomValue(transactionsLoadAtom(wallet.id))
  if (transactions.length > 0) return <Activity wallet={wallet} />
  return (
    <NoRows load={load} icon="history" what="activity">
      <EmptyState icon="history" title="No Activity">
        Get started by sending or receiving funds.
      </EmptyState>
    </NoRows>
  )
}

const DESKTOP_ROW = 65
const PHONE_ROW = 101

function Activity({ wallet }: { wallet: Wallet }) {
  const transactions = useAtomValue(transactionsAtom(wallet.id))
  const panel = useAtomValue(panelAtom)
  const [sent, setSent] = useAtom(sentAtom)
  const desktop = useDesktop()
  const [filter, setFilter] = useState(NO_FILTER)
  const newest = useMemo(() => [...transactions].sort(byNewest), [transactions])
  const found = filterTransactions(newest, wallet.id, filter)
  const { ref, slice } = useSlice(found, desktop ? DESKTOP_ROW : PHONE_ROW, (transaction) =>
    activityRow(transaction, wallet.id),
  )
  const open = (transactionId: string) => {
    setSent(undefined)
    openPanel({ id: 'transaction-info', walletId: wallet.id, transactionId })
  }
  const selectedId = panel?.id === 'transaction-info' ? panel.transactionId : sent
  return (
    <>
      <FilterBar
        filter={filter}
        onChange={setFilter}
        onExport={() => saveFile(`activity-${Date.now()}.csv`, transactionsCsv(found, wallet.id), 'text/csv')}
      />
      <div ref={ref}>
        {found.length === 0 ? (
          <EmptyState
            icon="search"
            title="Nothing found"
            action={<Button onClick={() => setFilter(NO_FILTER)}>Clear the filter</Button>}
          />
        ) : desktop ? (
          <ActivityTable slice={slice} selectedId={selectedId} onOpen={open} />
        ) : (
          <ActivityList slice={slice} selectedId={selectedId} onOpen={open} />
        )}
      </div>
    </>
  )
}
