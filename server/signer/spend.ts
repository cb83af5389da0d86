import { Transaction } from 'bitcoinjs-lib'
import * as z from 'zod/mini'
import { decodeAddress } from '#domain/bitcoin.ts'
import { dustLimit } from '#domain/bitcoinsize.ts'

/** All there will ever be, in satoshi. */
const MONEY = 2_100_000_000_000_000n
/** So that one signing round stays within what nodes pass on (400,000 units of weight) and a person waits. */
const COINS_MAX = 1000
/** Replaceable (BIP 125), and no relative lock. */
const SEQUENCE = 0xfffffffd
const VERSION = 2

const Satoshi = z.pipe(
  z.string().check(z.regex(/^(?:0|[1-9]\d{0,15})$/, 'should be a whole number of satoshi')),
  z.transform((text: string) => BigInt(text)),
)
const Txid = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'should be 64 hex digits'))

const Coin = z.strictObject({
  txid: Txid,
  vout: z.int().check(z.nonnegative(), z.lte(0xffffffff)),
  value: Satoshi,
})

/**
 * What a wallet spends, whole: its coins, one recipient, what comes back to it, and the most that the fee may be. The
 * fee itself is what the coins leave.
 */
export const Spend = z.strictObject({
  network: z.enum(['mainnet', 'testnet', 'regtest']),
  coins: z.array(Coin).check(z.minLength(1), z.maxLength(COINS_MAX)),
  recipient: z.string().check(z.maxLength(100)),
  amount: Satoshi,
  /** 0 for no output. */
  change: Satoshi,
  feeCeiling: Satoshi,
})
export type Spend = z.infer<typeof Spend>

/** A transaction that must not be signed, and why. */
export class Unfit extends Error {}

const check = (holds: boolean, reason: string): void => {
  if (!holds) throw new Unfit(reason)
}

/** The output script of a taproot key without scripts (BIP 341). */
export const scriptOf = (key: Uint8Array): Uint8Array => Uint8Array.of(0x51, 0x20, ...key)

const recipientScript = ({ recipient, network }: Spend): Uint8Array => {
  try {
    return decodeAddress(recipient, network)
  } catch {
    throw new Unfit(`The recipient is no Bitcoin ${network} address`)
  }
}

/** The fee of what is to be signed; throws Unfit where it may not be. */
const checkedFee = (spend: Spend, to: Uint8Array, own: Uint8Array): bigint => {
  const { coins, amount, change, feeCeiling } = spend
  const outpoints = new Set(coins.map(({ txid, vout }) => `${txid}:${vout}`))
  check(outpoints.size === coins.length, 'A coin is spent twice')
  const total = coins.reduce((sum, { value }) => sum + value, 0n)
  check(total <= MONEY, 'The coins hold more than there is')
  check(amount >= dustLimit(to), `The amount should be at least ${dustLimit(to)} satoshi for this address`)
  check(change === 0n || change >= dustLimit(own), `Change should be at least ${dustLimit(own)} satoshi`)
  const fee = total - amount - change
  check(fee > 0n, 'The coins do not cover amount, change and a fee')
  check(fee <= feeCeiling, `The fee of ${fee} satoshi is above the limit of ${feeCeiling}`)
  return fee
}

export interface Draft {
  /** Of each input, to be signed by the key of the wallet (BIP 341, default hash type). */
  digests: Uint8Array[]
  fee: bigint
  txid: string
  /** With a signature of each input, in their order. */
  sign(signatures: readonly Uint8Array[]): string
}

/**
 * The one transaction that a spend means, for the wallet with this key. Whoever signs makes it from the spend by
 * himself: no bytes of others are signed. That a coin is worth what is said of it is a part of each digest, so a lie
 * about it makes a signature that no node takes.
 */
export const draftSpend = (spend: Spend, key: Uint8Array): Draft => {
  const own = scriptOf(key)
  const to = recipientScript(spend)
  const fee = checkedFee(spend, to, own)
  const transaction = new Transaction()
  transaction.version = VERSION
  for (const { txid, vout } of spend.coins)
    transaction.addInput(Uint8Array.from(Buffer.from(txid, 'hex').reverse()), vout, SEQUENCE)
  transaction.addOutput(to, spend.amount)
  if (spend.change > 0n) transaction.addOutput(own, spend.change)
  const scripts = spend.coins.map(() => own)
  const values = spend.coins.map(({ value }) => value)
  return {
    digests: spend.coins.map((_, index) =>
      transaction.hashForWitnessV1(index, scripts, values, Transaction.SIGHASH_DEFAULT),
    ),
    fee,
    txid: transaction.getId(),
    sign(signatures) {
      if (signatures.length !== spend.coins.length) throw new RangeError('Each coin needs one signature')
      const signed = transaction.clone()
      for (const [index, signature] of signatures.entries()) signed.setWitness(index, [signature])
      return signed.toHex()
    },
  }
}
