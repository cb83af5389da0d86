import { randomUUID } from 'node:crypto'
import type { BitcoinTransaction, Leg } from '#server/chains/bitcoin/chain.ts'
import type { Price } from '#server/chains/prices.ts'
import type { Tx } from '#server/db/client.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import * as attempts from '#server/modules/transactions/attempts.ts'
import * as coins from '#server/modules/transactions/bitcoin/store.ts'
import * as onchain from '#server/modules/transactions/onchain.ts'
import type { News } from '#server/modules/transactions/publish.ts'
import { type Found, makeRoom, momentOf, ownOf } from '#server/modules/transactions/seen.ts'
import * as store from '#server/modules/transactions/store.ts'
import { cents } from '#server/modules/transactions/value.ts'
import type { Holder } from '#server/modules/wallets/service.ts'

/** What is written all at once at the end: a history may be long. */
export interface Batch {
  rows: store.NewTransaction[]
  legs: store.NewLeg[]
  coins: coins.NewCoin[]
  spent: coins.Spent[]
}

export const emptyBatch = (): Batch => ({ rows: [], legs: [], coins: [], spent: [] })

export interface Recorder {
  tx: Tx
  batch: Batch
  news: News
  now: Date
  blockchain: string
  native: TokenRow
  price: Price | undefined
  /** By address. */
  holders: ReadonlyMap<string, Holder>
  /** Of the rows that were there before, by their ids. */
  legs: ReadonlyMap<string, readonly store.LegRow[]>
}

/** What one transaction did to one account. Satoshi. */
interface Part {
  holder: Holder
  spent: bigint
  got: bigint
}

/** A transaction of thousands of outputs is not for one list. */
const LEGS_MAX = 500

const legsOf = (sides: readonly Leg[]) =>
  sides.slice(0, LEGS_MAX).map(({ address, value }) => ({ address, value: value.toString() }))

/** Inputs and outputs, as people see them. */
const sidesOf = ({ inputs, outputs }: BitcoinTransaction) => ({
  inputs: legsOf(inputs),
  outputs: legsOf(outputs),
})

const placeOf = ({ block }: BitcoinTransaction) => ({
  blockNumber: block?.number ?? null,
  blockHash: block?.hash ?? null,
})

/** Those that paid first. */
const partsOf = ({ inputs, outputs }: BitcoinTransaction, holders: Recorder['holders']): Part[] => {
  const parts = new Map<string, Part>()
  const partOf = (address: string | null): Part | undefined => {
    const holder = address === null ? undefined : holders.get(address)
    if (!holder) return undefined
    const part = parts.get(holder.accountId) ?? { holder, spent: 0n, got: 0n }
    parts.set(holder.accountId, part)
    return part
  }
  for (const { address, value } of inputs) {
    const part = partOf(address)
    if (part) part.spent += value
  }
  for (const { address, value } of outputs) {
    const part = partOf(address)
    if (part) part.got += value
  }
  return [...parts.values()]
}

/** What left to others or came in, without the fee of a transaction that this account alone paid for. */
const amountOf = ({ spent, got }: Part, { inputs, fee }: BitcoinTransaction): bigint => {
  if (spent === 0n) return got
  const alone = inputs.reduce((sum, { value }) => sum + value, 0n) === spent
  const left = spent - got - (alone ? fee : 0n)
  return left < 0n ? -left : left
}

const isPaid = ({ spent, got }: Part): boolean => got > spent

/** The only one besides the payer, where there is just one. */
const recipientOf = ({ outputs }: BitcoinTransaction, payer: Holder): string | null => {
  const others = outputs.filter(({ address }) => address !== payer.address)
  return others.length === 1 ? (others[0]?.address ?? null) : null
}

const feeOf = ({ native, price }: Recorder, { fee }: BitcoinTransaction) => ({
  fee: fee.toString(),
  feeInUsd: cents(fee, native.decimals, price),
})

const addLeg = (
  { batch }: Recorder,
  { holder: { walletId, accountId } }: Part,
  { id: transactionId, createdAt }: { id: string; createdAt: Date },
  income: boolean,
): void => {
  const direction = income ? 'income' : 'outcome'
  batch.legs.push({ transactionId, walletId, accountId, direction, createdAt })
}

const readersOf = ({ legs }: Recorder, id: string): string[] =>
  legs.get(id)?.map(({ userId }) => userId) ?? []

/** What we sent ourselves is known to the node, or in a block. */
const recordOwn = async (
  recorder: Recorder,
  seen: BitcoinTransaction,
  { transaction }: Found,
  parts: readonly Part[],
): Promise<void> => {
  // An earlier attempt that the node still has says nothing of the latest one.
  if (!seen.block && transaction.hash !== seen.txid) return
  const { tx, news } = recorder
  const { id, createdAt, recipient, accountId } = transaction
  const cancels = await attempts.isCancelling(tx, id, seen.txid)
  news.touch(id, readersOf(recorder, id))
  if (seen.block) await coins.forgetOthers(tx, id, seen.txid)
  await store.update(tx, id, {
    ...sidesOf(seen),
    ...(seen.block && {
      ...{ hash: seen.txid, cancels },
      ...placeOf(seen),
      ...feeOf(recorder, seen),
      ...{ status: 'broadcasting', reverted: false, rejectReason: null, note: null, finishedAt: null },
    }),
  })
  for (const part of parts) {
    const { holder } = part
    if (holder.accountId !== accountId && holder.address === recipient)
      addLeg(recorder, part, { id, createdAt }, true)
  }
}

/** What was not sent from here: new, or put back in its place after a reorganisation had undone it. */
const recordSeen = async (
  recorder: Recorder,
  seen: BitcoinTransaction,
  part: Part,
  { before, partner }: { before: Found | undefined; partner: Part | undefined },
): Promise<void> => {
  const { tx, batch, news, native, price, now } = recorder
  const { holder } = part
  const income = isPaid(part)
  const state = {
    ...placeOf(seen),
    ...{ status: 'broadcasting' as const, rejectReason: null, finishedAt: null },
  }
  if (before) {
    const { id } = before.transaction
    news.touch(id, readersOf(recorder, id))
    await store.update(tx, id, state)
    return
  }
  const amount = amountOf(part, seen)
  const row = { id: randomUUID(), createdAt: momentOf(recorder, seen.block?.at ?? now) }
  news.touch(row.id, [])
  batch.rows.push({
    ...row,
    ...state,
    ...sidesOf(seen),
    ...(!income && feeOf(recorder, seen)),
    blockchain: recorder.blockchain,
    tokenId: native.id,
    hash: seen.txid,
    accountId: holder.accountId,
    // Inputs may be anybody's, and money that is sent back to one may be lost: they are listed, but named as no sender.
    sender: income ? null : holder.address,
    recipient: income ? holder.address : recipientOf(seen, holder),
    amount: amount.toString(),
    amountInUsd: cents(amount, native.decimals, price),
    direction: income ? 'income' : 'outcome',
    description: '',
  })
  addLeg(recorder, part, row, income)
  if (partner) addLeg(recorder, partner, row, true)
}

/** Outputs that are ours now, and those that a block has spent. Of several attempts at a send the last one counts. */
const recordCoins = (
  { batch, blockchain, holders }: Recorder,
  { txid, inputs, outputs, block }: BitcoinTransaction,
  own: Found | undefined,
): void => {
  if (own && !block && own.transaction.hash !== txid) return
  for (const [vout, { address, value }] of outputs.entries()) {
    const holder = address === null ? undefined : holders.get(address)
    if (!holder) continue
    const { accountId } = holder
    const change = own?.transaction.accountId === accountId
    const coin = { blockchain, txid, vout, accountId, value: value.toString(), change }
    batch.coins.push({ ...coin, block: block?.number ?? null })
  }
  if (!block) return
  for (const { txid: from, vout, address } of inputs)
    if (address !== null && holders.has(address)) batch.spent.push({ txid: from, vout, block: block.number })
}

/** Whether a row says all that can be seen: what is in a block does not wait any more. */
const isTold = ({ transaction }: Found, { block }: BitcoinTransaction): boolean =>
  block
    ? transaction.blockHash === block.hash
    : transaction.blockNumber !== null ||
      (transaction.status === 'broadcasting' && transaction.inputs !== null)

/**
 * One transaction, waiting or in a block, with all that it did to our accounts: one row for each, or one for both sides of
 * a payment between two of ours. Seen again it changes nothing. Answers whose balances it may have changed.
 */
export const recordTransaction = async (
  recorder: Recorder,
  seen: BitcoinTransaction,
  /** The rows of its hash. */
  found: readonly Found[],
): Promise<Holder[]> => {
  const { tx, news, holders, legs } = recorder
  const parts = partsOf(seen, holders)
  const own = ownOf(found)
  const done = new Set<Part>()
  if (own) {
    for (const part of parts) {
      const { accountId, recipient } = own.transaction
      if (part.holder.accountId === accountId || part.holder.address === recipient) done.add(part)
    }
    if (!isTold(own, seen)) {
      if (seen.block) await makeRoom(tx, news, own, found)
      await recordOwn(recorder, seen, own, parts)
    }
  }
  const rowOf = ({ holder }: Part): Found | undefined =>
    found.find(
      ({ transaction, send }) =>
        send === null && legs.get(transaction.id)?.some(({ accountId }) => accountId === holder.accountId),
    )
  for (const part of parts.toSorted((a, b) => Number(isPaid(a)) - Number(isPaid(b)))) {
    if (done.has(part)) continue
    const partner = isPaid(part)
      ? undefined
      : parts.find((other) => isPaid(other) && !done.has(other) && other.got === amountOf(part, seen))
    if (partner) done.add(partner)
    const before = rowOf(part)
    if (!before || !isTold(before, seen)) await recordSeen(recorder, seen, part, { before, partner })
  }
  recordCoins(recorder, seen, own)
  return parts.map(({ holder }) => holder)
}

/** What the transactions before have left to write. */
export const writeBatch = async ({ tx, batch, blockchain }: Recorder): Promise<void> => {
  await store.insertAll(tx, batch.rows)
  await onchain.setLegs(tx, batch.legs)
  await coins.recordAll(tx, batch.coins)
  await coins.spendAll(tx, blockchain, batch.spent)
}
