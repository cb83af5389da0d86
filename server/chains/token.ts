import { hexToString, type PublicClient } from 'viem'
import { isUnreachable } from './failure.ts'
import { plainLine } from './line.ts'

export const SYMBOL_MAX = 16
export const NAME_MAX = 64
/** 10^36 is the largest unit that real tokens use; more would make amounts unreadable. */
const DECIMALS_MAX = 36

export interface Metadata {
  symbol: string
  name: string
  /** Undefined when the contract does not say. Always 0 for ERC-721. */
  decimals: number | undefined
}

const text = (name: 'symbol' | 'name', type: 'string' | 'bytes32') =>
  [{ type: 'function', name, stateMutability: 'view', inputs: [], outputs: [{ type }] }] as const
const DECIMALS = [
  { type: 'function', name: 'decimals', stateMutability: 'view', inputs: [], outputs: [{ type: 'uint256' }] },
] as const

/** What the contract answers, or `otherwise` when it gives no usable answer; an outage is not an answer. */
const ask = <T, U>(answer: Promise<T>, otherwise: U): Promise<T | U> =>
  answer.catch((error: unknown) => {
    if (isUnreachable(error)) throw error
    return otherwise
  })

const readText = async (
  client: PublicClient,
  address: `0x${string}`,
  functionName: 'symbol' | 'name',
): Promise<string> => {
  const read = (type: 'string' | 'bytes32') =>
    ask(client.readContract({ address, abi: text(functionName, type), functionName }), undefined)
  const answer = await read('string')
  if (answer !== undefined) return answer
  // Some early tokens answer with 32 raw bytes.
  const raw = await read('bytes32')
  return raw === undefined ? '' : hexToString(raw as `0x${string}`).replace(/\0+$/, '')
}

/**
 * Name, symbol and decimals as the contract claims them: a stranger's words, cut to one visible line. Undefined
 * for a contract whose decimals are out of range: its amounts could not be shown truthfully.
 */
export const readMetadata = async (
  client: PublicClient,
  address: `0x${string}`,
  type: 'ERC20' | 'ERC721',
): Promise<Metadata | undefined> => {
  const [symbol, name, decimals] = await Promise.all([
    readText(client, address, 'symbol'),
    readText(client, address, 'name'),
    type === 'ERC721'
      ? 0n
      : ask(client.readContract({ address, abi: DECIMALS, functionName: 'decimals' }), undefined),
  ])
  if (decimals !== undefined && decimals > BigInt(DECIMALS_MAX)) return undefined
  const line = plainLine(symbol, SYMBOL_MAX) || (type === 'ERC721' ? 'NFT' : 'TOKEN')
  return {
    symbol: line,
    name: plainLine(name, NAME_MAX) || line,
    decimals: decimals === undefined ? undefined : Number(decimals),
  }
}
