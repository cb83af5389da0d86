import { getAddress } from 'viem'
import type { Sentence } from '#contract/said.ts'
import { normalAddress } from '#domain/address.ts'
import { accountNetworkOf } from '#domain/chain.ts'
import { SENT_OTHERWISE } from '#domain/drawn.ts'
import { gasUnits } from '#domain/gas.ts'
import { recipientError } from '#domain/sendrule.ts'
import type { Call, EvmChain } from '#server/chains/evm/chain.ts'
import { conflict, invalid } from '#server/error.ts'
import { checkAmount, type Funds } from '#server/modules/transactions/check.ts'
import type { Order, Parts } from '#server/modules/transactions/family.ts'
import { transferCall } from './call.ts'

export interface EvmParts extends Parts {
  chain: EvmChain
  call: Call
}

/** A balance together with how many transactions were mined before it was read. */
export interface Standing {
  minedNonce: number
  funds: Funds
}

export const prepareSend = async (
  chain: EvmChain,
  { wallet, token, item, recipient: to, amount }: Order,
): Promise<EvmParts> => {
  const account = wallet.accounts.find(({ network }) => network === accountNetworkOf(token.blockchain))
  if (!account) throw conflict('This wallet has no account on this chain yet')
  const wrong = await recipientError(to, token.blockchain)
  if (wrong) throw invalid(wrong)
  const recipient = getAddress(normalAddress(to).toLowerCase())
  const { id, address } = account
  return {
    ...{ chain, token, item, recipient, amount },
    account: { id, address, addressKey: address.toLowerCase() },
    call: transferCall(token, { from: address, to: recipient, amount, item }),
  }
}

/**
 * A token by the symbol that its contract says, which guardians read, whatever its row says. An amount was shown, and
 * typed, by the decimals of that row: only those of the contract itself say what it moves.
 */
export const asSaid = async (chain: EvmChain, token: Order['token']): Promise<Order['token']> => {
  const { type, contract, decimals } = token
  if (type === null) return token
  const said = await chain.metadata(contract, type)
  if (type === 'ERC20' && (said?.decimals ?? null) !== decimals) throw conflict(SENT_OTHERWISE)
  return said ? { ...token, symbol: said.symbol } : token
}

/** The nonce first: what is mined between the two reads then counts twice as spent, never as free. */
export const readStanding = async ({
  chain,
  account,
  token,
  item,
}: Pick<EvmParts, 'chain' | 'account' | 'token' | 'item'>): Promise<Standing> => {
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
const tokenRefusal = async ({ chain, token, call }: EvmParts): Promise<Sentence | undefined> => {
  if (token.type !== 'ERC20') return undefined
  const answer = await chain.answer(call)
  // No answer is none of a refusal: some tokens give none, and whatever reverts is told by the estimate.
  return answer?.length === 66 && BigInt(answer) === 0n ? TOKEN_REFUSES : undefined
}

const withMargin = (units: bigint): bigint => (units * 12n + 9n) / 10n

/** Gas to allow: a fifth above the node's estimate, never below what the form assumes. */
export const estimateGas = async (parts: EvmParts, { funds }: Standing): Promise<bigint> => {
  const { chain, token, amount, call } = parts
  // Rules that need no estimate come first: a node refuses to estimate what cannot be paid.
  checkAmount(amount.toString(), token, funds, undefined)
  const [estimate, refusal] = await Promise.all([chain.estimate(call), tokenRefusal(parts)])
  if (estimate.kind === 'refused') {
    const multi = token.type === 'ERC20' && (await chain.isMultiToken(token.contract))
    throw invalid(multi ? MULTI_TOKEN : estimate.reason)
  }
  if (refusal) throw invalid(refusal)
  const assumed = BigInt(gasUnits(token.type))
  const padded = withMargin(estimate.units)
  return padded > assumed ? padded : assumed
}
