import { randomUUID } from 'node:crypto'
import { getAddress, zeroAddress } from 'viem'
import type { Receipt } from '#server/chains/evm/scan.ts'
import type { Price } from '#server/chains/prices.ts'
import type { Tx } from '#server/db/client.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import * as attempts from '#server/modules/transactions/attempts.ts'
import * as onchain from '#server/modules/transactions/onchain.ts'
import { type News, readersOf } from '#server/modules/transactions/publish.ts'
import { type Found, makeRoom, momentOf, ownOf } from '#server/modules/transactions/seen.ts'
import * as store from '#server/modules/transactions/store.ts'
import { cents } from '#server/modules/transactions/value.ts'
import { amountOf, type BlockMark, type Entry, partnerOf } from './net.ts'

/** A transaction of one of our addresses, in a block. Addresses are lower case. */
export interface Mined {
  hash: string
  from: string
  block: BlockMark
  receipt: Receipt | undefined
}

export interface Recorder {
  tx: Tx
  news: News
  now: Date
  blockchain: string
  price(token: TokenRow): Price | undefined
  /** Coin and price in which the chain's fees are paid. */
  native: TokenRow
}

export const NOTHING_MOVED =
  "The token's contract refused the transfer. Nothing moved; the network fee was paid."
const NOT_SIGNED = 'Not signed by this wallet'
const receivedIn = ({ number }: BlockMark): string => `Received in block ${number}`

const place = (block: BlockMark) => ({ blockNumber: block.number, blockHash: block.hash })

const feeOf = ({ native, price }: Recorder, receipt: Receipt | undefined) =>
  receipt && {
    fee: receipt.fee.toString(),
    feeInUsd: cents(receipt.fee, native.decimals, price(native)),
  }

const directionOf = ({ net }: Entry) => (net > 0n ? 'income' : 'outcome')

const addLeg = ({ tx }: Recorder, { holder, ...entry }: Entry, row: { id: string; createdAt: Date }) =>
  onchain.setLeg(tx, {
    transactionId: row.id,
    walletId: holder.walletId,
    accountId: holder.accountId,
    direction: directionOf({ holder, ...entry }),
    createdAt: row.createdAt,
  })

const checked = (address: string | undefined): string | null =>
  address === undefined ? null : getAddress(address)

/** Who paid and who was paid. */
const parties = (entry: Entry, other: string | undefined) =>
  entry.net > 0n
    ? { sender: checked(other), recipient: entry.holder.address }
    : { sender: entry.holder.address, recipient: checked(other) }

/** The amount that moved, where it is not the one that is written down. */
const amountChange = ({ price }: Recorder, entry: Entry, before: store.TransactionRow) => {
  const amount = amountOf(entry)
  return amount.toString() === before.amount
    ? {}
    : {
        amount: amount.toString(),
        amountInUsd: cents(amount, entry.token.decimals, price(entry.token)),
      }
}

/** What we sent ourselves is in a block. `entry` is what it did to its own asset; none when the contract undid it. */
const recordOwn = async (
  recorder: Recorder,
  mined: Mined,
  { transaction, send }: Found,
  entry: Entry | undefined,
  partner: Entry | undefined,
): Promise<void> => {
  const { tx, news } = recorder
  const { id, createdAt } = transaction
  const reverted = mined.receipt?.reverted ?? false
  const refused = !reverted && entry?.intended !== undefined && entry.net === 0n
  // A call may bring in more than it takes: then that is what it did.
  const earned = send?.action !== 'send' && entry !== undefined && entry.net > 0n
  // What a call got back as a whole cost nothing; what went to the sender himself was sent all the same.
  const returned = entry?.net === 0n && send?.action !== 'send' && entry.other !== send?.addressKey
  const moved = entry && (entry.net < 0n || earned || returned)
  const cancels = await attempts.isCancelling(tx, id, mined.hash)
  news.touch(id, await readersOf(tx, id))
  await store.update(tx, id, {
    ...{ hash: mined.hash, cancels },
    ...place(mined.block),
    ...feeOf(recorder, mined.receipt),
    ...(moved && amountChange(recorder, entry, transaction)),
    ...(earned && { ...parties(entry, entry.other), direction: 'income' as const }),
    logIndex: entry?.logIndex ?? null,
    reverted: reverted || refused,
    status: 'broadcasting',
    rejectReason: refused ? NOTHING_MOVED : null,
    note: null,
    finishedAt: null,
  })
  if (earned) await addLeg(recorder, entry, { id, createdAt })
  if (partner) await addLeg(recorder, partner, { id, createdAt })
}

/**
 * The recipient that a contract names for what it took by itself. Where the wallet never dealt with that contract and
 * nobody lists it, the name is a stranger's word, and may be made to look like somebody the owner pays.
 */
const namedBy = async ({ tx, price, blockchain }: Recorder, entry: Entry): Promise<string | undefined> => {
  const { token, holder, other, net, signed } = entry
  if (net > 0n || signed || other === zeroAddress || price(token) !== undefined) return other
  const dealt = await onchain.hasSigned(tx, { walletId: holder.walletId, blockchain, target: token.contract })
  return dealt ? other : undefined
}

/** What was not sent from here: new, or put back in its place after a reorganisation had undone it. */
const recordSeen = async (
  recorder: Recorder,
  entry: Entry,
  {
    before,
    partner,
    receipt,
  }: { before?: Found | undefined; partner?: Entry | undefined; receipt?: Receipt | undefined },
): Promise<void> => {
  const { tx, news, price } = recorder
  const { token, block, item, hash, net, signed } = entry
  const seen = {
    ...place(block),
    ...parties(entry, await namedBy(recorder, entry)),
    logIndex: entry.logIndex,
    status: 'broadcasting' as const,
    rejectReason: null,
    finishedAt: null,
    description: hash === null ? receivedIn(block) : net < 0n && !signed ? NOT_SIGNED : '',
  }
  if (before) {
    const { id } = before.transaction
    news.touch(id, await readersOf(tx, id))
    await store.update(tx, id, { ...seen, ...amountChange(recorder, entry, before.transaction) })
    return
  }
  const id = randomUUID()
  const createdAt = momentOf(recorder, block.at)
  const amount = amountOf(entry)
  news.touch(id, [])
  await store.insert(tx, {
    ...seen,
    id,
    blockchain: recorder.blockchain,
    tokenId: token.id,
    item,
    hash,
    accountId: entry.holder.accountId,
    amount: amount.toString(),
    amountInUsd: cents(amount, token.decimals, price(token)),
    ...feeOf(recorder, receipt),
    direction: directionOf(entry),
    createdAt,
  })
  await addLeg(recorder, entry, { id, createdAt })
  if (partner) await addLeg(recorder, partner, { id, createdAt })
}

/**
 * One transaction with all that it did to our holders: one row for each holder and asset, or one for both sides of a
 * transfer between two of ours. Seen again it changes nothing.
 */
export const recordHash = async (
  recorder: Recorder,
  hash: string,
  mined: Mined | undefined,
  entries: readonly Entry[],
): Promise<void> => {
  const { tx, news } = recorder
  const found = await onchain.ofHash(tx, recorder.blockchain, hash)
  const legs = await store.legsOf(
    tx,
    found.map(({ transaction }) => transaction.id),
  )
  const done = new Set<Entry>()
  const isOf = ({ transaction }: Found, { token, item }: Entry): boolean =>
    transaction.tokenId === token.id && transaction.item === item
  const rowOf = (entry: Entry): Found | undefined =>
    found.find(
      (row) =>
        isOf(row, entry) &&
        legs.some(
          ({ transactionId, accountId }) =>
            transactionId === row.transaction.id && accountId === entry.holder.accountId,
        ),
    )

  const own = ownOf(found)
  if (own && mined) {
    const entry = entries.find(
      (candidate) => isOf(own, candidate) && candidate.holder.addressKey === own.send?.addressKey,
    )
    const partner = entry && partnerOf(entry, entries)
    for (const one of [entry, partner]) if (one) done.add(one)
    if (own.transaction.blockHash !== mined.block.hash) {
      await makeRoom(tx, news, own, found)
      await recordOwn(recorder, mined, own, entry, partner)
    }
  }
  // The fee is shown once.
  let receipt = own ? undefined : mined?.receipt
  const outFirst = [...entries].sort((a, b) => (a.net < 0n ? 0 : 1) - (b.net < 0n ? 0 : 1))
  for (const entry of outFirst) {
    if (done.has(entry) || entry.net === 0n) continue
    const partner = partnerOf(entry, entries)
    if (partner) done.add(partner)
    const before = rowOf(entry)
    if (before?.transaction.blockHash === entry.block.hash) continue
    const paid = entry.signed && entry.net < 0n ? receipt : undefined
    if (paid) receipt = undefined
    await recordSeen(recorder, entry, { before, partner, receipt: paid })
  }
}

/** Coins that came by no transaction that is known. */
export const recordRise = async (recorder: Recorder, entry: Entry): Promise<void> => {
  const { block, holder, token } = entry
  const found = await onchain.withoutHash(recorder.tx, {
    blockchain: recorder.blockchain,
    accountId: holder.accountId,
    tokenId: token.id,
    description: receivedIn(block),
  })
  if (found.some(({ transaction }) => transaction.blockHash === block.hash)) return
  await recordSeen(recorder, entry, {
    before: found.find(({ transaction }) => transaction.blockHash === null),
  })
}
