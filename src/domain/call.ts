import type { ApprovalRequest } from '#contract/approval.ts'
import { unitsToText } from './amount.ts'
import { checksumAddress } from './checksum.ts'
import { hexSize, isHex } from './hex.ts'

/** What is known of the called contract as a token. */
export interface CalledToken {
  symbol: string
  decimals: number | null
  type: 'ERC20' | 'ERC721' | null
}

type Reading =
  /** `of` is the token where the called contract only keeps allowances; `more` adds to what was allowed before. */
  | { effect: 'allow'; spender: string; amount: bigint; of?: string; more?: true }
  | { effect: 'allow-all' | 'disallow-all'; spender: string }
  | { effect: 'move'; to: string; amount: bigint; single?: true }

interface Arguments {
  number(index: number): bigint
  address(index: number): string
}

interface Method {
  name: string
  /** 32-byte words that the arguments take at least. */
  words: number
  read(args: Arguments): Reading
}

const allow: Method['read'] = (args) => ({
  effect: 'allow',
  spender: args.address(0),
  amount: args.number(1),
})
const allowMore: Method['read'] = (args) => ({
  effect: 'allow',
  spender: args.address(0),
  amount: args.number(1),
  more: true,
})
const allOrNothing = (spender: string, allowed: bigint): Reading => ({
  effect: allowed > 0n ? 'allow-all' : 'disallow-all',
  spender,
})
const moveItem: Method['read'] = (args) => ({
  effect: 'move',
  to: args.address(1),
  amount: args.number(2),
  single: true,
})

/** By selector: the first four bytes of the keccak hash of the signature. */
const METHODS: Readonly<Record<string, Method>> = {
  // approve(address,uint256): ERC-20 and ERC-721
  '095ea7b3': { name: 'approve', words: 2, read: allow },
  // increaseAllowance(address,uint256)
  '39509351': { name: 'increaseAllowance', words: 2, read: allowMore },
  // increaseApproval(address,uint256)
  d73dd623: { name: 'increaseApproval', words: 2, read: allowMore },
  // approveAndCall(address,uint256,bytes) and approveAndCall(address,uint256): ERC-1363
  cae9ca51: { name: 'approveAndCall', words: 2, read: allow },
  '3177029f': { name: 'approveAndCall', words: 2, read: allow },
  // authorizeOperator(address): ERC-777
  '959b8c3f': {
    name: 'authorizeOperator',
    words: 1,
    read: (args) => ({ effect: 'allow-all', spender: args.address(0) }),
  },
  // setApprovalForAll(address,bool): ERC-721 and ERC-1155
  a22cb465: {
    name: 'setApprovalForAll',
    words: 2,
    read: (args) => allOrNothing(args.address(0), args.number(1)),
  },
  // permit(address,address,uint256,uint256,uint8,bytes32,bytes32): ERC-2612
  d505accf: {
    name: 'permit',
    words: 7,
    read: (args) => ({ effect: 'allow', spender: args.address(1), amount: args.number(2) }),
  },
  // permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32): DAI
  '8fcbaf0c': { name: 'permit', words: 8, read: (args) => allOrNothing(args.address(1), args.number(4)) },
  // approve(address,address,uint160,uint48): Permit2
  '87517c45': {
    name: 'approve',
    words: 4,
    read: (args) => ({
      effect: 'allow',
      spender: args.address(1),
      amount: args.number(2),
      of: args.address(0),
    }),
  },
  // permit(address,((address,uint160,uint48,uint48),address,uint256),bytes): Permit2
  '2b67b570': {
    name: 'permit',
    words: 8,
    read: (args) => ({
      effect: 'allow',
      spender: args.address(5),
      amount: args.number(2),
      of: args.address(1),
    }),
  },
  // transfer(address,uint256)
  a9059cbb: {
    name: 'transfer',
    words: 2,
    read: (args) => ({ effect: 'move', to: args.address(0), amount: args.number(1) }),
  },
  // transferFrom(address,address,uint256): ERC-20 and ERC-721
  '23b872dd': {
    name: 'transferFrom',
    words: 3,
    read: (args) => ({ effect: 'move', to: args.address(1), amount: args.number(2) }),
  },
  // safeTransferFrom(address,address,uint256): ERC-721
  '42842e0e': { name: 'safeTransferFrom', words: 3, read: moveItem },
  // safeTransferFrom(address,address,uint256,bytes): ERC-721
  b88d4fde: { name: 'safeTransferFrom', words: 4, read: moveItem },
}

const SELECTOR = 8
const WORD = 64

/** Contracts of older compilers ignore what stands before an address in its word, so that is ignored here too. */
const argumentsOf = (digits: string): Arguments => {
  const word = (index: number) => digits.slice(SELECTOR + index * WORD, SELECTOR + (index + 1) * WORD)
  return {
    number: (index) => BigInt(`0x${word(index)}`),
    address: (index) => checksumAddress(`0x${word(index).slice(24)}`),
  }
}

/** What a call of a known method does; undefined for every other one, and when arguments are missing. */
const readCall = (data: string): (Reading & { method: string }) | undefined => {
  const digits = data.slice(2).toLowerCase()
  const method = METHODS[digits.slice(0, SELECTOR)]
  if (!isHex(data) || !method || digits.length < SELECTOR + method.words * WORD) return undefined
  return { method: method.name, ...method.read(argumentsOf(digits)) }
}

/** From here on an allowance is more than there is of any token: dApps ask for 2^256 - 1, 2^160 - 1 and the like. */
const UNLIMITED = 2n ** 128n
const NOBODY = `0x${'0'.repeat(40)}`

const sumText = (amount: bigint, token: CalledToken | undefined, name: string): string => {
  if (token?.type === 'ERC721') return `${name} #${amount}`
  if (amount >= UNLIMITED) return `all ${name}`
  return token?.decimals == null
    ? `${amount} units ${name}`
    : `${unitsToText(amount, token.decimals)} ${name}`
}

/** An allowance of nothing takes back what was allowed; of an item, allowing nobody does. Nothing more takes back nothing. */
const isRevocation = (
  { spender, amount, of, more }: Reading & { effect: 'allow' },
  token: CalledToken | undefined,
): boolean => {
  if (more) return false
  return of !== undefined || token?.type === 'ERC20'
    ? amount === 0n
    : token?.type === 'ERC721' && spender === NOBODY
}

/**
 * What a dApp's call of `contract` would do, as far as its bytes say. `danger` marks calls after which assets move
 * without asking. `guarded`: the wallet's transactions otherwise need guardians.
 */
export const describeCall = (
  data: string,
  contract: string,
  token: CalledToken | undefined,
  guarded = true,
): NonNullable<ApprovalRequest['call']> => {
  const call = { data, bytes: hexSize(data), danger: false }
  const reading = readCall(data)
  if (!reading) return call
  const { method } = reading
  const name = token?.symbol ?? `of ${contract}`
  const free = (spender: string, what: string) => ({
    ...call,
    method,
    sentence: `${spender} can then move up to ${what}${guarded ? ' without your Guardians,' : ''} until revoked.`,
    danger: true,
  })
  const bound = (spender: string, what: string) => ({
    ...call,
    method,
    sentence: `${spender} cannot move ${what} any more.`,
  })

  switch (reading.effect) {
    case 'allow': {
      const { of, spender, amount } = reading
      if (isRevocation(reading, token)) return bound(spender, of ?? name)
      return free(spender, of ? sumText(amount, undefined, `of ${of}`) : sumText(amount, token, name))
    }
    case 'allow-all':
      return free(reading.spender, `all ${name}`)
    case 'disallow-all':
      return bound(reading.spender, name)
    case 'move': {
      const { to, amount, single } = reading
      const what = single && !token ? `#${amount} ${name}` : sumText(amount, token, name)
      return { ...call, method, sentence: `Moves ${what} to ${to}.` }
    }
  }
}
