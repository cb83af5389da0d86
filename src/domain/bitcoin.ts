import { secp256k1 } from '@noble/curves/secp256k1.js'
import { address as codec, initEccLib, networks } from 'bitcoinjs-lib'
import { normalAddress } from './address.ts'
import type { BitcoinNetwork } from './chain.ts'

const NETWORKS = { mainnet: networks.bitcoin, testnet: networks.testnet, regtest: networks.regtest }

const { Point } = secp256k1
/** The point with even y of an x-only key (BIP 340); throws when there is none. */
const lift = (x: Uint8Array) => Point.fromBytes(Uint8Array.of(2, ...x))

/** bitcoinjs-lib refuses every taproot address until it has been given the curve. */
initEccLib({
  isXOnlyPoint: (x) => {
    try {
      lift(x)
      return true
    } catch {
      return false
    }
  },
  xOnlyPointAddTweak: (x, tweak) => {
    try {
      const sum = lift(x).add(Point.BASE.multiplyUnsafe(Point.Fn.fromBytes(tweak)))
      const [prefix, ...xOnly] = sum.toBytes(true)
      return { parity: prefix === 3 ? 1 : 0, xOnlyPubkey: Uint8Array.from(xOnly) }
    } catch {
      return null
    }
  },
})

/** bitcoinjs-lib would take witness versions that no wallet of today can spend (BIP 350 leaves 2 to 16 open). */
const isFutureSegwit = (address: string): boolean => {
  try {
    return codec.fromBech32(address).version > 1
  } catch {
    return false
  }
}

/**
 * Output script of a legacy, script, segwit or taproot address of this network.
 * Throws Error('Invalid address') for anything else.
 */
export const decodeAddress = (text: string, network: BitcoinNetwork): Uint8Array => {
  const address = normalAddress(text)
  try {
    if (!isFutureSegwit(address)) return codec.toOutputScript(address, NETWORKS[network])
  } catch {
    // Its reasons (prefix, checksum, length) are one and the same to people.
  }
  throw new Error('Invalid address')
}

/** The address of a taproot output key (BIP 341, BIP 350), which is 32 bytes. */
export const encodeTaproot = (key: Uint8Array, network: BitcoinNetwork): string =>
  codec.fromOutputScript(Uint8Array.of(0x51, 0x20, ...key), NETWORKS[network])

/** Legacy and script addresses of testnet and regtest look the same and pass on both. */
export const isBitcoinAddress = (text: string, network: BitcoinNetwork): boolean => {
  try {
    decodeAddress(text, network)
    return true
  } catch {
    return false
  }
}
