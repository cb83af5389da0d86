import { makeQueue } from '#server/async/queue.ts'
import type { LogEntry } from '#server/custody/disk/chain.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { LineLog } from '#server/line/line.ts'
import { PAIRS, testDigest } from './ceremony.ts'
import type { Answer, Ask, Subject } from './message.ts'
import { isForGood, type Signers } from './port.ts'
import { digestOf, readSaid } from './round.ts'
import { Fault, hexOf, othersOf, outputKey, PARTIES, type Party, type PublicShare } from './share.ts'
import type { KeyName } from './shares.ts'
import { joinPieces } from './signing.ts'
import { draftSpend, Spend } from './spend.ts'

/** Entries of one message. */
const ENTRIES_AT_ONCE = 500

const away = (detail: string) =>
  new CustodyRefusal(
    'SignersAway',
    `Not enough signers answer (${detail}). Nothing is lost; it goes on once they do.`,
  )

const isAway = (error: unknown): boolean =>
  error instanceof CustodyRefusal && ['Unreachable', 'Locked'].includes(error.code)

/** It refuses for now, or for what is the other one's: the same asked again may succeed. */
const isPassing = (error: unknown): boolean => error instanceof CustodyRefusal && error.code === 'OutOfOrder'

/** One of a pair did not answer, or said no. */
class Refused extends Error {
  readonly party: Party
  /** After it heard the other one, whose word may be why. */
  readonly hasHeard: boolean

  constructor(party: Party, hasHeard: boolean, cause: unknown) {
    super(`Signer ${party} does not sign`, { cause })
    this.party = party
    this.hasHeard = hasHeard
  }
}
const by = <T>(party: Party, answer: Promise<T>, hasHeard = false): Promise<T> =>
  answer.catch((error: unknown) => {
    throw new Refused(party, hasHeard, error)
  })

/** What a signer answers to one question, or why not. */
type Heard<T> = { party: Party; value: T } | { party: Party; error: unknown }

/**
 * Brings what one signer says to the others. It is trusted with nothing: it can keep them from signing, but not make
 * them sign what they would not.
 */
export const makeSigners = (
  asks: ReadonlyMap<Party, Ask>,
  {
    log,
    apart,
    close = async () => undefined,
  }: {
    log: LineLog
    /**
     * Where real money is: refuses two signers of one user on one machine, or with a key in common, and one with a key
     * of these, which are custody's own.
     */
    apart?: { rings: readonly string[] } | undefined
    close?: () => Promise<void>
  },
): Signers => {
  const queue = makeQueue()
  /** Who gave what was wrong: asked last from then on. */
  const suspects = new Set<Party>()

  const ask =
    (party: Party): Ask =>
    async (name, message) => {
      const known = asks.get(party)
      if (!known) throw new CustodyRefusal('Unreachable', `Signer ${party} has no place.`)
      return known(name, message)
    }
  const each = async <T>(
    parties: readonly Party[],
    work: (party: Party) => Promise<T>,
  ): Promise<Heard<T>[]> =>
    Promise.all(
      parties.map((party) =>
        work(party).then(
          (value) => ({ party, value }),
          (error: unknown) => ({ party, error }),
        ),
      ),
    )
  const all = async <T>(work: (party: Party) => Promise<T>): Promise<Map<Party, T>> => {
    const heard = await each(PARTIES, work)
    const values = new Map<Party, T>()
    for (const one of heard) {
      if ('value' in one) values.set(one.party, one.value)
      else if (isAway(one.error)) throw away(`signer ${one.party} is missing`)
      else throw one.error
    }
    return values
  }

  const seats = new Map<Party, Answer<'identity'>>()
  /** Two shares that one thief gets together are none. */
  const checkApart = async (parties: readonly Party[]): Promise<void> => {
    if (!apart) return
    for (const one of await each(parties, (party) => ask(party)('identity', {})))
      if ('value' in one) seats.set(one.party, one.value)
    const wrong = (what: string) =>
      new CustodyRefusal(
        'KeyRing',
        `${what}: whoever takes one takes both. Nothing is signed before they are apart.`,
      )
    for (const { party, seat, rings } of seats.values()) {
      if (rings.some((ring) => apart.rings.includes(ring)))
        throw wrong(`Signer ${party} and custody have a key in common`)
      for (const other of seats.values()) {
        if (other.party <= party) continue
        const both = `Signers ${party} and ${other.party}`
        if (other.seat === seat) throw wrong(`${both} run as one user of one machine`)
        if (other.rings.some((ring) => rings.includes(ring))) throw wrong(`${both} have a key in common`)
        if (other.publicKey === seats.get(party)?.publicKey) throw wrong(`${both} are the same one`)
      }
    }
  }

  /** One signature, or several at once, of a pair. */
  const round = async (
    [first, second]: readonly [Party, Party],
    subject: Subject,
    digestsOf: (opened: Answer<'open'>) => readonly Uint8Array[],
  ): Promise<{ opened: Answer<'open'>; signatures: Uint8Array[] }> => {
    const opened = await by(first, ask(first)('open', { subject, partner: second }))
    const { challenge } = opened
    const offered = await by(second, ask(second)('offer', { subject, partner: first, challenge }))
    const theirs = readSaid(offered)
    const joined = await by(first, ask(first)('join', { challenge, said: offered }), true)
    const mine = readSaid(joined.said)
    const closed = await by(second, ask(second)('close', { challenge: theirs.own, said: joined.said }), true)
    const digests = digestsOf(opened)
    if (digestOf(digests) !== mine.digest || mine.digest !== theirs.digest)
      throw new CustodyRefusal('Broken', `Signers ${first} and ${second} did not sign what they said.`)
    const signatures = digests.map((digest, index) => {
      const commitments = [mine.commitments[index], theirs.commitments[index]].filter(
        (one) => one !== undefined,
      )
      const pieces = [joined.pieces[index], closed.pieces[index]].filter((one) => one !== undefined)
      return joinPieces(opened.key, digest, commitments, pieces)
    })
    return { opened, signatures }
  }

  const sameKey = (keys: readonly { transcript: string; key: PublicShare }[]): PublicShare => {
    const [first] = keys
    if (!first || keys.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
      throw new CustodyRefusal('Broken', 'The signers do not know the same key of this wallet.')
    return first.key
  }

  /** A key that all three have a new share of, not used before the rest is done. */
  const makeShares = async (name: KeyName): Promise<void> => {
    const openings = await all((party) => ask(party)('begin', name))
    const others = (party: Party) => othersOf(party).flatMap((other) => openings.get(other) ?? [])
    const letters = await all((party) => ask(party)('answer', { ...name, openings: others(party) }))
    const lettersTo = (party: Party) =>
      [...letters].flatMap(([from, sent]) =>
        sent.flatMap(({ to, letter }) => (to === party ? [{ from, letter }] : [])),
      )
    sameKey([...(await all((party) => ask(party)('finish', { ...name, parts: lettersTo(party) }))).values()])
  }

  /** Copies of all shares with both others, a signature of each pair, and only then the word to use it. */
  const prove = async (name: KeyName, transcript: string): Promise<void> => {
    const copies = await all((party) => ask(party)('copy', name))
    const receipts = await all(async (of) => {
      const copy = copies.get(of) ?? { text: '', signature: '' }
      return Promise.all(
        othersOf(of).map(async (keeper) => ({
          from: keeper,
          ...(await ask(keeper)('keep', { ...name, party: of, ...copy })),
        })),
      )
    })
    const tests: string[] = []
    for (const pair of PAIRS) {
      const { signatures } = await round(pair, { kind: 'test', ...name }, () => [
        testDigest(name, transcript, pair),
      ]).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
        throw isAway(error.cause) ? away(`signer ${error.party} is missing`) : error.cause
      })
      tests.push(...signatures.map(hexOf))
    }
    await all((party) => ask(party)('confirm', { ...name, tests, receipts: receipts.get(party) ?? [] }))
  }

  type Known = Exclude<Answer<'key'>, { state: 'none' }>
  const isKnown = (one: Answer<'key'>): one is Known => one.state !== 'none'
  const strip = ({ transcript, key }: Known) => ({ transcript, key })

  const makeKey = async (name: KeyName): Promise<PublicShare> => {
    const heard = await each(PARTIES, (party) => ask(party)('key', name))
    const known = heard.flatMap((one) => ('value' in one && isKnown(one.value) ? [one.value] : []))
    const final = known.filter(({ state }) => state === 'final')
    const [whole] = final
    // One that ended right before it was told that its share is of use is told so now.
    const isBehind = known.some(
      ({ state, transcript }) => state === 'new' && transcript === whole?.transcript,
    )
    // Whoever is away now was there when this was made; one that takes another key's place needs all to move its coins.
    const mayLack = (name.generation ?? 1) === 1 || heard.every((one) => 'value' in one)
    if (final.length >= 2 && !isBehind && mayLack) return sameKey(final.map(strip))
    for (const one of heard) {
      if (!('error' in one)) continue
      throw isAway(one.error) ? away(`signer ${one.party} is missing`) : one.error
    }
    await checkApart(PARTIES)
    const isMade =
      known.length === PARTIES.length && new Set(known.map(({ transcript }) => transcript)).size === 1
    if (!isMade) await makeShares(name)
    const made = [...(await all((party) => ask(party)('key', name))).values()].filter(isKnown)
    const key = sameKey(made.map(strip))
    const [{ transcript } = { transcript: '' }] = made
    await prove(name, transcript)
    return key
  }

  const tellOne = async (party: Party, walletId: string, entries: readonly LogEntry[]): Promise<void> => {
    const { seq, hash } = await ask(party)('head', { walletId })
    const same = entries[seq - 1]
    if (seq > 0 && same?.hash !== hash)
      throw new CustodyRefusal(
        'Broken',
        `Signer ${party} has seen ${seq} entries of the log of wallet ${walletId} that are not in custody's. Nothing is signed from it.`,
      )
    for (let from = seq; from < entries.length; from += ENTRIES_AT_ONCE)
      await ask(party)('tell', { walletId, entries: entries.slice(from, from + ENTRIES_AT_ONCE) })
  }

  const tell = async (walletId: string, entries: readonly LogEntry[]): Promise<void> => {
    const heard = await each(PARTIES, (party) => tellOne(party, walletId, entries))
    const failed = heard.filter((one): one is { party: Party; error: unknown } => 'error' in one)
    for (const { party, error } of failed)
      if (!isAway(error))
        log.error({ err: error, signer: party, walletId }, `Signer ${party} does not take a log`)
    if (failed.length < 2) return
    throw (
      failed.find(({ error }) => !isAway(error))?.error ?? away(`only one of three knows this wallet's log`)
    )
  }

  /** Those whose word was right so far come first. */
  const trust = ([first, second]: readonly [Party, Party]): number =>
    Number(suspects.has(first)) + Number(suspects.has(second))

  const spend = async (
    pair: readonly [Party, Party],
    walletId: string,
    txId: string,
  ): Promise<{ raw: string; txid: string }> => {
    const draftOf = ({ spend, key }: Answer<'open'>) => draftSpend(Spend.parse(spend), outputKey(key))
    const { opened, signatures } = await round(
      pair,
      { kind: 'spend', walletId, txId },
      (said) => draftOf(said).digests,
    )
    const draft = draftOf(opened)
    return { raw: draft.sign(signatures), txid: draft.txid }
  }

  const sign = async (walletId: string, txId: string): Promise<{ raw: string; txid: string }> => {
    const refusals = new Map<Party, unknown>()
    /** Who is away, or gave what was wrong. */
    const out = new Set<Party>()
    const reasons = new Set<string>()
    await checkApart(PARTIES.filter((party) => !seats.has(party)))
    for (const pair of PAIRS.toSorted((a, b) => trust(a) - trust(b))) {
      if (pair.some((party) => refusals.has(party) || out.has(party))) continue
      try {
        return await spend(pair, walletId, txId)
      } catch (error) {
        const cause = error instanceof Refused ? error.cause : error
        reasons.add(cause instanceof Error ? cause.message : String(cause))
        const party = error instanceof Refused || error instanceof Fault ? error.party : undefined
        log.error(
          { err: cause, signer: party, walletId, txId },
          `Signers ${pair.join(' and ')} do not sign${party ? `, for signer ${party}` : ''}`,
        )
        if (error instanceof Fault) suspects.add(error.party)
        if (party === undefined || isPassing(cause)) continue
        if (error instanceof Fault || isAway(cause)) out.add(party)
        else if (error instanceof Refused && !error.hasHeard) refusals.set(party, cause)
      }
    }
    // Where another one is away, the third one's word tells whether it will do once that one is back.
    for (const party of PARTIES) {
      if (refusals.size !== 1 || refusals.has(party) || out.has(party)) continue
      const [partner = party] = othersOf(party)
      await ask(party)('open', { subject: { kind: 'spend', walletId, txId }, partner }).catch(
        (error: unknown) => {
          if (!isAway(error) && !isPassing(error)) refusals.set(party, error)
        },
      )
    }
    const [refusal] = [...refusals.values()].toSorted((a, b) => Number(isForGood(a)) - Number(isForGood(b)))
    throw refusals.size >= 2 ? refusal : away([...reasons].join('; '))
  }

  return {
    makeKey: (walletId, network, generation) =>
      queue.run(JSON.stringify([walletId, network]), () => makeKey({ walletId, network, generation })),
    tell: (walletId, entries) => queue.run(walletId, () => tell(walletId, entries)),
    sign: (walletId, txId) => queue.run(walletId, () => sign(walletId, txId)),
    async close() {
      await queue.idle()
      await close()
    },
  }
}
