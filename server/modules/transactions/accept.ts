import type { GasSpeed } from '#contract/blockchain.ts'
import { guardedCeiling } from '#domain/gas.ts'
import { FEES_ROSE } from '#domain/sendrule.ts'
import type { ApprovalState, Asked, Proposed } from '#server/custody/custody.ts'
import { lockKey } from '#server/db/advisory.ts'
import type { Tx } from '#server/db/client.ts'
import { type Emit, inTransaction } from '#server/db/unit.ts'
import { AppError, conflict } from '#server/error.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import type { TransactionDeps } from './deps.ts'
import { endInCustody } from './end.ts'
import type { Family, Parts, Quote } from './family.ts'
import type { Gate } from './gate.ts'
import { earlier, type IdempotencyKey, remember } from './key.ts'
import * as outbox from './outbox.ts'
import { propose, taken } from './propose.ts'
import { makeNews } from './publish.ts'
import { leavesNothing } from './share.ts'
import * as store from './store.ts'
import { cents } from './value.ts'

export interface Offer {
  /** The owner's session, for custody. */
  grant: string
  wallet: WalletRow
  family: Pick<Family, 'release'>
  parts: Parts
  quote: Quote
  gas: GasSpeed
  gate: Gate
  description: string
  /** The most that it may cost, as its sender was shown; undefined where nobody named a limit. */
  maxFee?: bigint | undefined
  key: IdempotencyKey | undefined
  /** The digest of what the sender's form showed. */
  shown?: string | undefined
  /** What makes it the same when it is sent again. */
  source: Asked<'propose'>['source']
  action: 'send' | 'call' | 'creation'
  /** Not signed after this. */
  expiresAt: Date
  /** Written together with the transaction: both happen, or neither. */
  claim?: Claim | undefined
}

/** What is written together with a transaction, and whether it was. */
export interface Claim {
  make(tx: Tx, emit: Emit, id: string): Promise<void>
  isMade(tx: Tx, id: string): Promise<boolean>
}

/** Everything that happens to one sender's money happens one after the other. */
export const senderLock = ({ blockchain, addressKey }: outbox.Sender): string =>
  `send ${blockchain} ${addressKey}`

/** Never above what its sender was shown. Waiting for guardians takes time, in which fees move. */
const ceilingOf = (quote: bigint, { gate, maxFee }: Pick<Offer, 'gate' | 'maxFee'>): bigint => {
  if (maxFee !== undefined && quote > maxFee) throw conflict(FEES_ROSE)
  if (!gate.guarded) return quote
  const most = guardedCeiling(quote)
  return maxFee !== undefined && maxFee < most ? maxFee : most
}

/** So that what cannot be sent is not proposed. Answers the transaction that the same call made meanwhile, if any. */
const checkBefore = async ({ db, clock }: TransactionDeps, offer: Offer): Promise<string | undefined> => {
  try {
    await offer.quote.checkFunds(db)
    return undefined
  } catch (error) {
    const known = offer.key && (await earlier(db, offer.key, clock.now()))
    if (known) return known
    throw error
  }
}

/** Whether every row of it is there: a part of them says nothing. */
const isWritten = async (tx: Tx, { wallet, claim }: Offer, id: string): Promise<boolean> => {
  const found = await outbox.find(tx, id)
  return found?.send.walletId === wallet.id && (await (claim?.isMade(tx, id) ?? true))
}

interface Known {
  amountInUsd: number | null
  asked: ApprovalState | undefined
  almostAll: boolean
}

/** The rows of a send, as custody recorded it. */
const write = async (
  deps: TransactionDeps,
  tx: Tx,
  emit: Emit,
  { wallet, parts, quote, gas, description, key, action, claim }: Offer,
  { txId: id, feeCeiling, expiresAt, ...requirement }: Proposed,
  { amountInUsd, asked, almostAll }: Known,
): Promise<void> => {
  const { chain, token, item, account, recipient, amount } = parts
  const now = deps.clock.now()
  const guarded = requirement.policyVersion !== undefined
  await store.insert(tx, {
    id,
    blockchain: chain.blockchain,
    tokenId: token.id,
    item,
    accountId: account.id,
    sender: account.address,
    recipient,
    amount: amount.toString(),
    amountInUsd,
    direction: 'outcome',
    status: guarded ? 'pending-approval' : 'broadcasting',
    approvalConsensus: guarded ? requirement.required : null,
    description,
    createdAt: now,
  })
  await store.addLeg(tx, {
    transactionId: id,
    walletId: wallet.id,
    accountId: account.id,
    direction: 'outcome',
    createdAt: now,
  })
  await outbox.insert(tx, {
    transactionId: id,
    walletId: wallet.id,
    blockchain: chain.blockchain,
    addressKey: account.addressKey,
    walletName: wallet.name,
    action,
    target: quote.target,
    value: quote.value,
    gas,
    feeCeiling,
    guarded,
    expiresAt: new Date(expiresAt),
  })
  await quote.insert(tx, id)
  if (key) await remember(tx, key, id, now)
  await claim?.make(tx, emit, id)
  if (asked) await deps.approvals.opened(tx, emit, id, asked, almostAll)
  const news = makeNews(deps)
  news.touch(id, [])
  await news.publish(tx, emit)
}

/**
 * Has custody write a send down, then reserves its balance, or answers the transaction of an earlier call from the same
 * source. Nothing is signed yet.
 */
export const accept = async (deps: TransactionDeps, offer: Offer): Promise<string> => {
  const { wallet, parts, quote, key } = offer
  const { chain, account, token, amount } = parts
  const ceiling = ceilingOf(quote.fee, offer)
  const before = await checkBefore(deps, offer)
  if (before) return before
  const price = await deps.tokens.priceOf(token)
  const found = await propose(deps, offer.family, {
    grant: offer.grant,
    walletId: wallet.id,
    source: offer.source,
    ...(offer.shown !== undefined && { shown: offer.shown }),
    ...quote.terms({
      walletName: wallet.name,
      // A dApp's send is described by the dApp, in no words of its owner.
      ...(offer.action === 'send' && offer.description && { note: offer.description }),
      feeCeiling: ceiling.toString(),
      expiresAt: offer.expiresAt.toISOString(),
    }),
  })
  if ('ended' in found) return found.ended
  const { proposed } = found
  const { txId } = proposed
  const recorded = { ...offer, quote: quote.recorded(proposed) }
  // It was proposed before, at lower fees.
  if (quote.fee > BigInt(proposed.feeCeiling)) throw conflict(FEES_ROSE)

  const asked =
    proposed.policyVersion === undefined
      ? undefined
      : await deps.custody.approvalState({ walletId: wallet.id, txId })
  const almostAll = asked !== undefined && (await leavesNothing(deps, wallet.id, parts))
  let isUnwritten = false
  try {
    const id = await inTransaction(deps, async (tx, emit) => {
      await lockKey(tx, senderLock({ blockchain: chain.blockchain, addressKey: account.addressKey }))
      const known = key && (await earlier(tx, key, deps.clock.now()))
      if (await isWritten(tx, offer, txId)) return txId
      isUnwritten = true
      if (known || (await store.find(tx, txId))) throw taken(offer.source)
      await recorded.quote.checkFunds(tx)
      await write(deps, tx, emit, recorded, proposed, {
        amountInUsd: cents(amount, token.decimals, price),
        ...{ asked, almostAll },
      })
      return txId
    })
    if (asked) deps.approvals.asked()
    return id
  } catch (error) {
    // Whoever sends it again begins anew: nothing stays open that nobody sees.
    const reason = error instanceof AppError ? error.message : null
    if (isUnwritten)
      await endInCustody(deps, { walletId: wallet.id, transactionId: txId }, 'withdrawn', reason)
    throw error
  }
}
