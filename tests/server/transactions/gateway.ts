import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What may happen to a call on its way to the server and back. */
export const MISHAPS = ['drop before', 'drop after', 'delay', '502'] as const
export type Mishap = (typeof MISHAPS)[number]

const GATEWAY = '<html><body><h1>Bad Gateway</h1></body></html>'

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** A gateway before a server that lets the next calls go wrong, one after the other; all others pass. */
export const startGateway = async (target: string) => {
  const plan: Mishap[] = []
  const late: (() => Promise<unknown>)[] = []

  const forward = (request: IncomingMessage, body: Buffer) =>
    fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        ['host', 'connection', 'content-length'].includes(name) ? [] : [[name, String(value)]],
      ) as [string, string][],
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })

  const fail = (response: ServerResponse, status: number) => {
    response.writeHead(status, { 'content-type': 'text/html' }).end(GATEWAY)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    switch (plan.shift()) {
      case 'drop before':
        request.socket.destroy()
        return
      case 'drop after':
        await (await forward(request, body)).arrayBuffer()
        request.socket.destroy()
        return
      case 'delay':
        late.push(async () => (await forward(request, body)).arrayBuffer())
        fail(response, 504)
        return
      case '502':
        fail(response, 502)
        return
      default: {
        const answer = await forward(request, body)
        const headers = Object.fromEntries(answer.headers)
        delete headers['content-encoding']
        delete headers['content-length']
        response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()))
      }
    }
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (mishaps: readonly Mishap[]) => void plan.splice(0, plan.length, ...mishaps),
    left: () => plan.length,
    /** What was delayed arrives now. */
    async deliver() {
      for (const send of late.splice(0)) await send()
    },
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
export type Gateway = Awaited<ReturnType<typeof startGateway>>
