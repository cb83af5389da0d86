import { normalAddress } from '#domain/address.ts'
import { decodeAddress } from '#domain/bitcoin.ts'
import { dustLimit } from '#domain/bitcoinsize.ts'
import { accountOn } from '#domain/chain.ts'
import { recipientError } from '#domain/sendrule.ts'
import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import { conflict, invalid } from '#server/error.ts'
import type { Order, Parts } from '#server/modules/transactions/family.ts'

export interface BitcoinParts extends Parts {
  chain: BitcoinChain
  recipient: string
  script: Uint8Array
  /** Of the wallet itself. */
  changeScript: Uint8Array
}

/** Less is not passed on by nodes, so it is refused before somebody confirms it. */
export const checkLeast = (amount: bigint, script: Uint8Array): void => {
  const least = dustLimit(script)
  if (amount < least) throw invalid(`The amount should be at least ${least} satoshi for this address.`)
}

export const prepareSend = async (
  chain: BitcoinChain,
  { wallet, token, item, recipient: to, amount }: Order,
): Promise<BitcoinParts> => {
  const account = accountOn(wallet, chain.blockchain)
  if (!account) throw conflict('This wallet has no account on this chain yet')
  const wrong = await recipientError(to, chain.blockchain)
  if (wrong) throw invalid(wrong)
  const recipient = normalAddress(to)
  const script = decodeAddress(recipient, chain.network)
  checkLeast(amount, script)
  const { id, address } = account
  return {
    ...{ chain, token, item, recipient, amount, script },
    account: { id, address, addressKey: address },
    changeScript: decodeAddress(address, chain.network),
  }
}
