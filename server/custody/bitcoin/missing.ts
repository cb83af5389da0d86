import type { BitcoinNetwork } from '#domain/chain.ts'
import type { LogEntry } from '#server/custody/disk/chain.ts'
import { type BitcoinSigning, isBitcoinSigning, type Sweeping } from '#server/custody/event.ts'
import type { WalletState } from '#server/custody/state.ts'
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

const spenderOf = (entry: LogEntry): Pick<Sweeping, 'txId' | 'network' | 'coins'> | undefined => {
  if (entry.type === 'sweeping') return entry.data
  return entry.type === 'signing' && isBitcoinSigning(entry.data) ? entry.data : undefined
}

/** By coin, what was the last to spend it. */
const lastSpenders = ({ entries }: WalletState, network: BitcoinNetwork): Map<string, string> => {
  const last = new Map<string, string>()
  for (const entry of entries) {
    const spender = spenderOf(entry)
    if (spender?.network !== network) continue
    for (const coin of spender.coins) last.set(coinName(coin), spender.txId)
  }
  return last
}

const signedOn = (
  { signings, attempts, ends }: WalletState,
  network: BitcoinNetwork,
): { signing: BitcoinSigning; hash: string; isOver: boolean }[] =>
  [...signings.values()].flatMap((signing) => {
    const hash = attempts.get(signing.txId)?.at(-1)?.hash
    const end = ends.get(signing.txId)
    if (!isBitcoinSigning(signing) || signing.network !== network || hash === undefined) return []
    return (end?.outcome ?? 'final') === 'final' ? [{ signing, hash, isOver: end !== undefined }] : []
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
