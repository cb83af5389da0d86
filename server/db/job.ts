import type { FastifyBaseLogger } from 'fastify'
import { makeSingle } from '#server/async/single.ts'
import type { Leases } from './lease.ts'

export interface Job {
  /** A round now, not only when its time comes. */
  run(): Promise<void>
  /** Waits for the round that is under way. */
  stop(): Promise<void>
}

/** Repeats `work` every `everyMs`, never twice at once, and in one process only. */
export const startJob = (
  deps: { leases: Leases; log: FastifyBaseLogger },
  name: string,
  everyMs: number,
  work: () => Promise<void>,
): Job => {
  const round = makeSingle(async () => {
    try {
      if (await deps.leases.hold(name, Math.max(everyMs * 3, 15_000))) await work()
    } catch (error) {
      deps.log.error({ err: error, job: name }, 'A repeated job failed')
    }
  })
  const timer = setInterval(() => void round.run(), everyMs)
  timer.unref()
  return {
    run: round.run,
    async stop() {
      clearInterval(timer)
      await round.idle()
    },
  }
}
