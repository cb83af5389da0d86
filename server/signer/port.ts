import type { BitcoinNetwork } from '#domain/chain.ts'
import type { LogEntry } from '#server/custody/disk/chain.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { PublicShare } from './share.ts'

/**
 * Whether a signer says so of a spend for good: it judges by its copy up to that spend, and by when it first saw it, so
 * neither comes again.
 */
export const isForGood = (error: unknown): boolean =>
  error instanceof CustodyRefusal && ['Expired', 'ApprovalMissing', 'GuardiansChanged'].includes(error.code)

/**
 * The three who hold the keys of wallets together, as custody asks them. They believe nothing of what custody decides:
 * each has its own copy of every wallet's log and makes what it signs from that. Rejects with CustodyRefusal:
 * 'SignersAway' where too few of them answer, 'Broken' where a log is not the one that they know, and what custody's
 * own rules say where at least two of them refuse: then no two are left who could sign.
 */
export interface Signers {
  /**
   * The public half of a wallet's key, made now or before: each share durable in two places, and a test signature of
   * each pair behind it. 'SignersAway' while not all three are there and there is no key yet. `generation`, from 2 on: one
   * in place of the last one, of which a holder was lost; refused ('OutOfOrder') while all are there that have it.
   */
  makeKey(walletId: string, network: BitcoinNetwork, generation?: number): Promise<PublicShare>
  /**
   * Brings a wallet's log, whole and from its first entry on; each signer takes only what continues its copy. Delays
   * count from when a signer first saw an entry, so each one should come soon, and `sign` only after its 'signing'.
   */
  tell(walletId: string, entries: readonly LogEntry[]): Promise<void>
  /**
   * Two of three sign what the log has as 'signing', or 'sweeping', for this transaction: each makes the bytes from its own copy.
   * Asked again, the transaction has the same txid, though perhaps another witness. `raw` in hex. What it rejects with is
   * for good (`isForGood`) only where two of them said that.
   */
  sign(walletId: string, txId: string): Promise<{ raw: string; txid: string }>
  close(): Promise<void>
}
