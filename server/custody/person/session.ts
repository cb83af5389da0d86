import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { hashToken } from '#server/secret.ts'
import { forgetDevices } from './device.ts'
import type { Agent, SessionKind } from './event.ts'
import {
  endSessions,
  IDLE,
  inFreshSession,
  inSession,
  isAlive,
  type SignedSession,
  signedSession,
  usedAt,
} from './grant.ts'
import { forgetTries } from './limit.ts'
import type { People } from './people.ts'
import { endHalves } from './signin.ts'

/** The session behind a cookie, as custody knows it now. Throws 'SignedOut'. */
export const session = (people: People, { grant }: Input<'session'>): Promise<SignedSession> =>
  inSession(people, grant, async ({ state }, found) => signedSession(people, state, found))

/** Keeps a session alive that is in use; the caller tells of it once a minute at most. */
export const keepSession = (people: People, { grant }: Input<'keepSession'>): Promise<{ at: number }> =>
  inSession(people, grant, async ({ now }, { id }) => {
    await people.uses.set(id, { ...people.uses.find(id), at: now })
    return { at: now }
  })

/** Ends the session behind a cookie. One that has ended already is no fault. */
export const signOut = async (people: People, { grant }: Input<'signOut'>): Promise<{ ids: string[] }> => {
  const hash = hashToken(grant)
  const userId = await people.ownerOf(hash)
  if (userId === undefined) return { ids: [] }
  return people.inTurn(userId, async (turn) => {
    const ids = [...turn.state.sessions.values()].flatMap(({ id, hash: own, oldHash }) =>
      own === hash || oldHash === hash ? [id] : [],
    )
    await endSessions(people, turn, ids)
    return { ids }
  })
}

/** Ends every session and half session of this person. Other browsers are new to the account again. */
export const signOutAll = (
  people: People,
  { grant, devices }: Input<'signOutAll'>,
): Promise<{ ids: string[] }> =>
  inFreshSession(people, grant, async (turn) => {
    await endHalves(people, turn.userId)
    const ids = [...turn.state.sessions.keys()]
    await endSessions(people, turn, ids)
    if (turn.state.pinned) await forgetDevices(people, turn.state.pinned.emailKey, devices)
    return { ids }
  })

/** One place where somebody is signed in. Times are ISO. */
export interface SessionView {
  id: string
  kind: SessionKind
  beganAt: string
  usedAt: string
  /** The one that asks. */
  isOwn: boolean
  agent?: Agent
}

/** Those that are alive, the one that was used last first. */
export const sessions = (people: People, { grant }: Input<'sessions'>): Promise<SessionView[]> =>
  inSession(people, grant, async ({ state, now }, own) =>
    [...state.sessions.values()]
      .filter((one) => isAlive(people, one, now))
      .map((one) => ({ one, used: Math.max(usedAt(people, one), one.began.at) }))
      .sort((a, b) => b.used - a.used)
      .map(({ one, used }) => ({
        id: one.id,
        kind: one.kind,
        beganAt: new Date(one.began.at).toISOString(),
        usedAt: new Date(used).toISOString(),
        isOwn: one.id === own.id,
        ...(one.agent && { agent: one.agent }),
      })),
  )

/** Ends another session of the same person. Throws 'NotFound' for any that is not there. */
export const endSession = (people: People, { grant, id }: Input<'endSession'>): Promise<{ ids: string[] }> =>
  inFreshSession(people, grant, async (turn, own) => {
    if (id === own.id) throw new CustodyRefusal('OutOfOrder', 'This is the session in use: log out to end it')
    if (!turn.state.sessions.has(id)) throw new CustodyRefusal('NotFound', 'No such session')
    await endSessions(people, turn, [id])
    return { ids: [id] }
  })

/** Ends every other session, and half sessions. Other browsers are new to the account again. */
export const endOtherSessions = (
  people: People,
  { grant, devices }: Input<'endOtherSessions'>,
): Promise<{ ids: string[] }> =>
  inFreshSession(people, grant, async (turn, own) => {
    await endHalves(people, turn.userId)
    const ids = [...turn.state.sessions.keys()].filter((id) => id !== own.id)
    await endSessions(people, turn, ids)
    if (turn.state.pinned) await forgetDevices(people, turn.state.pinned.emailKey, devices)
    return { ids }
  })

/** Ends what is over and forgets what no longer counts; answers the sessions that it ended. */
export const sweep = async (people: People): Promise<{ ids: string[] }> => {
  const now = people.now()
  for (const [id, { expiresAt }] of people.codes.all()) if (expiresAt <= now) await people.codes.remove(id)
  for (const [hash, { expiresAt }] of people.halves.all())
    if (expiresAt <= now) await people.halves.remove(hash)
  await forgetTries(people, now)
  for (const [hash, { expiresAt }] of people.devices.all())
    if (expiresAt <= now) await people.devices.remove(hash)
  const over: string[] = []
  for (const userId of people.userIds()) {
    await people.inTurn(userId, async (turn) => {
      const ids = [...turn.state.sessions.values()].flatMap((one) =>
        isAlive(people, one, turn.now) ? [] : [one.id],
      )
      await endSessions(people, turn, ids)
      over.push(...ids)
    })
  }
  // A session that is just beginning has its use first: only what is idle for too long goes.
  for (const [id, { at }] of people.uses.all()) if (at + IDLE <= now) await people.uses.remove(id)
  return { ids: over }
}
