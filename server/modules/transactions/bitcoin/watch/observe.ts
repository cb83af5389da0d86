import { accountNetworkOf } from '#domain/chain.ts'
import { inParallel } from '#server/async/parallel.ts'
import type { BitcoinChain, BitcoinTransaction } from '#server/chains/bitcoin/chain.ts'
import type { Observer } from '#server/chains/bitcoin/watch.ts'
import type { Change } from '#server/chains/watch/position.ts'
import { lockKey } from '#server/db/advisory.ts'
import type { Tx } from '#server/db/client.ts'
import type { Emit, Later } from '#server/db/unit.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import * as coins from '#server/modules/transactions/bitcoin/store.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import * as onchain from '#server/modules/transactions/onchain.ts'
import * as outbox from '#server/modules/transactions/outbox.ts'
import { legsById, makeNews, type News, publishUpdated } from '#server/modules/transactions/publish.ts'
import * as store from '#server/modules/transactions/store.ts'
import type { Holder } from '#server/modules/wallets/service.ts'
import { tellSpent } from './held.ts'
import { emptyBatch, type Recorder, recordTransaction, writeBatch } from './record.ts'
import { absentOf } from './refill.ts'
import { makeTurn } from './turn.ts'

/** A node behind another may not know of a transaction for a moment: it is gone when it was missed so often in a row. */
const MISSED = 2

const addressesOf = ({ inputs, outputs }: BitcoinTransaction): string[] =>
  [...inputs, ...outputs].flatMap(({ address }) => address ?? [])

/** Turns what a Bitcoin chain shows into transactions, coins, balances and events. */
export const makeObserver = (
  deps: TransactionDeps,
  chain: BitcoinChain,
  onUndone: () => void,
  onFinal: (ids: readonly string[]) => void,
): Observer => {
  const { db, clock, log, tokens, assets, wallets } = deps
  const { blockchain } = chain
  const network = accountNetworkOf(blockchain)
  if (!network) throw new Error(`${blockchain} has no accounts`)
  const turn = makeTurn(clock, assets, network)
  const refilling = makeTurn(clock, assets, network)
  const missed = new Map<string, number>()
  /** What waited when these addresses were asked about: as long as it is the same, so is what they answered. */
  let asked: { pool: string; addresses: Set<string> } | undefined
  let watched: ReadonlySet<string> = new Set()

  const holdersOf = async (transactions: readonly BitcoinTransaction[]): Promise<Map<string, Holder>> => {
    const ours = new Set(transactions.flatMap(addressesOf).filter((address) => watched.has(address)))
    const found = await wallets.holdersOf([...ours], network)
    return new Map(found.map((holder) => [holder.address, holder]))
  }

  /** What is written down of these accounts now. */
  const tellBalances = async (
    tx: Tx,
    emit: Emit,
    token: TokenRow,
    holders: Iterable<Holder>,
  ): Promise<void> => {
    const distinct = new Map([...holders].map((holder) => [holder.accountId, holder]))
    for (const holder of distinct.values()) {
      const amount = await coins.balance(tx, blockchain, holder.accountId)
      await assets.apply(tx, emit, [{ holder, token, item: '', amount }])
    }
  }

  const settle = async (tx: Tx, news: News, later: Later, upTo: number): Promise<void> => {
    const final = await onchain.settle(tx, blockchain, upTo, clock.now())
    // What another attempt would have spent.
    await outbox.freeCoins(tx, ...final)
    await news.touchKnown(tx, final)
    later(() => onFinal(final))
  }

  /** Writes down what was found. */
  const writer = async (
    transactions: readonly BitcoinTransaction[],
    holders: Recorder['holders'],
    beside: (tx: Tx, news: News, later: Later) => Promise<Holder[]>,
  ): Promise<Change> => {
    const native = await tokens.native(blockchain)
    const price = await tokens.priceOf(native)
    return async (tx, emit, later) => {
      // What waits has no place in a block that would keep it from being written twice.
      await lockKey(tx, `see ${blockchain}`)
      const news = makeNews(deps)
      const now = clock.now()
      const txids = transactions.map(({ txid }) => txid)
      const found = await onchain.ofHashes(tx, blockchain, txids)
      const known = [...found.values()].flat().map(({ transaction }) => transaction.id)
      const legs = legsById(known.length > 0 ? await store.legsOf(tx, known) : [])
      const recorder = { tx, batch: emptyBatch(), news, now, blockchain, native, price, holders, legs }
      const touched: Holder[] = []
      for (const transaction of transactions) {
        const rows = found.get(transaction.txid) ?? []
        touched.push(...(await recordTransaction(recorder, transaction, rows)))
      }
      await writeBatch(recorder)
      touched.push(...(await beside(tx, news, later)))
      await tellBalances(tx, emit, native, touched)
      await news.publish(tx, emit)
    }
  }

  const seen: Observer['seen'] = async ({ head, transactions }) => {
    const holders = await holdersOf(transactions)
    await tellSpent(deps, chain, transactions, holders)
    return writer(transactions, holders, async (tx, news, later) => {
      await settle(tx, news, later, head - chain.confirmations + 1)
      return []
    })
  }

  /** Everything goes back to waiting: our own is handed in again, and what nobody knows any more is found to be gone. */
  const undone: Observer['undone'] = async (_, ancestor) => {
    const rows = await onchain.above(db, blockchain, ancestor)
    const accounts = await coins.accountsAbove(db, blockchain, ancestor)
    const holders = await wallets.holdersById(accounts)
    const native = await tokens.native(blockchain)
    return async (tx, emit, later) => {
      await lockKey(tx, `see ${blockchain}`)
      for (const { transaction, send } of rows) {
        await store.update(tx, transaction.id, {
          ...{ blockNumber: null, blockHash: null, finishedAt: null, reverted: false, cancels: false },
          ...{ status: 'broadcasting', rejectReason: null },
          ...(send && { fee: null, feeInUsd: null }),
        })
        if (send) await outbox.update(tx, transaction.id, { broadcastAt: null, lostAtBlock: null })
      }
      await coins.undo(tx, blockchain, ancestor)
      await tellBalances(tx, emit, native, holders)
      await publishUpdated(
        tx,
        emit,
        rows.map(({ transaction }) => transaction.id),
        deps,
      )
      later(() => {
        asked = undefined
        onUndone()
      })
    }
  }

  const reached: Observer['reached'] = async (_, head) => {
    const final = head - chain.confirmations + 1
    const counted = await onchain.counted(db, blockchain, final, head)
    const absent = await absentOf(deps, chain, network, refilling(await watch()), head)
    if (counted.length + absent.length === 0 && !(await onchain.hasUnsettled(db, blockchain, final)))
      return undefined
    return writer([], new Map(), async (tx, news, later) => {
      await settle(tx, news, later, final)
      await news.touchKnown(tx, counted)
      for (const { coin } of absent) {
        log.error({ blockchain, txid: coin.txid, vout: coin.vout }, 'A coin of the chain had no row')
        await coins.putBack(tx, coin)
      }
      return absent.map(({ holder }) => holder)
    })
  }

  /** Of what others sent and waits, those that the node has not known for a while. */
  const goneOf = async (
    rows: readonly onchain.Waiting[],
    known: ReadonlySet<string>,
  ): Promise<onchain.Waiting[]> => {
    const asked = rows.filter(({ isOwn, hash }) => !isOwn && !known.has(hash))
    const answers = await inParallel(asked, async (row) => ((await chain.transaction(row.hash)) ? [] : [row]))
    const away = answers.flat()
    const counts = new Map(away.map(({ hash }) => [hash, (missed.get(hash) ?? 0) + 1]))
    missed.clear()
    for (const [hash, count] of counts) missed.set(hash, count)
    return away.filter(({ hash }) => (counts.get(hash) ?? 0) >= MISSED)
  }

  const watch = async (): Promise<ReadonlySet<string>> => {
    if ((await wallets.countAddresses(network)) !== watched.size)
      watched = new Set(await wallets.addresses(network))
    return watched
  }

  const waiting: Observer['waiting'] = async () => {
    const pool = await chain.pool()
    const isSame = pool === asked?.pool
    const known: Set<string> = isSame && asked ? asked.addresses : new Set()
    asked = { pool, addresses: known }
    const addresses = pool === '' ? [] : turn(await watch()).filter((one) => !known.has(one))
    if (isSame && addresses.length === 0 && missed.size === 0) return undefined
    const lists = await inParallel(addresses, (address) => chain.waiting(address))
    const there = new Map(lists.flat().map((transaction) => [transaction.txid, transaction]))
    const rows = await onchain.waiting(db, blockchain)
    const told = new Set(rows.flatMap(({ hash, isTold }) => (isTold ? hash : [])))
    const fresh = [...there.values()].filter(({ txid, block }) => !block && !told.has(txid))
    const gone = await goneOf(rows, new Set(there.keys()))
    const written = () => {
      for (const address of addresses) known.add(address)
      for (const { hash } of gone) missed.delete(hash)
    }
    if (fresh.length === 0 && gone.length === 0) {
      written()
      return undefined
    }
    return writer(fresh, await holdersOf(fresh), async (tx, news, later) => {
      later(written)
      await news.touchKnown(
        tx,
        gone.map(({ id }) => id),
      )
      for (const { id, hash } of gone) {
        await onchain.giveUp(tx, id, clock.now())
        await coins.forget(tx, blockchain, hash)
      }
      return []
    })
  }

  return { watched: watch, seen, undone, reached, waiting }
}
