import { randomUUID } from 'node:crypto'
import { getAddress } from 'viem'
import type { Price } from '#server/chains/prices.ts'
import type { Receipt } from '#server/chains/scan.ts'
import type { Tx } from '#server/db/client.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import type { Holder } from '#server/modules/wallets/service.ts'
import { type News, readersOf } from './publish.ts'
import * as store from './store.ts'
import { cents } from './value.ts'

/** One movement seen on a chain. Addresses are lower case. */
export interface Movement {
  blockchain: string
  hash: string
  block: { number: number; hash: string; at: Date }
  /** Null for the native coin. */
  logIndex: number | null
  token: TokenRow
  item: string
  from: string
  to: string | undefined
  amount: bigint
  /** Known where one of our addresses paid for it, or was paid. */
  receipt: Receipt | undefined
}

export interface Recorder {
  tx: Tx
  news: News
  now: Date
  holders: ReadonlyMap<string, Holder>
  price(token: TokenRow): Price | undefined
  /** Coin and price in which the chain's fees are paid. */
  native: TokenRow
}

type Found = Awaited<ReturnType<typeof store.ofHash>>[number]

const same = (movement: Movement, { transaction }: Found): boolean =>
  transaction.tokenId === movement.token.id &&
  transaction.item === movement.item &&
  transaction.amount === movement.amount.toString() &&
  transaction.sender?.toLowerCase() === movement.from &&
  (transaction.recipient?.toLowerCase() ?? undefined) === movement.to

const place = ({ block }: Movement) => ({ blockNumber: block.number, blockHash: block.hash })

const feeOf = ({ native, price }: Recorder, receipt: Receipt | undefined) =>
  receipt && {
    fee: receipt.fee.toString(),
    feeInUsd: cents(receipt.fee, native.decimals, price(native)),
  }

const addLegs = async (
  { tx, holders }: Recorder,
  { from, to }: Movement,
  row: { id: string; createdAt: Date },
): Promise<void> => {
  const [sender, recipient] = [holders.get(from), to === undefined ? undefined : holders.get(to)]
  const leg = (holder: Holder, direction: 'income' | 'outcome') =>
    store.addLeg(tx, {
      transactionId: row.id,
      walletId: holder.walletId,
      accountId: holder.accountId,
      direction,
      createdAt: row.createdAt,
    })
  if (sender) await leg(sender, 'outcome')
  if (recipient && recipient.accountId !== sender?.accountId) await leg(recipient, 'income')
}

/** What we sent ourselves is in a block. */
const recordOwn = async (recorder: Recorder, movement: Movement, { transaction }: Found): Promise<void> => {
  const { tx, news } = recorder
  const { id, createdAt } = transaction
  const { receipt } = movement
  news.touch(id, await readersOf(tx, id))
  await store.update(tx, id, {
    ...place(movement),
    ...feeOf(recorder, receipt),
    reverted: receipt?.reverted ?? false,
    status: 'broadcasting',
    rejectReason: null,
    note: null,
    finishedAt: null,
  })
  const moves = transaction.tokenId === movement.token.id && movement.amount > 0n
  if (moves && !receipt?.reverted) await addLegs(recorder, movement, { id, createdAt })
}

/** Blocks this young count as seen when they happened. */
const LIVE_MS = 60_000

/** Chains know whole seconds only; what is seen together keeps its order by a millisecond each. */
const momentOf = ({ now, news }: Recorder, at: Date): Date => {
  const live = now.getTime() - at.getTime() < LIVE_MS
  return new Date((live ? now : at).getTime() + news.size())
}

const recordForeign = async (
  recorder: Recorder,
  movement: Movement,
  before: Found | undefined,
): Promise<void> => {
  const { tx, news, holders, price } = recorder
  const { token, block, from, to, amount, receipt } = movement
  const seen = {
    ...place(movement),
    logIndex: movement.logIndex,
    status: 'broadcasting' as const,
    rejectReason: null,
    finishedAt: null,
  }
  if (before) {
    const { id } = before.transaction
    news.touch(id, await readersOf(tx, id))
    await store.update(tx, id, seen)
    return
  }
  const id = randomUUID()
  const createdAt = momentOf(recorder, block.at)
  const ours = holders.has(from)
  news.touch(id, [])
  await store.insert(tx, {
    ...seen,
    id,
    blockchain: movement.blockchain,
    tokenId: token.id,
    item: movement.item,
    hash: movement.hash,
    sender: getAddress(from),
    recipient: to === undefined ? null : getAddress(to),
    amount: amount.toString(),
    amountInUsd: cents(amount, token.decimals, price(token)),
    ...(ours && feeOf(recorder, receipt)),
    direction: ours ? 'outcome' : 'income',
    description: '',
    createdAt,
  })
  await addLegs(recorder, movement, { id, createdAt })
}

/** The transaction itself, with the native coins it moves. Seen again it changes nothing. */
export const recordTransaction = async (recorder: Recorder, movement: Movement): Promise<void> => {
  const found = await store.ofHash(recorder.tx, movement.blockchain, movement.hash)
  const own = found.find(({ send }) => send !== null)
  const mined = ({ transaction }: Found) => transaction.blockHash === movement.block.hash
  if (own) {
    if (!mined(own)) await recordOwn(recorder, movement, own)
    return
  }
  if (movement.amount === 0n || movement.receipt?.reverted !== false) return
  const before = found.find((row) => row.transaction.logIndex === null && same(movement, row))
  if (!before || !mined(before)) await recordForeign(recorder, movement, before)
}

/**
 * Anyone can write a contract that claims to have moved tokens of ours, to plant a look-alike recipient in the list.
 * What never came in cannot go out.
 */
const isMadeUp = async ({ tx, holders }: Recorder, { from, token, item }: Movement): Promise<boolean> => {
  const sender = holders.get(from)
  if (!sender) return false
  return !(await store.hasLive(tx, { accountId: sender.accountId, tokenId: token.id, item }))
}

/** A token transfer inside a transaction: our own send's, one that a reorganisation had undone, or a new one. */
export const recordTransfer = async (recorder: Recorder, movement: Movement): Promise<void> => {
  const found = await store.ofHash(recorder.tx, movement.blockchain, movement.hash)
  const { logIndex } = movement
  const known = found.some(
    ({ transaction }) => transaction.logIndex === logIndex && transaction.blockHash === movement.block.hash,
  )
  if (known) return
  const unplaced = found.filter((row) => row.transaction.logIndex === null && same(movement, row))
  const own = unplaced.find(({ send }) => send?.action === 'send')
  if (!own) {
    // The fee is shown once, with the transaction that we sent.
    const ours = found.some(({ send }) => send !== null)
    if (!ours && (await isMadeUp(recorder, movement))) return
    const seen = ours ? { ...movement, receipt: undefined } : movement
    await recordForeign(
      recorder,
      seen,
      unplaced.find(({ send }) => send === null),
    )
    return
  }
  const { id, createdAt } = own.transaction
  recorder.news.touch(id, await readersOf(recorder.tx, id))
  await store.update(recorder.tx, id, { logIndex })
  await addLegs(recorder, movement, { id, createdAt })
}
