import type { BitcoinNetwork } from '#domain/chain.ts'
import { hold } from '#server/custody/hold/hold.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { hashesOf } from './sign.ts'

/** What is explained already: custody signed it, or it holds the wallet or did until a release. */
const knownOf = (box: Box, network: BitcoinNetwork): Set<string | undefined> =>
  new Set([...box.state.holds.map(({ hash }) => hash), ...hashesOf(box, network)])

/** The transactions of each wallet. */
const byWallet = (transactions: Input<'noteSpent'>['transactions']): Map<string, Set<string>> => {
  const groups = new Map<string, Set<string>>()
  for (const { walletId, hash } of transactions) {
    const hashes = groups.get(walletId)
    if (hashes) hashes.add(hash)
    else groups.set(walletId, new Set([hash]))
  }
  return groups
}

/**
 * Holds every wallet of which a block spends coins in a transaction that its journal does not know: the signers signed
 * without custody, or custody was put back to an earlier state. Answers which ones it held. Whoever lies here only holds a
 * wallet.
 */
export const noteSpent = async (
  vault: Vault,
  { network, transactions }: Input<'noteSpent'>,
): Promise<{ held: string[] }> => {
  const held = new Set<string>()
  for (const [walletId, hashes] of byWallet(transactions)) {
    if (!(await vault.keys.peek(walletId).catch(() => undefined))) continue
    try {
      await vault.inTurn(walletId, async (box) => {
        if (!box.state.accounts.has(network)) return
        const known = knownOf(box, network)
        for (const hash of hashes) {
          if (known.has(hash)) continue
          await hold(box, { reason: 'unknown-transaction', network, hash })
          held.add(walletId)
        }
      })
    } catch (error) {
      // A wallet that is refused signs nothing in any case.
      if (!(error instanceof CustodyRefusal) || error.code !== 'Broken') throw error
    }
  }
  return { held: [...held] }
}
