import { randomUUID } from 'node:crypto'
import type { GasSpeed } from '#contract/blockchain.ts'
import { guardedCeiling } from '#domain/gas.ts'
import { FEES_ROSE } from '#domain/sendrule.ts'
import type { Tier } from '#server/chains/fee.ts'
import { lockKey } from '#server/db/advisory.ts'
import type { Tx } from '#server/db/client.ts'
import { type Emit, inTransaction } from '#server/db/unit.ts'
import { conflict } from '#server/error.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import { checkAmount, checkCall } from './check.ts'
import type { TransactionDeps } from './deps.ts'
import type { Gate } from './gate.ts'
import { earlier, type IdempotencyKey, remember } from './key.ts'
import * as outbox from './outbox.ts'
import type { Prepared, Standing } from './prepare.ts'
import { makeNews } from './publish.ts'
import * as store from './store.ts'
import { cents } from './value.ts'

export interface Offer {
  wallet: WalletRow
  prepared: Prepared
  standing: Standing
  gas: GasSpeed
  gasLimit: bigint
  tier: Tier
  gate: Gate
  description: string
  /** The most that it may cost, as its sender was shown; undefined where nobody named a limit. */
  maxFee?: bigint | undefined
  key: IdempotencyKey | undefined
  action: 'send' | 'call' | 'creation'
  /** Not signed after this. */
  expiresAt: Date
  /** Written together with the transaction: both happen, or neither. */
  claim?: ((tx: Tx, emit: Emit, id: string) => Promise<void>) | undefined
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

/**
 * Writes a send down and so reserves its balance, or answers the transaction of an earlier call with the same key.
 * Nothing is signed yet.
 */
export const accept = async (
  deps: TransactionDeps,
  {
    wallet,
    prepared,
    standing,
    gas,
    gasLimit,
    tier,
    gate,
    description,
    maxFee,
    key,
    action,
    expiresAt,
    claim,
  }: Offer,
): Promise<string> => {
  const { chain, token, item, account, recipient, amount, call } = prepared
  const sender = { blockchain: chain.blockchain, addressKey: account.addressKey }
  const quote = gasLimit * tier.maxFeePerGas
  const price = await deps.tokens.priceOf(token)
  return inTransaction(deps, async (tx, emit) => {
    await lockKey(tx, senderLock(sender))
    const now = deps.clock.now()
    const known = key && (await earlier(tx, key, now))
    if (known) return known
    const ceiling = ceilingOf(quote, { gate, maxFee })
    const taken = await outbox.reserved(tx, sender, standing.minedNonce, { tokenId: token.id, item })
    const funds = {
      native: standing.funds.native - taken.native,
      token: standing.funds.token - taken.token,
    }
    if (action === 'send') checkAmount(amount.toString(), token, funds, quote)
    else checkCall(amount, funds.native, quote)

    const id = randomUUID()
    await store.insert(tx, {
      id,
      blockchain: chain.blockchain,
      tokenId: token.id,
      item,
      accountId: account.id,
      sender: account.address,
      recipient,
      amount: amount.toString(),
      amountInUsd: cents(amount, token.decimals, price),
      direction: 'outcome',
      status: gate.guarded ? 'pending-approval' : 'broadcasting',
      approvalConsensus: gate.guarded ? gate.required : null,
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
      ...sender,
      walletName: wallet.name,
      action,
      target: call.to ?? null,
      value: call.value.toString(),
      data: call.data ?? '0x',
      gas,
      gasLimit: gasLimit.toString(),
      maxFeePerGas: tier.maxFeePerGas.toString(),
      maxPriorityFeePerGas: tier.maxPriorityFeePerGas.toString(),
      feeCeiling: ceiling.toString(),
      guarded: gate.guarded,
      expiresAt,
    })
    if (key) await remember(tx, key, id, now)
    await claim?.(tx, emit, id)
    const news = makeNews(deps)
    news.touch(id, [])
    await news.publish(tx, emit)
    return id
  })
}
