import type { BitcoinNetwork } from '#domain/chain.ts'
import { isUnsent } from '#server/custody/approval/proposal.ts'
import type { LogEntry } from '#server/custody/disk/chain.ts'
import { type BitcoinSigning, isBitcoinSigning, type Signing, type Sweeping } from '#server/custody/event.ts'
import { liveOf, type WalletState } from '#server/custody/state.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { complete } from './sign.ts'
import { coinName } from './spend.ts'

/** By network, the coins of a wallet that its chain calls unspent, as `txid:vout`. */
export type UnspentOn = ReadonlyMap<BitcoinNetwork, readonly string[]>

/** What was signed and its chain does not have, not even waiting. */
export interface MissingSpend {
  network: BitcoinNetwork
  txId: string
  hash: string
  raw: string
  /** It was believed to be spent elsewhere: its owner was told that nothing was sent. */
  isOver: boolean
}

/** Its signers refuse it for good: it spends nothing. */
const isNever = (state: WalletState, signing: Signing): boolean =>
  isUnsent(state, signing.txId) ||
  !liveOf(state.attempts.get(signing.txId)).some((one) => one.signing === signing)

const spenderOf = (
  state: WalletState,
  entry: LogEntry,
): Pick<Sweeping, 'txId' | 'network' | 'coins'> | undefined => {
  if (entry.type === 'sweeping') return entry.data
  if (entry.type !== 'signing' || !isBitcoinSigning(entry.data)) return undefined
  return isNever(state, entry.data) ? undefined : entry.data
}

/** By coin, what was the last to spend it. */
const lastSpenders = (state: WalletState, network: BitcoinNetwork): Map<string, string> => {
  const last = new Map<string, string>()
  for (const entry of state.entries) {
    const spender = spenderOf(state, entry)
    if (spender?.network !== network) continue
    for (const coin of spender.coins) last.set(coinName(coin), spender.txId)
  }
  return last
}

/** Of each send the last attempt that is signed: after it one may have ended, or still wait for its signers. */
const signedOn = (
  state: WalletState,
  network: BitcoinNetwork,
): { signing: BitcoinSigning; hash: string; isOver: boolean }[] =>
  [...state.attempts].flatMap(([txId, made]) => {
    const { signing, hash } = made.findLast((one) => one.hash !== undefined) ?? {}
    if (!signing || hash === undefined || !isBitcoinSigning(signing)) return []
    if (signing.network !== network || isUnsent(state, txId)) return []
    return [{ signing, hash, isOver: state.ends.has(txId) }]
  })

/**
 * A node may have said for a while that a coin was spent which was not, or have forgotten what it had taken. Where all that
 * the latest attempt at a send spends is unspent, or comes of another one that is missing, the chain does not have it.
 */
export const missingSpends = async (vault: Vault, box: Box, unspent: UnspentOn): Promise<MissingSpend[]> => {
  const found: MissingSpend[] = []
  for (const [network, coins] of unspent) {
    const there = new Set(coins)
    const last = lastSpenders(box.state, network)
    const gone = new Set<string>()
    for (const { signing, hash, isOver } of signedOn(box.state, network)) {
      const isMissing = signing.coins.every(
        (coin) =>
          last.get(coinName(coin)) === signing.txId && (there.has(coinName(coin)) || gone.has(coin.txid)),
      )
      if (!isMissing) continue
      gone.add(hash)
      const { raw } = await complete(vault, box, signing)
      found.push({ network, txId: signing.txId, hash, raw, isOver })
    }
  }
  return found
}
