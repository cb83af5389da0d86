import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { type Acquaintance, acquaintance, recipientsOf } from '#domain/sendwarning.ts'
import { loadedAtom } from './loaded.ts'
import { transactionsAtom } from './perwallet.ts'

/** What the stored transactions of a wallet say about a recipient; undefined before they were read. */
export const useAcquaintance = (recipient: string, walletId: string): Acquaintance | undefined => {
  const transactions = useAtomValue(transactionsAtom(walletId))
  const isRead = useAtomValue(loadedAtom)[`transactions/${walletId}`] !== undefined
  const earlier = useMemo(() => recipientsOf(transactions, walletId), [transactions, walletId])
  return isRead ? acquaintance(recipient, earlier) : undefined
}
