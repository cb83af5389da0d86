import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import { makeBitcoinWatch } from '#server/chains/bitcoin/watch.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Family } from '#server/modules/transactions/family.ts'
import * as outbox from '#server/modules/transactions/outbox.ts'
import { addressOf } from './address.ts'
import { costOf } from './cost.ts'
import { carriedBy, feesOf } from './estimate.ts'
import { tryRelease } from './held.ts'
import { restore } from './journal.ts'
import { nextSpend } from './next.ts'
import { asSent } from './original.ts'
import { prepareSend } from './prepare.ts'
import { bitcoinQuote } from './quote.ts'
import { spentBy } from './signed.ts'
import { lossOf } from './spent.ts'
import * as store from './store.ts'
import { makeSweep } from './sweep.ts'
import { take } from './take.ts'
import { makeObserver } from './watch/observe.ts'

/** Sending on Bitcoin: coins that are spent whole, change that comes back, fees by size. */
export const bitcoinFamily = (deps: TransactionDeps, chain: BitcoinChain): Family => {
  const { blockchain } = chain
  return {
    chain,

    async prepare(order) {
      const parts = await prepareSend(chain, order)
      return {
        ...parts,
        async quote(gas) {
          const [coins, rates] = await Promise.all([store.spendable(deps.db, parts.account.id), chain.fees()])
          const carried = carriedBy(coins, parts, rates)?.[gas]
          return bitcoinQuote({ ...parts, carried }, rates[gas], feesOf(coins, parts, rates)[gas])
        },
      }
    },

    take: (sending) => take(deps, chain, sending),

    isKept: (id, { raw }) => store.isKept(deps.db, blockchain, id, spentBy(raw).coins),

    async keep(tx, id, signed) {
      if (!signed) return outbox.freeCoins(tx, id)
      const { coins, change } = spentBy(signed.raw)
      await store.keep(tx, blockchain, id, coins)
      await store.forgetOthers(tx, id, signed.hash)
      if (change)
        await store.expectChange(tx, { blockchain, transactionId: id, txid: signed.hash, ...change })
    },

    async find(hash) {
      const block = (await chain.transaction(hash))?.block
      return block && { blockNumber: block.number, blockHash: block.hash, reverted: false }
    },

    lossOf: async (sending, { raw }) =>
      lossOf(deps.db, chain, await addressOf(deps, chain, sending), spentBy(raw).coins),

    carrier: (hashes) => store.changeTakenBy(deps.db, blockchain, hashes),

    costOf: ({ send }, raw) => costOf(deps.db, send.transactionId, raw),

    copy: async () => undefined,

    async next(sending, replacing) {
      const own = await addressOf(deps, chain, sending)
      const { walletId, transactionId: txId } = sending.send
      const [hash, ...later] = replacing.hashes
      const first = later.length > 0 && (await deps.custody.signedTransaction({ walletId, txId, hash }))
      const since = first ? spentBy(first.raw).coins : undefined
      return nextSpend(deps.db, chain, sending, own, { ...replacing, since })
    },

    release: (walletId) => tryRelease(deps, chain, walletId),

    asSent: async (send) => asSent(send),

    restore: (open) => restore(deps, chain, open),

    sweep: makeSweep(deps, chain),

    watch: (onUndone, onFinal) => makeBitcoinWatch(chain, makeObserver(deps, chain, onUndone, onFinal)),
  }
}
