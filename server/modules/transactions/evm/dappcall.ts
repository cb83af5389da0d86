import { getAddress, type Hex } from 'viem'
import type { Blockchain } from '#contract/blockchain.ts'
import { type CalledToken, tokensOfCall } from '#domain/call.ts'
import { accountOn, familyOf } from '#domain/chain.ts'
import { guardedCeiling } from '#domain/gas.ts'
import { AMOUNT_BALANCE, FEES_ROSE } from '#domain/sendrule.ts'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { Tier, Tiers } from '#server/chains/evm/fee.ts'
import { AppError, conflict, invalid } from '#server/error.ts'
import { accept, type Claim } from '#server/modules/transactions/accept.ts'
import { checkCall } from '#server/modules/transactions/check.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import { gate } from '#server/modules/transactions/gate.ts'
import { NOT_VERIFIED } from '#server/modules/transactions/prepare.ts'
import type { SendRow, TransactionRow } from '#server/modules/transactions/store.ts'
import { evmChain } from '#server/modules/wallets/gasprice.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import { tryRelease } from './held.ts'
import { type EvmParts, readStanding } from './prepare.ts'
import { evmQuote } from './quote.ts'
import { reserved } from './store.ts'

/** A transaction in a dApp's words. Nonce and fees are never its business. */
export interface Wish {
  blockchain: Blockchain
  /** Undefined creates a contract. */
  to: string | undefined
  value: bigint
  data: Hex
  /** Gas that the dApp would allow. */
  gas: bigint | undefined
}

export interface Order extends Wish {
  /** The dApp's request: confirmed again, it is the same transaction. */
  requestId: string
  /** Of the dialog that showed it, as its owner confirms it; custody makes its own of what it is given. */
  digest: string
  description: string
  /** Wei; the most that the owner was shown as the fee. */
  maxFee?: bigint | undefined
  /** Neither signed nor sent after this. */
  expiresAt: Date
  /** Written together with the transaction: both happen, or neither. */
  claim: Claim
}

export type Progress =
  | { kind: 'waiting' }
  | { kind: 'sent'; hash: string }
  | { kind: 'ended'; by: 'decision' | 'failure'; reason: string }

/** Redbelly itself refuses unverified senders, and verification takes place there. */
export const mayCall = ({ kycCompleted }: WalletRow, blockchain: string): boolean =>
  kycCompleted || familyOf(blockchain) === 'redbelly'

const checkCaller = (wallet: WalletRow, blockchain: string): void => {
  if (wallet.status !== 'active')
    throw conflict(`This wallet is ${wallet.status}. Only an active one can send.`)
  if (!mayCall(wallet, blockchain)) throw new AppError('KycRequiredError', NOT_VERIFIED)
}

const prepareCall = async (
  { chains, tokens }: TransactionDeps,
  wallet: WalletRow,
  { blockchain, to, value, data }: Wish,
): Promise<EvmParts> => {
  const chain = evmChain(chains, blockchain)
  const account = accountOn(wallet, blockchain)
  if (!account) throw conflict('This wallet has no account on this chain yet')
  const { id, address } = account
  const recipient = to === undefined ? null : getAddress(to)
  return {
    chain,
    token: await tokens.native(chain.blockchain),
    item: '',
    account: { id, address, addressKey: address.toLowerCase() },
    recipient,
    amount: value,
    call: {
      from: address as Hex,
      to: recipient === null ? undefined : (recipient as Hex),
      value,
      ...(data !== '0x' && { data }),
    },
  }
}

/** What the node estimates at least, half as much again at most; in between the dApp may choose. */
const gasOf = (estimate: bigint, wished: bigint | undefined): bigint => {
  const most = (estimate * 3n) / 2n
  const limit = wished ?? (estimate * 12n + 9n) / 10n
  if (limit < estimate) return estimate
  return limit > most ? most : limit
}

/** The tier that stays within the ceiling that was shown, as long as the next blocks would take it. */
const tierWithin = ({ slow, normal }: Tiers, gas: bigint, ceiling: bigint | undefined): Tier => {
  if (ceiling === undefined || gas * normal.maxFeePerGas <= ceiling) return normal
  const most = ceiling / gas
  if (most < slow.maxFeePerGas) throw conflict(FEES_ROSE)
  // A slow tier's tip is within its fee, and so within this one.
  return { maxFeePerGas: most, maxPriorityFeePerGas: slow.maxPriorityFeePerGas }
}

/** What a dApp's transaction would cost now; all in wei. */
export interface CallQuote {
  available: bigint
  /** What it probably costs, and the most that it may cost. Undefined where the node would not carry it out. */
  fees?: { fee: bigint; feeCeiling: bigint }
  /** Why not. */
  problem?: string
  tokens: (CalledToken & { address: string })[]
}

const MAX_TOKENS = 8

const calledTokens = async (
  { tokens }: TransactionDeps,
  chain: EvmChain,
  { to, data }: Wish,
): Promise<CallQuote['tokens']> => {
  const contracts = to === undefined ? [] : tokensOfCall(data, to).slice(0, MAX_TOKENS)
  const found = await Promise.all(
    contracts.map(async (contract) => {
      const token = await tokens.called(chain, contract)
      return token ? [{ ...token, address: getAddress(contract) }] : []
    }),
  )
  return found.flat()
}

export const quoteCall = async (deps: TransactionDeps, wallet: WalletRow, wish: Wish): Promise<CallQuote> => {
  const prepared = await prepareCall(deps, wallet, wish)
  const { chain, account, token, item, call } = prepared
  const tokens = await calledTokens(deps, chain, wish)
  const standing = await readStanding(prepared)
  const sender = { blockchain: chain.blockchain, addressKey: account.addressKey }
  const taken = await reserved(deps.db, sender, standing.minedNonce, { tokenId: token.id, item })
  const left = standing.funds.native - taken.native
  const available = left > 0n ? left : 0n
  // A node refuses to estimate what cannot be paid.
  if (wish.value > standing.funds.native) return { available, tokens, problem: AMOUNT_BALANCE }
  const estimate = await chain.estimate(call)
  if (estimate.kind === 'refused') return { available, tokens, problem: estimate.reason }
  const { normal } = await chain.fees()
  const { guarded } = await gate(deps.custody, wallet.id)
  const fee = estimate.units * normal.maxFeePerGas
  const quote = gasOf(estimate.units, wish.gas) * normal.maxFeePerGas
  return { available, tokens, fees: { fee, feeCeiling: guarded ? guardedCeiling(quote) : quote } }
}

export const acceptCall = async (
  deps: TransactionDeps,
  wallet: WalletRow,
  order: Order,
  grant: string,
): Promise<string> => {
  const { requestId, digest, blockchain, to, value, description, expiresAt, maxFee, claim } = order
  checkCaller(wallet, blockchain)
  const parts = await prepareCall(deps, wallet, order)
  const asked = await gate(deps.custody, wallet.id)
  if (asked.guarded && to !== undefined) await deps.approvals.meet({ blockchain, to, data: order.data })
  const standing = await readStanding(parts)
  checkCall(value, standing.funds.native, 0n)
  const estimate = await parts.chain.estimate(parts.call)
  if (estimate.kind === 'refused') throw invalid(estimate.reason)
  const gasLimit = gasOf(estimate.units, order.gas)
  const tier = tierWithin(await parts.chain.fees(), gasLimit, maxFee)
  const family = { release: (walletId: string) => tryRelease(deps, parts.chain, walletId) }
  const action = to === undefined ? ('creation' as const) : ('call' as const)
  const latest = new Date(deps.clock.now().getTime() + deps.env.approvalTtlSeconds * 1000)
  return accept(deps, {
    ...{ grant, wallet, family, parts, gas: 'normal', gate: asked, description, action },
    ...{ maxFee, claim, source: { kind: 'request', id: requestId, digest }, key: undefined },
    quote: evmQuote(parts, standing, { action, gasLimit, tier }),
    expiresAt: expiresAt < latest ? expiresAt : latest,
  })
}

export const progressOf = ({
  transaction: { status, hash, rejectReason },
  send,
}: {
  transaction: TransactionRow
  send: SendRow
}): Progress => {
  if (send.void) {
    const by = status === 'failed' ? 'failure' : 'decision'
    return { kind: 'ended', by, reason: rejectReason ?? 'The owner cancelled the transaction' }
  }
  const reached = send.broadcastAt !== null || status === 'success' || status === 'failed'
  return reached && hash ? { kind: 'sent', hash } : { kind: 'waiting' }
}
