import { decodeFunctionData, type Hex, maxUint160, maxUint256, parseAbi, size } from 'viem'
import type { ApprovalRequest } from '#contract/approval.ts'
import { unitsToText } from '#domain/amount.ts'

/** What is known of the called contract as a token. */
export interface CalledToken {
  symbol: string
  decimals: number | null
  type: 'ERC20' | 'ERC721' | null
}

const ABI = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
])

const decode = (data: Hex) => {
  try {
    return decodeFunctionData({ abi: ABI, data })
  } catch {
    // Any other function: shown as bytes only.
    return undefined
  }
}

/** What a dApp's call would do, as far as its bytes say. `danger` marks calls after which money moves without asking. */
export const describeCall = (
  data: string,
  contract: string,
  token: CalledToken | undefined,
): NonNullable<ApprovalRequest['call']> => {
  const plain = { data, bytes: size(data as Hex), danger: false }
  const decoded = decode(data as Hex)
  if (!decoded) return plain
  const name = token?.symbol ?? `of ${contract}`
  const sum = (amount: bigint): string => {
    if (token?.type === 'ERC721') return `${name} #${amount}`
    if (amount === maxUint256 || amount === maxUint160) return `all ${name}`
    return token?.decimals == null
      ? `${amount} units ${name}`
      : `${unitsToText(amount, token.decimals)} ${name}`
  }
  const allowance = (spender: string, what: string) => ({
    ...plain,
    method: decoded.functionName,
    sentence: `${spender} can then move up to ${what} without your Guardians, until revoked.`,
    danger: true,
  })
  const move = (what: string, to: string) => ({
    ...plain,
    method: decoded.functionName,
    sentence: `Moves ${what} to ${to}.`,
  })

  switch (decoded.functionName) {
    case 'approve':
      return decoded.args.length === 2
        ? allowance(decoded.args[0], sum(decoded.args[1]))
        : allowance(
            decoded.args[1],
            decoded.args[2] === maxUint160
              ? `all of ${decoded.args[0]}`
              : `${decoded.args[2]} units of ${decoded.args[0]}`,
          )
    case 'increaseAllowance':
      return allowance(decoded.args[0], sum(decoded.args[1]))
    case 'permit':
      return allowance(decoded.args[1], sum(decoded.args[2]))
    case 'setApprovalForAll':
      return decoded.args[1]
        ? allowance(decoded.args[0], `all ${name}`)
        : {
            ...plain,
            method: decoded.functionName,
            sentence: `${decoded.args[0]} cannot move ${name} any more.`,
          }
    case 'transfer':
      return move(sum(decoded.args[1]), decoded.args[0])
    case 'transferFrom':
    case 'safeTransferFrom':
      return move(sum(decoded.args[2]), decoded.args[1])
  }
}
