import * as z from 'zod/mini'
import { Asset } from '#contract/asset.ts'
import { WcRequest, WcSession } from '#contract/dapp.ts'
import { WalletApprover } from '#contract/guardian.ts'
import { Transaction } from '#contract/transaction.ts'
import { persistedFamily } from './registry.ts'

/** The five lists of each wallet: assetsAtom(walletId) and so on. */
export const assetsAtom = persistedFamily<Asset[]>('assets', z.array(Asset), [])
export const transactionsAtom = persistedFamily<Transaction[]>('transactions', z.array(Transaction), [])
export const approversAtom = persistedFamily<WalletApprover[]>('approvers', z.array(WalletApprover), [])
export const sessionsAtom = persistedFamily<WcSession[]>('sessions', z.array(WcSession), [])
export const requestsAtom = persistedFamily<WcRequest[]>('requests', z.array(WcRequest), [])
