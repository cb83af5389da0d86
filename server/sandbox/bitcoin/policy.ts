import { dustLimit } from '#domain/bitcoinsize.ts'
import type { Mempool, Output, TX, Waiting } from './bcoin.ts'
import { REFUSED, Refusal } from './refusal.ts'

/** What Bitcoin Core asks for beyond the rules of the chain, as far as it matters to wallets. */

/** Satoshi per virtual byte; less is not passed on. */
const RELAY_RATE = 1
/** So many transactions at most make room for one. */
const REPLACED_MAX = 100
/** Sequence numbers below this one say that a transaction may be replaced (BIP 125). */
const FINAL = 0xfffffffe

const refuse = (reason: string): never => {
  throw new Refusal(REFUSED, reason)
}

const sum = (items: readonly { value: number }[]): number =>
  items.reduce((total, { value }) => total + value, 0)

/** The fee; negative ones are left to the chain's own rules. */
export const checkOutputs = (tx: TX, spent: readonly Output[]): number => {
  if (tx.outputs.some(({ value, script }) => !script.isUnspendable() && value < dustLimit(script.toRaw())))
    refuse('dust')
  const fee = sum(spent) - sum(tx.outputs)
  const least = tx.getVirtualSize() * RELAY_RATE
  if (fee >= 0 && fee < least) refuse(`min relay fee not met, ${fee} < ${least}`)
  return fee
}

/** What waits and spends the same as this transaction, which pays enough for both (BIP 125); throws a Refusal. */
export const replacedBy = (mempool: Mempool, tx: TX, fee: number): Waiting[] => {
  const rivals = new Set(
    tx.inputs.flatMap(({ prevout }) => mempool.getSpent(prevout.hash, prevout.index) ?? []),
  )
  if (rivals.size === 0) return []
  const gone = new Set([...rivals].flatMap((rival) => [rival, ...mempool.getDescendants(rival)]))
  const fixed = [...rivals].filter((rival) => rival.tx.inputs.every(({ sequence }) => sequence >= FINAL))
  if (fixed.length > 0) refuse('txn-mempool-conflict')
  if (gone.size > REPLACED_MAX) refuse('too many potential replacements')
  const before = new Set([...rivals].flatMap((rival) => rival.tx.inputs.map(({ prevout }) => prevout.hash)))
  for (const { prevout } of tx.inputs) {
    const parent = mempool.getEntry(prevout.hash)
    if (parent && gone.has(parent)) refuse('bad-txns-spends-conflicting-tx')
    if (parent && !before.has(prevout.hash)) refuse('replacement-adds-unconfirmed')
  }
  const size = tx.getVirtualSize()
  const paid = [...gone].reduce((total, entry) => total + entry.fee, 0)
  const isPoorer = [...rivals].some((rival) => fee * rival.size <= rival.fee * size)
  if (isPoorer || fee < paid + size * RELAY_RATE)
    refuse(`insufficient fee, rejecting replacement ${tx.txid()}`)
  return [...gone]
}
