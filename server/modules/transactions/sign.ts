import { PAUSED } from '#domain/sendrule.ts'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { Tier } from '#server/chains/evm/fee.ts'
import { CustodyRefusal, isTrouble, type SignedEvm } from '#server/custody/custody.ts'
import { lockKey } from '#server/db/advisory.ts'
import { inTransaction } from '#server/db/unit.ts'
import { AppError } from '#server/error.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import { senderLock } from './accept.ts'
import { stateOf } from './approved.ts'
import { checkAmount, checkCall } from './check.ts'
import type { TransactionDeps } from './deps.ts'
import { endInCustody, endingOf, endRows } from './end.ts'
import { evmTransactionOf } from './evm/intent.ts'
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
export const NOT_PROPOSED =
  'This was not confirmed here, or before an update. Nothing was sent. Please send it again.'

/** What is ready to be signed: at which gas prices, and how many transactions of its sender the chain has. */
export interface Ready {
  /** Those that wait to be mined are counted as well: an older custody would take their nonces again. */
  known: number
  tier: Tier
}

/**
 * What is paid: the accepted quote, or after guardians took their time the fee of today. Custody says whether guardians
 * were asked.
 */
const tierOf = async (deps: TransactionDeps, { chain, send }: Sending): Promise<Tier> => {
  const state = await stateOf(deps, send)
  if (state?.policyVersion !== undefined) return (await chain.fees())[send.gas]
  return {
    maxFeePerGas: BigInt(send.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(send.maxPriorityFeePerGas),
  }
}

/** What is approved waits for its guardians' fee; what needed nobody was accepted at its fee. */
const phaseOf = ({ status }: Pick<store.TransactionRow, 'status'>) =>
  status === 'pending-approval' ? 'pending-approval' : 'broadcasting'

/** Tells the owner why his transaction waits. */
export const note = async (deps: TransactionDeps, id: string, text: string | null): Promise<void> => {
  await inTransaction(deps, async (tx, emit) => {
    const found = await store.find(tx, id)
    if (!found || found.note === text) return
    await store.update(tx, id, { note: text })
    await publishUpdated(tx, emit, [id], deps)
  })
}

type Settled = { kind: 'ready' } | { kind: 'wait' } | { kind: 'gone' } | { kind: 'short'; reason: string }

/** Checks the balance against all that was promised, and writes down the fees that are to be signed. */
const settle = async (
  deps: TransactionDeps,
  { transaction, send, token }: Sending,
  { minedNonce, funds }: Awaited<ReturnType<typeof readStanding>>,
  tier: Tier,
): Promise<Settled> => {
  const id = send.transactionId
  const fee = BigInt(send.gasLimit) * tier.maxFeePerGas
  return inTransaction<Settled>(deps, async (tx) => {
    await lockKey(tx, senderLock(send))
    const fresh = await outbox.find(tx, id)
    if (!fresh || fresh.send.void) return { kind: 'gone' }
    if (fresh.send.raw !== null) return { kind: 'ready' }
    // What needed nobody has the fee that it was accepted with: custody alone judges it.
    if (send.guarded && fee > BigInt(send.feeCeiling)) return { kind: 'wait' }
    const asset = { tokenId: transaction.tokenId, item: transaction.item }
    const taken = await outbox.reserved(tx, send, minedNonce, asset, id)
    try {
      const left = { native: funds.native - taken.native, token: funds.token - taken.token }
      if (send.action === 'send') checkAmount(transaction.amount, token, left, fee)
      else checkCall(BigInt(send.value), left.native, fee)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { kind: 'short', reason: error.message }
    }
    await outbox.update(tx, id, {
      maxFeePerGas: tier.maxFeePerGas.toString(),
      maxPriorityFeePerGas: tier.maxPriorityFeePerGas.toString(),
    })
    return { kind: 'ready' }
  })
}

/** Ends it as failed, unless custody says that it is signed. */
const fail = async (
  deps: TransactionDeps,
  { transaction, send }: Sending,
  reason: string,
): Promise<boolean> => {
  if (!(await endInCustody(deps, send, 'withdrawn', reason))) return false
  await endRows(deps, send, { from: phaseOf(transaction), to: 'failed', reason })
  return true
}

/** Of the wallet as custody has it, not as a row says. */
export const addressOf = async (
  { custody }: TransactionDeps,
  { transaction, send }: Sending,
): Promise<string> => {
  try {
    return (await custody.wallet({ walletId: send.walletId })).evmAddress
  } catch (error) {
    if (error instanceof CustodyRefusal && error.code === 'UnknownWallet')
      return transaction.sender ?? send.addressKey
    throw error
  }
}

/** Settles the fees and looks whether the balance is still there. Undefined when it is not to be signed now. */
export const makeReady = async (deps: TransactionDeps, sending: Sending): Promise<Ready | undefined> => {
  const { transaction, send, token, chain } = sending
  const address = await addressOf(deps, sending)
  const account = { id: '', address, addressKey: send.addressKey }
  const standing = await readStanding({ chain, account, token, item: transaction.item })
  const tier = await tierOf(deps, sending)
  const known = Math.max(standing.minedNonce, await chain.pendingNonce(address))
  const ready = { known, tier }
  const settled = await settle(deps, sending, standing, tier)
  switch (settled.kind) {
    case 'gone':
      return undefined
    case 'wait':
      await note(deps, send.transactionId, FEES_ABOVE)
      return undefined
    case 'short':
      // What is signed by now goes on.
      return (await fail(deps, sending, settled.reason)) ? undefined : ready
    case 'ready':
      return ready
  }
}

/** Refusals that leave a guarded transaction waiting: approvals were lost since it was found approved, or fees rose. */
const WAITING: readonly string[] = ['ApprovalMissing', 'GuardiansChanged', 'Expired', 'FeeAboveCeiling']

const refusedBy = async (deps: TransactionDeps, sending: Sending, refusal: CustodyRefusal): Promise<void> => {
  const { code, message, details } = refusal
  const id = sending.send.transactionId
  const phase = phaseOf(sending.transaction)
  deps.log.warn({ transactionId: id, code, reason: message }, 'Custody does not sign a transaction')
  if (code === 'ChainAhead' || code === 'Held') return note(deps, id, PAUSED)
  if (phase === 'pending-approval' && WAITING.includes(code)) return
  if (code === 'Ended') return follow(deps, sending, { outcome: String(details.outcome), reason: message })
  await fail(deps, sending, code === 'UnknownTransaction' ? NOT_PROPOSED : message)
}

/** Brings the rows of a transaction to the end that custody's log has for it. */
export const follow = async (
  deps: TransactionDeps,
  { transaction, send }: Sending,
  end: Parameters<typeof endingOf>[1],
): Promise<void> => {
  await endRows(deps, send, endingOf(phaseOf(transaction), end))
}

/** What custody signed for it. Null also where it knows no such wallet. */
export const keptBytes = async (
  { custody }: TransactionDeps,
  { walletId, transactionId }: Pick<store.SendRow, 'walletId' | 'transactionId'>,
): Promise<SignedEvm | null> => {
  try {
    const kept = await custody.signedTransaction({ walletId, txId: transactionId })
    return kept?.nonce === undefined ? null : kept
  } catch (error) {
    if (error instanceof CustodyRefusal && error.code === 'UnknownWallet') return null
    throw error
  }
}

/** What custody signed before goes on as it is, whatever its row says. */
const signedBytes = async (
  deps: TransactionDeps,
  { send }: Sending,
  ready: Ready | undefined,
): Promise<SignedEvm | null> => {
  const before = await keptBytes(deps, send)
  if (before || !ready) return before
  return deps.custody.signEvmTransaction({
    ...{ walletId: send.walletId, txId: send.transactionId },
    tx: evmTransactionOf(send, ready.tier),
    mined: ready.known,
  })
}

/** Has custody sign and stores the bytes, before anyone else hears of them. False when custody does not sign now. */
export const sign = async (deps: TransactionDeps, sending: Sending, ready?: Ready): Promise<boolean> => {
  const id = sending.send.transactionId
  const phase = phaseOf(sending.transaction)
  try {
    const signed = await signedBytes(deps, sending, ready)
    if (!signed) return false
    const { raw, hash, nonce } = signed
    const decided = phase === 'pending-approval' ? await stateOf(deps, sending.send) : undefined
    await inTransaction(deps, async (tx, emit) => {
      if (!(await store.updateFrom(tx, id, phase, { status: 'broadcasting', hash, note: null }))) return
      if (!(await outbox.storeRaw(tx, id, { raw, nonce }))) return
      if (decided) await deps.approvals.ended(tx, emit, id, decided)
      await publishUpdated(tx, emit, [id], deps)
    })
    return true
  } catch (error) {
    if (!(error instanceof CustodyRefusal) || isTrouble(error)) throw error
    await refusedBy(deps, sending, error)
    return false
  }
}
