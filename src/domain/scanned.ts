import type { Asset } from '#contract/asset.ts'
import { BLOCKCHAINS } from '#contract/blockchain.ts'
import { normalAddress } from './address.ts'
import { fillFromLink, isPayLink } from './paylink.ts'
import { recipientError } from './sendrule.ts'

/**
 * What a code's text puts into the field of a recipient, as if it were pasted there: an address of a chain that is
 * served, or a payment link that these assets can pay. Otherwise why the link fills nothing in; undefined for any other
 * text.
 */
export const readScanned = async (
  text: string,
  assets: readonly Asset[],
): Promise<{ recipient: string } | { refusal: string } | undefined> => {
  const recipient = normalAddress(text)
  if (isPayLink(recipient)) {
    const filled = await fillFromLink(recipient, assets)
    return 'refusal' in filled ? filled : { recipient }
  }
  for (const blockchain of BLOCKCHAINS)
    if ((await recipientError(recipient, blockchain)) === undefined) return { recipient }
  return undefined
}
