import {
  BaseError,
  decodeFunctionResult,
  ExecutionRevertedError,
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  type Hex,
  hexToBigInt,
  type PublicClient,
} from 'viem'
import { isUnreachable } from './failure.ts'

/** Bounds what a stranger's code may cost whoever asks it: no endless loop, no endless text. */
const GAS = 2_000_000n

/** What a contract answers to a question that changes nothing; undefined for no answer at all. Reverts throw. */
export const ask = async (
  client: PublicClient,
  to: string,
  data: Hex,
  block?: number,
  from?: Hex,
): Promise<Hex | undefined> => {
  const at = block === undefined ? {} : { blockNumber: BigInt(block) }
  const account = from === undefined ? {} : { account: from }
  return (await client.call({ to: to as Hex, data, gas: GAS, ...at, ...account })).data
}

export interface Holding {
  /** '' for the native coin. */
  contract: string
  /** Number of an ERC-721 item, else ''. */
  item: string
}

/** Smallest units; 'nothing' where no contract answers; undefined when it cannot be known. */
export type Held = bigint | 'nothing' | undefined

const readItem = async (
  client: PublicClient,
  { contract, item }: Holding,
  address: string,
  block?: number,
): Promise<Held> => {
  const call = { abi: erc721Abi, functionName: 'ownerOf' } as const
  try {
    const data = encodeFunctionData({ ...call, args: [BigInt(item)] })
    const answer = await ask(client, contract, data, block)
    if (answer === undefined) return 'nothing'
    const owner = decodeFunctionResult({ ...call, data: answer })
    return owner.toLowerCase() === address.toLowerCase() ? 1n : 0n
  } catch (error) {
    // A burnt item has no owner, and ownerOf says so by reverting.
    if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError))
      return 0n
    throw error
  }
}

const readUnits = async (
  client: PublicClient,
  { contract }: Holding,
  address: string,
  block?: number,
): Promise<Held> => {
  const args = [address as Hex] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args })
  const answer = await ask(client, contract, data, block)
  if (answer === undefined) return 'nothing'
  return answer.length < 66 ? undefined : hexToBigInt(answer.slice(0, 66) as Hex)
}

/** What an address holds of a coin, token or item, now or at the end of a block. Only an outage throws. */
export const readHeld = async (
  client: PublicClient,
  holding: Holding,
  address: string,
  block?: number,
): Promise<Held> => {
  try {
    if (holding.contract !== '')
      return await (holding.item === '' ? readUnits : readItem)(client, holding, address, block)
    const at = block === undefined ? {} : { blockNumber: BigInt(block) }
    return await client.getBalance({ address: address as Hex, ...at })
  } catch (error) {
    // Among others, nodes keep the state of old blocks for a while only.
    if (isUnreachable(error)) throw error
    return undefined
  }
}
