import type { Asset } from '#contract/asset.ts'
import type { Account } from '#contract/wallet.ts'
import { normalAddress, sameAddress } from './address.ts'

export const CHECKSUM_WARNING = 'The capital letters of this address do not match its checksum. Check it.'
export const CONTRACT_WARNING = 'This is the address of the token itself. Tokens sent there are usually lost.'
export const OWN_WARNING = 'This is an address of the wallet that you send from.'

/** What is allowed but probably a mistake about a recipient. */
export const recipientWarnings = async (
  text: string,
  asset: Pick<Asset, 'address'>,
  accounts: readonly Pick<Account, 'address'>[],
): Promise<string[]> => {
  const recipient = normalAddress(text)
  const { hasWrongChecksum } = await import('./checksum.ts')
  return [
    ...(hasWrongChecksum(recipient) ? [CHECKSUM_WARNING] : []),
    ...(sameAddress(recipient, asset.address) ? [CONTRACT_WARNING] : []),
    ...(accounts.some(({ address }) => sameAddress(recipient, address)) ? [OWN_WARNING] : []),
  ]
}
