import type { BitcoinChain } from '#server/chains/bitcoin/chain.ts'
import type { Db } from '#server/db/client.ts'
import type { Loss } from '#server/modules/transactions/family.ts'
import type { Coin } from './select.ts'
import * as store from './store.ts'

type Outpoint = Pick<Coin, 'txid' | 'vout'>

const isSame = (one: Outpoint, other: Outpoint): boolean => one.txid === other.txid && one.vout === other.vout

/** What blocks say of these coins of one address: one is spent, or was never there. */
const spentInBlocks = async (
  db: Db,
  chain: BitcoinChain,
  own: string,
  coins: readonly Outpoint[],
): Promise<Loss | undefined> => {
  const { blockchain } = chain
  // A row that is gone proves nothing alone: the transaction that made the coin has to be gone, too.
  for (const { txid } of await store.lost(db, blockchain, coins))
    if (!(await chain.transaction(txid))) return 'vanished'
  const number = await chain.head()
  const hash = await chain.blockHash(number)
  if (hash === undefined) return undefined
  let isSpent = false
  for (const { inputs, block } of await chain.history([own], -1, { number, hash }))
    for (const coin of coins)
      if (block && inputs.some((input) => isSame(input, coin))) {
        // A row that forgot it.
        await store.spend(db, blockchain, coin, block.number)
        isSpent = true
      }
  return isSpent ? 'spent' : undefined
}

/**
 * Whether one of these coins is never made: by rows what was to make it is over without it, as a payment that a
 * reorganisation took back, or an attempt in whose place another one is final; and the node does not know it, either.
 */
export const neverCome = async (
  db: Db,
  { blockchain, transaction }: BitcoinChain,
  coins: readonly Outpoint[],
): Promise<boolean> => {
  for (const coin of coins)
    if ((await store.isForsaken(db, blockchain, coin)) && !(await transaction(coin.txid))) return true
  return false
}

/**
 * Whether blocks have spent one of these coins, or will never have it. Not by a word alone: the node's list of what is
 * unspent does not decide it, and neither do rows.
 */
export const lossOf = async (
  db: Db,
  chain: BitcoinChain,
  own: string,
  coins: readonly Outpoint[],
): Promise<Loss | undefined> => {
  const there = await chain.unspent(own)
  const gone = coins.filter((coin) => !there.some((other) => isSame(coin, other)))
  if (gone.length === 0) return undefined
  const said = await spentInBlocks(db, chain, own, gone)
  return said ?? ((await neverCome(db, chain, gone)) ? 'vanished' : undefined)
}
