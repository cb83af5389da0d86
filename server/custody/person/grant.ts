import { randomUUID } from 'node:crypto'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { sessionText } from '#server/custody/statement.ts'
import { hashToken, randomToken } from '#server/secret.ts'
import type { Agent, PersonEvent, SessionKind } from './event.ts'
import type { People, Turn } from './people.ts'
import type { PersonState, Session } from './state.ts'

const SECOND = 1000
const DAY = 86_400 * SECOND
/** A session that is not used for so long is over. */
export const IDLE = 7 * DAY
const ABSOLUTE = 30 * DAY
/** A rotated cookie works so long more, for the calls that are under way. */
const GRACE = 30 * SECOND

/** What custody says about a session, without its cookie. Times are ISO. */
export interface SignedSession {
  id: string
  userId: string
  email: string
  kind: SessionKind
  /** SHA-256 of the cookie, hex. */
  hash: string
  oldHash: string | null
  oldUntil: string | null
  expiresAt: string
  /** By custody's identity, over `sessionText`. */
  signature: string
}

/** A session just begun or stepped up. `cookie` is its secret: whoever has it is this person. */
export interface Grant {
  cookie: string
  session: SignedSession
  /** Secret for a browser that the account didn't know before. */
  device?: string
  /** Secret of a link that freezes the account, for the mail about what just happened. */
  freeze?: string
}

const iso = (ms: number): string => new Date(ms).toISOString()

export const ended = () => new CustodyRefusal('SignedOut', 'Sign in first')

const unpinned = () => new CustodyRefusal('Broken', 'A session began before its person was pinned.')

export const signedSession = (people: People, state: PersonState, session: Session): SignedSession => {
  if (!state.pinned) throw unpinned()
  const said = {
    id: session.id,
    userId: state.pinned.userId,
    email: state.pinned.email,
    kind: session.kind,
    hash: session.hash,
    oldHash: session.oldHash ?? null,
    oldUntil: session.oldUntil === undefined ? null : iso(session.oldUntil),
    expiresAt: iso(session.expiresAt),
  }
  return { ...said, signature: people.identity.sign(sessionText(said)) }
}

const find = (state: PersonState, id: string): Session => {
  const session = state.sessions.get(id)
  if (!session) throw new CustodyRefusal('Broken', 'A session was written but cannot be read again.')
  return session
}

/** A mailed link for what may be a thief's doing. */
const linkFor = (kind: SessionKind): string | undefined =>
  kind === 'backup' || kind === 'restore' ? randomToken() : undefined

/** Writes a session down together with what led to it, and gives its cookie. */
export const begin = async (
  people: People,
  turn: Turn,
  kind: SessionKind,
  events: readonly PersonEvent[],
  { step, agent }: { step?: number; agent: Agent | undefined },
): Promise<Grant> => {
  const cookie = randomToken()
  const freeze = linkFor(kind)
  const id = randomUUID()
  await people.uses.set(id, { at: turn.now })
  const state = await turn.append(...events, {
    type: 'session',
    data: {
      id,
      hash: hashToken(cookie),
      kind,
      expiresAt: turn.now + ABSOLUTE,
      ...(step !== undefined && { step }),
      ...(agent && { agent }),
      ...(people.isImportClosed() && { closed: true }),
      ...(people.isBookClosed() && { sealed: true }),
      ...(freeze !== undefined && { freeze: hashToken(freeze) }),
    },
  })
  const session = signedSession(people, state, find(state, id))
  return { cookie, session, ...(freeze !== undefined && { freeze }) }
}

/** A new cookie for a session that is stepped up; the old one works a little longer. */
export const rotate = async (
  people: People,
  turn: Turn,
  { id }: Session,
  kind: SessionKind,
  events: readonly PersonEvent[],
): Promise<Grant> => {
  const cookie = randomToken()
  const freeze = linkFor(kind)
  const state = await turn.append(...events, {
    type: 'session-rotated',
    data: {
      id,
      hash: hashToken(cookie),
      kind,
      oldUntil: turn.now + GRACE,
      ...(freeze !== undefined && { freeze: hashToken(freeze) }),
    },
  })
  await people.uses.set(id, { at: turn.now })
  const session = signedSession(people, state, find(state, id))
  return { cookie, session, ...(freeze !== undefined && { freeze }) }
}

/** When a session was last used, in ms; 0 where that was forgotten. */
export const usedAt = (people: People, { id }: Session): number => people.uses.find(id)?.at ?? 0

export const isAlive = (people: People, session: Session, now: number): boolean =>
  session.expiresAt > now && usedAt(people, session) + IDLE > now

const isBehind = ({ hash, oldHash, oldUntil = 0 }: Session, cookie: string, now: number): boolean =>
  hash === cookie || (oldHash === cookie && oldUntil > now)

/** The session behind a cookie, in the turn of its person. Throws 'SignedOut'. */
export const inSession = async <T>(
  people: People,
  grant: string,
  work: (turn: Turn, session: Session) => Promise<T>,
): Promise<T> => {
  const hash = hashToken(grant)
  const userId = await people.ownerOf(hash)
  if (userId === undefined) throw ended()
  return people.inTurn(userId, async (turn) => {
    const session = [...turn.state.sessions.values()].find((one) => isBehind(one, hash, turn.now))
    if (!session || !isAlive(people, session, turn.now)) throw ended()
    return work(turn, session)
  })
}

/** Who speaks: proved by a grant, never by a caller's word. */
export interface Speaker {
  userId: string
  /** The address that was pinned at the first completed sign-in. */
  email: string
  emailKey: string
  kind: SessionKind
  /** Until then (ms) he sends nothing and approves nothing for others. */
  heldUntil?: number
  /** By the link of a mail: the same, and he loosens nothing, until that is lifted. */
  isFrozen: boolean
  /** He gave a second factor in this session not long ago. */
  isFresh: boolean
}

/** What weakens a wallet or an account needs a second factor that is not older. */
const FRESH = 15 * 60 * SECOND

const isFresh = ({ factorAt }: Session, now: number): boolean => now - factorAt <= FRESH

const stale = () =>
  new CustodyRefusal('StepUpRequired', "Confirm it's you with a code of your authenticator, then try again.")

/** Throws 'StepUpRequired' when this session's second factor was given too long ago. */
export const checkFresh = (who: Pick<Speaker, 'isFresh'>): void => {
  if (!who.isFresh) throw stale()
}

/** The same in the turn of its person. */
export const inFreshSession = <T>(
  people: People,
  grant: string,
  work: (turn: Turn, session: Session) => Promise<T>,
): Promise<T> =>
  inSession(people, grant, async (turn, session) => {
    checkFresh({ isFresh: isFresh(session, turn.now) })
    return work(turn, session)
  })

/** Whom a grant speaks for. Takes and leaves the person's turn. Throws 'SignedOut'. */
export const speaker = (people: People, grant: string): Promise<Speaker> =>
  inSession(people, grant, async ({ state, now }, session) => {
    if (!state.pinned) throw unpinned()
    const heldUntil = holdOf(people, state, session)
    return {
      ...state.pinned,
      kind: session.kind,
      isFresh: isFresh(session, now),
      isFrozen: state.frozenAt !== undefined,
      ...(heldUntil > now && { heldUntil }),
    }
  })

/**
 * A backup code may be a thief's: what he could do with it waits, so that the owner can read his mail first. After a
 * restore that holds for every session, for the new authenticator may be a thief's, too.
 */
const holdOf = ({ hold }: People, { restoredAt }: PersonState, { began }: Session): number =>
  Math.max(restoredAt ?? -hold, began.kind === 'backup' ? began.at : -hold) + hold

/** Throws 'SignedOut' when a session that spoke has ended since. */
export const checkEnded = (people: People, grant: string): void => {
  if (!people.hasSession(hashToken(grant))) throw ended()
}

/** Throws 'OnHold'. */
export const checkHold = ({ heldUntil }: Speaker): void => {
  if (heldUntil === undefined) return
  const until = iso(heldUntil)
  throw new CustodyRefusal(
    'OnHold',
    `A backup code was used to sign in, so nothing is sent or approved before ${until.slice(0, 10)}, ${until.slice(11, 16)} UTC.`,
    { until },
  )
}

/** Throws 'Frozen'. */
export const checkFrozen = ({ isFrozen }: Pick<Speaker, 'isFrozen'>): void => {
  if (isFrozen)
    throw new CustodyRefusal(
      'Frozen',
      'Paused: your account was frozen by the link of a mail. Open that link again to lift it. Nothing is lost.',
    )
}

/** Ends sessions and forgets what was kept beside them. */
export const endSessions = async (people: People, turn: Turn, ids: readonly string[]): Promise<void> => {
  const known = ids.filter((id) => turn.state.sessions.has(id))
  if (known.length > 0) await turn.append({ type: 'sessions-ended', data: { ids: known } })
  for (const id of known) await people.uses.remove(id)
}
