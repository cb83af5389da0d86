import { type Hex, hexToBigInt, hexToNumber, type PublicClient, pad } from 'viem'
import { inParallel } from '#server/async/parallel.ts'

/** One transaction of a watched address. Addresses are lower case. */
export interface ChainTransaction {
  hash: string
  from: string
  to: string | undefined
  value: bigint
  nonce: number
}

export interface Block {
  number: number
  hash: string
  parentHash: string
  timestamp: Date
  transactions: ChainTransaction[]
}

export interface TransferLog {
  blockNumber: number
  blockHash: string
  hash: string
  logIndex: number
  /** Contract, lower case. */
  token: string
  type: 'ERC20' | 'ERC721'
  from: string
  to: string
  /** Units of an ERC-20; 1n for an ERC-721. */
  amount: bigint
  /** The ERC-721 item. */
  item: string | undefined
  /** Not a transfer but the deposit or withdrawal of a wrapped coin: another party is the contract itself. */
  wrap: boolean
}

export interface Receipt {
  hash: string
  blockNumber: number
  blockHash: string
  reverted: boolean
  /** Wei paid. */
  fee: bigint
}

/** keccak256('Transfer(address,address,uint256)'), the same for ERC-20 and ERC-721. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** keccak256('Deposit(address,uint256)') and 'Withdrawal(address,uint256)': all that WETH9 says when it wraps. */
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c'
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65'
const ADDRESSES_PER_FILTER = 500

export const readBlocks = (
  client: PublicClient,
  from: number,
  to: number,
  watched: ReadonlySet<string>,
): Promise<Block[]> =>
  inParallel(
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
    async (number) => {
      const block = await client.getBlock({ blockNumber: BigInt(number), includeTransactions: true })
      return {
        number,
        hash: block.hash,
        parentHash: block.parentHash,
        timestamp: new Date(Number(block.timestamp) * 1000),
        transactions: block.transactions.flatMap((transaction) => {
          const sender = transaction.from.toLowerCase()
          const recipient = transaction.to?.toLowerCase()
          const ours = watched.has(sender) || (recipient !== undefined && watched.has(recipient))
          if (!ours) return []
          const { hash, value, nonce } = transaction
          return [{ hash, from: sender, to: recipient, value, nonce }]
        }),
      }
    },
  )

/** Receipts of what watched addresses signed, and of coins that came to them; `complete` unless one is gone. */
export const readReceipts = async (
  chain: { receipt(hash: string): Promise<Receipt | undefined> },
  blocks: readonly Block[],
  watched: ReadonlySet<string>,
): Promise<{ receipts: Map<string, Receipt>; complete: boolean }> => {
  const hashes = blocks.flatMap(({ transactions }) =>
    transactions.filter(({ from, value }) => value > 0n || watched.has(from)).map(({ hash }) => hash),
  )
  const found = await inParallel(hashes, (hash) => chain.receipt(hash))
  const receipts = new Map(found.flatMap((receipt) => (receipt ? [[receipt.hash, receipt] as const] : [])))
  return { receipts, complete: receipts.size === new Set(hashes).size }
}

interface RawLog {
  address: Hex
  topics: Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hex
  transactionHash: Hex
  logIndex: Hex
  removed?: boolean
}

const addressOf = (topic: Hex): string => `0x${topic.slice(26).toLowerCase()}`

const placeOf = (log: RawLog) => ({
  blockNumber: hexToNumber(log.blockNumber),
  blockHash: log.blockHash,
  hash: log.transactionHash,
  logIndex: hexToNumber(log.logIndex),
  token: log.address.toLowerCase(),
})

const isWord = ({ data }: RawLog): boolean => data.length === 66

const parseWrap = (log: RawLog, deposit: boolean): TransferLog | undefined => {
  const [, holder, more] = log.topics
  if (!holder || more || !isWord(log) || hexToBigInt(log.data) === 0n) return undefined
  const place = placeOf(log)
  const [from, to] = deposit ? [place.token, addressOf(holder)] : [addressOf(holder), place.token]
  return { ...place, type: 'ERC20', from, to, amount: hexToBigInt(log.data), item: undefined, wrap: true }
}

/** Undefined for what only looks like a transfer. Transfers of nothing are made to plant look-alike addresses. */
const parseLog = (log: RawLog): TransferLog | undefined => {
  const [event, from, to, item] = log.topics
  if (log.removed) return undefined
  if (event !== TRANSFER) return parseWrap(log, event === DEPOSIT)
  if (!from || !to || (item === undefined && !isWord(log))) return undefined
  const amount = item === undefined ? hexToBigInt(log.data) : 1n
  if (amount === 0n) return undefined
  return {
    ...placeOf(log),
    type: item === undefined ? 'ERC20' : 'ERC721',
    from: addressOf(from),
    to: addressOf(to),
    amount,
    item: item === undefined ? undefined : hexToBigInt(item).toString(),
    wrap: false,
  }
}

/** Transfers from or to watched addresses, and what they wrapped and unwrapped, in chain order. */
export const readTransfers = async (
  client: PublicClient,
  from: number,
  to: number,
  watched: ReadonlySet<string>,
): Promise<TransferLog[]> => {
  const topics = [...watched].map((address) => pad(address as Hex, { size: 32 }))
  const groups = Array.from({ length: Math.ceil(topics.length / ADDRESSES_PER_FILTER) }, (_, index) =>
    topics.slice(index * ADDRESSES_PER_FILTER, (index + 1) * ADDRESSES_PER_FILTER),
  )
  const filters = groups.flatMap((group) => [
    [[TRANSFER, DEPOSIT, WITHDRAWAL], group],
    [TRANSFER, null, group],
  ])
  const found = await inParallel(filters, (filter) =>
    client.request({
      method: 'eth_getLogs',
      params: [
        { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}`, topics: filter as Hex[][] },
      ],
    }),
  )
  const logs = new Map<string, TransferLog>()
  for (const raw of found.flat() as unknown as RawLog[]) {
    const log = parseLog(raw)
    if (log) logs.set(`${log.blockNumber}:${log.logIndex}`, log)
  }
  return [...logs.values()].sort((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}
