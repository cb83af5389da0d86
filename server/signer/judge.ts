import { encodeTaproot } from '#domain/bitcoin.ts'
import { checkEvidence } from '#server/custody/approval/evidence.ts'
import { changed, checkOpen, checkTime, findSignable } from '#server/custody/approval/proposal.ts'
import { checkSpend, spendOf } from '#server/custody/bitcoin/spend.ts'
import { checkSweep, keyOf, sweepOf } from '#server/custody/bitcoin/sweepspend.ts'
import { bitcoinTermsOf } from '#server/custody/bitcoin/terms.ts'
import type { LogEntry } from '#server/custody/disk/chain.ts'
import {
  type BitcoinExact,
  type BitcoinSigning,
  type EventData,
  isBitcoinSigning,
  type Sweeping,
  type Terms,
} from '#server/custody/event.ts'
import { checkHeld } from '#server/custody/hold/hold.ts'
import { demands } from '#server/custody/policy.ts'
import { checkRaise } from '#server/custody/raise/check.ts'
import { findRaise } from '#server/custody/raise/raise.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { nameOf, replay, type WalletState } from '#server/custody/state.ts'
import type { Sighted, WalletCopy } from './copies.ts'
import type { Terms as SpendTerms, Subject } from './message.ts'
import type { Judged } from './round.ts'
import { outputKey } from './share.ts'
import type { Kept, Shares } from './shares.ts'
import { draftSpend, type Spend, Unfit } from './spend.ts'

/** Where the log published the address of a key: nothing could be lost before that. */
const publishedAt = (entries: readonly Sighted[]): number =>
  entries.findIndex(({ entry }) => entry.type === 'account-added')

/**
 * Entries with the times by which this signer lets delays end: when it first saw them. What stands before the wallet
 * had an address here counts from its own time, if that is earlier.
 */
const timed = (entries: readonly Sighted[]): LogEntry[] => {
  const published = publishedAt(entries)
  return entries.map(({ entry, seenAt }, index) => {
    const own = Date.parse(entry.at)
    const at = index <= published && own < seenAt ? own : seenAt
    return { ...entry, at: new Date(at).toISOString() }
  })
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const broken = (txId: string, what: string) =>
  new CustodyRefusal('Broken', `Transaction ${txId} ${what}. Nothing is signed for it.`)

/** Versions of rules follow each other, so that no older one can be named like a newer one. */
const checkVersions = ({ policies }: WalletState): void => {
  const wrong = policies.find(({ version }, index) => version !== index + 1)
  if (wrong)
    throw new CustodyRefusal('Broken', 'The versions of this wallet’s rules do not follow each other.')
}

/** What guardians read says what is signed, but for the wallet's name, which is its owner's. */
const checkTerms = (txId: string, exact: BitcoinExact, terms: Terms): void => {
  const { network, from, recipient, units: amount, ...meaning } = exact
  const walletName = nameOf(terms)
  const own = bitcoinTermsOf(
    txId,
    from,
    { family: 'bitcoin', network, recipient, amount },
    { ...meaning, walletName, note: terms.note },
  )
  const differing = Object.entries({ note: undefined, ...own.terms }).find(
    ([line, text]) => terms[line as keyof Terms] !== text,
  )
  if (differing) throw broken(txId, `is described as something else than it is (${differing[0]})`)
}

/** The same log with the ceiling that this signer believes; undefined for the one that was proposed. */
const withCeiling = (state: WalletState, txId: string, ceiling: string | undefined): WalletState => {
  const ceilings = new Map(state.ceilings)
  if (ceiling === undefined) ceilings.delete(txId)
  else ceilings.set(txId, ceiling)
  return { ...state, ceilings }
}

/**
 * A higher fee than was proposed binds nobody who was, or is, to approve: it is what its owner alone may pay. Or guardians
 * approved it, each with his signature, by the log and at the time when this signer first saw that it is to count.
 */
const checkRaised = async (
  state: WalletState,
  { data, at, seenAt: now }: { data: EventData<'raised'>; at: string; seenAt: number },
  proposal: EventData<'proposed'>,
  delay: number,
): Promise<void> => {
  if (data.by !== undefined) {
    const raise = findRaise(state, data.by)
    // The log may have other words under its id by now: what guardians read has to be what is signed.
    if (!isSame(findSignable(state, data.txId), proposal)) throw changed('Terms')
    if (raise.raises.txId !== data.txId || raise.exact.feeCeiling !== data.feeCeiling) throw changed('Fee')
    return checkRaise({ delay }, { state, now, ripe: () => now }, raise)
  }
  const { policies: versions } = state
  if (proposal.policyVersion !== undefined || demands({ versions, now: Date.parse(at), delay }).length > 0)
    throw new CustodyRefusal('ApprovalMissing', 'Guardians have approved no more than the first fee.')
}

/**
 * The log with the last ceiling that this signer believes, and why it believes no higher one: a raise that does not hold for it
 * raises nothing.
 */
const believed = async (
  entries: readonly Sighted[],
  proposal: EventData<'proposed'>,
  delay: number,
): Promise<{ state: WalletState; doubt?: unknown }> => {
  const { txId } = proposal
  const all = timed(entries)
  const { state } = replay(all)
  let ceiling: string | undefined
  let doubt: unknown
  for (const { seq } of state.raises.get(txId) ?? []) {
    const [entry, seenAt] = [all[seq - 1], entries[seq - 1]?.seenAt]
    if (entry?.type !== 'raised' || seenAt === undefined) continue
    const before = withCeiling(replay(all.slice(0, seq - 1)).state, txId, ceiling)
    try {
      await checkRaised(before, { ...entry, seenAt }, proposal, delay)
      ceiling = entry.data.feeCeiling
      doubt = undefined
    } catch (error) {
      doubt ??= error
    }
  }
  return { state: withCeiling(state, txId, ceiling), doubt }
}

/** Where it costs too much only by what this signer believes, the reason for that is the answer. */
const checkBelieved = (run: () => void, doubt: unknown): void => {
  try {
    run()
  } catch (error) {
    if (doubt !== undefined && error instanceof CustodyRefusal && error.code === 'FeeAboveCeiling')
      throw doubt
    throw error
  }
}

/**
 * This signer's share of the key that the log has for an address. Throws where that is in no use here, and where the log
 * publishes another key than the one that this signer has a share of.
 */
const shareAt = async (
  shares: Shares,
  { walletId, keys }: { walletId: string; keys: WalletState['keys'] },
  { network, from }: Pick<BitcoinExact, 'network' | 'from'>,
): Promise<Kept> => {
  const found = keyOf({ keys }, network, from)
  const other = () =>
    new CustodyRefusal('Broken', 'The log of this wallet is about another key than the one that signs.')
  // Where the log has no such address, the share says what is missing.
  const generation = found && found.generation > 1 ? found.generation : undefined
  const share = await shares.find({ walletId, network, generation })
  if (!share?.isFinal)
    throw new CustodyRefusal(
      'UnknownWallet',
      `There is no key of wallet ${walletId} on ${network} that is in use.`,
    )
  const { commitments, verifying } = share.key
  const same =
    found !== undefined && isSame([found.key.commitments, found.key.verifying], [commitments, verifying])
  if (!same || encodeTaproot(outputKey(share.key), network) !== from) throw other()
  return share
}

const judged = (share: Kept, spend: Spend, head: Judged['head']): Judged => {
  try {
    const { digests } = draftSpend(spend, outputKey(share.key))
    return { share: share.open(), key: share.key, digests, spend: written(spend), head }
  } catch (error) {
    if (error instanceof Unfit) throw new CustodyRefusal('TransactionChanged', `${error.message}.`)
    throw error
  }
}

/**
 * Coins of a key that was replaced go to the key that took its place, and nowhere else: nobody has approved it. This signer
 * has a share of both, and of no later one.
 */
const judgeSweep = async (
  { entry: sweeping, before }: { entry: Sweeping; before: readonly LogEntry[] },
  { subject: { walletId }, copy: { head }, shares }: Pick<Judging, 'subject' | 'copy' | 'shares'>,
): Promise<Judged> => {
  const { state } = replay(before)
  const { network, from, to } = sweeping
  checkHeld(state, network)
  checkSweep(state, sweeping)
  const of = { walletId, keys: state.keys }
  await shareAt(shares, of, { network, from: to })
  const made = state.keys.get(network)?.length ?? 0
  if ((await shares.find({ walletId, network, generation: made + 1 }))?.isFinal)
    throw new CustodyRefusal('Broken', 'The log of this wallet does not know its latest key.')
  return judged(await shareAt(shares, of, { network, from }), sweepOf(sweeping), head)
}

/**
 * Where the log says that a transaction is to be signed, for the first time and again at a higher fee. Each attempt has
 * its number: two of one number could both get onto the chain.
 */
const attemptsOf = (
  entries: readonly Sighted[],
  txId: string,
): { index: number; signing: BitcoinSigning }[] => {
  const made: { index: number; signing: BitcoinSigning }[] = []
  for (const [index, { entry }] of entries.entries()) {
    if (entry.type !== 'signing' || entry.data.txId !== txId) continue
    if (!isBitcoinSigning(entry.data)) throw changed('Network')
    made.push({ index, signing: entry.data })
    if ((entry.data.attempt ?? 1) !== made.length)
      throw broken(
        txId,
        `has an attempt ${entry.data.attempt ?? 1} where there should be number ${made.length}`,
      )
  }
  return made
}

interface Judging {
  subject: Extract<Subject, { kind: 'spend' }>
  copy: WalletCopy
  shares: Shares
  /** In ms. */
  delay: number
}

/**
 * What this signer would sign for a transaction, from its own copy of the wallet's log: by the rules and approvals that
 * the log had when it first came to 'signing', and at the time when this signer first saw that; of several attempts the
 * last one that did not end, by all that came before it.
 */
export const judgeSpend = async ({
  subject,
  copy: { entries, head },
  shares,
  delay,
}: Judging): Promise<Judged> => {
  const { walletId, txId } = subject
  const at = entries.findIndex(({ entry }) => entry.type === 'sweeping' && entry.data.txId === txId)
  const sweep = entries[at]?.entry
  if (sweep?.type === 'sweeping')
    return judgeSweep(
      { entry: sweep.data, before: entries.slice(0, at).map(({ entry }) => entry) },
      { subject, copy: { entries, head }, shares },
    )
  const attempts = attemptsOf(entries, txId)
  const all = timed(entries)
  const whole = replay(all).state
  const made = whole.attempts.get(txId) ?? []
  const [first, last] = [attempts[0], attempts.findLast((_, index) => !made[index]?.isEnded)]
  const begun = first && entries[first.index]
  if (!first || !last || !begun)
    throw new CustodyRefusal(
      'UnknownTransaction',
      `The log does not say that transaction ${txId} is to be signed.`,
    )
  const { signing } = last
  const { network } = signing
  // What came after may end it, but makes nothing right that was not.
  checkOpen(whole, txId)
  const before = replay(all.slice(0, first.index)).state
  const now = begun.seenAt
  const proposal = findSignable(before, txId)
  const { exact, terms } = proposal
  if (exact.family !== 'bitcoin' || exact.network !== network) throw changed('Network')
  const { state, doubt } = await believed(entries.slice(0, last.index), proposal, delay)
  checkVersions(state)
  const share = await shareAt(shares, { walletId, keys: state.keys }, exact)
  checkOpen(before, txId)
  checkHeld(before, network)
  checkHeld(state, network)
  checkTime(exact.expiresAt, now)
  checkTerms(txId, exact, terms)
  await checkEvidence({ delay }, { state: before, ripe: () => now }, proposal)
  const meant = { ...proposal, exact }
  checkBelieved(() => checkSpend(state, meant, signing), doubt)
  return judged(share, spendOf(state, meant, signing), head)
}

const written = ({ coins, amount, change, feeCeiling, ...rest }: Spend): SpendTerms => ({
  ...rest,
  coins: coins.map(({ value, ...coin }) => ({ ...coin, value: String(value) })),
  ...{ amount: String(amount), change: String(change), feeCeiling: String(feeCeiling) },
})
