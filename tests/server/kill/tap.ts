import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'

/** A message on its way: not yet passed on. */
export interface Passing {
  /** Its name: of a call, of what custody asks, or of a relay's method with the tag of what is published. */
  what: string
  phase: 'asked' | 'answered'
  text: string
  /** What was asked, where this answers it. */
  question: string
}

const Asked = z.object({ id: z.union([z.number(), z.string()]), ask: z.string(), message: z.unknown() })
const Call = z.object({ name: z.string() })
const Method = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z.optional(z.unknown()),
})
const Tagged = z.object({ tag: z.number() })
const Answer = z.object({ id: z.union([z.number(), z.string()]) })

type Questions = Map<string, { what: string; text: string }>

const nameOf = (frame: unknown): { id: string; what: string } | undefined => {
  const asked = Asked.safeParse(frame)
  if (asked.success) {
    const { id, ask, message } = asked.data
    return { id: String(id), what: ask === 'call' ? Call.parse(message).name : ask }
  }
  const method = Method.safeParse(frame)
  if (!method.success) return undefined
  const tagged = Tagged.safeParse(method.data.params)
  const tag = tagged.success ? ` ${tagged.data.tag}` : ''
  return { id: String(method.data.id), what: `${method.data.method}${tag}` }
}

/**
 * Stands between two processes that speak over a WebSocket and hears each message before it goes on. `hear` answers
 * whether it does.
 */
export const openTap = async ({
  at,
  target,
  hear,
}: {
  /** Path of a Unix socket; without it a free port. */
  at?: string
  /** Where it goes on, for the path that was asked for. */
  target: (path: string) => string
  hear: (passing: Passing) => Promise<boolean>
}) => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1 << 27, perMessageDeflate: false })
  const open = new Set<WebSocket>()

  /** Each message of `from` in turn; what was asked the other way is answered here. */
  const pass = (from: WebSocket, to: WebSocket, asked: Questions, toAnswer: Questions) => {
    let turn = Promise.resolve()
    const go = async (data: RawData) => {
      const text = data.toString()
      const frame: unknown = JSON.parse(text)
      const named = nameOf(frame)
      if (named) asked.set(named.id, { what: named.what, text })
      const id = named ? '' : String(Answer.parse(frame).id)
      const question = toAnswer.get(id)
      toAnswer.delete(id)
      const goesOn = await hear({
        what: named?.what ?? question?.what ?? 'unknown',
        phase: named ? 'asked' : 'answered',
        text,
        question: question?.text ?? '',
      })
      if (goesOn && to.readyState === to.OPEN) to.send(text)
    }
    from.on('message', (data) => {
      turn = turn.then(() => go(data))
    })
    from.on('error', () => undefined)
    from.on('close', () => {
      open.delete(from)
      // What was said before the end still goes on.
      void turn.then(() => to.close())
    })
  }

  const server = createServer().on('upgrade', (request, socket: Duplex, head) => {
    const far = new WebSocket(target(request.url ?? '/'), { perMessageDeflate: false })
    far.once('error', () => socket.destroy())
    far.once('open', () =>
      sockets.handleUpgrade(request, socket, head, (near) => {
        for (const end of [near, far]) open.add(end)
        const [byNear, byFar]: [Questions, Questions] = [new Map(), new Map()]
        pass(near, far, byNear, byFar)
        pass(far, near, byFar, byNear)
      }),
    )
  })
  await new Promise<void>((listening) =>
    at === undefined ? server.listen(0, '127.0.0.1', listening) : server.listen(at, listening),
  )
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      for (const end of open) end.terminate()
      await new Promise((closed) => server.close(closed))
    },
  }
}
