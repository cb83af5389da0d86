import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { signedHash } from '#server/custody/sign.ts'
import { nextOf } from '#server/custody/state.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { hold } from './hold.ts'

/** What a nonce may be beyond the next one: no chain counts to one that is further, and its hold would never end. */
const NONCES_AHEAD = 1000

type Mined = Input<'noteMined'>['transactions'][number]

/** What is explained already: custody signed it, it holds the wallet, or a release counted it. */
const isKnown = async (vault: Vault, box: Box, chainId: number, { hash, nonce }: Mined): Promise<boolean> => {
  const { holds, counted } = box.state
  if (nonce < (counted.get(chainId) ?? 0) || holds.some((one) => one.hash === hash)) return true
  return (await signedHash(vault, box, { chainId, nonce })).includes(hash)
}

/**
 * Holds every wallet whose address sent what its journal does not know: somebody else signs with its key, or custody was
 * put back to an earlier state. Answers which ones it held. Whoever lies here only holds a wallet.
 */
export const noteMined = async (
  vault: Vault,
  { chainId, transactions }: Input<'noteMined'>,
): Promise<{ held: string[] }> => {
  const held = new Set<string>()
  for (const mined of transactions) {
    const walletId = vault.keys.ownerOf(mined.from)?.walletId
    if (walletId === undefined) continue
    try {
      await vault.inTurn(walletId, async (box) => {
        if (await isKnown(vault, box, chainId, mined)) return
        const { hash, nonce } = mined
        const isNear = nonce <= nextOf(box.state, chainId) + NONCES_AHEAD
        await hold(box, { reason: 'unknown-transaction', chainId, hash, ...(isNear && { nonce }) })
        held.add(walletId)
      })
    } catch (error) {
      // A wallet that is refused signs nothing in any case.
      if (!(error instanceof CustodyRefusal) || error.code !== 'Broken') throw error
    }
  }
  return { held: [...held] }
}
