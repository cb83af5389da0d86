import { isUnsent } from './approval/proposal.ts'
import { complete as completeBitcoin, completeLast, type SignedBitcoin } from './bitcoin/sign.ts'
import { isBitcoinSigning } from './event.ts'
import type { Input } from './port.ts'
import { complete, latestOf, type SignedEvm, signedBefore } from './sign.ts'
import type { Box, Vault } from './vault.ts'

export type SignedTransaction = SignedEvm | SignedBitcoin

const attemptOf = async (
  vault: Vault,
  box: Box,
  { txId, hash }: { txId: string; hash: string },
): Promise<SignedTransaction | null> => {
  const made = box.state.attempts.get(txId)?.find((one) => one.hash === hash)
  if (!made) return null
  const { signing } = made
  return isBitcoinSigning(signing) ? completeBitcoin(vault, box, signing) : complete(vault, box, signing)
}

/** What was signed for a transaction, or null where nothing was, or ever will be. */
export const signedTransaction = async (
  vault: Vault,
  box: Box,
  { txId, hash }: Input<'signedTransaction'>,
): Promise<SignedTransaction | null> => {
  if (hash !== undefined) return attemptOf(vault, box, { txId, hash })
  const begun = latestOf(vault, box, txId)
  if (!begun) return (await signedBefore(vault, box, txId)) ?? null
  if (!isBitcoinSigning(begun)) return complete(vault, box, begun)
  return completeLast(vault, box, txId).catch((error: unknown) => {
    if (isUnsent(box.state, txId)) return null
    throw error
  })
}
