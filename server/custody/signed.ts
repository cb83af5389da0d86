import { complete as completeBitcoin, type SignedBitcoin } from './bitcoin/sign.ts'
import { isBitcoinSigning } from './event.ts'
import type { Input } from './port.ts'
import { complete, type SignedEvm, signedBefore } from './sign.ts'
import type { Box, Vault } from './vault.ts'

export type SignedTransaction = SignedEvm | SignedBitcoin

/** What was signed for a transaction, or null. */
export const signedTransaction = async (
  vault: Vault,
  box: Box,
  { txId }: Input<'signedTransaction'>,
): Promise<SignedTransaction | null> => {
  const begun = box.state.signings.get(txId)
  if (!begun) return (await signedBefore(vault, box, txId)) ?? null
  return isBitcoinSigning(begun) ? completeBitcoin(vault, box, begun) : complete(vault, box, begun)
}
