import { Asset } from '#contract/asset.ts'
import { WcRequest, WcSession } from '#contract/dapp.ts'
import { WalletApprover } from '#contract/guardian.ts'
import { Transaction } from '#contract/transaction.ts'
import { persistedRows } from './rows.ts'

/** The five lists of each wallet: assetsAtom(walletId) and so on. */
export const assetsAtom = persistedRows<Asset>('assets', Asset)
export const transactionsAtom = persistedRows<Transaction>('transactions', Transaction)
export const approversAtom = persistedRows<WalletApprover>('approvers', WalletApprover)
export const sessionsAtom = persistedRows<WcSession>('sessions', WcSession)
export const requestsAtom = persistedRows<WcRequest>('requests', WcRequest)
