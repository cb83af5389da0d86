import type { ApprovalRequest, RecipientHint } from '#contract/approval.ts'
import type { Transaction } from '#contract/transaction.ts'
import { isEvmAddress, lookAlike, normalAddress, sameAddress } from './address.ts'

const LOST = 'Nobody holds its key: what is sent there is lost.'

/** The same words wherever somebody decides about a recipient. After those of a look-alike stands the known address. */
export const HINT_TEXTS: Readonly<Record<RecipientHint, string>> = {
  zero: `This is the zero address. ${LOST}`,
  burn: `This is a burn address. ${LOST}`,
  system: 'This address belongs to the network itself. What is sent there is usually lost.',
  token: 'This is the address of the token itself. Tokens sent there are usually lost.',
  own: 'This is an address of the wallet that you send from.',
  checksum: 'The capital letters of this address do not match its checksum. Check it.',
  'look-alike':
    'This address looks like one that was used before, but it is another one. The known address is',
  first: 'First time to this address',
}

const GRAVE: readonly RecipientHint[] = ['zero', 'burn', 'system', 'token', 'look-alike']

/** Money is most likely lost. */
export const isGrave = (hint: RecipientHint): boolean => GRAVE.includes(hint)

const BURN: readonly string[] = [
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000000000000000000000000',
  '0xdead000000000000000042069420694206942069',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
]

/** Precompiled and system contracts have the lowest addresses: 0x1 to 0xa, 0x100, Polygon's 0x1010. */
const LAST_SYSTEM = 0xffffn

/** Addresses that belong to nobody. */
const ownerless = (recipient: string): RecipientHint | undefined => {
  if (!isEvmAddress(recipient)) return undefined
  if (BURN.includes(recipient.toLowerCase())) return 'burn'
  const number = BigInt(recipient)
  if (number === 0n) return 'zero'
  return number <= LAST_SYSTEM ? 'system' : undefined
}

export interface Acquaintance {
  known: boolean
  /** The earlier recipient that an unknown one could be mistaken for. */
  lookalikeOf: string | undefined
}

/** Before anybody could say: nothing is held against it. */
export const UNJUDGED: Acquaintance = { known: true, lookalikeOf: undefined }

export const acquaintance = (recipient: string, earlier: readonly string[]): Acquaintance => ({
  known: earlier.some((address) => sameAddress(address, recipient)),
  lookalikeOf: lookAlike(recipient, earlier),
})

/** Where this wallet has sent something before, as far as these transactions tell. */
export const recipientsOf = (transactions: readonly Transaction[], walletId: string): string[] =>
  transactions
    .filter(
      ({ status, accountTxs }) =>
        (status === 'success' || status === 'broadcasting') &&
        accountTxs.some((leg) => leg.walletId === walletId && leg.direction === 'outcome'),
    )
    .flatMap(({ recipient }) => recipient ?? [])

export interface RecipientFacts extends Acquaintance {
  recipient: string
  /** Contract of the asset; none for a native coin. */
  contract: string | null | undefined
  /** Addresses of the wallet that sends. */
  own: readonly (string | null | undefined)[]
  wrongChecksum?: boolean
}

/** What is allowed but probably a mistake about a recipient. */
export const recipientHints = (facts: RecipientFacts): RecipientHint[] => {
  const recipient = normalAddress(facts.recipient)
  const { contract, own, wrongChecksum, known, lookalikeOf } = facts
  const ours = own.some((address) => sameAddress(recipient, address))
  const hint = (name: RecipientHint, applies: boolean): RecipientHint[] => (applies ? [name] : [])
  const grave = ownerless(recipient)
  return [
    ...(grave ? [grave] : []),
    ...hint('token', sameAddress(recipient, contract)),
    ...hint('own', ours),
    ...hint('checksum', wrongChecksum === true),
    ...hint('look-alike', lookalikeOf !== undefined && !ours),
    ...hint('first', !known && lookalikeOf === undefined && !ours),
  ]
}

/** What a guardian is told: the server's hints, and from one that names none what it says of the recipient. */
export const requestHints = ({
  recipientHints: named,
  recipientKnown,
  lookalikeOf,
}: Pick<ApprovalRequest, 'recipientHints' | 'recipientKnown' | 'lookalikeOf'>): RecipientHint[] => {
  if (named) return named.filter((hint) => hint !== 'unknown')
  if (lookalikeOf) return ['look-alike']
  return recipientKnown ? [] : ['first']
}
