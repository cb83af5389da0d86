import type { EvmChain } from '#server/chains/evm/chain.ts'
import { makeEvmWatch } from '#server/chains/evm/watch.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Family } from '#server/modules/transactions/family.ts'
import { addressOf } from './address.ts'
import { costOf } from './cost.ts'
import { tryRelease } from './held.ts'
import { restore } from './journal.ts'
import { nextPrice } from './next.ts'
import { asSent } from './original.ts'
import { asSaid, estimateGas, prepareSend, readStanding } from './prepare.ts'
import { evmQuote } from './quote.ts'
import * as store from './store.ts'
import { take } from './take.ts'
import { makeObserver } from './watch/observe.ts'

/** Sending on EVM chains: accounts with a balance, one nonce after the other, fees by gas. */
export const evmFamily = (deps: TransactionDeps, chain: EvmChain): Family => ({
  chain,

  async prepare(order) {
    const prepared = await prepareSend(chain, order)
    const parts = { ...prepared, token: await asSaid(chain, order.token) }
    return {
      ...parts,
      async quote(gas) {
        const standing = await readStanding(parts)
        const gasLimit = await estimateGas(parts, standing)
        const tier = (await chain.fees())[gas]
        return evmQuote(parts, standing, { action: 'send', gasLimit, tier })
      },
    }
  },

  take: (sending) => take(deps, chain, sending),

  async isKept(id, { nonce }) {
    const own = await store.find(deps.db, id)
    return own === undefined || own.nonce === nonce
  },

  keep: (tx, id, signed) => store.update(tx, id, { nonce: signed?.nonce ?? null }),

  find: (hash) => chain.receipt(hash),

  // Not by a word alone: the chain counts what it holds.
  async lossOf(sending, { nonce }) {
    if (nonce === undefined) return undefined
    return (await chain.minedNonce(await addressOf(deps, sending))) > nonce ? 'spent' : undefined
  },

  carrier: async () => undefined,

  costOf: async (_sending, raw) => costOf(raw),

  async copy(tx, from, to) {
    const own = await store.find(tx, from)
    if (own) await store.insert(tx, { ...own, transactionId: to, nonce: null })
  },

  next: async (sending, replacing) => nextPrice(chain, await addressOf(deps, sending), replacing),

  release: (walletId) => tryRelease(deps, chain, walletId),

  async asSent(send, token) {
    return asSent({ send, own: (await store.find(deps.db, send.transactionId)) ?? null }, token)
  },

  restore: (open) => restore(deps, chain, open),

  watch: (onUndone, onFinal) => makeEvmWatch(chain, makeObserver(deps, onUndone, onFinal)),
})
