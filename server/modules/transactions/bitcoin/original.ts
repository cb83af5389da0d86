import type { SendRow } from '#server/modules/transactions/store.ts'

/** The row of a send as it was before a block said what it did. */
export const asSent = ({ value, target }: SendRow) => ({
  amount: value,
  direction: 'outcome' as const,
  recipient: target,
})
