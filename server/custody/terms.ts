import {
  decodeFunctionData,
  encodeFunctionData,
  formatUnits,
  type Hex,
  keccak256,
  parseAbi,
  size,
} from 'viem'
import { WEI_DECIMALS } from '#contract/limit.ts'
import { blockchainOf, chainName, nativeSymbol } from '#domain/chain.ts'
import type { Terms } from './event.ts'
import { oneLine, symbolLine } from './message.ts'
import type { Intent, Payload } from './port.ts'
import { CustodyRefusal } from './refusal.ts'

const ERC20 = parseAbi(['function transfer(address to, uint256 amount)'])
const ERC721 = parseAbi([
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
])

const refuse = (message: string) => new CustodyRefusal('BadInput', message)

type Subject = Pick<Terms, 'amount' | 'asset' | 'to'>

/** Decodes only calldata that encodes back to the same bytes, so that nothing can hide behind the arguments. */
const erc20Transfer = (data: Hex): { to: Hex; amount: bigint } => {
  try {
    const { functionName, args } = decodeFunctionData({ abi: ERC20, data })
    if (encodeFunctionData({ abi: ERC20, functionName, args }) === data)
      return { to: args[0], amount: args[1] }
  } catch {
    // Falls through to the one refusal below.
  }
  throw refuse(
    "The data of an ERC20 send should be exactly transfer(address,uint256); use action 'call' for others.",
  )
}

const erc721Transfer = (data: Hex): { from: Hex; to: Hex; tokenId: bigint } => {
  try {
    const { functionName, args } = decodeFunctionData({ abi: ERC721, data })
    if (encodeFunctionData({ abi: ERC721, functionName, args }) === data)
      return { from: args[0], to: args[1], tokenId: args[2] }
  } catch {
    // Falls through to the one refusal below.
  }
  throw refuse(
    'The data of an ERC721 send should be exactly transferFrom or safeTransferFrom(address,address,uint256).',
  )
}

const sent = (from: Hex, payload: Payload & { to: Hex }, { asset }: Intent, native: Subject): Subject => {
  if (asset.type === 'native') {
    if (payload.data !== '0x') throw refuse("A native send carries no data; use action 'call'.")
    return native
  }
  if (payload.value !== '0') throw refuse('A token send carries no native value; value should be 0.')
  const token = payload.to
  if (asset.type === 'ERC20') {
    const { to, amount } = erc20Transfer(payload.data)
    return { amount: `${formatUnits(amount, asset.decimals)} ${symbolLine(asset.symbol)}`, asset: token, to }
  }
  const { from: holder, to, tokenId } = erc721Transfer(payload.data)
  if (holder.toLowerCase() !== from.toLowerCase())
    throw refuse('An ERC721 send should move a token of this wallet.')
  return { amount: `1 ${symbolLine(asset.symbol)}`, asset: `${token}#${tokenId}`, to }
}

/**
 * Says what a transaction does, from the fields that are signed: chain, recipient, value and data. Only the names
 * (wallet, symbol), a token's decimals and the fee ceiling come from the intent. Throws CustodyRefusal 'BadInput' when
 * the two contradict each other.
 */
export const termsOf = (from: Hex, payload: Payload, intent: Intent): Terms => {
  const caip2 = `eip155:${payload.chainId}`
  const blockchain = blockchainOf(caip2)
  if (!blockchain) throw refuse(`Chain ${caip2} is not one of the supported chains.`)
  const coin = (nativeSymbol(blockchain) ?? '').toUpperCase()
  const { to, data } = payload
  const native: Subject = {
    amount: `${formatUnits(BigInt(payload.value), WEI_DECIMALS)} ${coin}`,
    asset: 'native',
    to: to ?? '-',
  }

  const subject = (): Subject => {
    if (intent.action === 'creation') {
      if (to) throw refuse('A contract creation has no recipient.')
      if (data === '0x') throw refuse('A contract creation needs data.')
      return native
    }
    if (!to) throw refuse(`A ${intent.action} needs a recipient; without one the action is 'creation'.`)
    return intent.action === 'call' ? native : sent(from, { ...payload, to }, intent, native)
  }

  return {
    transaction: oneLine(intent.txId),
    wallet: oneLine(`${oneLine(intent.walletName)} ${from}`),
    network: `${chainName(blockchain)} (${caip2})`,
    action: intent.action === 'creation' ? 'contract creation' : intent.action,
    ...subject(),
    data: data === '0x' ? 'none' : `${size(data)} bytes keccak256 ${keccak256(data)}`,
    fee: `${formatUnits(BigInt(intent.feeCeiling), WEI_DECIMALS)} ${coin}`,
    expires: intent.expiresAt,
  }
}

const LABELS: readonly (readonly [keyof Terms, string])[] = [
  ['transaction', 'Transaction'],
  ['wallet', 'Wallet'],
  ['network', 'Network'],
  ['action', 'Action'],
  ['amount', 'Amount'],
  ['asset', 'Asset'],
  ['to', 'To'],
  ['data', 'Data'],
  ['fee', 'Fee up to'],
  ['expires', 'Expires'],
]

/** Label of the first term that is not the same. */
export const differingTerm = (expected: Terms, actual: Terms): string | undefined =>
  LABELS.find(([key]) => expected[key] !== actual[key])?.[1]
