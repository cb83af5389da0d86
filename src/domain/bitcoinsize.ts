/** Sizes and fees of the transactions that a wallet sends: all its coins are spent by the key of a taproot address. */

/** Bytes of a length in front of something (CompactSize). */
const prefixSize = (length: number): number => (length < 0xfd ? 1 : length <= 0xffff ? 3 : 5)

/** Outpoint, length of an empty script, sequence. */
const INPUT_SIZE = 32 + 4 + 1 + 4
/** Number of items, then one signature of 64 bytes: the default hash type is not written (BIP 341). */
const WITNESS_SIZE = 1 + 1 + 64
/** Marker and flag (BIP 144). */
const SEGWIT_SIZE = 2
/** What each further coin adds; four of these units are a virtual byte. */
export const INPUT_WEIGHT = BigInt(INPUT_SIZE * 4 + WITNESS_SIZE)
const VALUE_SIZE = 8

const outputSize = (script: Uint8Array): number => VALUE_SIZE + prefixSize(script.length) + script.length

/** Virtual bytes (BIP 141) of a transaction with so many of a wallet's coins and these output scripts, signed. */
export const sizeOf = (inputs: number, scripts: readonly Uint8Array[]): number => {
  const outputs = scripts.reduce((sum, script) => sum + outputSize(script), 0)
  const version = 4
  const lockTime = 4
  const base =
    version + prefixSize(inputs) + inputs * INPUT_SIZE + prefixSize(scripts.length) + outputs + lockTime
  return Math.ceil((base * 4 + SEGWIT_SIZE + inputs * WITNESS_SIZE) / 4)
}

/** Satoshi for so many virtual bytes, rounded up; `rate` is in satoshi per 1000 of them. */
export const feeOf = (size: number, rate: bigint): bigint => (BigInt(size) * rate + 999n) / 1000n

/** What nodes count for the input that will spend an output: with a signature and key, or in the witness. */
const SPEND_SIZE = 148
const WITNESS_SPEND_SIZE = 67
/** Satoshi per virtual byte; the setting that nodes come with (Bitcoin Core's dustrelayfee). */
const DUST_RATE = 3

/** OP_0 or OP_1 to OP_16, and one push of the rest (BIP 141). */
const isWitnessProgram = (script: Uint8Array): boolean => {
  const [version = 0xff, length] = script
  const known = version === 0 || (version >= 0x51 && version <= 0x60)
  return known && script.length >= 4 && script.length <= 42 && length === script.length - 2
}

/** The least satoshi that an output may hold, so that nodes pass it on: less would cost more than it is worth. */
export const dustLimit = (script: Uint8Array): bigint => {
  const spending = isWitnessProgram(script) ? WITNESS_SPEND_SIZE : SPEND_SIZE
  return BigInt((outputSize(script) + spending) * DUST_RATE)
}
