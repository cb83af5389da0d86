import * as z from 'zod/mini'
import type { BitcoinTransaction, Unspent } from './chain.ts'

/** What is read of Esplora's answers (API.md of Blockstream/esplora). */

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Height = z.int().check(z.nonnegative())
/** Satoshi. All there will ever be fit into a number that is exact. */
const Value = z.pipe(
  z.int().check(z.nonnegative()),
  z.transform((satoshi: number) => BigInt(satoshi)),
)

const Status = z.object({
  confirmed: z.boolean(),
  block_height: z.nullish(Height),
  block_hash: z.nullish(Hash),
  block_time: z.nullish(z.int()),
})

const Output = z.object({ scriptpubkey_address: z.nullish(z.string()), value: Value })

const Transaction = z.object({
  txid: Hash,
  vin: z.array(z.object({ txid: Hash, vout: z.int(), is_coinbase: z.boolean(), prevout: z.nullish(Output) })),
  vout: z.array(Output),
  fee: Value,
  status: Status,
})

const blockOf = (status: z.infer<typeof Status>): BitcoinTransaction['block'] => {
  const { confirmed, block_height: number, block_hash: hash, block_time: time } = status
  if (!confirmed) return undefined
  if (number == null || hash == null || time == null)
    throw new TypeError('A block without height, hash or time')
  return { number, hash, at: new Date(time * 1000) }
}

const transactionOf = ({
  txid,
  vin,
  vout,
  fee,
  status,
}: z.infer<typeof Transaction>): BitcoinTransaction => ({
  txid,
  inputs: vin
    .filter(({ is_coinbase }) => !is_coinbase)
    .map(({ txid: from, vout: index, prevout }) => {
      if (!prevout) throw new TypeError(`An input of ${txid} without what it spends`)
      return { txid: from, vout: index, address: prevout.scriptpubkey_address ?? null, value: prevout.value }
    }),
  outputs: vout.map(({ scriptpubkey_address, value }) => ({ address: scriptpubkey_address ?? null, value })),
  fee,
  block: blockOf(status),
})

const Unspents = z.array(z.object({ txid: Hash, vout: z.int(), value: Value, status: Status }))

export const readTransaction = (body: string): BitcoinTransaction =>
  transactionOf(Transaction.parse(JSON.parse(body)))

export const readTransactions = (body: string): BitcoinTransaction[] =>
  z.array(Transaction).parse(JSON.parse(body)).map(transactionOf)

export const readUnspent = (body: string): Unspent[] =>
  Unspents.parse(JSON.parse(body)).map(({ txid, vout, value, status }) => ({
    ...{ txid, vout, value },
    block: blockOf(status)?.number,
  }))

const Count = z.int().check(z.nonnegative())

export const readCount = (body: string): number =>
  z.object({ tx_count: Count }).parse(JSON.parse(body)).tx_count

const Pool = z.object({ count: Count, vsize: z.number(), total_fee: z.number() })

/** What waits, in short: '' for nothing. */
export const readPool = (body: string): string => {
  const { count, vsize, total_fee: fee } = Pool.parse(JSON.parse(body))
  return count === 0 ? '' : `${count} ${vsize} ${fee}`
}

export const readHeight = (body: string): number => Height.parse(Number(body.trim() || 'none'))
export const readHash = (body: string): string => Hash.parse(body.trim())

const Estimates = z.record(z.string(), z.number().check(z.positive()))

/** Blocks to satoshi per virtual byte. */
export const readEstimates = (body: string): ReadonlyMap<number, number> =>
  new Map(Object.entries(Estimates.parse(JSON.parse(body))).map(([blocks, rate]) => [Number(blocks), rate]))
