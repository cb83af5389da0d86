import { getAddress, isAddress, maxUint256 } from 'viem'
import * as z from 'zod/mini'
import { ACCOUNT_NETWORKS } from '#contract/blockchain.ts'
import { Digest } from '#contract/dapp.ts'
import { CONTACTS_MAX, MAX_GUARDIANS } from '#contract/limit.ts'
import { ContactName, Note } from '#contract/line.ts'
import { Instant, Units } from '#contract/primitive.ts'
import type { BitcoinNetwork } from '#domain/chain.ts'
import { COINS_MAX } from '#domain/coinlimit.ts'
import { OUTCOMES } from './event.ts'
import { CustodyRefusal } from './refusal.ts'

/** The plain messages that custody takes. Amounts are decimal strings of smallest units, times are ISO or ms. */

/** Ids stand in file names. */
const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/, 'should be 1 to 100 letters, digits, - and _'))
const hex = z
  .string()
  .check(z.regex(/^0x(?:[0-9a-fA-F]{2})*$/, 'should be 0x and an even number of hex digits'))
/** Bytes that one transaction or text may carry. */
const DATA_MAX = 128 * 1024
const Hex = z.pipe(
  hex.check(z.maxLength(2 + 2 * DATA_MAX, `should be at most ${DATA_MAX} bytes`)),
  z.transform((text) => text.toLowerCase() as `0x${string}`),
)
const Address = z.pipe(
  z
    .string()
    .check(
      z.refine((text) => isAddress(text), 'should be 0x and 40 hex digits, with a right checksum (EIP-55)'),
    ),
  z.transform((text) => getAddress(text)),
)
const Signature = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{130}$/, 'should be 0x and 130 hex digits')),
  z.transform((text) => text as `0x${string}`),
)
const Count = z.number().check(z.int(), z.nonnegative())
const ChainId = z.number().check(z.int(), z.positive())
const Line = z.string().check(z.maxLength(256))
/** One line that shows all of itself: it stands in the text that guardians sign. */
const note = z.optional(Note)
const Words = z.string().check(z.minLength(1), z.maxLength(256))
/** Without superfluous zeros, so that one amount has one spelling. */
const Amount = Units.check(
  z.regex(/^(?:0|[1-9]\d*)$/, { error: 'should be a whole number of smallest units', abort: true }),
  z.refine((text) => BigInt(text) <= maxUint256, 'should fit into 256 bits'),
)

/** What of a transaction is known before its nonce and fees are taken. `to` absent: contract creation. */
export const Payload = z.strictObject({
  chainId: ChainId,
  to: z.optional(Address),
  value: Amount,
  data: Hex,
})
export type Payload = z.infer<typeof Payload>

const Network = z.enum(['mainnet', 'testnet', 'regtest'] satisfies BitcoinNetwork[])
/** All there will ever be. */
const SATOSHI_MAX = 2_100_000_000_000_000n
const Satoshi = Amount.check(
  z.refine((text) => BigInt(text) <= SATOSHI_MAX, `should be at most ${SATOSHI_MAX} satoshi`),
)
const Txid = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'should be 64 hex digits, in lower case'))

/** What of a Bitcoin transaction is known before its coins are taken. Satoshi. */
export const BitcoinPayload = z.strictObject({
  family: z.literal('bitcoin'),
  network: Network,
  recipient: z.string().check(z.minLength(1), z.maxLength(100)),
  amount: Satoshi,
})
export type BitcoinPayload = z.infer<typeof BitcoinPayload>

/** An output that is spent. */
const Coin = z.strictObject({
  txid: Txid,
  vout: Count.check(z.lte(0xffffffff)),
  value: Satoshi,
})
/** `change`: what comes back to the wallet's own address, 0 for no output. What the coins leave is the fee. */
const Spending = {
  coins: z.array(Coin).check(z.minLength(1), z.maxLength(COINS_MAX)),
  change: Satoshi,
}
/** How often one transaction is signed. */
const ATTEMPTS_MAX = 50

/** By which the caller tells its tokens apart. */
const TokenId = z.optional(Id)
const Asset = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('native') }),
  z.strictObject({
    type: z.literal('ERC20'),
    id: TokenId,
    symbol: Words,
    decimals: z.number().check(z.int(), z.gte(0), z.lte(77)),
  }),
  z.strictObject({ type: z.literal('ERC721'), id: TokenId, symbol: Words }),
])

/** An amount that is paid for, so that a chain takes what is signed with it. */
const Price = Amount.check(z.refine((text) => text !== '0', 'should be above 0'))

/**
 * What the sender means. `feeCeiling` in wei. After `expiresAt` custody does not sign it. What needs no guardian is
 * signed with these gas prices, anything else with those of its day.
 */
export const Meaning = z.strictObject({
  walletName: Words,
  note,
  action: z.enum(['send', 'call', 'creation']),
  asset: Asset,
  feeCeiling: Amount,
  expiresAt: Instant,
  gas: Price,
  maxFeePerGas: Price,
  maxPriorityFeePerGas: Amount,
})
export type Meaning = z.infer<typeof Meaning>

/** The same of a Bitcoin transaction. `feeCeiling` in satoshi, `rate` in satoshi per 1000 virtual bytes, as quoted. */
export const BitcoinMeaning = z.strictObject({
  walletName: Words,
  note,
  action: z.literal('send'),
  feeCeiling: Satoshi,
  expiresAt: Instant,
  rate: Satoshi.check(z.refine((text) => text !== '0', 'should be above 0')),
})
export type BitcoinMeaning = z.infer<typeof BitcoinMeaning>

/** An EIP-1559 transaction but for its nonce and signature. Gas prices in wei. */
export const EvmTransaction = z.extend(Payload, {
  gas: Amount,
  maxFeePerGas: Amount,
  maxPriorityFeePerGas: Amount,
})
export type EvmTransaction = z.infer<typeof EvmTransaction>

/** What another attempt at what hangs pays, and on Bitcoin with which coins. */
const Attempt = z.discriminatedUnion('family', [
  z.strictObject({
    family: z.literal('evm'),
    gas: Price,
    maxFeePerGas: Price,
    maxPriorityFeePerGas: Amount,
  }),
  z.strictObject({ family: z.literal('bitcoin'), ...Spending }),
])

const Nonce = z.string().check(z.minLength(1), z.maxLength(128))

const OfWallet = z.strictObject({ walletId: Id })
const OfTransaction = z.strictObject({ walletId: Id, txId: Id })
const Signed = { nonce: Nonce, timestamp: Count, signature: Signature }

/** Wallets that one message may ask about. */
const WALLETS_MAX = 1000
/** The same of sessions. */
const SESSIONS_MAX = 1000

/** What a browser's cookie holds. */
const Secret = z.string().check(z.minLength(1), z.maxLength(256))
const Email = z.string().check(z.minLength(1), z.maxLength(320))
const Code = z.string().check(z.maxLength(32))
/** Secrets of a browser, one for each account that knows it. */
const Devices = z._default(z.array(Secret).check(z.maxLength(16)), [])
/** A name that says nothing but itself, wherever it is shown. */
const AGENT_NAME = /^[A-Za-z]{1,20}(?: [A-Za-z]{1,20})?$/
const OfHalf = z.strictObject({ half: Secret })
const Agent = z.strictObject({
  browser: z.string().check(z.regex(AGENT_NAME)),
  system: z.string().check(z.regex(AGENT_NAME)),
})
const OfHalfAndCode = z.strictObject({ half: Secret, code: Code, devices: Devices, agent: z.optional(Agent) })
const OfInvite = z.strictObject({ grant: Secret, walletId: Id, inviteId: Id })
const OfSession = z.strictObject({ grant: Secret })

const Proposing = {
  grant: Secret,
  walletId: Id,
  /**
   * What makes it the same when it is proposed again: the sender's key, or a dApp's request, with the digest of the
   * dialog that showed it.
   */
  source: z.optional(
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('key'), id: Words }),
      z.strictObject({ kind: z.literal('request'), id: Words, digest: Digest }),
    ]),
  ),
  /** The digest of what the sender's form showed. */
  shown: z.optional(Digest),
}
const EvmProposing = z.strictObject({ ...Proposing, payload: Payload, meaning: Meaning })
const BitcoinProposing = z.strictObject({ ...Proposing, payload: BitcoinPayload, meaning: BitcoinMeaning })
export type EvmProposing = z.infer<typeof EvmProposing>
export type BitcoinProposing = z.infer<typeof BitcoinProposing>

/** What a dApp asks to sign. The same strings as its request and its connection have. */
const Message = {
  walletId: Id,
  requestId: Id,
  blockchain: Words,
  topic: Words,
  name: Line,
  url: Line,
  data: Hex,
}

const Contacts = z
  .array(
    z.strictObject({
      id: Id,
      name: ContactName,
      addresses: z
        .array(z.strictObject({ network: Words, address: Words }))
        .check(z.minLength(1), z.maxLength(ACCOUNT_NETWORKS.length)),
      note: Note,
      createdAt: Instant,
    }),
  )
  .check(z.maxLength(CONTACTS_MAX))

export const CALLS = {
  /** `source` is where the call comes from: an IPv4 address, or an IPv6 network. */
  startSignIn: z.strictObject({ email: Email, source: z._default(Words, 'unknown'), devices: Devices }),
  admitBrowser: z.strictObject({ token: Secret }),
  verifySignIn: z.strictObject({ id: z.string().check(z.maxLength(128)), code: Code, devices: Devices }),
  identify: z.strictObject({ identity: z.string().check(z.minLength(1), z.maxLength(1024)), email: Email }),
  halfSession: OfHalf,
  setupAuthenticator: OfHalf,
  completeSetup: OfHalfAndCode,
  completeOtp: OfHalfAndCode,
  completeBackup: OfHalfAndCode,
  stepUp: z.strictObject({ grant: Secret, code: Code }),
  freezeAccount: z.strictObject({ link: Secret }),
  undoRestore: z.strictObject({ link: Secret, code: Code }),
  refuseRecovery: OfSession,
  restoreAuthenticator: OfSession,
  completeRestore: z.strictObject({ grant: Secret, code: Code, devices: Devices }),
  backupCodes: OfSession,
  makeBackupCodes: OfSession,
  session: OfSession,
  keepSession: OfSession,
  liveSessions: z.strictObject({ hashes: z.array(z.string()).check(z.maxLength(SESSIONS_MAX)) }),
  signOut: OfSession,
  /** These browsers stay known to the account. */
  signOutAll: z.strictObject({ grant: Secret, devices: Devices }),
  sessions: OfSession,
  /** Not the one that asks. */
  endSession: z.strictObject({ grant: Secret, id: Id }),
  endOtherSessions: z.strictObject({ grant: Secret, devices: Devices }),
  factors: OfSession,
  accountLog: OfSession,
  sweepPeople: z.strictObject({}),
  importOpen: z.strictObject({}),
  importPerson: z.strictObject({
    userId: Id,
    email: Email,
    authenticator: z.optional(z.strictObject({ secret: z.string(), step: Count })),
    codes: z.array(z.strictObject({ value: z.string(), usedAt: z.optional(Instant) })),
    identities: z.array(z.string()),
  }),
  importInvite: z.strictObject({
    walletId: Id,
    inviteId: Id,
    email: Email,
    owner: Email,
    expiresAt: Instant,
  }),
  closeImport: z.strictObject({}),
  sealContacts: z.strictObject({ grant: Secret, contacts: Contacts }),
  contactsOpen: z.strictObject({}),
  importContacts: z.strictObject({ userId: Id, contacts: Contacts }),
  closeContacts: z.strictObject({}),
  identity: z.strictObject({}),
  overview: z.strictObject({ walletIds: z.array(Id).check(z.maxLength(WALLETS_MAX)) }),
  openTransactions: z.strictObject({
    walletIds: z.array(Id).check(z.maxLength(WALLETS_MAX)),
    /** Of these wallets together, so many are left out. */
    skip: z._default(Count, 0),
  }),
  approvalStates: z.strictObject({ of: z.array(OfTransaction).check(z.maxLength(WALLETS_MAX)) }),
  walletsOf: z.strictObject({ userIds: z.array(Id).check(z.maxLength(WALLETS_MAX)) }),
  createWalletKey: z.strictObject({ walletId: Id, userId: Id }),
  wallet: OfWallet,
  addBitcoinAccount: z.strictObject({ walletId: Id, network: Network }),
  setPolicy: z.strictObject({
    grant: Secret,
    walletId: Id,
    enabled: z.boolean(),
    consensus: z.number().check(z.int(), z.positive()),
    /** Ids of those who stay. */
    guardians: z.array(Id).check(z.maxLength(MAX_GUARDIANS)),
    /** The version that these rules were made from: refused ('OutOfOrder') when there is a newer one. */
    after: z.optional(Count),
  }),
  policies: OfWallet,
  required: OfWallet,
  approvalLog: OfWallet,
  exportLog: z.strictObject({ grant: Secret, walletId: Id }),
  invites: OfWallet,
  invite: z.strictObject({ grant: Secret, walletId: Id, inviteId: Id, email: Email }),
  renewInvite: OfInvite,
  endInvite: OfInvite,
  issueInvite: z.strictObject({ grant: Secret, walletId: Id, inviteId: Id, guardianWalletId: Id }),
  confirmInvite: z.strictObject({ grant: Secret, walletId: Id, inviteId: Id, ...Signed }),
  propose: z.union([EvmProposing, BitcoinProposing]),
  cancel: z.strictObject({ grant: Secret, walletId: Id, txId: Id }),
  end: z.strictObject({ walletId: Id, txId: Id, outcome: z.enum(OUTCOMES), reason: z.optional(Words) }),
  issueApproval: z.strictObject({ grant: Secret, walletId: Id, txId: Id, guardianId: Id }),
  signIssued: z.strictObject({
    grant: Secret,
    walletId: Id,
    recordId: Id,
    signerWalletId: Id,
    message: z.string().check(z.maxLength(8192)),
    nonce: Nonce,
    timestamp: Count,
  }),
  approve: z.strictObject({ grant: Secret, walletId: Id, txId: Id, guardianId: Id, ...Signed }),
  decline: z.strictObject({ grant: Secret, walletId: Id, txId: Id, guardianId: Id, reason: Words }),
  approvalState: OfTransaction,
  /** `mined`: how many transactions of the wallet's address the chain says it holds, mined or waiting. */
  signEvmTransaction: z.strictObject({ walletId: Id, txId: Id, tx: EvmTransaction, mined: Count }),
  signBitcoinTransaction: z.strictObject({
    walletId: Id,
    txId: Id,
    ...Spending,
  }),
  /** `from`: an address of the wallet whose key was replaced. What the coins are worth less the fee goes to its present one. */
  sweepBitcoin: z.strictObject({
    ...{ walletId: Id, network: Network, coins: Spending.coins, fee: Satoshi },
    from: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  /**
   * Another attempt at what was signed and is not on its chain: `attempt` is its number, from 2 on. `feeCeiling`: more than
   * was meant, where nobody had to approve it.
   */
  replaceTransaction: z.strictObject({
    grant: Secret,
    walletId: Id,
    txId: Id,
    attempt: Count.check(z.gte(2), z.lte(ATTEMPTS_MAX)),
    cancels: z.boolean(),
    feeCeiling: z.optional(Amount),
    how: Attempt,
  }),
  /** Asks guardians whether what hangs may cost more than was approved. After `expiresAt` it costs no more by that. */
  askRaise: z.strictObject({
    ...{ grant: Secret, walletId: Id, txId: Id },
    ...{ feeCeiling: Amount, expiresAt: Instant },
  }),
  /**
   * Another attempt at what hangs, by the approvals of what `askRaise` wrote down, whose id `txId` is. Without `how`: only
   * what was made already.
   */
  raiseTransaction: z.strictObject({ walletId: Id, txId: Id, how: z.optional(Attempt) }),
  /** `hash`: that of another attempt than the last one. */
  signedTransaction: z.strictObject({ walletId: Id, txId: Id, hash: z.optional(z.string()) }),
  /** Transactions that a block of this chain has, of addresses that are custody's. */
  noteMined: z.strictObject({
    chainId: ChainId,
    transactions: z
      .array(z.strictObject({ from: Address, hash: Hex, nonce: Count }))
      .check(z.maxLength(10_000)),
  }),
  /** Transactions that a block of this network has, each of which spends a coin of an address of that wallet's. */
  noteSpent: z.strictObject({
    network: Network,
    transactions: z.array(z.strictObject({ walletId: Id, hash: Txid })).check(z.maxLength(10_000)),
  }),
  holds: OfWallet,
  agreeRelease: z.strictObject({ grant: Secret, walletId: Id }),
  agreeRecovery: z.strictObject({ grant: Secret, walletId: Id }),
  /** What the chain counts of the wallet's address: finally, mined, and with those that wait. */
  release: z.strictObject({ walletId: Id, chainId: ChainId, final: Count, latest: Count, pending: Count }),
  /** `waiting`: what spends coins of the wallet and is not final. */
  releaseBitcoin: z.strictObject({
    walletId: Id,
    network: Network,
    waiting: z.array(Txid).check(z.maxLength(10_000)),
  }),
  signMessage: z.strictObject({ grant: Secret, digest: Digest, ...Message }),
  messageSignature: z.strictObject(Message),
  endRequest: z.strictObject({ walletId: Id, requestId: Id, reason: z.optional(Words) }),
  dropMessage: z.strictObject({ grant: Secret, walletId: Id, requestId: Id }),
} as const

export type Calls = typeof CALLS
export type Asked<K extends keyof Calls> = z.input<Calls[K]>
export type Input<K extends keyof Calls> = z.infer<Calls[K]>
/** Calls that are about one wallet. */
export type OfOneWallet = {
  [K in keyof Calls]: Input<K> extends { walletId: string } ? K : never
}[keyof Calls]

/** Those of them that speak for a person. */
export type OfSpeaker = {
  [K in OfOneWallet]: Input<K> extends { grant: string } ? K : never
}[OfOneWallet]

type Issue = z.core.$ZodIssue

/** Of a message that may have several shapes, what is wrong with the one that it is nearest to. */
const nearest = (issue: Issue | undefined): Issue | undefined => {
  if (issue?.code !== 'invalid_union') return issue
  const [fewest] = issue.errors.toSorted((a, b) => a.length - b.length)
  const inner = nearest(fewest?.[0])
  return inner && { ...inner, path: [...issue.path, ...inner.path] }
}

/** Reads one message; throws CustodyRefusal 'BadInput' that names the field. */
export const parse = <K extends keyof Calls>(name: K, message: unknown): Input<K> => {
  const result = CALLS[name].safeParse(message)
  if (result.success) return result.data as Input<K>
  const issue = nearest(result.error.issues[0])
  const field = issue?.path.join('.') || 'the message'
  throw new CustodyRefusal('BadInput', `${name}: ${field} ${issue?.message ?? 'is not as it should be'}.`, {
    field,
  })
}
