import { useAtomValue } from 'jotai'
import type { PanelProps } from '#state/modals.ts'
import { transactionsAtom } from '#state/perwallet.ts'
import { activityText } from '#text/activity.ts'
import { commonText } from '#text/common.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Panel } from '#ui/Panel.tsx'
import { CancelButton } from './CancelButton.tsx'
import { TransactionFacts } from './TransactionFacts.tsx'

export function TransactionPanel({ panel, open, onClose }: PanelProps<'transaction-info'>) {
  const transactions = useAtomValue(transactionsAtom(panel.walletId))
  const transaction = transactions.find(({ id }) => id === panel.transactionId)
  return (
    <Panel
      open={open}
      onClose={onClose}
      title={activityText.info}
      footer={
        <div className="flex flex-wrap gap-3">
          {transaction?.approval && transaction.status === 'pending-approval' && (
            <CancelButton transactionId={transaction.id} walletId={panel.walletId} />
          )}
          <Button size={48} className="flex-1" onClick={onClose}>
            {commonText.close}
          </Button>
        </div>
      }
    >
      {transaction ? (
        <TransactionFacts transaction={transaction} walletId={panel.walletId} />
      ) : (
        <EmptyState icon="history" title={activityText.notFound} className="border-0!" />
      )}
    </Panel>
  )
}
