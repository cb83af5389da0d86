import { keccak_256 } from '@noble/hashes/sha3.js'
import { isEvmAddress } from './address.ts'

/** Capital letters as EIP-55 sets them. Expects `0x` and 40 hex digits. */
export const checksumAddress = (address: string): string => {
  const hex = address.slice(2).toLowerCase()
  const hash = keccak_256(Uint8Array.from(hex, (character) => character.charCodeAt(0)))
  const capital = (index: number) => ((hash[index >> 1] ?? 0) >> (index % 2 ? 0 : 4)) & 8
  return `0x${Array.from(hex, (character, index) => (capital(index) ? character.toUpperCase() : character)).join('')}`
}

/** True for a mixed-case EVM address whose capitals are not those of EIP-55; one case says nothing. */
export const hasWrongChecksum = (address: string): boolean => {
  if (!isEvmAddress(address)) return false
  const hex = address.slice(2)
  const mixed = hex !== hex.toLowerCase() && hex !== hex.toUpperCase()
  return mixed && checksumAddress(address) !== address
}
