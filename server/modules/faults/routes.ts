import type { FastifyInstance } from 'fastify'
import { reportFault } from '#contract/endpoints/fault.ts'
import type { Deps } from '#server/deps.ts'
import type { Guard } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'

/** Reports a minute and address: a page tells each fault once. */
const PER_MINUTE = 120

/** Faults of pages go to the log, where the server's own are. */
export const registerFaults = (app: FastifyInstance, { log }: Pick<Deps, 'log'>, guard: Guard): void => {
  route(
    app,
    guard,
    reportFault,
    async ({ body }, { user, traceId }) => {
      log.warn({ userId: user.id, traceId, fault: body }, 'A page reported a fault.')
    },
    { rate: { perMinute: PER_MINUTE } },
  )
}
