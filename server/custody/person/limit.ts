import { recordId } from '#server/custody/disk/records.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Factor } from './event.ts'
import type { People, Turn } from './people.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Window {
  max: number
  ms: number
}

/** What may be tried how often, and by whom. */
const LIMITS = {
  /** Mails for browsers that the account doesn't know: per source and account, and per account over all sources. */
  'source-mail': [{ max: 5, ms: HOUR }],
  'address-mail': [{ max: 20, ms: HOUR }],
  /** Wrong mailed codes per account from such browsers; beyond it each code's tries are spread out. */
  'address-code': [{ max: 1000, ms: DAY }],
  /** The same for one browser that the account knows. */
  'device-mail': [{ max: 5, ms: HOUR }],
  'device-code': [
    { max: 10, ms: HOUR },
    { max: 30, ms: DAY },
  ],
  /** Per account, over all its half sessions: only who reads its mail comes so far. */
  totp: [
    { max: 5, ms: 15 * MINUTE },
    { max: 20, ms: DAY },
  ],
  /** In a session, apart from those of sign-ins: a stolen one must not use its owner's tries up. */
  'step-up': [
    { max: 5, ms: 15 * MINUTE },
    { max: 20, ms: DAY },
  ],
  /** By a mailed link, apart from all others: whoever reads the mail must not use those up. */
  undo: [
    { max: 5, ms: 15 * MINUTE },
    { max: 20, ms: DAY },
  ],
  'backup-code': [
    { max: 5, ms: HOUR },
    { max: 10, ms: DAY },
  ],
} as const satisfies Record<string, readonly Window[]>
export type LimitName = keyof typeof LIMITS

/** Wrong codes of any kind within a day after which the account is told. */
const WARN_AT = 10

export const tooMany = (retryAfterMs: number, message = 'Too many attempts. Try again later.') =>
  new CustodyRefusal('TooMany', message, { retryAfterMs })

const timesOf = ({ tries }: People, id: string, since: number): number[] =>
  (tries.find(id) ?? []).filter((at) => at > since)

const waitAfter = (times: readonly number[], name: LimitName, now: number): number => {
  const windows: readonly Window[] = LIMITS[name]
  const newestFirst = times.toReversed()
  return Math.max(
    ...windows.map(({ max, ms }) => {
      const oldest = newestFirst[max - 1]
      return oldest === undefined ? 0 : Math.max(0, oldest + ms - now)
    }),
  )
}

/** How long the next try has to wait, in ms. Callers hold the subject's turn, so that parallel calls are counted. */
export const waitFor = (people: People, name: LimitName, subject: string, now: number): number =>
  waitAfter(timesOf(people, recordId(`${name} ${subject}`), now - DAY), name, now)

/** Throws 'TooMany'. Misses of a person who has a log stand there; of a first set-up, beside it. */
export const assertFactor = (people: People, { userId, state, now }: Turn, name: Factor): void => {
  const wait = Math.max(waitAfter(state.missed[name], name, now), waitFor(people, name, userId, now))
  if (wait > 0) throw tooMany(wait)
}

/** How many wrong codes may still be entered now. */
export const triesLeft = ({ state, now }: Turn, name: Factor): number =>
  Math.max(
    0,
    Math.min(
      ...LIMITS[name].map(({ max, ms }) => max - state.missed[name].filter((at) => at > now - ms).length),
    ),
  )

export const countFactor = async (people: People, turn: Turn, factor: Factor): Promise<void> => {
  if (turn.state.pinned) await turn.append({ type: 'factor-missed', data: { factor } })
  else await countTry(people, factor, turn.userId, turn.now)
}

const add = async (people: People, id: string, now: number): Promise<number> => {
  const times = [...timesOf(people, id, now - DAY), now]
  await people.tries.set(id, times)
  return times.length
}

export const countTry = async (
  people: People,
  name: LimitName,
  subject: string,
  now: number,
): Promise<void> => {
  await add(people, recordId(`${name} ${subject}`), now)
}

/** Counts a wrong code of any kind; true for the one after which the account should hear of it. */
export const countWrong = async (people: People, emailKey: string, now: number): Promise<boolean> =>
  (await add(people, recordId(`wrong ${emailKey}`), now)) === WARN_AT

/** Forgets what no longer counts. */
export const forgetTries = async (people: People, now: number): Promise<void> => {
  for (const [id, times] of people.tries.all()) {
    if (times.every((at) => at <= now - DAY)) await people.tries.remove(id)
  }
}
