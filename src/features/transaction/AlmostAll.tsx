import { transactionText } from '#text/transaction.ts'
import { Notice } from '#ui/Notice.tsx'

export function AlmostAll() {
  return (
    <Notice tone="warn" icon="triangle-alert" role="note">
      {transactionText.almostAll}
    </Notice>
  )
}
