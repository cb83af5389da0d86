import type { EvmChain } from '#server/chains/chain.ts'
import type { Change } from '#server/chains/position.ts'
import type { Observer, Sight } from '#server/chains/watcher.ts'
import type { Db } from '#server/db/client.ts'
import type { Reading, Target } from '#server/modules/assets/service.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import type { Holder } from '#server/modules/wallets/service.ts'
import type { TransactionDeps } from './deps.ts'
import * as outbox from './outbox.ts'
import { makeNews, publishUpdated, readersOf } from './publish.ts'
import { type Movement, type Recorder, recordTransaction, recordTransfer } from './record.ts'
import * as store from './store.ts'

const TAKEN_BACK = 'The network took this transaction back.'
/** Balances can change without a transaction of ours (mining, calls inside contracts): a few are read now and then. */
const SWEEP_ACCOUNTS = 8
const SWEEP_MS = 4000

/** Turns what a chain shows into transactions, balances and events. */
export const makeObserver = (deps: TransactionDeps, onUndone: () => void): Observer => {
  const { db, clock, tokens, assets, wallets } = deps
  let watched: ReadonlySet<string> = new Set()
  let swept = 0
  let sweepAfter = 0

  const holdersOf = async (on: Db, keys: Iterable<string>): Promise<Map<string, Holder>> => {
    const found = await wallets.holdersOf(on, [...new Set(keys)])
    return new Map(found.map((holder) => [holder.addressKey, holder]))
  }

  const pricesOf = async (list: readonly TokenRow[]) => {
    const prices = await Promise.all(
      list.map(async (token) => [token.id, await tokens.priceOf(token)] as const),
    )
    const byToken = new Map(prices)
    return (token: TokenRow) => byToken.get(token.id)
  }

  const movementsOf = async ({ chain, blocks, transfers, receipts }: Sight, native: TokenRow) => {
    const { blockchain } = chain
    const blockAt = new Map(
      blocks.map(({ number, hash, timestamp }) => [number, { number, hash, at: timestamp }]),
    )
    const transactions = blocks.flatMap((block) =>
      block.transactions.map(
        ({ hash, from, to, value }): Movement => ({
          blockchain,
          hash,
          block: { number: block.number, hash: block.hash, at: block.timestamp },
          logIndex: null,
          token: native,
          item: '',
          from,
          to,
          amount: value,
          receipt: receipts.get(hash),
        }),
      ),
    )
    const moved: Movement[] = []
    for (const { hash, logIndex, token: contract, type, from, to, amount, item, blockNumber } of transfers) {
      const token = await tokens.discover(chain, contract, type)
      const block = blockAt.get(blockNumber)
      if (!token || !block) continue
      const receipt = receipts.get(hash)
      moved.push({ blockchain, hash, block, logIndex, token, item: item ?? '', from, to, amount, receipt })
    }
    return { transactions, moved }
  }

  const targetsOf = (movements: readonly Movement[], native: TokenRow, holders: Map<string, Holder>) =>
    movements.flatMap(({ from, to, token, item, logIndex }): Target[] => {
      const [sender, recipient] = [holders.get(from), to === undefined ? undefined : holders.get(to)]
      return [
        ...(sender ? [{ holder: sender, token, item }] : []),
        ...(recipient ? [{ holder: recipient, token, item }] : []),
        // Whoever sends also pays the fee.
        ...(sender && logIndex !== null ? [{ holder: sender, token: native, item: '' }] : []),
      ]
    })

  const seen = async (sight: Sight): Promise<Change> => {
    const { chain, head } = sight
    const native = await tokens.native(chain.blockchain)
    const { transactions, moved } = await movementsOf(sight, native)
    const all = [...transactions, ...moved]
    if (all.length === 0) return async () => undefined
    const holders = await holdersOf(
      db,
      all.flatMap(({ from, to }) => (to === undefined ? [from] : [from, to])),
    )
    const price = await pricesOf([native, ...new Set(moved.map(({ token }) => token))])
    const readings = await assets.read(chain, targetsOf(all, native, holders))
    return async (tx, emit) => {
      const now = clock.now()
      const news = makeNews(deps)
      const recorder: Recorder = { tx, news, now, holders, price, native }
      for (const movement of transactions) await recordTransaction(recorder, movement)
      for (const movement of moved) await recordTransfer(recorder, movement)
      const final = await store.settle(tx, chain.blockchain, head - chain.confirmations + 1, now)
      for (const id of final) news.touch(id, await readersOf(tx, id))
      await assets.apply(tx, emit, readings)
      await news.publish(tx, emit)
    }
  }

  const undoneTargets = async (chain: EvmChain, rows: Awaited<ReturnType<typeof store.above>>) => {
    const native = await tokens.native(chain.blockchain)
    const holders = await holdersOf(
      db,
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
    const rows = await store.above(db, chain.blockchain, ancestor)
    const readings = await assets.read(chain, await undoneTargets(chain, rows))
    return async (tx, emit) => {
      const nowhere = { blockNumber: null, blockHash: null, logIndex: null }
      for (const { transaction, send } of rows) {
        if (send) {
          await outbox.update(tx, transaction.id, { broadcastAt: null, lostAtBlock: null })
          await store.update(tx, transaction.id, {
            ...nowhere,
            status: 'broadcasting',
            reverted: false,
            fee: null,
            feeInUsd: null,
            rejectReason: null,
            finishedAt: null,
          })
        } else {
          await store.update(tx, transaction.id, {
            ...nowhere,
            status: 'failed',
            rejectReason: TAKEN_BACK,
            finishedAt: clock.now(),
          })
        }
      }
      await assets.apply(tx, emit, readings, async ({ holder, token, item }) => {
        return !(await store.hasLive(tx, { accountId: holder.accountId, tokenId: token.id, item }))
      })
      await publishUpdated(
        tx,
        emit,
        rows.map(({ transaction }) => transaction.id),
        deps,
      )
      onUndone()
    }
  }

  const sweepTargets = async (chain: EvmChain): Promise<Target[]> => {
    const keys = [...watched]
    if (keys.length === 0) return []
    const turn = Array.from(
      { length: Math.min(SWEEP_ACCOUNTS, keys.length) },
      (_, index) => keys[(swept + index) % keys.length] ?? '',
    )
    swept = (swept + turn.length) % keys.length
    const native = await tokens.native(chain.blockchain)
    const targets: Target[] = []
    for (const holder of (await holdersOf(db, turn)).values()) {
      targets.push({ holder, token: native, item: '' })
      for (const { tokenId, item } of await assets.heldBy(holder.accountId, chain.blockchain)) {
        const token = await tokens.find(tokenId)
        if (token) targets.push({ holder, token, item })
      }
    }
    return targets
  }

  const sweep = async (chain: EvmChain): Promise<Reading[]> => {
    if (performance.now() < sweepAfter) return []
    sweepAfter = performance.now() + SWEEP_MS
    return assets.changed(await assets.read(chain, await sweepTargets(chain)))
  }

  const reached = async (chain: EvmChain, head: number): Promise<Change | undefined> => {
    const final = head - chain.confirmations + 1
    const readings = await sweep(chain)
    if (readings.length === 0 && !(await store.hasUnsettled(db, chain.blockchain, final))) return undefined
    return async (tx, emit) => {
      const settled = await store.settle(tx, chain.blockchain, final, clock.now())
      await assets.apply(tx, emit, readings)
      await publishUpdated(tx, emit, settled, deps)
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
