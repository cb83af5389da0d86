import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { eventsCallback, operationsCallback } from '#contract/endpoints/user.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/error.ts'
import type { Guard } from '#server/http/access.ts'
import { parseInput } from '#server/http/input.ts'
import { route } from '#server/http/route.ts'
import { signedBody } from '#server/http/signature.ts'
import type { Callbacks } from './service.ts'

export const registerCallbacks = (
  app: FastifyInstance,
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  guard: Guard,
  callbacks: Callbacks,
): void => {
  const read = <S extends z.ZodMiniType>(
    request: FastifyRequest,
    secrets: string[],
    schema: S,
  ): z.output<S> => parseInput(schema, signedBody(request, secrets, clock), invalid)
  route(app, guard, operationsCallback, (_, { request }) =>
    callbacks.operation(read(request, env.operationsSecrets, operationsCallback.body)),
  )
  route(app, guard, eventsCallback, (_, { request }) =>
    callbacks.event(read(request, env.eventsSecrets, eventsCallback.body)),
  )
}
