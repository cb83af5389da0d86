import { getAddress } from 'viem'
import type { TransactionDraft } from '#contract/endpoints/transaction.ts'
import { normalAddress } from '#domain/address.ts'
import { accountNetworkOf, isBitcoin } from '#domain/chain.ts'
import { gasUnits } from '#domain/gas.ts'
import { recipientError } from '#domain/sendrule.ts'
import type { Call, EvmChain } from '#server/chains/evm/chain.ts'
import { AppError, conflict, invalid, notFound } from '#server/error.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import { evmChain } from '#server/modules/wallets/gasprice.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import { checkAmount, type Funds } from './check.ts'
import type { TransactionDeps } from './deps.ts'
import { transferCall } from './evm/call.ts'

/** A send whose parts are known to fit together, before any money is promised. */
export interface Prepared {
  chain: EvmChain
  token: TokenRow
  item: string
  account: { id: string; address: string; addressKey: string }
  /** Null where the transaction creates a contract. */
  recipient: string | null
  amount: bigint
  call: Call
}

/** A balance together with how many transactions were mined before it was read. */
export interface Standing {
  minedNonce: number
  funds: Funds
}

export type Draft = Pick<TransactionDraft, 'amount' | 'assetId' | 'recipient'>

export const NOT_VERIFIED = 'Complete identity verification first'

/** Who may send at all. */
export const checkWallet = (wallet: WalletRow): void => {
  if (wallet.status !== 'active')
    throw conflict(`This wallet is ${wallet.status}. Only an active one can send.`)
  if (!wallet.kycCompleted) throw new AppError('KycRequiredError', NOT_VERIFIED)
}

export const prepareSend = async (
  { assets, tokens, chains }: TransactionDeps,
  wallet: WalletRow,
  draft: Draft,
): Promise<Prepared> => {
  const asset = await assets.find(wallet.id, draft.assetId)
  const token = asset && (await tokens.find(asset.tokenId))
  if (!asset || !token) throw notFound('This asset is not in this wallet')
  if (isBitcoin(token.blockchain)) {
    throw invalid('This is a Bitcoin asset. Send it with transactions/send.')
  }
  const chain = evmChain(chains, token.blockchain)
  const account = wallet.accounts.find(({ network }) => network === accountNetworkOf(token.blockchain))
  if (!account) throw conflict('This wallet has no account on this chain yet')
  const wrong = await recipientError(draft.recipient, token.blockchain)
  if (wrong) throw invalid(wrong)
  const recipient = getAddress(normalAddress(draft.recipient).toLowerCase())
  const amount = BigInt(draft.amount)
  const { address } = account
  return {
    chain,
    token,
    item: asset.item,
    account: { id: account.id, address, addressKey: address.toLowerCase() },
    recipient,
    amount,
    call: transferCall(token, { from: address, to: recipient, amount, item: asset.item }),
  }
}

/** The nonce first: what is mined between the two reads then counts twice as spent, never as free. */
export const readStanding = async ({
  chain,
  account,
  token,
  item,
}: Pick<Prepared, 'chain' | 'account' | 'token' | 'item'>): Promise<Standing> => {
  const minedNonce = await chain.minedNonce(account.address)
  const native = await chain.balance(account.address)
  const held = token.type
    ? await chain.tokenBalance({ address: token.contract, item: item || undefined }, account.address)
    : native
  return { minedNonce, funds: { native, token: held ?? 0n } }
}

export const MULTI_TOKEN = 'This is an ERC-1155 token. Countersign cannot send those.'
export const TOKEN_REFUSES = "The token's contract refuses this transfer."

/** A token may refuse by reverting, or by answering false and doing nothing. */
const tokenRefusal = async ({ chain, token, call }: Prepared): Promise<string | undefined> => {
  if (token.type !== 'ERC20') return undefined
  const answer = await chain.answer(call)
  // No answer is none of a refusal: some tokens give none, and whatever reverts is told by the estimate.
  return answer?.length === 66 && BigInt(answer) === 0n ? TOKEN_REFUSES : undefined
}

const withMargin = (units: bigint): bigint => (units * 12n + 9n) / 10n

/** Gas to allow: a fifth above the node's estimate, never below what the form assumes. */
export const estimateGas = async (prepared: Prepared, { funds }: Standing): Promise<bigint> => {
  const { chain, token, amount, call } = prepared
  // Rules that need no estimate come first: a node refuses to estimate what cannot be paid.
  checkAmount(amount.toString(), token, funds, undefined)
  const [estimate, refusal] = await Promise.all([chain.estimate(call), tokenRefusal(prepared)])
  if (estimate.kind === 'refused') {
    const multi = token.type === 'ERC20' && (await chain.isMultiToken(token.contract))
    throw invalid(multi ? MULTI_TOKEN : estimate.reason)
  }
  if (refusal) throw invalid(refusal)
  const assumed = BigInt(gasUnits(token.type))
  const padded = withMargin(estimate.units)
  return padded > assumed ? padded : assumed
}
