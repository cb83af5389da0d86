import { FEES_ROSE, KEY_TAKEN } from '#domain/sendrule.ts'
import { CanceledError, isUnanswered, RequestError } from '#net/error.ts'

/** How long an unanswered submit is asked about again, and the pause between (milliseconds). */
const GIVE_UP_AFTER = 60_000
const PAUSE = 2_000

interface Clock {
  now(): number
  pause(milliseconds: number): Promise<void>
}

const realClock: Clock = {
  now: () => Date.now(),
  pause: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
}

/** What is said of a press that was not answered at first. */
interface Words {
  /** Nobody knows what became of it. */
  unknown: string
  /** Nothing came of it. */
  notSent: string
  /** An earlier one did what this one was to do otherwise. */
  earlierSent: string
}

interface Attempt {
  key: string
  /** A call with this key went unanswered: it may have been accepted, and may even still arrive. */
  loose: boolean
  /** How many submits used the key: only the last one goes on asking. */
  submits: number
  /** Nobody knows yet whether a transaction came of it. */
  unknown: boolean
}

/** The server looked this key up and says that no transaction came of it. Its limits and its troubles say nothing. */
const speaksOfKey = ({ status }: RequestError): boolean => status === 400 || status === 403 || status === 409

export const feesRose = (error: unknown): boolean =>
  error instanceof RequestError && error.status === 409 && error.message === FEES_ROSE

/**
 * Submits, each exactly once. A key is kept until it is known what became of it, whatever is submitted meanwhile: the
 * server makes at most one transaction of a key, so a call that went missing cannot add a second one.
 */
export const makeAttempts = (
  words: Words,
  clock: Clock = realClock,
  newKey: () => string = () => crypto.randomUUID(),
) => {
  const open = new Map<string, Attempt>()

  const judge = (subject: string, attempt: Attempt, error: unknown): void => {
    if (!(error instanceof RequestError) || error instanceof CanceledError) {
      Object.assign(attempt, { loose: true, unknown: true })
    } else if (error.status === 409 && error.message === KEY_TAKEN) {
      open.delete(subject)
      error.message = words.earlierSent
    } else if (speaksOfKey(error)) {
      if (attempt.unknown) error.message = `${error.message} ${words.notSent}`
      attempt.unknown = false
      if (!attempt.loose) open.delete(subject)
    } else if (error.status !== undefined && error.status >= 400 && error.status < 500) {
      if (!attempt.loose) open.delete(subject)
    } else {
      Object.assign(attempt, { loose: true, unknown: true })
    }
  }

  return {
    /** Whether the outcome of the last submit about this is not known. */
    isUnknown: (subject: string): boolean => open.get(subject)?.unknown === true,

    /** Posts until there is an answer. Fails with the server's refusal, or when none came for a minute. */
    async send<T>(
      subject: string,
      post: (key: string) => Promise<T>,
      onUnanswered: () => void = () => undefined,
    ): Promise<T> {
      const attempt = open.get(subject) ?? { key: newKey(), submits: 0, loose: false, unknown: false }
      open.set(subject, attempt)
      attempt.submits += 1
      const turn = attempt.submits
      const until = clock.now() + GIVE_UP_AFTER
      for (;;) {
        try {
          const answer = await post(attempt.key)
          if (open.get(subject) === attempt) open.delete(subject)
          return answer
        } catch (error) {
          if (!(error instanceof RequestError && isUnanswered(error))) {
            judge(subject, attempt, error)
            throw error
          }
          Object.assign(attempt, { loose: true, unknown: true })
          if (clock.now() > until) {
            error.message = words.unknown
            throw error
          }
          onUnanswered()
          await clock.pause(PAUSE)
          if (attempt.submits !== turn) throw new CanceledError()
        }
      }
    },
  }
}
