import { parseTransaction } from 'viem'
import type { EvmChain } from '#server/chains/chain.ts'
import type { Tier } from '#server/chains/fee.ts'
import { CustodyRefusal, type SignedTransaction } from '#server/custody/custody.ts'
import { lockKey } from '#server/db/advisory.ts'
import { inTransaction } from '#server/db/unit.ts'
import { AppError } from '#server/http/error.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import { senderLock } from './accept.ts'
import { checkAmount } from './check.ts'
import type { TransactionDeps } from './deps.ts'
import { endUnsent } from './end.ts'
import { evmTransactionOf, intentOf } from './intent.ts'
import { readStanding } from './prepare.ts'
import { publishUpdated } from './publish.ts'
import * as store from './store.ts'

export interface Sending {
  transaction: store.TransactionRow
  send: store.SendRow
  token: TokenRow
  chain: EvmChain
}

/** What a guarded transaction may pay now: today's fee, never more than its guardians agreed to. */
const tierNow = async ({ chain, send }: Sending): Promise<Tier> => {
  const { maxFeePerGas, maxPriorityFeePerGas } = (await chain.fees())[send.gas]
  const limit = BigInt(send.feeCeiling) / BigInt(send.gasLimit)
  const price = maxFeePerGas > limit ? limit : maxFeePerGas
  return {
    maxFeePerGas: price,
    maxPriorityFeePerGas: maxPriorityFeePerGas > price ? price : maxPriorityFeePerGas,
  }
}

/**
 * Takes the nonce and settles the fees. Both are written down before anything is signed, so that whoever signs again
 * after a crash signs the same bytes. False when the balance is gone.
 */
export const takeNonce = async (deps: TransactionDeps, sending: Sending): Promise<boolean> => {
  const { transaction, send, token, chain } = sending
  const address = transaction.sender ?? send.addressKey
  const account = { id: '', address, addressKey: send.addressKey }
  const { minedNonce, funds } = await readStanding({ chain, account, token, item: transaction.item })
  const tier: Tier = send.guarded
    ? await tierNow(sending)
    : {
        maxFeePerGas: BigInt(send.maxFeePerGas),
        maxPriorityFeePerGas: BigInt(send.maxPriorityFeePerGas),
      }
  return inTransaction(deps, async (tx, emit) => {
    await lockKey(tx, senderLock(send))
    const fresh = await store.findSend(tx, send.transactionId)
    if (!fresh || fresh.send.void || fresh.send.nonce !== null) return fresh?.send.void === false
    const asset = { tokenId: transaction.tokenId, item: transaction.item }
    const taken = await store.reserved(tx, send, minedNonce, asset, send.transactionId)
    try {
      const left = { native: funds.native - taken.native, token: funds.token - taken.token }
      checkAmount(transaction.amount, token, left, BigInt(send.gasLimit) * tier.maxFeePerGas)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await endUnsent(deps, tx, emit, send.transactionId, 'broadcasting', 'failed', error.message)
      return false
    }
    await store.updateSend(tx, send.transactionId, {
      nonce: await store.freeNonce(tx, send, minedNonce),
      maxFeePerGas: tier.maxFeePerGas.toString(),
      maxPriorityFeePerGas: tier.maxPriorityFeePerGas.toString(),
    })
    return true
  })
}

/** Refusals that say something about this server, not about the transaction: they pass when it is mended. */
const OPERATIONAL: readonly string[] = ['Locked', 'KeyRing', 'Broken']

const askCustody = async (
  { custody }: TransactionDeps,
  { send, token }: Sending,
  nonce: number,
): Promise<SignedTransaction> => {
  const { walletId, transactionId: txId } = send
  try {
    const evidence = send.guarded ? (await custody.approvalState({ walletId, txId })).evidence : []
    const tx = evmTransactionOf(send, nonce)
    return await custody.signEvmTransaction({ walletId, tx, intent: intentOf(send, token), evidence })
  } catch (error) {
    // The database was put back to an older state; what was signed before may be on its way.
    const before =
      error instanceof CustodyRefusal && error.code === 'AlreadySigned'
        ? await custody.signedTransaction({ walletId, txId })
        : null
    if (!before) throw error
    return before
  }
}

/** Has custody sign and stores the bytes, before anyone else hears of them. False when custody will not sign. */
export const sign = async (deps: TransactionDeps, sending: Sending, nonce: number): Promise<boolean> => {
  const id = sending.send.transactionId
  try {
    const { raw, hash } = await askCustody(deps, sending, nonce)
    await inTransaction(deps, async (tx, emit) => {
      if (!(await store.storeRaw(tx, id, raw))) return
      const used = parseTransaction(raw).nonce ?? 0
      if (used !== nonce) await store.updateSend(tx, id, { nonce: used })
      await store.update(tx, id, { hash })
      await publishUpdated(tx, emit, [id], deps.approvals)
    })
    return true
  } catch (error) {
    if (!(error instanceof CustodyRefusal) || OPERATIONAL.includes(error.code)) throw error
    const { message, code } = error
    deps.log.warn({ transactionId: id, code, reason: message }, 'Custody does not sign a transaction')
    await inTransaction(deps, (tx, emit) => endUnsent(deps, tx, emit, id, 'broadcasting', 'failed', message))
    return false
  }
}
