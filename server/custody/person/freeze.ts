import type { Input } from '#server/custody/port.ts'
import { hashToken } from '#server/secret.ts'
import { forgetDevices } from './device.ts'
import { emailOf, miss } from './factor.ts'
import { assertFactor } from './limit.ts'
import type { People, Turn } from './people.ts'
import { endHalves, wrong } from './signin.ts'
import { NOTICE, type PersonState } from './state.ts'
import { stepOf } from './totp.ts'

/** The link of a mail about a backup code, in the turn of whoever it was mailed to. Throws 'WrongCode'. */
const inLink = <T>(
  people: People,
  secret: string,
  work: (turn: Turn, hash: string) => Promise<T>,
): Promise<T> => {
  const gone = () => wrong('This link is no longer valid', undefined)
  const hash = hashToken(secret)
  const userId = people.linkedTo(hash)
  if (userId === undefined) return Promise.reject(gone())
  return people.inTurn(userId, async (turn) => {
    if (!turn.state.links.some((link) => link.hash === hash && link.until > turn.now)) throw gone()
    return work(turn, hash)
  })
}

/** The authenticator that was replaced, while a restore can be undone. */
const replacedAt = ({ replaced }: PersonState, now: number) =>
  replaced && replaced.until > now ? replaced : undefined

/** Whose account it is, and whether a restore can be undone. */
export interface Frozen {
  email: string
  isRestored: boolean
}

/** A notice of an operator that the link did not take back: when it ends (ISO). */
const goingOn = ({ noticedAt, recovery }: PersonState): { goesOn?: string } => {
  const began = noticedAt ?? recovery?.mailedAt ?? recovery?.at
  return began === undefined ? {} : { goesOn: new Date(began + NOTICE).toISOString() }
}

/**
 * Nothing of this account is sent, approved or loosened from now on. It takes an operator's notice back, once: whoever
 * reads the mail could keep the owner out for ever. The next one takes a code of the authenticator, or a session.
 */
export const freezeAccount = (
  people: People,
  { link }: Input<'freezeAccount'>,
): Promise<Frozen & { isNew: boolean; goesOn?: string }> =>
  inLink(people, link, async (turn, hash) => {
    const { frozenAt, noticedAt, recovery, tookBack } = turn.state
    const isNoticed = noticedAt !== undefined || recovery !== undefined
    const isNew = frozenAt === undefined || (isNoticed && !tookBack)
    if (isNew) await turn.append({ type: 'frozen', data: { link: hash } })
    const isRestored = replacedAt(turn.state, turn.now) !== undefined
    return { email: emailOf(people, turn), isRestored, isNew, ...goingOn(turn.state) }
  })

/**
 * By a code of the authenticator that was valid before: it takes its place again, every session ends and no backup code
 * is good any more. Lifts a freeze.
 */
export const undoRestore = (
  people: People,
  { link, code }: Input<'undoRestore'>,
): Promise<Frozen & { ids: string[] }> =>
  inLink(people, link, async (turn) => {
    assertFactor(people, turn, 'undo')
    const { state, now } = turn
    const before = replacedAt(state, now)
    const { secret, lastStep } = before ?? state
    const step = secret === undefined ? undefined : stepOf(secret, code, new Date(now))
    if (step === undefined || step <= lastStep) return miss(people, turn, 'undo')
    const ids = [...state.sessions.keys()]
    await turn.append(...(ids.length > 0 ? [{ type: 'sessions-ended' as const, data: { ids } }] : []), {
      type: 'restore-undone',
      data: { step },
    })
    for (const id of ids) await people.uses.remove(id)
    await endHalves(people, turn.userId)
    await forgetDevices(people, state.pinned?.emailKey ?? '', [])
    return { email: emailOf(people, turn), isRestored: before !== undefined, ids }
  })
