import { createHash, randomBytes } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Peers } from './ceremony.ts'
import { type Identity, isSignedAs } from './identity.ts'
import type { Answer, Asked, Head, Said, Statement, Subject, Terms } from './message.ts'
import { Statement as StatementShape } from './message.ts'
import { othersOf, type Party, type PublicShare, type Share } from './share.ts'
import { beginSigning, type Commitment, type Piece } from './signing.ts'

/** What this signer would sign, by its own copy of all that it knows; null where no log matters. */
export interface Judged {
  share: Share
  key: PublicShare
  digests: readonly Uint8Array[]
  spend: Terms | null
  head: Head | null
}

/** Throws CustodyRefusal where it would not. */
export type Judge = (subject: Subject, partner: Party) => Promise<Judged>

interface Session {
  subject: Subject
  partner: Party
  /** The other's. */
  theirs?: string
  head: Head | null
  digest: string
  rounds: ReturnType<typeof beginSigning>[]
  at: number
}

/** How long the other may take, in ms. */
const LIFE_MS = 120_000
const SESSIONS_MAX = 256
/** Signatures that are made before others get their turn. */
const AT_ONCE = 8

/** All that is signed together, in one number. */
export const digestOf = (digests: readonly Uint8Array[]): string => {
  const hash = createHash('sha256')
  for (const digest of digests) hash.update(digest)
  return hash.digest('hex')
}

const roundText = (text: string): string => `countersign/round/1 ${text}`
const refuse = (message: string) => new CustodyRefusal('OutOfOrder', message)

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * One signer's side of signing with another one. Each says, under its name and to a challenge that the other made for
 * this round alone, how far it knows the wallet's log and what it signs; both go on only where these are the same. So
 * nobody is made to sign by an older log than the other one has, and nothing said once serves again.
 */
export const makeRounds = ({
  party,
  identity,
  peers,
  judge,
  now,
}: {
  party: Party
  identity: Identity
  peers: () => Peers
  judge: Judge
  now: () => number
}) => {
  const sessions = new Map<string, Session>()

  const forget = (challenge: string): void => {
    for (const { forget: erase } of sessions.get(challenge)?.rounds ?? []) erase()
    sessions.delete(challenge)
  }
  const sweep = (): void => {
    for (const [challenge, { at }] of sessions) {
      if (sessions.size >= SESSIONS_MAX || !(Math.abs(now() - at) < LIFE_MS)) forget(challenge)
    }
  }
  const known = (of: Party): string => {
    const peer = peers().get(of)
    if (peer === undefined || !othersOf(party).includes(of))
      throw refuse(`Signer ${party} was never told who signer ${of} is.`)
    return peer
  }

  const begin = (session: Omit<Session, 'at'>): string => {
    sweep()
    const challenge = randomBytes(32).toString('base64url')
    sessions.set(challenge, { ...session, at: now() })
    return challenge
  }

  const nonces = async ({ share, digests }: Judged, partner: Party): Promise<Session['rounds']> => {
    const rounds: Session['rounds'] = []
    for (const [index, digest] of digests.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await breathe()
      rounds.push(beginSigning(share, digest, partner))
    }
    return rounds
  }

  const say = (own: string, { subject, partner, theirs = '', head, digest, rounds }: Session): Said => {
    const commitments = rounds.map(({ commitment }) => commitment)
    const statement: Statement = { subject, from: party, to: partner, own, theirs, head, digest, commitments }
    const text = JSON.stringify(statement)
    return { text, signature: identity.sign(roundText(text)) }
  }

  /** What the other said, where it is about this round. */
  const hear = (own: string, session: Session, { text, signature }: Said): Statement => {
    if (!isSignedAs(known(session.partner), roundText(text), signature))
      throw new CustodyRefusal('BadSignature', `This is not what signer ${session.partner} said.`, {
        signer: session.partner,
      })
    const statement = StatementShape.parse(JSON.parse(text))
    const { from, to, theirs, subject, head, digest } = statement
    if (from !== session.partner || to !== party || theirs !== own || !same(subject, session.subject))
      throw refuse('This was said in another round.')
    if (session.theirs !== undefined && session.theirs !== statement.own)
      throw refuse('This was said in another round.')
    if (!same(head, session.head))
      throw refuse(
        `Signers ${party} and ${from} know different logs of this wallet (${session.head?.seq} and ${head?.seq} entries).`,
      )
    if (digest !== session.digest)
      throw new CustodyRefusal('Broken', `Signers ${party} and ${from} would not sign the same.`)
    return statement
  }

  /** What this one gives for each commitment of the other. Its nonces are gone when it resolves, and when it rejects. */
  const pieces = async (
    rounds: Session['rounds'],
    commitments: readonly Commitment[],
    partner: Party,
  ): Promise<Piece[]> => {
    try {
      if (commitments.length !== rounds.length) throw refuse(`Signer ${partner} said too little.`)
      const made: Piece[] = []
      for (const [index, round] of rounds.entries()) {
        if (index % AT_ONCE === AT_ONCE - 1) await breathe()
        const theirs = commitments[index]
        if (theirs) made.push(round.finish(theirs))
      }
      return made
    } finally {
      for (const { forget: erase } of rounds) erase()
    }
  }

  const take = (challenge: string): Session => {
    const session = sessions.get(challenge)
    sessions.delete(challenge)
    if (session && Math.abs(now() - session.at) < LIFE_MS) return session
    for (const { forget: erase } of session?.rounds ?? []) erase()
    throw refuse('This round is over; begin anew.')
  }

  const calls = {
    /** The first of a pair: what it would sign, and its challenge. */
    async open({ subject, partner }: Asked<'open'>): Promise<Answer<'open'>> {
      known(partner)
      const { key, digests, head, spend } = await judge(subject, partner)
      const challenge = begin({ subject, partner, head, digest: digestOf(digests), rounds: [] })
      return { challenge, key, spend }
    },

    /** The second one's nonces, and its challenge. */
    async offer({ subject, partner, challenge: theirs }: Asked<'offer'>): Promise<Answer<'offer'>> {
      known(partner)
      const judged = await judge(subject, partner)
      const rounds = await nonces(judged, partner)
      const { head, digests } = judged
      const session = { subject, partner, theirs, head, digest: digestOf(digests), rounds, at: now() }
      return say(begin(session), session)
    },

    /** The first one's nonces and pieces at once: both live as long as this call. */
    async join({ challenge, said }: Asked<'join'>): Promise<Answer<'join'>> {
      const session = take(challenge)
      const judged = await judge(session.subject, session.partner)
      const current = { ...session, head: judged.head, digest: digestOf(judged.digests) }
      const { own, commitments } = hear(challenge, current, said)
      const rounds = await nonces(judged, session.partner)
      const answer = say(challenge, { ...current, theirs: own, rounds })
      return { said: answer, pieces: await pieces(rounds, commitments, session.partner) }
    },

    async close({ challenge, said }: Asked<'close'>): Promise<Answer<'close'>> {
      const session = take(challenge)
      try {
        const { head, digests } = await judge(session.subject, session.partner)
        const { commitments } = hear(challenge, { ...session, head, digest: digestOf(digests) }, said)
        if (digestOf(digests) !== session.digest) throw refuse('The log of this wallet went on meanwhile.')
        return { pieces: await pieces(session.rounds, commitments, session.partner) }
      } finally {
        for (const { forget: erase } of session.rounds) erase()
      }
    },
  }

  return {
    calls,
    /** No nonce stays. */
    end(): void {
      for (const challenge of [...sessions.keys()]) forget(challenge)
    },
  }
}

/** What one of a pair said, for whoever puts their pieces together. */
export const readSaid = ({ text }: Said): Statement => StatementShape.parse(JSON.parse(text))
