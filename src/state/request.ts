import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import type { Call, CallOptions } from '#net/api.ts'
import { api } from './api.ts'
import type { Entities, EntityKind } from './entities.ts'
import { type Mirror, mirror } from './mirror.ts'

/** The kinds of entity that a reply can be stored as. */
type KindOf<Reply> = { [K in EntityKind]: Reply extends Entities[K] ? K : never }[EntityKind]

export interface RequestOptions<E extends Endpoint> extends CallOptions {
  /** Also writes the reply into the atoms. */
  into?: KindOf<ReplyOf<E>>
}

export const createRequest =
  (call: Call, target: Mirror) =>
  async <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    { into, ...options }: RequestOptions<E> = {},
  ): Promise<ReplyOf<E>> => {
    const asked = target.arrivals.now()
    const reply = await call(endpoint, input, options)
    if (into) {
      // The sign-in screens call without it, and so need none of the lists.
      const { applyReply } = await import('./entities.ts')
      applyReply(target, into, reply as Entities[EntityKind] as never, asked)
    }
    return reply
  }

/** One call to the server. Fails with a RequestError; `into` keeps the reply as an entity. */
export const request = createRequest(api.call, mirror)
