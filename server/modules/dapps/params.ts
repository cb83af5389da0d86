import { hexToString, isAddress, stringToHex } from 'viem'
import * as z from 'zod/mini'
import { isHex } from '#domain/hex.ts'
import { isReserved } from '#server/custody/custody.ts'
import { badParams, type Fault, RESERVED } from './fault.ts'

type Hex = `0x${string}`
export type Parsed<T> = { ok: true; value: T } | { ok: false; fault: Fault }

const no = (fault: Fault) => ({ ok: false, fault }) as const
const wrong = (message: string) => no(badParams(message))

const same = (one: unknown, address: string): boolean =>
  typeof one === 'string' && one.toLowerCase() === address.toLowerCase()

/** Bytes as hex; a text that is no hex means its own bytes (UTF-8). */
const bytesOf = (text: string): Hex =>
  isHex(text) && text.length % 2 === 0 ? (text.toLowerCase() as Hex) : stringToHex(text)

/**
 * Parameters of personal_sign in either order: the one that is the wallet's own address is the signer, the other one
 * what is signed.
 */
export const readMessage = (params: unknown, address: string): Parsed<{ data: Hex }> => {
  if (!Array.isArray(params)) return wrong('personal_sign takes the data and the address.')
  const [first, second] = params as unknown[]
  const data = same(second, address) ? first : same(first, address) ? second : undefined
  if (typeof data !== 'string')
    return wrong('personal_sign takes the data and the address of the connected wallet.')
  const bytes = bytesOf(data)
  if (isReserved(hexToString(bytes))) return no(RESERVED)
  return { ok: true, value: { data: bytes } }
}

const Quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
/** Some dApps write nothing as ''. */
const Data = z.string().check(z.regex(/^(?:0x(?:[0-9a-fA-F]{2})*)?$/))
const Address = z.string().check(z.refine((text) => isAddress(text, { strict: false })))
const Small = z.union([Quantity, z.number().check(z.int(), z.nonnegative())])
const Transaction = z.strictObject({
  from: Address,
  to: z.nullish(Address),
  value: z.optional(Quantity),
  data: z.optional(Data),
  input: z.optional(Data),
  gas: z.optional(Quantity),
  gasLimit: z.optional(Quantity),
  gasPrice: z.optional(Quantity),
  maxFeePerGas: z.optional(Quantity),
  maxPriorityFeePerGas: z.optional(Quantity),
  nonce: z.optional(Small),
  type: z.optional(Small),
  chainId: z.optional(Small),
  accessList: z.optional(z.array(z.unknown()).check(z.maxLength(0))),
})

export interface Call {
  to: string | undefined
  value: bigint
  data: Hex
  gas: bigint | undefined
}

const MAX_TYPE = 2n

/** Parameters of eth_sendTransaction: known fields only, of this wallet, on the chain of the request. */
export const readCall = (
  params: unknown,
  { address, chainId }: { address: string; chainId: number },
): Parsed<Call> => {
  const parsed = z.tuple([Transaction]).safeParse(params)
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.slice(1).join('.')
    return wrong(
      `eth_sendTransaction takes one transaction with known fields${path ? `; ${path} is wrong` : ''}.`,
    )
  }
  const [tx] = parsed.data
  if (!same(tx.from, address)) return wrong('from should be the address of the connected wallet.')
  if (tx.type !== undefined && BigInt(tx.type) > MAX_TYPE) return wrong('type should be 0, 1 or 2.')
  if (tx.chainId !== undefined && BigInt(tx.chainId) !== BigInt(chainId))
    return wrong('chainId should be the chain of the request.')
  const [data, input] = [tx.data, tx.input].map((bytes) => bytes?.toLowerCase().replace(/^$/, '0x'))
  if (data !== undefined && input !== undefined && data !== input)
    return wrong('data and input should be equal, or only one of them given.')
  const to = tx.to ?? undefined
  const bytes = (data ?? input ?? '0x') as Hex
  if (to === undefined && bytes === '0x')
    return wrong('A transaction without to should carry the code of a contract.')
  const gas = tx.gas ?? tx.gasLimit
  return {
    ok: true,
    value: {
      to,
      value: BigInt(tx.value ?? 0),
      data: bytes,
      gas: gas === undefined ? undefined : BigInt(gas),
    },
  }
}
