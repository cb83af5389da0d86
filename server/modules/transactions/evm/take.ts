import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { Tier } from '#server/chains/evm/fee.ts'
import { lockKey } from '#server/db/advisory.ts'
import { inTransaction } from '#server/db/unit.ts'
import { AppError } from '#server/error.ts'
import { senderLock } from '#server/modules/transactions/accept.ts'
import { stateOf } from '#server/modules/transactions/approved.ts'
import { checkAmount, checkCall } from '#server/modules/transactions/check.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import type { Sending, Taken } from '#server/modules/transactions/family.ts'
import * as outbox from '#server/modules/transactions/outbox.ts'
import { NOT_PROPOSED } from '#server/modules/transactions/sign.ts'
import type { SendRow } from '#server/modules/transactions/store.ts'
import { addressOf } from './address.ts'
import { evmTransactionOf } from './intent.ts'
import { readStanding, type Standing } from './prepare.ts'
import * as store from './store.ts'

/**
 * What is paid: the accepted quote, or after guardians took their time the fee of today. Custody says whether guardians
 * were asked.
 */
const tierOf = async (deps: TransactionDeps, chain: EvmChain, send: SendRow): Promise<Tier | undefined> => {
  const state = await stateOf(deps, send)
  if (state?.policyVersion !== undefined) return (await chain.fees())[send.gas]
  const own = await store.find(deps.db, send.transactionId)
  return (
    own && {
      maxFeePerGas: BigInt(own.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(own.maxPriorityFeePerGas),
    }
  )
}

type Settled = { kind: 'ready'; send: SendRow; own: store.EvmSendRow } | Exclude<Taken, { kind: 'ready' }>

/** Checks the balance against all that was promised, and writes down the fees that are to be signed. */
const settle = async (
  deps: TransactionDeps,
  { transaction, send: { transactionId: id, ...sender }, token }: Sending,
  { minedNonce, funds }: Standing,
  tier: Tier,
): Promise<Settled> =>
  inTransaction<Settled>(deps, async (tx) => {
    await lockKey(tx, senderLock(sender))
    const fresh = await outbox.find(tx, id)
    const own = await store.find(tx, id)
    if (!fresh || fresh.send.void) return { kind: 'ended' }
    if (fresh.send.raw !== null) return { kind: 'signed' }
    if (!own) return { kind: 'short', reason: NOT_PROPOSED }
    const { send } = fresh
    const fee = BigInt(own.gasLimit) * tier.maxFeePerGas
    // What needed nobody has the fee that it was accepted with: custody alone judges it.
    if (send.guarded && fee > BigInt(send.feeCeiling)) return { kind: 'wait' }
    const asset = { tokenId: transaction.tokenId, item: transaction.item }
    const taken = await store.reserved(tx, send, minedNonce, asset, id)
    try {
      const left = { native: funds.native - taken.native, token: funds.token - taken.token }
      if (send.action === 'send') checkAmount(transaction.amount, token, left, fee)
      else checkCall(BigInt(send.value), left.native, fee)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { kind: 'short', reason: error.message }
    }
    await store.update(tx, id, {
      maxFeePerGas: tier.maxFeePerGas.toString(),
      maxPriorityFeePerGas: tier.maxPriorityFeePerGas.toString(),
    })
    return { kind: 'ready', send, own }
  })

/** Settles the fees and looks whether the balance is still there. The nonce is custody's to take. */
export const take = async (deps: TransactionDeps, chain: EvmChain, sending: Sending): Promise<Taken> => {
  const { transaction, send, token } = sending
  const address = await addressOf(deps, sending)
  const account = { id: '', address, addressKey: send.addressKey }
  const standing = await readStanding({ chain, account, token, item: transaction.item })
  const tier = await tierOf(deps, chain, send)
  if (!tier) return { kind: 'short', reason: NOT_PROPOSED }
  // Those that wait to be mined are counted as well: an older custody would take their nonces again.
  const mined = Math.max(standing.minedNonce, await chain.pendingNonce(address))
  const settled = await settle(deps, sending, standing, tier)
  if (settled.kind !== 'ready') return settled
  const tx = evmTransactionOf(settled.send, settled.own, tier)
  const { walletId, transactionId: txId } = send
  return { kind: 'ready', sign: () => deps.custody.signEvmTransaction({ walletId, txId, tx, mined }) }
}
