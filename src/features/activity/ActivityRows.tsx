import { useAtom, useAtomValue } from 'jotai'
import { useCallback, useMemo } from 'react'
import type { Transaction } from '#contract/transaction.ts'
import { spokenAtom } from '#state/language.ts'
import { openPanel, panelAtom } from '#state/modals.ts'
import { namesAtom } from '#state/names.ts'
import { sentAtom } from '#state/sent.ts'
import { useDesktop } from '#ui/media.ts'
import { ActivityList } from './ActivityList.tsx'
import { ActivityTable } from './ActivityTable.tsx'
import { activityRow, hasBadge } from './row.ts'
import { DESKTOP_ROW, kept, PHONE_ROW, PHONE_ROW_BADGE, useSlice } from './slice.ts'

type Props = { found: readonly Transaction[]; walletId: string }

/** What scrolling draws again, and nothing else. */
export function ActivityRows({ found, walletId }: Props) {
  const panel = useAtomValue(panelAtom)
  const [sent, setSent] = useAtom(sentAtom)
  const desktop = useDesktop()
  const names = useAtomValue(namesAtom)
  const spoken = useAtomValue(spokenAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows are words of one language
  const draw = useMemo(
    () => kept((transaction: Transaction) => activityRow(transaction, walletId, names)),
    [walletId, names, spoken],
  )
  const height = (transaction: Transaction) => {
    if (desktop) return DESKTOP_ROW
    return hasBadge(transaction, walletId) ? PHONE_ROW_BADGE : PHONE_ROW
  }
  const { ref, slice } = useSlice(found, height, draw)
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
