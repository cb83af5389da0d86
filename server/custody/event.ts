import * as z from 'zod/mini'
import type { BitcoinNetwork } from '#domain/chain.ts'

const Network = z.enum(['mainnet', 'testnet', 'regtest'] satisfies BitcoinNetwork[])

const Guardian = z.object({ id: z.string(), email: z.string(), address: z.string() })

/** A confirmed guardian: `id` is the invite's id, `address` the EVM account that signs approvals. */
export type Guardian = z.infer<typeof Guardian>

/** What a transaction is, in the words of the text that guardians sign. */
const Terms = z.object({
  transaction: z.string(),
  wallet: z.string(),
  network: z.string(),
  action: z.string(),
  amount: z.string(),
  asset: z.string(),
  to: z.string(),
  data: z.string(),
  fee: z.string(),
  expires: z.string(),
  /** What the owner says to his guardians; absent for nothing. */
  note: z.optional(z.string()),
  /** Only where nothing is sent but more is to be paid for what hangs: which transaction, and the fee that it may cost so far. */
  raises: z.optional(z.string()),
  feeBefore: z.optional(z.string()),
})
export type Terms = z.infer<typeof Terms>

/**
 * What a transaction is, in the values that are signed. Amounts are smallest units; `asset` is the token that a send
 * moves, `item` its ERC-721 token id, `to` null where a contract is created.
 */
const EvmExact = z.object({
  family: z.literal('evm'),
  chainId: z.number(),
  action: z.enum(['send', 'call', 'creation']),
  from: z.string(),
  to: z.nullable(z.string()),
  value: z.string(),
  dataHash: z.string(),
  asset: z.nullable(
    z.object({
      contract: z.string(),
      decimals: z.number(),
      item: z.nullable(z.string()),
      /** By which the caller tells its tokens apart. */
      id: z.optional(z.string()),
    }),
  ),
  units: z.string(),
  recipient: z.nullable(z.string()),
  feeCeiling: z.string(),
  expiresAt: z.string(),
  /** Absent in older logs. */
  gas: z.optional(z.string()),
  /** Absent in older logs, and where guardians take their time: then the gas prices of the day are paid. */
  maxFeePerGas: z.optional(z.string()),
  maxPriorityFeePerGas: z.optional(z.string()),
})
export type EvmExact = z.infer<typeof EvmExact>

/** The same on Bitcoin: satoshi, and `rate` (per 1000 virtual bytes) as it was quoted. Which coins pay is not known yet. */
const BitcoinExact = z.object({
  family: z.literal('bitcoin'),
  network: Network,
  action: z.literal('send'),
  from: z.string(),
  recipient: z.string(),
  units: z.string(),
  feeCeiling: z.string(),
  expiresAt: z.string(),
  rate: z.string(),
})
export type BitcoinExact = z.infer<typeof BitcoinExact>

const Exact = z.discriminatedUnion('family', [EvmExact, BitcoinExact])
export type Exact = z.infer<typeof Exact>

/** A chain as the log names it: by its EIP-155 number, or as a network of Bitcoin. */
export type ChainKey = number | BitcoinNetwork

export const chainOf = (exact: Exact): ChainKey =>
  exact.family === 'bitcoin' ? exact.network : exact.chainId

/**
 * Of a transaction that was signed before and is not on its chain yet: which try this is, from 2 on, and whether it pays
 * nobody but the wallet, so that nothing is sent.
 */
const Attempt = { attempt: z.optional(z.number()), cancels: z.optional(z.literal(true)) }

const EvmSigning = z.object({
  ...Attempt,
  txId: z.string(),
  chainId: z.number(),
  nonce: z.number(),
  digest: z.string(),
  tx: z.string(),
  approvals: z.array(z.string()),
})
export type EvmSigning = z.infer<typeof EvmSigning>

/** The proposal has the rest: recipient, amount, and the most that what the coins leave may be. */
const BitcoinSigning = z.object({
  family: z.literal('bitcoin'),
  txId: z.string(),
  network: Network,
  /** `value` in satoshi. */
  coins: z.array(z.object({ txid: z.string(), vout: z.number(), value: z.string() })),
  /** What comes back to the wallet's own address, in satoshi; 0 for no output. */
  change: z.string(),
  approvals: z.array(z.string()),
  ...Attempt,
})
export type BitcoinSigning = z.infer<typeof BitcoinSigning>

/**
 * All of these coins, of an address whose key was replaced, to the address of the wallet's present key on the same network,
 * less a fee. Written before the old key is used.
 */
const Sweeping = z.object({
  txId: z.string(),
  network: Network,
  from: z.string(),
  to: z.string(),
  /** `value` in satoshi. */
  coins: z.array(z.object({ txid: z.string(), vout: z.number(), value: z.string() })),
  amount: z.string(),
})
export type Sweeping = z.infer<typeof Sweeping>

/** What is about to be signed. */
export type Signing = EvmSigning | BitcoinSigning

export const isBitcoinSigning = (signing: Signing): signing is BitcoinSigning => 'family' in signing

/** How a transaction ended: nobody was in time, it was taken back unsigned, or its nonce is spent for good. */
export const OUTCOMES = ['expired', 'withdrawn', 'final'] as const

/**
 * Why nothing of a wallet is signed: its address sent what its log does not know, the chain counts more than custody
 * signed, an operator took an older state of it, or custody was put back from a backup.
 */
export const HOLD_REASONS = ['unknown-transaction', 'count', 'older-state', 'restored'] as const

const Rules = z.object({
  version: z.number(),
  enabled: z.boolean(),
  consensus: z.number(),
  guardians: z.array(Guardian),
})

const event = <T extends string, D extends z.ZodMiniType>(type: T, data: D) =>
  z.object({ type: z.literal(type), data })

/** Everything that a wallet's log can say. */
export const LogEvent = z.discriminatedUnion('type', [
  event('created', z.object({ walletId: z.string(), address: z.string() })),
  /**
   * The public half of a key that nobody holds: each signer has a share of it (`verifying`). Once more on a network where a
   * new key takes the place of the last one.
   */
  event(
    'account-added',
    z.object({
      family: z.literal('bitcoin'),
      network: Network,
      address: z.string(),
      commitments: z.array(z.string()),
      verifying: z.array(z.string()),
    }),
  ),
  event('policy', Rules),
  /** Once more when an open invitation is sent again: the latest time counts. `owner` is his e-mail. */
  event(
    'invited',
    z.object({
      inviteId: z.string(),
      email: z.string(),
      emailKey: z.string(),
      owner: z.string(),
      expiresAt: z.string(),
    }),
  ),
  event('invite-ended', z.object({ inviteId: z.string(), by: z.enum(['owner', 'invited']) })),
  event(
    'invite-confirmed',
    z.object({
      inviteId: z.string(),
      address: z.string(),
      nonce: z.string(),
      timestamp: z.number(),
      message: z.string(),
      signature: z.string(),
      /** The version that has him as a guardian. Older logs have it as an entry of its own. */
      policy: z.optional(Rules),
    }),
  ),
  event(
    'proposed',
    z.object({
      txId: z.string(),
      /** Absent where nobody has to approve. */
      policyVersion: z.optional(z.number()),
      terms: Terms,
      /** Absent in older logs: what they proposed is signed no more. */
      exact: z.optional(Exact),
      /**
       * It is never signed itself: by its approvals the fee of what hangs may rise from this ceiling to its own, and all else
       * of it is as it was proposed.
       */
      raises: z.optional(z.object({ txId: z.string(), feeCeiling: z.string() })),
    }),
  ),
  event(
    'approved',
    z.object({
      txId: z.string(),
      guardianId: z.string(),
      address: z.string(),
      nonce: z.string(),
      timestamp: z.number(),
      logHead: z.string(),
      message: z.string(),
      signature: z.string(),
    }),
  ),
  event('declined', z.object({ txId: z.string(), guardianId: z.string(), reason: z.string() })),
  event('cancelled', z.object({ txId: z.string() })),
  event('ended', z.object({ txId: z.string(), outcome: z.enum(OUTCOMES), reason: z.optional(z.string()) })),
  /** Written before the key is used. `tx` is unsigned and serialised, `digest` what is signed of it. */
  event('signing', z.union([EvmSigning, BitcoinSigning])),
  event('sweeping', Sweeping),
  event('swept', z.object({ txId: z.string(), hash: z.string() })),
  /** The owner confirmed what a dApp asked to sign; `digest` (SHA-256) covers wallet, network, dApp and bytes. */
  event('message', z.object({ requestId: z.string(), digest: z.string() })),
  /** He cancelled it after all, before the dApp heard of it. */
  event('message-dropped', z.object({ requestId: z.string() })),
  event(
    'signed',
    z.object({
      txId: z.string(),
      hash: z.string(),
      approvals: z.array(z.string()),
      attempt: z.optional(z.number()),
    }),
  ),
  /**
   * Two of three signers refuse this attempt, from 2 on, for good: nobody has bytes of it, and what was raised for it is as it
   * was.
   */
  event('attempt-ended', z.object({ txId: z.string(), attempt: z.number(), reason: z.string() })),
  /**
   * What hangs may cost more than was meant: by its owner alone, where nobody had to approve it, or by the approvals of the
   * proposal `by`, which so comes to its end.
   */
  event('raised', z.object({ txId: z.string(), feeCeiling: z.string(), by: z.optional(z.string()) })),
  /** Nothing is signed on this chain, without one on none, until it is released. */
  event(
    'held',
    z.object({
      reason: z.enum(HOLD_REASONS),
      chainId: z.optional(z.number()),
      network: z.optional(Network),
      /** The transaction that nobody knows, and its nonce. */
      hash: z.optional(z.string()),
      nonce: z.optional(z.number()),
      /** Whose word the release takes beside the owner's: by the strictest rules that were known. */
      consent: z.optional(z.object({ required: z.number(), guardians: z.array(Guardian) })),
    }),
  ),
  /** `hold` is the entry that it is about. A guardian's word is signed (EIP-191). */
  event(
    'release-agreed',
    z.object({
      hold: z.number(),
      by: z.enum(['owner', 'guardian', 'operator']),
      guardianId: z.optional(z.string()),
      address: z.optional(z.string()),
      message: z.optional(z.string()),
      signature: z.optional(z.string()),
    }),
  ),
  /**
   * A guardian's signed word (EIP-191) that the owner, whose factors are lost, may set up others. `recovery` is the id of
   * the notice to the owner.
   */
  event(
    'recovery-agreed',
    z.object({
      recovery: z.string(),
      guardianId: z.string(),
      address: z.string(),
      message: z.string(),
      signature: z.string(),
    }),
  ),
  /**
   * `nonce` is the next one: the chain finally counted all before it. `isBack`: a release before this one believed a
   * chain that counts less; what was never signed is signed after all. Bitcoin counts nothing.
   */
  event(
    'released',
    z.union([
      z.object({ chainId: z.number(), nonce: z.number(), isBack: z.optional(z.literal(true)) }),
      z.object({ network: Network }),
    ]),
  ),
  /** An entry before this one has a time (`from`) that was never true; this one has the right time. */
  event('clock-corrected', z.object({ from: z.string() })),
])
export type LogEvent = z.infer<typeof LogEvent>
export type EventData<T extends LogEvent['type']> = Extract<LogEvent, { type: T }>['data']
