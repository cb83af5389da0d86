import { parseTransaction } from 'viem'
import type { EvmChain } from '#server/chains/chain.ts'
import type { Tier } from '#server/chains/fee.ts'
import { CustodyRefusal, type SignedTransaction } from '#server/custody/custody.ts'
import { lockKey } from '#server/db/advisory.ts'
import type { Tx } from '#server/db/client.ts'
import { type Emit, inTransaction } from '#server/db/unit.ts'
import { AppError } from '#server/error.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import { senderLock } from './accept.ts'
import { checkAmount, checkCall } from './check.ts'
import type { TransactionDeps } from './deps.ts'
import { endUnsent } from './end.ts'
import { evmTransactionOf, intentOf } from './intent.ts'
import * as outbox from './outbox.ts'
import { readStanding } from './prepare.ts'
import { publishUpdated } from './publish.ts'
import * as store from './store.ts'

export interface Sending {
  transaction: store.TransactionRow
  send: store.SendRow
  token: TokenRow
  chain: EvmChain
}

export const FEES_ABOVE = 'Network fees are above what was approved. It is sent when they fall.'

/** What is paid: the accepted quote, or after guardians took their time the fee of today. */
const tierOf = async ({ chain, send }: Sending): Promise<Tier> =>
  send.guarded
    ? (await chain.fees())[send.gas]
    : {
        maxFeePerGas: BigInt(send.maxFeePerGas),
        maxPriorityFeePerGas: BigInt(send.maxPriorityFeePerGas),
      }

/** What is approved waits for its guardians' fee; what needed nobody was accepted at its fee. */
const phaseOf = ({ status }: Pick<store.TransactionRow, 'status'>) =>
  status === 'pending-approval' ? 'pending-approval' : 'broadcasting'

const wait = async (
  deps: TransactionDeps,
  tx: Tx,
  emit: Emit,
  { id, note }: store.TransactionRow,
): Promise<void> => {
  if (note === FEES_ABOVE) return
  await store.update(tx, id, { note: FEES_ABOVE })
  await publishUpdated(tx, emit, [id], deps)
}

/**
 * Takes the nonce and settles the fees. Both are written down before anything is signed, so that whoever signs again
 * after a crash signs the same bytes. False when the balance is gone, or fees are above what the guardians approved.
 */
export const takeNonce = async (deps: TransactionDeps, sending: Sending): Promise<boolean> => {
  const { transaction, send, token, chain } = sending
  const address = transaction.sender ?? send.addressKey
  const account = { id: '', address, addressKey: send.addressKey }
  const { minedNonce, funds } = await readStanding({ chain, account, token, item: transaction.item })
  const tier = await tierOf(sending)
  const fee = BigInt(send.gasLimit) * tier.maxFeePerGas
  return inTransaction(deps, async (tx, emit) => {
    await lockKey(tx, senderLock(send))
    const fresh = await outbox.find(tx, send.transactionId)
    if (!fresh || fresh.send.void || fresh.send.nonce !== null) return fresh?.send.void === false
    if (fee > BigInt(send.feeCeiling)) {
      await wait(deps, tx, emit, fresh.transaction)
      return false
    }
    const asset = { tokenId: transaction.tokenId, item: transaction.item }
    const taken = await outbox.reserved(tx, send, minedNonce, asset, send.transactionId)
    try {
      const left = { native: funds.native - taken.native, token: funds.token - taken.token }
      if (send.action === 'send') checkAmount(transaction.amount, token, left, fee)
      else checkCall(BigInt(send.value), left.native, fee)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await endUnsent(deps, tx, emit, send.transactionId, phaseOf(transaction), 'failed', error.message)
      return false
    }
    await outbox.update(tx, send.transactionId, {
      nonce: await outbox.freeNonce(tx, send, minedNonce),
      maxFeePerGas: tier.maxFeePerGas.toString(),
      maxPriorityFeePerGas: tier.maxPriorityFeePerGas.toString(),
    })
    return true
  })
}

/** Refusals that say something about this server, not about the transaction: they pass when it is mended. */
export const OPERATIONAL: readonly string[] = ['Locked', 'KeyRing', 'Broken', 'ClockAhead']
/** Refusals that leave a guarded transaction waiting: approvals were lost since it was found approved, or fees rose. */
const WAITING: readonly string[] = ['ApprovalMissing', 'GuardiansChanged', 'Expired', 'FeeAboveCeiling']

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
  const phase = phaseOf(sending.transaction)
  try {
    const { raw, hash } = await askCustody(deps, sending, nonce)
    await inTransaction(deps, async (tx, emit) => {
      // Whoever withdrew it meanwhile was first: these bytes are never handed in.
      if (!(await store.updateFrom(tx, id, phase, { status: 'broadcasting', hash, note: null }))) return
      if (!(await outbox.storeRaw(tx, id, raw))) return
      const used = parseTransaction(raw).nonce ?? 0
      if (used !== nonce) await outbox.update(tx, id, { nonce: used })
      if (phase === 'pending-approval') await deps.approvals.ended(tx, emit, id)
      await publishUpdated(tx, emit, [id], deps)
    })
    return true
  } catch (error) {
    if (!(error instanceof CustodyRefusal) || OPERATIONAL.includes(error.code)) throw error
    const { message, code } = error
    deps.log.warn({ transactionId: id, code, reason: message }, 'Custody does not sign a transaction')
    if (phase === 'pending-approval' && WAITING.includes(code)) await outbox.returnNonce(deps.db, id)
    else await inTransaction(deps, (tx, emit) => endUnsent(deps, tx, emit, id, phase, 'failed', message))
    return false
  }
}
