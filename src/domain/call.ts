import type { ApprovalRequest } from '#contract/approval.ts'
import { unitsToText } from './amount.ts'
import { type Effect, METHODS, type Right } from './callmethod.ts'
import { checksumAddress } from './checksum.ts'
import { hexSize, isHex } from './hex.ts'
import { shown } from './notation.ts'
import { clearUnit } from './unit.ts'

/** What is known of a called contract as a token. */
export interface CalledToken {
  symbol: string
  decimals: number | null
  type: 'ERC20' | 'ERC721' | null
}

export interface CallContext {
  /** Of any letter case. Answers what the chain or this wallet's assets say, never what the dApp says. */
  tokenOf(address: string): CalledToken | undefined
  /** The wallet's transactions otherwise need guardians. */
  guarded: boolean
  /** Symbol of the native coin. */
  coin: string
}

type CallFacts = NonNullable<ApprovalRequest['call']>
type Part = NonNullable<CallFacts['parts']>[number]
type Line = Part & { headline?: string }

/** From here on an allowance is more than there is of any token: dApps ask for 2^256 - 1, 2^160 - 1 and the like. */
const UNLIMITED = 2n ** 128n
const NOBODY = `0x${'0'.repeat(40)}`
const SELECTOR_END = 10
const WEI_DECIMALS = 18

const MAX_DEPTH = 4
/** Calls inside calls that are read, and hex digits of all of them: pieces of data may point at one another. */
const MAX_CALLS = 256
const MAX_DIGITS = 65_536
/** Of these so many are shown, the dangerous ones first. */
const MAX_SHOWN = 12

const short = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

const UNKNOWN = 'Calls a contract. What it does is not known.'
const UNREADABLE = 'What this call does cannot be read. It may let others move assets without your Guardians.'
const TOO_MANY = 'There are more calls inside than can be read. They may move anything.'

const unknown = (guarded: boolean): Line => ({
  sentence: guarded ? UNREADABLE : UNKNOWN,
  tone: guarded ? 'warn' : 'neutral',
})

/** What it calls itself may read like a part of the sentence. */
const nameOf = (token: CalledToken | undefined, address: string): string =>
  token ? clearUnit(token.symbol) : `of ${address}`

const sumText = (amount: bigint, token: CalledToken | undefined, name: string): string => {
  if (token?.type === 'ERC721') return `${name} #${amount}`
  if (amount >= UNLIMITED) return `all ${name}`
  return token?.decimals == null
    ? `${amount} units ${name}`
    : `${shown(unitsToText(amount, token.decimals))} ${name}`
}

/** An allowance of nothing takes back what was allowed; of an item, allowing nobody does. Nothing more takes back nothing. */
const isRevocation = (
  { spender, amount, more, coin }: Effect & { kind: 'allow' },
  token: CalledToken | undefined,
): boolean => {
  if (more) return false
  return coin || token?.type === 'ERC20' ? amount === 0n : token?.type === 'ERC721' && spender === NOBODY
}

const allowed = (spender: string, what: string, headline: string, guarded: boolean): Line => ({
  sentence: `${spender} can then move up to ${what}${guarded ? ' without your Guardians,' : ''} until revoked.`,
  tone: 'bad',
  headline: `Allow ${short(spender)} to move ${headline}`,
})
const forbidden = (spender: string, name: string, yours: string): Line => ({
  sentence: `${spender} cannot move ${name} any more.`,
  tone: 'neutral',
  headline: `Stop ${short(spender)} from moving ${yours}`,
})

const rightLine = (right: Right, of: string, to = ''): Line => {
  const bad = (sentence: (to: string, of: string) => string): Line => ({
    sentence: `${sentence(to, of)}.`,
    tone: 'bad',
    headline: sentence(short(to), short(of)),
  })
  switch (right) {
    case 'own':
      return bad((who, what) => `Makes ${who} the owner of ${what}`)
    case 'abandon':
      return bad((_, what) => `Leaves ${what} without an owner for good`)
    case 'role':
      return bad((who, what) => `Gives ${who} rights in ${what}`)
    case 'code':
      return bad((who, what) => `Replaces the code of ${what} by that of ${who}`)
    case 'act':
      return bad((who, what) => `Lets ${who} act for ${what}`)
    case 'settings':
      return bad((_, what) => `Changes who decides for ${what}`)
    case 'no-role':
      return { sentence: `Takes rights in ${of} from ${to}.`, tone: 'neutral' }
  }
}

const effectLine = (effect: Exclude<Effect, { kind: 'call' }>, { tokenOf, guarded }: CallContext): Line => {
  if (effect.kind === 'right') return rightLine(effect.right, effect.of, effect.to)
  const token = tokenOf(effect.token)
  const name = nameOf(token, effect.token)
  const brief = nameOf(token, short(effect.token))
  const yours = token ? `your ${brief}` : `your tokens ${brief}`
  switch (effect.kind) {
    case 'allow': {
      const { spender, amount, more } = effect
      if (isRevocation(effect, token)) return forbidden(spender, name, yours)
      const isAll = amount >= UNLIMITED && token?.type !== 'ERC721'
      const some = token?.type === 'ERC721' ? `${yours} #${amount}` : `up to ${sumText(amount, token, brief)}`
      const headline = isAll ? `all ${yours}` : `${some}${more ? ' more' : ''}`
      return allowed(spender, sumText(amount, token, name), headline, guarded)
    }
    case 'allow-all':
      return allowed(effect.spender, `all ${name}`, `all ${yours}`, guarded)
    case 'disallow-all':
      return forbidden(effect.spender, name, yours)
    case 'move': {
      const { to, amount, item, single } = effect
      const what = (called: string) => {
        if (item !== undefined) return `${amount} of item #${item} ${token ? `of ${called}` : called}`
        return single && !token ? `#${amount} ${called}` : sumText(amount, token, called)
      }
      return {
        sentence: `Moves ${what(name)} to ${to}.`,
        tone: 'neutral',
        headline: `Move ${what(brief)} to ${short(to)}`,
      }
    }
  }
}

/** What stands in the data of a call, with the calls inside it. */
const readLines = (data: string, at: string, context: CallContext): Line[] => {
  let calls = MAX_CALLS
  let digits = MAX_DIGITS
  const read = (bytes: string, contract: string, depth: number): Line[] => {
    if (calls === 0) return []
    const known = METHODS[bytes.slice(2, SELECTOR_END).toLowerCase()]
    calls -= 1
    digits -= bytes.length
    if (calls === 0 || (known && (digits < 0 || depth > MAX_DEPTH))) {
      calls = 0
      return [{ sentence: TOO_MANY, tone: 'bad' }]
    }
    if (!known) return [unknown(context.guarded)]
    try {
      const args = `0x${bytes.slice(SELECTOR_END)}` as const
      return known.read(args, contract).flatMap((effect) => {
        if (effect.kind !== 'call') return [effectLine(effect, context)]
        const to = checksumAddress(effect.to)
        const lines: Line[] = []
        if (effect.foreign)
          lines.push({ sentence: `Runs the code of ${to} with the rights of ${contract}.`, tone: 'bad' })
        if (effect.value > 0n)
          lines.push({
            sentence: `Sends ${shown(unitsToText(effect.value, WEI_DECIMALS))} ${context.coin} to ${to}.`,
            tone: 'neutral',
          })
        return effect.data === '0x' ? lines : [...lines, ...read(effect.data, to, depth + 1)]
      })
    } catch {
      return [unknown(context.guarded)]
    }
  }
  return read(data, at, 0)
}

const SEVERITY = { bad: 0, warn: 1, neutral: 3 } as const
/** What cannot be read comes before what is harmless, so that it never hides behind it. */
const rank = ({ tone, headline }: Line): number =>
  tone === 'neutral' && headline === undefined ? 2 : SEVERITY[tone]

/**
 * What a dApp's call of `contract` (empty when it creates one) would do, as far as its bytes say. `danger` marks calls
 * after which assets move or rights change without asking, `caution` those of a guarded wallet that cannot be read.
 */
export const describeCall = (data: string, contract: string, context: CallContext): CallFacts => {
  const call = { data, bytes: hexSize(data), danger: false, caution: false }
  if (!isHex(data) || data.length <= 2) return call
  if (contract === '') {
    const sentence = 'Creates a contract. What its code does cannot be read.'
    return { ...call, sentence, caution: context.guarded }
  }
  const method = METHODS[data.slice(2, SELECTOR_END).toLowerCase()]?.name
  const lines = readLines(data, checksumAddress(contract), context).sort(
    (one, other) => rank(one) - rank(other),
  )
  const [first] = lines
  if (!first) return { ...call, method, sentence: 'Carries nothing out.' }
  const facts = {
    ...call,
    method,
    danger: first.tone === 'bad',
    caution: lines.length > MAX_SHOWN || lines.some(({ tone }) => tone === 'warn'),
    // The order of harmless things is the dApp's: none of them stands for the others.
    headline: lines.length === 1 || first.tone === 'bad' ? first.headline : undefined,
  }
  if (lines.length === 1) return { ...facts, sentence: first.sentence }
  const shown = lines.slice(0, MAX_SHOWN).map(({ sentence, tone }): Part => ({ sentence, tone }))
  const hidden = lines.length - shown.length
  return {
    ...facts,
    sentence: `${lines.length} things in one call:`,
    parts:
      hidden > 0 ? [...shown, { sentence: `And ${hidden} more that are not shown.`, tone: 'warn' }] : shown,
  }
}

/** What somebody may take from then on. */
export interface Permission {
  token: string
  /** There is no end to it, whatever the token's amounts. */
  unlimited: boolean
}

/** What a call permits, where that is all that it does; undefined for one that takes a permission back. */
export const permissionOf = (data: string, contract: string): Permission | undefined => {
  const method = METHODS[data.slice(2, SELECTOR_END).toLowerCase()]
  if (!method || contract === '') return undefined
  try {
    const [effect, another] = method.read(`0x${data.slice(SELECTOR_END)}`, checksumAddress(contract))
    if (!effect || another) return undefined
    if (effect.kind === 'allow-all') return { token: effect.token, unlimited: true }
    if (effect.kind !== 'allow' || effect.amount === 0n) return undefined
    return { token: effect.token, unlimited: effect.amount >= UNLIMITED }
  } catch {
    return undefined
  }
}

/** The contracts whose tokens a description would name. */
export const tokensOfCall = (data: string, contract: string): string[] => {
  const asked = new Set<string>()
  const tokenOf = (address: string) => {
    asked.add(address.toLowerCase())
    return undefined
  }
  describeCall(data, contract, { tokenOf, guarded: false, coin: '' })
  return [...asked]
}
