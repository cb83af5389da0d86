import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  erc20Abi_bytes32,
  type Hex,
  hexToBigInt,
  hexToString,
  type PublicClient,
  parseAbi,
} from 'viem'
import { plainLine } from '#server/chains/line.ts'
import { ask } from './contract.ts'
import { isUnreachable } from './failure.ts'

export const SYMBOL_MAX = 16
export const NAME_MAX = 64
/** 10^77 is the largest power of ten that a balance (a uint256) can hold: more is no unit of anything. */
const DECIMALS_MAX = 77

export interface Metadata {
  symbol: string
  name: string
  /** Undefined when the contract does not say. Always 0 for ERC-721. */
  decimals: number | undefined
}

/** What the contract answers, or undefined when it gives no usable answer; an outage is not an answer. */
const read = async <T>(
  client: PublicClient,
  address: string,
  functionName: 'symbol' | 'name' | 'decimals',
  parse: (data: Hex) => T,
): Promise<T | undefined> => {
  try {
    const data = await ask(client, address, encodeFunctionData({ abi: erc20Abi, functionName }))
    return data === undefined ? undefined : parse(data)
  } catch (error) {
    if (isUnreachable(error)) throw error
    return undefined
  }
}

const parseText =
  (functionName: 'symbol' | 'name') =>
  (data: Hex): string => {
    try {
      return decodeFunctionResult({ abi: erc20Abi, functionName, data })
    } catch {
      // Some early tokens answer with 32 raw bytes.
      const raw = decodeFunctionResult({ abi: erc20Abi_bytes32, functionName, data })
      return hexToString(raw).replace(/\0+$/, '')
    }
  }

/** Any size of number: what is no byte is no unit. */
const parseDecimals = (data: Hex): bigint | undefined =>
  data.length < 66 ? undefined : hexToBigInt(data.slice(0, 66) as Hex)

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
    read(client, address, 'symbol', parseText('symbol')),
    read(client, address, 'name', parseText('name')),
    type === 'ERC721' ? 0n : read(client, address, 'decimals', parseDecimals),
  ])
  if (decimals !== undefined && decimals > BigInt(DECIMALS_MAX)) return undefined
  const line = plainLine(symbol ?? '', SYMBOL_MAX) || (type === 'ERC721' ? 'NFT' : 'TOKEN')
  return {
    symbol: line,
    name: plainLine(name ?? '', NAME_MAX) || line,
    decimals: decimals === undefined ? undefined : Number(decimals),
  }
}

/** ERC-165 id of ERC-1155. */
const MULTI_TOKEN = '0xd9b67a26'
const ERC165 = parseAbi(['function supportsInterface(bytes4 id) view returns (bool)'])

/** Whether a contract says that it is an ERC-1155: many kinds of items, each in any number. */
export const isMultiToken = async (client: PublicClient, address: string): Promise<boolean> => {
  const call = { abi: ERC165, functionName: 'supportsInterface' } as const
  try {
    const data = await ask(client, address, encodeFunctionData({ ...call, args: [MULTI_TOKEN] }))
    return data !== undefined && decodeFunctionResult({ ...call, data })
  } catch (error) {
    if (isUnreachable(error)) throw error
    return false
  }
}
