import { formatUnits } from 'viem'
import { BTC_DECIMALS } from '#contract/limit.ts'
import { normalAddress } from '#domain/address.ts'
import { decodeAddress } from '#domain/bitcoin.ts'
import { dustLimit } from '#domain/bitcoinsize.ts'
import { type BitcoinNetwork, caip2, chainName } from '#domain/chain.ts'
import { oneLine } from '#domain/oneline.ts'
import type { BitcoinExact, Terms } from '#server/custody/event.ts'
import type { BitcoinMeaning, BitcoinPayload } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'

const refuse = (message: string) => new CustodyRefusal('BadInput', message)

const scriptOf = (recipient: string, network: BitcoinNetwork): Uint8Array => {
  try {
    return decodeAddress(recipient, network)
  } catch {
    throw refuse(`The recipient should be an address of ${chainName(`bitcoin:${network}`)}.`)
  }
}

export const btc = (units: string): string => `${formatUnits(BigInt(units), BTC_DECIMALS)} BTC`

/**
 * Says what a Bitcoin transaction does, in the words that guardians read and in the values themselves. Only the wallet's
 * name, the fee ceiling and the rate are the caller's. Throws CustodyRefusal 'BadInput' where no node would take it.
 */
export const bitcoinTermsOf = (
  txId: string,
  from: string,
  payload: BitcoinPayload,
  { walletName, note, action, feeCeiling, expiresAt, rate }: BitcoinMeaning,
): { terms: Terms; exact: BitcoinExact } => {
  const { network, amount: units } = payload
  const recipient = normalAddress(payload.recipient)
  const least = dustLimit(scriptOf(recipient, network))
  if (BigInt(units) < least) throw refuse(`The amount should be at least ${least} satoshi for this address.`)
  const blockchain = `bitcoin:${network}`
  return {
    terms: {
      transaction: oneLine(txId),
      wallet: oneLine(`${oneLine(walletName)} ${from}`),
      network: `${chainName(blockchain)} (${caip2(blockchain)})`,
      action,
      amount: btc(units),
      asset: 'native',
      to: recipient,
      data: 'none',
      fee: btc(feeCeiling),
      expires: expiresAt,
      ...(note && { note }),
    },
    exact: { family: 'bitcoin', network, action, from, recipient, units, feeCeiling, expiresAt, rate },
  }
}

/** Names of the values that make it what it is; its expiry, its rate and what it may cost may be others. */
const NAMES: readonly (readonly [keyof BitcoinExact, string])[] = [
  ['network', 'Network'],
  ['from', 'Wallet'],
  ['units', 'Amount'],
  ['recipient', 'To'],
]

/** Name of the first value that is not the same. */
export const differingBitcoin = (proposed: BitcoinExact, actual: BitcoinExact): string | undefined =>
  NAMES.find(([key]) => proposed[key] !== actual[key])?.[1]
