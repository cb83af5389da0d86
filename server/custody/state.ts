import type { BitcoinNetwork } from '#domain/chain.ts'
import type { LogEntry } from './disk/chain.ts'
import {
  type ChainKey,
  type EventData,
  isBitcoinSigning,
  type Signing,
  type Sweeping,
  type Terms,
} from './event.ts'
import type { PolicyVersion } from './policy.ts'
import { CustodyRefusal } from './refusal.ts'

/** `version` is the policy version that was the latest one then. */
type Made<K extends 'approved' | 'declined'> = { kind: K; at: string; version: number } & EventData<K>
export type Decision = Made<'approved'> | Made<'declined'>

/** Who was asked to guard the wallet: first and last when; `ended` without an acceptance. Times are ISO. */
export interface Invitation extends EventData<'invited'> {
  invitedAt: string
  askedAt: string
  ended?: { by: 'owner' | 'invited'; at: string }
}

/**
 * Why nothing is signed for a transaction any more; 'final' is what became of a signed one, 'raised' of what was only to
 * raise the fee of another one.
 */
export interface End {
  outcome: 'cancelled' | 'raised' | EventData<'ended'>['outcome']
  reason?: string | undefined
}

/** Why nothing is signed, and who agreed that it goes on. */
export interface Hold extends EventData<'held'> {
  /** Of its entry. */
  seq: number
  at: string
  agreed: { owner: boolean; operator: boolean; guardians: Set<string> }
  /** Chains on which it is over. */
  released: Set<ChainKey>
}

/** One of the transactions that were signed for the same send: at most one of them gets onto the chain. */
export interface Attempt {
  signing: Signing
  /** Once it is signed. */
  hash?: string
  /** Its signers refuse it for good. */
  isEnded?: true
}

/** Those that were, or may still be, signed. */
export const liveOf = (attempts: readonly Attempt[] = []): readonly Attempt[] =>
  attempts.filter(({ isEnded }) => !isEnded)

/** A ceiling that was raised, by which entry, and after how many attempts. */
export interface Raised extends EventData<'raised'> {
  seq: number
  after: number
}

/** What moved coins of a replaced key to the wallet's present one. */
export interface Sweep {
  sweeping: Sweeping
  /** Once it is signed. */
  hash?: string
}

/** Where it holds; undefined for everywhere. */
export const heldOn = ({ chainId, network }: EventData<'held'>): ChainKey | undefined => chainId ?? network

/** What a wallet's log adds up to, as far as it was read. */
interface Account {
  entries: LogEntry[]
  head: string
  accounts: Map<BitcoinNetwork, EventData<'account-added'>>
  keys: Map<BitcoinNetwork, EventData<'account-added'>[]>
  sweeps: Map<string, Sweep>
  policies: PolicyVersion[]
  invitations: Map<string, Invitation>
  invites: EventData<'invite-confirmed'>[]
  proposals: Map<string, EventData<'proposed'>>
  open: Map<string, string>
  decisions: Map<string, Decision[]>
  ends: Map<string, End>
  signings: Map<string, Signing>
  attempts: Map<string, Attempt[]>
  ceilings: Map<string, string>
  raises: Map<string, readonly Raised[]>
  next: Map<number, number>
  /** After what older versions took without an entry. */
  earlier: Map<number, number>
  gone: Set<number>
  pins: Map<string, Pin>
  contracts: Map<string, string>
  /** Both of all that did not end unsent, so that an end needs no look at all others. */
  pinned: { pins: Map<string, Map<string, Pin>>; contracts: Map<string, Map<string, string>> }
  signed: Map<string, EventData<'signed'>>
  messages: Map<string, string>
  nonces: Set<string>
  holds: Hold[]
  recoveries: Map<string, Set<string>>
  counted: Map<number, number>
}

/** What a wallet's log adds up to. */
export interface WalletState {
  readonly entries: readonly LogEntry[]
  readonly head: string
  /** Accounts beside the one of the wallet's own key. */
  readonly accounts: ReadonlyMap<BitcoinNetwork, EventData<'account-added'>>
  /** With those whose key was replaced, oldest first: the last one is in use. */
  readonly keys: ReadonlyMap<BitcoinNetwork, readonly EventData<'account-added'>[]>
  readonly sweeps: ReadonlyMap<string, Sweep>
  readonly policies: readonly PolicyVersion[]
  readonly invitations: ReadonlyMap<string, Invitation>
  /** Those that were accepted. */
  readonly invites: readonly EventData<'invite-confirmed'>[]
  readonly proposals: ReadonlyMap<string, EventData<'proposed'>>
  /** Those that did not end, with when they were proposed (ISO). */
  readonly open: ReadonlyMap<string, string>
  /** By transaction, in the order they were made. */
  readonly decisions: ReadonlyMap<string, readonly Decision[]>
  readonly ends: ReadonlyMap<string, End>
  /** What was, or was about to be, signed: the latest attempt that did not end. */
  readonly signings: ReadonlyMap<string, Signing>
  /** All attempts, in their order. */
  readonly attempts: ReadonlyMap<string, readonly Attempt[]>
  /** Fee ceilings that were raised. */
  readonly ceilings: ReadonlyMap<string, string>
  /** By transaction, in their order; without those that went with their attempt. */
  readonly raises: ReadonlyMap<string, readonly Raised[]>
  /** By chain id, the nonce that is looked at next; a chain on which nothing was signed has none. See `nextOf`. */
  readonly next: ReadonlyMap<number, number>
  /** By chain id, the nonce after what older versions took without an entry. */
  readonly earlier: ReadonlyMap<number, number>
  /** Chains on which that went back once: later ones may be taken. */
  readonly gone: ReadonlySet<number>
  /** Of tokens that were sent, or are about to be, as they were the first time; by `tokenKey`. */
  readonly pins: ReadonlyMap<string, Pin>
  /** By the caller's id of a token, its chain and contract as they were when it was first sent. */
  readonly contracts: ReadonlyMap<string, string>
  readonly signed: ReadonlyMap<string, EventData<'signed'>>
  /** Digests of confirmed texts, by the dApp's request. */
  readonly messages: ReadonlyMap<string, string>
  readonly nonces: ReadonlySet<string>
  /** In the order they came; released ones, too. */
  readonly holds: readonly Hold[]
  /** Guardians who agreed that the owner sets up other factors, by the notice to him. */
  readonly recoveries: ReadonlyMap<string, ReadonlySet<string>>
  /** By chain id, how many transactions of the address were counted at a release. */
  readonly counted: ReadonlyMap<number, number>
}

const decide = ({ decisions }: Account, decision: Decision): void => {
  const made = decisions.get(decision.txId)
  if (made) made.push(decision)
  else decisions.set(decision.txId, [decision])
}

/** How a token was named when it was first sent. */
export interface Pin {
  decimals: number
  symbol: string
}

/** The symbol behind the amount of a send, as guardians read it. */
export const symbolOf = ({ amount }: Terms): string => amount.slice(amount.indexOf(' ') + 1)

/** The wallet's name before its address, as guardians read it. */
export const nameOf = ({ wallet }: Terms): string => wallet.slice(0, wallet.lastIndexOf(' '))

/** One token of one chain. */
export const tokenKey = (chainId: number, contract: string): string => `${chainId} ${contract.toLowerCase()}`

/** What is named by the first of those that were sent, or are about to be. */
interface Naming<T> {
  /** By name. */
  first: Map<string, T>
  /** By name and transaction, in their order. */
  all: Map<string, Map<string, T>>
}

const name = <T>({ first, all }: Naming<T>, key: string, txId: string, value: T): void => {
  const named = all.get(key) ?? new Map<string, T>()
  all.set(key, named.set(txId, value))
  if (!first.has(key)) first.set(key, value)
}

const unname = <T>({ first, all }: Naming<T>, key: string, txId: string): void => {
  const named = all.get(key)
  if (!named?.delete(txId)) return
  first.delete(key)
  for (const next of named.values()) {
    first.set(key, next)
    return
  }
}

const pin = ({ pins, contracts, pinned }: Account, { txId, exact, terms }: EventData<'proposed'>): void => {
  if (exact?.family !== 'evm' || !exact.asset) return
  const { contract, decimals, id } = exact.asset
  const key = tokenKey(exact.chainId, contract)
  name({ first: pins, all: pinned.pins }, key, txId, { decimals, symbol: symbolOf(terms) })
  if (id !== undefined) name({ first: contracts, all: pinned.contracts }, id, txId, key)
}

/** What ended unsent names no token: the next one that did not does. */
const unpin = ({ pins, contracts, pinned, proposals, ends }: Account, txId: string): void => {
  const { exact } = proposals.get(txId) ?? {}
  if (exact?.family !== 'evm' || !exact.asset || ends.get(txId)?.outcome === 'final') return
  const { contract, id } = exact.asset
  unname({ first: pins, all: pinned.pins }, tokenKey(exact.chainId, contract), txId)
  if (id !== undefined) unname({ first: contracts, all: pinned.contracts }, id, txId)
}

const agree = ({ holds }: Account, { hold, by, guardianId }: EventData<'release-agreed'>): void => {
  const agreed = holds.find(({ seq }) => seq === hold)?.agreed
  if (!agreed) return
  if (by === 'guardian') agreed.guardians.add(guardianId ?? '')
  else agreed[by] = true
}

const letGo = ({ holds }: Account, chain: ChainKey): void => {
  for (const hold of holds) if ((heldOn(hold) ?? chain) === chain) hold.released.add(chain)
}

const release = (account: Account, data: EventData<'released'>): void => {
  if ('network' in data) {
    letGo(account, data.network)
    return
  }
  const { chainId, nonce, isBack } = data
  account.counted.set(chainId, nonce)
  if (isBack) {
    account.gone.add(chainId)
    account.next.set(chainId, Math.max(account.earlier.get(chainId) ?? 0, nonce))
    return
  }
  letGo(account, chainId)
  account.next.set(chainId, Math.max(account.next.get(chainId) ?? 0, nonce))
}

/** What was written under a time that never was counts from when that was put right. */
const correct = ({ policies }: Account, at: number): void => {
  for (const [index, policy] of policies.entries()) if (policy.at > at) policies[index] = { ...policy, at }
}

/** Nonces of one chain that were taken, in their order. */
export const takenOn = ({ signings }: Pick<WalletState, 'signings'>, chainId: number): number[] =>
  [...signings.values()]
    .flatMap((one) => (!isBitcoinSigning(one) && one.chainId === chainId ? [one.nonce] : []))
    .sort((a, b) => a - b)

/** The first nonce of a chain that was never taken, from where this wallet looks on. */
export const nextOf = (state: WalletState, chainId: number): number => {
  let nonce = state.next.get(chainId) ?? 0
  if (state.gone.has(chainId)) for (const taken of takenOn(state, chainId)) if (taken === nonce) nonce += 1
  return nonce
}

const use = ({ next }: Account, chainId: number, nonce: number): void => {
  next.set(chainId, Math.max(next.get(chainId) ?? 0, nonce + 1))
}

const sign = ({ attempts }: Account, { txId, hash, attempt = 1 }: EventData<'signed'>): void => {
  const made = attempts.get(txId)?.[attempt - 1]
  if (made) made.hash = hash
}

const raise = (account: Account, data: EventData<'raised'>, seq: number): void => {
  const { ceilings, raises, attempts, ends, open } = account
  const { txId, feeCeiling, by } = data
  ceilings.set(txId, feeCeiling)
  const after = attempts.get(txId)?.length ?? 0
  raises.set(txId, [...(raises.get(txId) ?? []), { ...data, seq, after }])
  if (by === undefined) return
  ends.set(by, { outcome: 'raised' })
  open.delete(by)
}

/** The first one ends with its transaction alone, and one that was signed does not end. */
const endAttempt = (account: Account, { txId, attempt, reason }: EventData<'attempt-ended'>): void => {
  const { attempts, signings, raises, ceilings, ends } = account
  const made = attempts.get(txId) ?? []
  const one = made[attempt - 1]
  if (attempt < 2 || !one || one.hash !== undefined) return
  one.isEnded = true
  const last = liveOf(made).at(-1)
  if (last) signings.set(txId, last.signing)
  const before = 1 + made.findLastIndex(({ isEnded }, index) => index < attempt - 1 && !isEnded)
  const raised = raises.get(txId) ?? []
  const kept = raised.filter(({ after }) => after < before)
  raises.set(txId, kept)
  const ceiling = kept.at(-1)?.feeCeiling
  if (ceiling === undefined) ceilings.delete(txId)
  else ceilings.set(txId, ceiling)
  for (const { by, after } of raised)
    if (by !== undefined && after >= before) ends.set(by, { outcome: 'withdrawn', reason })
}

const take = (account: Account, entry: LogEntry): void => {
  const { policies, invitations, invites, proposals, ends, signings, attempts, signed, messages, nonces } =
    account
  const version = policies.at(-1)?.version ?? 0
  switch (entry.type) {
    case 'created':
      break
    case 'account-added':
      account.accounts.set(entry.data.network, entry.data)
      account.keys.set(entry.data.network, [...(account.keys.get(entry.data.network) ?? []), entry.data])
      break
    case 'policy':
      policies.push({ ...entry.data, at: Date.parse(entry.at) })
      break
    case 'invited': {
      const { inviteId } = entry.data
      const { invitedAt } = invitations.get(inviteId) ?? { invitedAt: entry.at }
      invitations.set(inviteId, { ...entry.data, invitedAt, askedAt: entry.at })
      break
    }
    case 'invite-ended': {
      const { inviteId, by } = entry.data
      const invitation = invitations.get(inviteId)
      if (invitation) invitations.set(inviteId, { ...invitation, ended: { by, at: entry.at } })
      break
    }
    case 'invite-confirmed':
      invites.push(entry.data)
      if (entry.data.policy) policies.push({ ...entry.data.policy, at: Date.parse(entry.at) })
      nonces.add(entry.data.nonce)
      break
    case 'proposed':
      proposals.set(entry.data.txId, entry.data)
      account.open.set(entry.data.txId, entry.at)
      pin(account, entry.data)
      break
    case 'approved':
      decide(account, { kind: 'approved', at: entry.at, version, ...entry.data })
      nonces.add(entry.data.nonce)
      break
    case 'declined':
      decide(account, { kind: 'declined', at: entry.at, version, ...entry.data })
      break
    case 'cancelled':
      ends.set(entry.data.txId, { outcome: 'cancelled' })
      account.open.delete(entry.data.txId)
      unpin(account, entry.data.txId)
      break
    case 'ended':
      ends.set(entry.data.txId, entry.data)
      account.open.delete(entry.data.txId)
      unpin(account, entry.data.txId)
      break
    case 'signing':
      signings.set(entry.data.txId, entry.data)
      attempts.set(entry.data.txId, [...(attempts.get(entry.data.txId) ?? []), { signing: entry.data }])
      if (!isBitcoinSigning(entry.data)) use(account, entry.data.chainId, entry.data.nonce)
      break
    case 'sweeping':
      account.sweeps.set(entry.data.txId, { sweeping: entry.data })
      break
    case 'swept': {
      const sweep = account.sweeps.get(entry.data.txId)
      if (sweep) sweep.hash = entry.data.hash
      break
    }
    case 'message':
      messages.set(entry.data.requestId, entry.data.digest)
      break
    case 'message-dropped':
      messages.delete(entry.data.requestId)
      break
    case 'signed':
      signed.set(entry.data.txId, entry.data)
      sign(account, entry.data)
      break
    case 'raised':
      raise(account, entry.data, entry.seq)
      break
    case 'attempt-ended':
      endAttempt(account, entry.data)
      break
    case 'held': {
      const agreed = { owner: false, operator: false, guardians: new Set<string>() }
      account.holds.push({ ...entry.data, seq: entry.seq, at: entry.at, agreed, released: new Set() })
      break
    }
    case 'release-agreed':
      agree(account, entry.data)
      break
    case 'recovery-agreed': {
      const { recovery, guardianId } = entry.data
      account.recoveries.set(recovery, new Set(account.recoveries.get(recovery)).add(guardianId))
      break
    }
    case 'released':
      release(account, entry.data)
      break
    case 'clock-corrected':
      correct(account, Date.parse(entry.at))
      break
    default:
      throw new CustodyRefusal(
        'Broken',
        `A log has an entry that this version does not know: ${entry satisfies never}`,
      )
  }
  account.entries.push(entry)
  account.head = entry.hash
}

/** A wallet's state that grows with its log: each entry is read once, however long the log gets. */
export interface Growing {
  readonly state: WalletState
  add(entries: readonly LogEntry[]): void
  /** A nonce that an older version took and did not write into the log. */
  use(chainId: number, nonce: number): void
}

export const replay = (entries: readonly LogEntry[]): Growing => {
  const account: Account = {
    entries: [],
    head: '',
    accounts: new Map(),
    keys: new Map(),
    sweeps: new Map(),
    policies: [],
    invitations: new Map(),
    invites: [],
    proposals: new Map(),
    open: new Map(),
    decisions: new Map(),
    ends: new Map(),
    signings: new Map(),
    attempts: new Map(),
    ceilings: new Map(),
    raises: new Map(),
    next: new Map(),
    earlier: new Map(),
    gone: new Set(),
    pins: new Map(),
    contracts: new Map(),
    pinned: { pins: new Map(), contracts: new Map() },
    signed: new Map(),
    messages: new Map(),
    nonces: new Set(),
    holds: [],
    recoveries: new Map(),
    counted: new Map(),
  }
  const add = (added: readonly LogEntry[]): void => {
    for (const entry of added) take(account, entry)
  }
  add(entries)
  return {
    state: account,
    add,
    use(chainId, nonce) {
      use(account, chainId, nonce)
      account.earlier.set(chainId, Math.max(account.earlier.get(chainId) ?? 0, nonce + 1))
    },
  }
}
