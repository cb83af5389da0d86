import { encodeTaproot } from '#domain/bitcoin.ts'
import { checkEvidence } from '#server/custody/approval/evidence.ts'
import { changed, checkOpen, checkTime, findSignable } from '#server/custody/approval/proposal.ts'
import { checkSpend, spendOf } from '#server/custody/bitcoin/spend.ts'
import { bitcoinTermsOf } from '#server/custody/bitcoin/terms.ts'
import type { LogEntry } from '#server/custody/disk/chain.ts'
import {
  type BitcoinExact,
  type BitcoinSigning,
  type EventData,
  isBitcoinSigning,
  type Terms,
} from '#server/custody/event.ts'
import { checkHeld } from '#server/custody/hold/hold.ts'
import { demands } from '#server/custody/policy.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { nameOf, replay, type WalletState } from '#server/custody/state.ts'
import type { Sighted, WalletCopy } from './copies.ts'
import type { Terms as SpendTerms, Subject } from './message.ts'
import type { Judged } from './round.ts'
import { outputKey, type PublicShare } from './share.ts'
import type { Shares } from './shares.ts'
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
    { ...meaning, walletName },
  )
  const differing = Object.entries(own.terms).find(([line, text]) => terms[line as keyof Terms] !== text)
  if (differing) throw broken(txId, `is described as something else than it is (${differing[0]})`)
}

/** A higher fee than was proposed binds nobody who was, or is, to approve: it is what its owner alone may pay. */
const checkRaised = (all: readonly LogEntry[], proposal: EventData<'proposed'>, delay: number): void => {
  for (const [index, { type, data, at }] of all.entries()) {
    if (type !== 'raised' || data.txId !== proposal.txId) continue
    const { policies: versions } = replay(all.slice(0, index)).state
    if (proposal.policyVersion !== undefined || demands({ versions, now: Date.parse(at), delay }).length > 0)
      throw new CustodyRefusal('ApprovalMissing', 'Guardians have approved no more than the first fee.')
  }
}

/** Refuses a log that publishes another key than the one that this signer has a share of. */
const checkPublished = (state: WalletState, { network, from }: BitcoinExact, key: PublicShare): void => {
  const added = state.accounts.get(network)
  const address = encodeTaproot(outputKey(key), network)
  const { commitments, verifying } = key
  const same =
    added !== undefined &&
    JSON.stringify([added.commitments, added.verifying]) === JSON.stringify([commitments, verifying])
  if (!same || added.address !== address || from !== address)
    throw new CustodyRefusal('Broken', 'The log of this wallet is about another key than the one that signs.')
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

/**
 * What this signer would sign for a transaction, from its own copy of the wallet's log: by the rules and approvals that
 * the log had when it first came to 'signing', and at the time when this signer first saw that; of several attempts the
 * last one, by all that came before it.
 */
export const judgeSpend = async ({
  subject: { walletId, txId },
  copy: { entries, head },
  shares,
  delay,
}: {
  subject: Extract<Subject, { kind: 'spend' }>
  copy: WalletCopy
  shares: Shares
  /** In ms. */
  delay: number
}): Promise<Judged> => {
  const attempts = attemptsOf(entries, txId)
  const [first, last] = [attempts[0], attempts.at(-1)]
  const begun = first && entries[first.index]
  if (!first || !last || !begun)
    throw new CustodyRefusal(
      'UnknownTransaction',
      `The log does not say that transaction ${txId} is to be signed.`,
    )
  const { signing } = last
  const { network } = signing
  const share = await shares.find({ walletId, network })
  if (!share?.isFinal)
    throw new CustodyRefusal(
      'UnknownWallet',
      `There is no key of wallet ${walletId} on ${network} that is in use.`,
    )

  const all = timed(entries)
  // What came after may end it, but makes nothing right that was not.
  checkOpen(replay(all).state, txId)
  const before = replay(all.slice(0, first.index)).state
  const state = replay(all.slice(0, last.index)).state
  const now = begun.seenAt
  const proposal = findSignable(before, txId)
  const { exact, terms } = proposal
  if (exact.family !== 'bitcoin' || exact.network !== network) throw changed('Network')
  checkVersions(state)
  checkPublished(state, exact, share.key)
  checkOpen(before, txId)
  checkHeld(before, network)
  checkHeld(state, network)
  checkTime(exact.expiresAt, now)
  checkTerms(txId, exact, terms)
  await checkEvidence({ delay }, { state: before, ripe: () => now }, proposal)
  checkRaised(all.slice(0, last.index), proposal, delay)
  const meant = { ...proposal, exact }
  checkSpend(state, meant, signing)

  const spend = spendOf(state, meant, signing)
  try {
    const { digests } = draftSpend(spend, outputKey(share.key))
    return { share: share.open(), key: share.key, digests, spend: written(spend), head }
  } catch (error) {
    if (error instanceof Unfit) throw new CustodyRefusal('TransactionChanged', `${error.message}.`)
    throw error
  }
}

const written = ({ coins, amount, change, feeCeiling, ...rest }: Spend): SpendTerms => ({
  ...rest,
  coins: coins.map(({ value, ...coin }) => ({ ...coin, value: String(value) })),
  ...{ amount: String(amount), change: String(change), feeCeiling: String(feeCeiling) },
})
