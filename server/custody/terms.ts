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
import { oneLine, symbolLine } from '#domain/oneline.ts'
import { btc, differingBitcoin } from './bitcoin/terms.ts'
import type { EvmExact, Exact, Terms } from './event.ts'
import type { EvmTransaction, Meaning, Payload } from './port.ts'
import { CustodyRefusal } from './refusal.ts'

const ERC20 = parseAbi(['function transfer(address to, uint256 amount)'])
/** Without `transferFrom`: of a coin the same call moves as many units, of which guardians would read one item. */
const ERC721 = parseAbi(['function safeTransferFrom(address from, address to, uint256 tokenId)'])

const refuse = (message: string) => new CustodyRefusal('BadInput', message)

type Subject = Pick<Terms, 'amount'> & Pick<EvmExact, 'asset' | 'units' | 'recipient'>

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
  throw refuse('The data of an ERC721 send should be exactly safeTransferFrom(address,address,uint256).')
}

const sent = (from: Hex, payload: Payload & { to: Hex }, { asset }: Meaning, native: Subject): Subject => {
  if (asset.type === 'native') {
    if (payload.data !== '0x') throw refuse("A native send carries no data; use action 'call'.")
    return native
  }
  if (payload.value !== '0') throw refuse('A token send carries no native value; value should be 0.')
  const contract = payload.to
  const id = asset.id === undefined ? {} : { id: asset.id }
  if (asset.type === 'ERC20') {
    const { to, amount } = erc20Transfer(payload.data)
    return {
      amount: `${formatUnits(amount, asset.decimals)} ${symbolLine(asset.symbol)}`,
      asset: { contract, decimals: asset.decimals, item: null, ...id },
      units: String(amount),
      recipient: to,
    }
  }
  const { from: holder, to, tokenId } = erc721Transfer(payload.data)
  if (holder.toLowerCase() !== from.toLowerCase())
    throw refuse('An ERC721 send should move a token of this wallet.')
  return {
    amount: `1 ${symbolLine(asset.symbol)}`,
    asset: { contract, decimals: 0, item: String(tokenId), ...id },
    units: '1',
    recipient: to,
  }
}

/** An amount of the coin that a chain's fees are paid in, in the words that guardians read. */
export const feeLine = (exact: Exact, units: string): string => {
  if (exact.family === 'bitcoin') return btc(units)
  const coin = nativeSymbol(blockchainOf(`eip155:${exact.chainId}`) ?? '') ?? ''
  return `${formatUnits(BigInt(units), WEI_DECIMALS)} ${coin.toUpperCase()}`
}

const assetLine = (asset: EvmExact['asset']): string => {
  if (!asset) return 'native'
  return asset.item === null ? asset.contract : `${asset.contract}#${asset.item}`
}

/**
 * Says what a transaction does, from the fields that are signed: chain, recipient, value and data; once in the words
 * that guardians read, once in the values themselves. Only the names (wallet, symbol), a token's decimals and the fee
 * ceiling are the caller's. Throws CustodyRefusal 'BadInput' when the two contradict each other.
 */
export const termsOf = (
  txId: string,
  from: Hex,
  payload: Payload,
  meaning: Meaning,
): { terms: Terms; exact: EvmExact } => {
  const caip2 = `eip155:${payload.chainId}`
  const blockchain = blockchainOf(caip2)
  if (!blockchain) throw refuse(`Chain ${caip2} is not one of the supported chains.`)
  const coin = (nativeSymbol(blockchain) ?? '').toUpperCase()
  const { to, data } = payload
  const native: Subject = {
    amount: `${formatUnits(BigInt(payload.value), WEI_DECIMALS)} ${coin}`,
    asset: null,
    units: payload.value,
    recipient: to ?? null,
  }

  const subject = (): Subject => {
    if (meaning.action === 'creation') {
      if (to) throw refuse('A contract creation has no recipient.')
      if (data === '0x') throw refuse('A contract creation needs data.')
      return native
    }
    if (!to) throw refuse(`A ${meaning.action} needs a recipient; without one the action is 'creation'.`)
    return meaning.action === 'call' ? native : sent(from, { ...payload, to }, meaning, native)
  }

  const { amount, ...moved } = subject()
  const dataHash = keccak256(data)
  const { action, feeCeiling, expiresAt } = meaning
  return {
    terms: {
      transaction: oneLine(txId),
      wallet: oneLine(`${oneLine(meaning.walletName)} ${from}`),
      network: `${chainName(blockchain)} (${caip2})`,
      action: action === 'creation' ? 'contract creation' : action,
      amount,
      asset: assetLine(moved.asset),
      to: moved.recipient ?? '-',
      data: data === '0x' ? 'none' : `${size(data)} bytes keccak256 ${dataHash}`,
      fee: `${formatUnits(BigInt(feeCeiling), WEI_DECIMALS)} ${coin}`,
      expires: expiresAt,
      ...(meaning.note && { note: meaning.note }),
    },
    exact: {
      family: 'evm',
      chainId: payload.chainId,
      action,
      from,
      to: to ?? null,
      value: payload.value,
      dataHash,
      ...moved,
      feeCeiling,
      expiresAt,
    },
  }
}

/** Names of the values that make a transaction what it is; its expiry, its gas and what it may cost may be others. */
const NAMES: readonly (readonly [keyof EvmExact, string])[] = [
  ['chainId', 'Network'],
  ['action', 'Action'],
  ['from', 'Wallet'],
  ['units', 'Amount'],
  ['recipient', 'To'],
  ['to', 'To'],
  ['value', 'Amount'],
  ['dataHash', 'Data'],
]

const assetValue = ({ asset }: EvmExact): unknown => asset && [asset.contract, asset.decimals, asset.item]

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Name of the first value that is not the same. */
export const differingValue = (proposed: Exact, actual: Exact): string | undefined => {
  if (proposed.family === 'bitcoin')
    return actual.family === 'bitcoin' ? differingBitcoin(proposed, actual) : 'Network'
  if (actual.family === 'bitcoin') return 'Network'
  return isSame(assetValue(proposed), assetValue(actual))
    ? NAMES.find(([key]) => !isSame(proposed[key], actual[key]))?.[1]
    : 'Asset'
}

/** Name of the first thing in which what is to be signed is not what was proposed. */
export const differingPayload = (
  proposed: EvmExact,
  { chainId, to, value, data }: Payload,
): string | undefined => {
  if (chainId !== proposed.chainId) return 'Network'
  if ((to ?? null) !== proposed.to) return 'To'
  if (value !== proposed.value) return 'Amount'
  return keccak256(data) === proposed.dataHash ? undefined : 'Data'
}

/** The same for what it is to cost, as far as that was proposed. */
export const differingPrice = (proposed: EvmExact, tx: EvmTransaction): string | undefined => {
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = proposed
  if (gas !== undefined && tx.gas !== gas) return 'Gas'
  if (maxFeePerGas !== undefined && tx.maxFeePerGas !== maxFeePerGas) return 'Fee'
  if (maxPriorityFeePerGas !== undefined && tx.maxPriorityFeePerGas !== maxPriorityFeePerGas) return 'Fee'
  return undefined
}
