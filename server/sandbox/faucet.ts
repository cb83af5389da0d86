import { type Address, encodeFunctionData, getAddress, isAddress, parseAbi, parseUnits } from 'viem'
import { invalid } from '#server/error.ts'
import type { Call } from './client.ts'
import type { SandboxToken } from './deploy.ts'

export type Gift = { address: string; symbol?: string | undefined; amount?: string | undefined }
export type Coin = { symbol: string; decimals: number }

const MINT_ERC20 = parseAbi(['function mint(address to, uint256 value)'])
const MINT_ERC721 = parseAbi(['function mint(address to) returns (uint256 tokenId)'])
const DEFAULT_AMOUNT = '10'
const MAX_AMOUNT = 1_000_000n

/** An EVM address in checksum form (EIP-55); an address with a wrong checksum is refused. */
export const evmAddress = (text: string): Address => {
  if (!isAddress(text)) throw invalid(`${text} is not an EVM address: 0x and 40 hexadecimal digits`)
  return getAddress(text)
}

/** Smallest units of an amount in whole coins. */
export const wholeUnits = (amount: string, coin: Coin, most = MAX_AMOUNT): bigint => {
  const fraction = /^\d{1,20}(?:\.(\d+))?$/.exec(amount)
  if (!fraction) throw invalid(`"${amount}" is not an amount such as "10" or "0.5"`)
  if ((fraction[1]?.length ?? 0) > coin.decimals)
    throw invalid(`${coin.symbol} has ${coin.decimals} decimals, ${amount} has more`)
  const value = parseUnits(amount, coin.decimals)
  if (value <= 0n || value > most * 10n ** BigInt(coin.decimals))
    throw invalid(`The faucet gives more than 0 and at most ${most} at a time`)
  return value
}

/** The call that gives `gift`: the native coin (10 by default), newly minted ERC-20, or the next ERC-721 id. */
export const giftCall = (gift: Gift, native: Coin, tokens: SandboxToken[], blockchain: string): Call => {
  const to = evmAddress(gift.address)
  const symbol = gift.symbol?.toUpperCase() ?? native.symbol
  if (symbol === native.symbol) return { to, value: wholeUnits(gift.amount ?? DEFAULT_AMOUNT, native) }

  const token = tokens.find((candidate) => candidate.symbol === symbol)
  if (!token) {
    const known = [native, ...tokens].map((candidate) => candidate.symbol).join(', ')
    throw invalid(`${blockchain} has no ${gift.symbol}: choose one of ${known}`)
  }
  if (token.type === 'ERC20') {
    const args = [to, wholeUnits(gift.amount ?? DEFAULT_AMOUNT, token)] as const
    return { to: token.address, data: encodeFunctionData({ abi: MINT_ERC20, functionName: 'mint', args }) }
  }
  if (gift.amount !== undefined && gift.amount !== '1')
    throw invalid(`${token.symbol} is given one at a time: leave the amount out`)
  return {
    to: token.address,
    data: encodeFunctionData({ abi: MINT_ERC721, functionName: 'mint', args: [to] }),
  }
}
