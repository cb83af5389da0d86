import { type Hex, hexToString } from 'viem'
import { signText } from './approval/issue.ts'
import { isReserved } from './message.ts'
import type { Input } from './port.ts'
import { CustodyRefusal } from './refusal.ts'
import type { Box, Vault } from './vault.ts'

/** EIP-191 signature of bytes that a dApp chose. Refuses texts that only custody may issue. */
export const signMessage = (
  vault: Vault,
  { key }: Box,
  { data }: Input<'signMessage'>,
): { signature: Hex } => {
  if (isReserved(hexToString(data)))
    throw new CustodyRefusal(
      'ReservedText',
      "Texts that start with 'Countersign ' are signed only for guardians.",
    )
  return { signature: signText(vault, key, { raw: data }) }
}
