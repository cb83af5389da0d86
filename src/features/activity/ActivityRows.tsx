import { useAtom, useAtomValue } from 'jotai'
import { useCallback, useMemo } from 'react'
import type { Transaction } from '#contract/transaction.ts'
import { openPanel, panelAtom } from '#state/modals.ts'
import { sentAtom } from '#state/sent.ts'
import { useDesktop } from '#ui/media.ts'
import { ActivityList } from './ActivityList.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { activityRow } from './row.ts'
import { kept, useSlice } from './slice.ts'

const DESKTOP_ROW = 65
const PHONE_ROW = 101

type Props = { found: readonly Transaction[]; walletId: string }

/** What scrolling draws again, and nothing else. */
export function ActivityRows({ found, walletId }: Props) {
  const panel = useAtomValue(panelAtom)
  const [sent, setSent] = useAtom(sentAtom)
  const desktop = useDesktop()
  const draw = useMemo(
    () => kept((transaction: Transaction) => activityRow(transaction, walletId)),
    [walletId],
  )
  const { ref, slice } = useSlice(found, desktop ? DESKTOP_ROW : PHONE_ROW, draw)
  const open = useCallback(
    (transactionId: string) => {
      setSent(undefined)
      openPanel({ id: 'transaction-info', walletId, transactionId })
    },
    [setSent, walletId],
  )
  const selectedId = panel?.id === 'transaction-info' ? panel.transactionId : sent
  const Rows = desktop ? ActivityTable : ActivityList
  return (
    <div ref={ref}>
      <Rows slice={slice} selectedId={selectedId} onOpen={open} />
    </div>
  )
}
