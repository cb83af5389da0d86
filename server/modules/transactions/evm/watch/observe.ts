import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { Observer, Sight } from '#server/chains/evm/watch.ts'
import type { Change } from '#server/chains/watch/position.ts'
import type { Tx } from '#server/db/client.ts'
import type { Target } from '#server/modules/assets/service.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import { tellMined } from '#server/modules/transactions/evm/held.ts'
import { asSent } from '#server/modules/transactions/evm/original.ts'
import * as onchain from '#server/modules/transactions/onchain.ts'
import * as outbox from '#server/modules/transactions/outbox.ts'
import { makeNews, type News, publishUpdated } from '#server/modules/transactions/publish.ts'
import * as store from '#server/modules/transactions/store.ts'
import { type Judgement, makeJudge } from './judge.ts'
import type { Entry } from './net.ts'
import { type Recorder, recordHash, recordRise } from './record.ts'
import { makeSweep } from './sweep.ts'

/** In the order of the chain; native coins first. */
const inOrder = (a: Entry, b: Entry): number =>
  a.block.number - b.block.number || (a.logIndex ?? -1) - (b.logIndex ?? -1)

/** Turns what a chain shows into transactions, balances and events. */
export const makeObserver = (
  deps: TransactionDeps,
  onUndone: () => void,
  onFinal: (ids: readonly string[]) => void,
): Observer => {
  const { db, clock, tokens, assets, wallets } = deps
  const judge = makeJudge(deps)
  const sweep = makeSweep({ ...deps, holdersOf: judge.holdersOf })
  let watched: ReadonlySet<string> = new Set()

  const pricesOf = async (list: readonly TokenRow[]) => {
    const prices = await Promise.all(
      list.map(async (token) => [token.id, await tokens.priceOf(token)] as const),
    )
    const byToken = new Map(prices)
    return (token: TokenRow) => byToken.get(token.id)
  }

  /** Writes down what was found. */
  const writer = async (
    { blockchain }: EvmChain,
    { mined, entries }: Pick<Judgement, 'mined' | 'entries'>,
  ) => {
    const native = await tokens.native(blockchain)
    const price = await pricesOf([native, ...new Set(entries.map(({ token }) => token))])
    const byHash = new Map<string, Entry[]>([...mined.keys()].map((hash) => [hash, []]))
    const rises: Entry[] = []
    for (const entry of [...entries].sort(inOrder)) {
      const group = entry.hash === null ? rises : byHash.get(entry.hash)
      if (group) group.push(entry)
      else if (entry.hash !== null) byHash.set(entry.hash, [entry])
    }
    return async (tx: Tx, news: News): Promise<void> => {
      const recorder: Recorder = { tx, news, now: clock.now(), blockchain, price, native }
      for (const [hash, group] of byHash) await recordHash(recorder, hash, mined.get(hash), group)
      for (const entry of rises) await recordRise(recorder, entry)
    }
  }

  const seen = async (sight: Sight): Promise<Change> => {
    const { chain, head } = sight
    const found = await judge.sight(sight)
    await tellMined(deps, sight, found.mined)
    const write = await writer(chain, found)
    return async (tx, emit, later) => {
      const news = makeNews(deps)
      await write(tx, news)
      const final = await onchain.settle(tx, chain.blockchain, head - chain.confirmations + 1, clock.now())
      await news.touchKnown(tx, final)
      later(() => onFinal(final))
      await assets.apply(tx, emit, found.readings)
      await news.publish(tx, emit)
    }
  }

  const undoneTargets = async (chain: EvmChain, rows: Awaited<ReturnType<typeof onchain.above>>) => {
    const native = await tokens.native(chain.blockchain)
    const holders = await judge.holdersOf(
      rows.flatMap(({ transaction: { sender, recipient } }) =>
        [sender, recipient].flatMap((address) => address?.toLowerCase() ?? []),
      ),
    )
    const targets: Target[] = []
    for (const { transaction } of rows) {
      const token = await tokens.find(transaction.tokenId)
      for (const address of [transaction.sender, transaction.recipient]) {
        const holder = address && holders.get(address.toLowerCase())
        if (!holder || !token) continue
        targets.push({ holder, token, item: transaction.item }, { holder, token: native, item: '' })
      }
    }
    return targets
  }

  /** Our own go back to broadcasting and are handed in again; others are taken back until they are seen again. */
  const undone = async (chain: EvmChain, ancestor: number): Promise<Change> => {
    const rows = await onchain.above(db, chain.blockchain, ancestor)
    // As of the block from which on everything is read again.
    const readings = await assets.read(chain, await undoneTargets(chain, rows), ancestor)
    const changes = new Map<string, store.Change>()
    for (const { transaction, send, own } of rows) {
      const token = send && (await tokens.find(transaction.tokenId))
      const nowhere = { blockNumber: null, blockHash: null, logIndex: null, finishedAt: null }
      const change: store.Change =
        token && send
          ? {
              ...asSent({ send, own }, token),
              status: 'broadcasting',
              reverted: false,
              cancels: false,
              fee: null,
              feeInUsd: null,
              rejectReason: null,
            }
          : { status: 'failed', rejectReason: onchain.TAKEN_BACK }
      changes.set(transaction.id, { ...nowhere, ...change, ...(!token && { finishedAt: clock.now() }) })
    }
    return async (tx, emit, later) => {
      for (const [id, change] of changes) await store.update(tx, id, change)
      for (const { send } of rows) {
        if (!send) continue
        await outbox.update(tx, send.transactionId, { broadcastAt: null, lostAtBlock: null })
        await onchain.turnOut(tx, send)
      }
      await assets.apply(tx, emit, readings, async ({ holder, token, item }) => {
        return !(await onchain.hasLive(tx, { accountId: holder.accountId, tokenId: token.id, item }))
      })
      await publishUpdated(
        tx,
        emit,
        rows.map(({ transaction }) => transaction.id),
        deps,
      )
      later(onUndone)
    }
  }

  const reached = async (chain: EvmChain, head: number): Promise<Change | undefined> => {
    const final = head - chain.confirmations + 1
    const readings = await sweep(chain, head, watched)
    const coins = readings.filter(({ token }) => token.type === null).map(({ holder }) => holder)
    const found = await judge.rises(chain, coins, head, watched)
    if (readings.length === 0 && !(await onchain.hasUnsettled(db, chain.blockchain, final))) return undefined
    const write = await writer(chain, found)
    return async (tx, emit, later) => {
      const news = makeNews(deps)
      await write(tx, news)
      const settled = await onchain.settle(tx, chain.blockchain, final, clock.now())
      await news.touchKnown(tx, settled)
      later(() => onFinal(settled))
      await assets.apply(tx, emit, readings)
      await news.publish(tx, emit)
    }
  }

  return {
    async watched() {
      if ((await wallets.countAddresses()) !== watched.size) watched = new Set(await wallets.addresses())
      return watched
    },
    seen,
    undone,
    reached,
  }
}
