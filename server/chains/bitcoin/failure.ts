import type { Broadcast } from '#server/chains/family.ts'
import { plainLine } from '#server/chains/line.ts'

const REASON_MAX = 160

const KNOWN = /txn-already-in-mempool|txn-already-known|already in (?:block chain|utxo set)|-27\b/i
const SPENT = /missingorspent|txn-mempool-conflict|missing-inputs|insufficient fee, rejecting replacement/i
const LATER = /min relay fee not met|mempool min fee not met|mempool full|too-long-mempool-chain|rate limit/i
const REFUSED =
  /dust|script-verify|bad-txns|bad-witness|non-final|non-BIP68|scriptpubkey|scriptsig|tx-size|version|max-?fee|decode failed|nonstandard|invalid/i

/** The node's own words: Esplora wraps them as `sendrawtransaction RPC error: {"code":-26,"message":"dust"}`. */
const words = (said: string): string => /"message":"((?:[^"\\]|\\.)*)"/.exec(said)?.[1] ?? said

/** What an answer that is no success means for a transaction that was handed in. */
export const broadcastFailure = (status: number, said: string, chain: string): Broadcast => {
  const reason = plainLine(words(said), REASON_MAX)
  if (KNOWN.test(said)) return { kind: 'accepted' }
  if (status === 429) return { kind: 'later', reason: 'The node asks for patience' }
  if (status !== 400) return { kind: 'unclear', reason: `${chain} answered ${status}` }
  if (SPENT.test(said)) return { kind: 'spent' }
  if (LATER.test(said)) return { kind: 'later', reason }
  if (REFUSED.test(said)) return { kind: 'refused', reason: `${chain} refuses this transaction: ${reason}` }
  return { kind: 'unclear', reason }
}
