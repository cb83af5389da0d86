import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { ERROR_NAMES, type ErrorName } from '#contract/error.ts'
import { makeSingle } from '#server/async/single.ts'
import { makeUnderway } from '#server/async/underway.ts'
import { type Notices, openNotices } from '#server/db/notice.ts'
import { databaseTime } from '#server/db/time.ts'
import { AppError, passedOn, providerFailed } from '#server/error.ts'
import * as store from './commandstore.ts'
import { type Connection, NOT_REACHED } from './connection.ts'
import type { DappDeps } from './deps.ts'

/** How long a call waits for an answer, in ms: longer than the lease of a holder that is gone. */
const WITHIN_MS = 20_000
/** How often somebody looks who heard nothing, in ms. */
const LOOK_MS = 1_000
const KEPT_S = 300

const Content = z.object({ name: z.string(), message: z.unknown(), until: z.number() })
const Reply = z.union([
  z.object({
    refused: z.object({
      name: z.enum(Object.keys(ERROR_NAMES) as [ErrorName, ...ErrorName[]]),
      message: z.string(),
      retryAfter: z.optional(z.number()),
    }),
  }),
  z.object({ done: z.optional(z.unknown()) }),
])

/** `again`: another holder began with it and came to no end. */
export type Carry = (name: string, message: unknown, again: boolean) => Promise<unknown>

/**
 * What a process asks of the one that has the WalletConnect client: a row for each question, which gets the answer, and
 * notifications that there is something to read. Both are sealed: whoever writes rows can ask nothing and answer
 * nothing.
 */
export const makeCommands = (
  deps: DappDeps,
  connection: Connection,
  carry: Carry,
  isReady: () => boolean,
) => {
  const { db, env, log } = deps
  const [questions, answers] = [deps.sealer('dapp-command'), deps.sealer('dapp-answer')]
  const working = makeUnderway()
  const waiting = new Map<string, () => void>()
  let notices: Notices | undefined
  let stopped = false
  let sweepAt = 0

  const reply = async (name: string, message: unknown, again: boolean): Promise<z.infer<typeof Reply>> => {
    try {
      return { done: await carry(name, message, again) }
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error, name }, 'A command of another process failed')
      const {
        name: kind,
        message: text,
        retryAfter,
      } = error instanceof AppError ? error : providerFailed(NOT_REACHED)
      return { refused: { name: kind, message: text, ...(retryAfter !== undefined && { retryAfter }) } }
    }
  }
  const serve = async (id: string, sealed: string, again: boolean, now: number): Promise<void> => {
    try {
      const { name, message, until } = Content.parse(JSON.parse(questions.open(sealed, id)))
      if (until < now) return
      const answer = answers.seal(JSON.stringify(await reply(name, message, again)), id)
      await db.transaction(async (tx) => {
        await connection.check(tx)
        await store.answer(tx, id, answer)
      })
    } catch (error) {
      log.warn({ err: error }, 'A command of another process was not answered')
    }
  }
  let wanted = false
  const round = makeSingle(async (): Promise<void> => {
    while (wanted && !stopped) {
      wanted = false
      const fence = connection.fence()
      if (fence === undefined || !isReady()) return
      const taken = await db.transaction(async (tx) => {
        await connection.check(tx)
        return store.take(tx, fence)
      })
      const now = taken.length > 0 ? await databaseTime(db) : 0
      for (const { id, content, again } of taken) working.add(serve(id, content, again, now))
    }
    if (performance.now() < sweepAt) return
    sweepAt = performance.now() + KEPT_S * 1000
    await store.sweep(db, KEPT_S)
  })
  const look = async (): Promise<void> => {
    if (env.databaseUrl === undefined) return
    wanted = true
    await round.run()
  }

  /** Waits until somebody says that it is answered, or for a moment. */
  const said = (id: string, ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(wake, ms)
      function wake() {
        clearTimeout(timer)
        waiting.delete(id)
        resolve()
      }
      waiting.set(id, wake)
    })
  const answerOf = async (id: string): Promise<unknown> => {
    const until = performance.now() + WITHIN_MS
    while (!stopped && performance.now() < until) {
      const heard = said(id, LOOK_MS)
      const sealed = await store.answerOf(db, id)
      if (sealed !== undefined) {
        waiting.get(id)?.()
        const answer = Reply.parse(JSON.parse(answers.open(sealed, id)))
        if (!('refused' in answer)) return answer.done
        const { name, message, retryAfter } = answer.refused
        throw new AppError(name, passedOn(message), retryAfter === undefined ? {} : { retryAfter })
      }
      await heard
    }
    throw providerFailed(NOT_REACHED)
  }

  return {
    /** What the holder answers, or refuses; or that it cannot be reached in time, and then it begins with it no more. */
    async ask(name: string, message: unknown): Promise<unknown> {
      const id = randomUUID()
      const until = (await databaseTime(db)) + WITHIN_MS
      await store.insert(db, id, questions.seal(JSON.stringify({ name, message, until }), id))
      try {
        return await answerOf(id)
      } finally {
        await store.remove(db, id)
      }
    },
    /** Something was decided that the holder has to tell a dApp. */
    async nudge(): Promise<void> {
      if (env.databaseUrl !== undefined) await store.notify(db, 'decided')
    },
    /** Takes up what other processes ask. */
    round: look,

    /** `decided`: something may be there for dApps. */
    start(decided: () => void): void {
      if (env.databaseUrl === undefined) return
      const { databaseUrl } = env
      const lookAround = () =>
        look().catch((error: unknown) => log.error({ err: error }, 'Commands could not be taken up'))
      notices = openNotices({
        ...{ databaseUrl, channel: store.CHANNEL, log },
        heard(text) {
          if (text === 'ask') working.add(lookAround())
          else if (text === 'decided') decided()
          else waiting.get(text)?.()
        },
      })
    },
    async stop(): Promise<void> {
      stopped = true
      for (const wake of [...waiting.values()]) wake()
      await notices?.close()
      await round.idle()
      await working.idle()
    },
  }
}
export type Commands = ReturnType<typeof makeCommands>
