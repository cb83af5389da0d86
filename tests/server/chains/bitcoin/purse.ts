import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { crypto, networks, payments, Transaction } from 'bitcoinjs-lib'
import { decodeAddress } from '#domain/bitcoin.ts'
import type { Unspent } from '#server/chains/bitcoin/chain.ts'

const { Fn } = secp256k1.Point

/** A taproot address with one key, for tests: it signs through bitcoinjs-lib's sighash, by the key alone. */
export const makePurse = (seed: number) => {
  const secret = Fn.fromBytes(new Uint8Array(32).fill(seed))
  const internalPubkey = schnorr.getPublicKey(Fn.toBytes(secret))
  const { address = '', output = new Uint8Array() } = payments.p2tr({
    internalPubkey,
    network: networks.regtest,
  })
  const even = secp256k1.getPublicKey(Fn.toBytes(secret), true)[0] === 2 ? secret : Fn.neg(secret)
  const tweak = Fn.create(
    BigInt(`0x${Buffer.from(crypto.taggedHash('TapTweak', internalPubkey)).toString('hex')}`),
  )
  const key = Fn.toBytes(Fn.add(even, tweak))

  return {
    address,
    script: output,
    sign: (digest: Uint8Array) => schnorr.sign(digest, key),
    /** A signed transaction that spends these coins; what the outputs leave is its fee. */
    spend(
      coins: readonly Pick<Unspent, 'txid' | 'vout' | 'value'>[],
      outputs: readonly { address: string; value: bigint }[],
      { sequence = 0xfffffffd, spoil = false } = {},
    ) {
      const transaction = new Transaction()
      transaction.version = 2
      for (const { txid, vout } of coins)
        transaction.addInput(Buffer.from(txid, 'hex').reverse(), vout, sequence)
      for (const { address: to, value } of outputs) transaction.addOutput(decodeAddress(to, 'regtest'), value)
      const scripts = coins.map(() => output)
      const values = coins.map(({ value }) => value)
      coins.forEach((_, index) => {
        const digest = transaction.hashForWitnessV1(index, scripts, values, Transaction.SIGHASH_DEFAULT)
        const signature = schnorr.sign(digest, key)
        if (spoil) signature[40] = (signature[40] ?? 0) ^ 1
        transaction.setWitness(index, [signature])
      })
      return { raw: transaction.toHex(), txid: transaction.getId(), size: transaction.virtualSize() }
    },
  }
}
