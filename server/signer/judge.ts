import { encodeTaproot } from '#domain/bitcoin.ts'
import { checkEvidence } from '#server/custody/approval/evidence.ts'
import { changed, checkOpen, checkTime, findSignable } from '#server/custody/approval/proposal.ts'
import { bitcoinTermsOf } from '#server/custody/bitcoin/terms.ts'
import type { LogEntry } from '#server/custody/disk/chain.ts'
import {
  type BitcoinExact,
  type BitcoinSigning,
  isBitcoinSigning,
  type Terms,
} from '#server/custody/event.ts'
import { checkHeld } from '#server/custody/hold/hold.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { nameOf, replay, type WalletState } from '#server/custody/state.ts'
import type { Sighted, WalletCopy } from './copies.ts'
import type { Subject } from './message.ts'
import type { Judged } from './round.ts'
import { outputKey, type PublicShare } from './share.ts'
import type { Shares } from './shares.ts'
import { draftSpend, Spend, Unfit } from './spend.ts'

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

/** A coin is in one open transaction only: else one of two that were agreed to would never be paid. */
const checkCoins = ({ signings, ends }: WalletState, { txId, network, coins }: BitcoinSigning): void => {
  const mine = new Set(coins.map(({ txid, vout }) => `${txid}:${vout}`))
  for (const other of signings.values()) {
    if (!isBitcoinSigning(other) || other.txId === txId || other.network !== network || ends.has(other.txId))
      continue
    const taken = other.coins.find(({ txid, vout }) => mine.has(`${txid}:${vout}`))
    if (taken)
      throw new CustodyRefusal(
        'CoinTaken',
        `Coin ${taken.txid}:${taken.vout} is being spent by another transaction.`,
      )
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
 * What this signer would sign for a transaction, from its own copy of the wallet's log: by the rules, approvals and
 * coins that the log had when it came to 'signing', and at the time when this signer first saw that.
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
  const at = entries.findIndex(({ entry }) => entry.type === 'signing' && entry.data.txId === txId)
  const begun = entries[at]
  if (begun?.entry.type !== 'signing')
    throw new CustodyRefusal(
      'UnknownTransaction',
      `The log does not say that transaction ${txId} is to be signed.`,
    )
  const signing = begun.entry.data
  if (!isBitcoinSigning(signing)) throw changed('Network')
  const { network, coins, change } = signing
  const share = await shares.find({ walletId, network })
  if (!share?.isFinal)
    throw new CustodyRefusal(
      'UnknownWallet',
      `There is no key of wallet ${walletId} on ${network} that is in use.`,
    )

  const all = timed(entries)
  // What came after may end it, but makes nothing right that was not.
  checkOpen(replay(all).state, txId)
  const { state } = replay(all.slice(0, at + 1))
  const before = replay(all.slice(0, at)).state
  const now = begun.seenAt
  const proposal = findSignable(before, txId)
  const { exact, terms } = proposal
  if (exact.family !== 'bitcoin' || exact.network !== network) throw changed('Network')
  checkVersions(state)
  checkPublished(state, exact, share.key)
  checkOpen(before, txId)
  checkHeld(before, network)
  checkTime(exact.expiresAt, now)
  checkTerms(txId, exact, terms)
  checkCoins(before, signing)
  await checkEvidence({ delay }, { state: before, ripe: () => now }, proposal)

  const { recipient, units: amount, feeCeiling } = exact
  const spend = { network, coins, recipient, amount, change, feeCeiling }
  try {
    const { digests } = draftSpend(Spend.parse(spend), outputKey(share.key))
    return { share: share.open(), key: share.key, digests, spend, head }
  } catch (error) {
    if (error instanceof Unfit) throw new CustodyRefusal('TransactionChanged', `${error.message}.`)
    throw error
  }
}
