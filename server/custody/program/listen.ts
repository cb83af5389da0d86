import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Line, LineLog } from '#server/line/line.ts'
import { MESSAGE_MAX } from './message.ts'
import { callerOf, credentials, type Place, socketPath } from './place.ts'

export interface Listening {
  /** Where it listens; 0 for sockets. */
  port: number
  /** Takes nobody new. */
  stop(): void
  /** Cuts the lines that are left. */
  cut(): void
}

/** A caller that does not answer a ping until the next one is gone. */
const PING_MS = 20_000

/** Opens the way to one caller's socket to nobody else; throws where others could enter its folder. */
const prepare = (path: string, isOwners: boolean): void => {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode } = statSync(folder)
  if ((mode & 0o007) !== 0)
    throw new Error(`${folder} is open to everybody; take their rights away (chmod o= ${folder}).`)
  if (isOwners && (mode & 0o070) !== 0)
    throw new Error(`${folder} is open to a group; take its rights away (chmod go= ${folder}).`)
  rmSync(path, { force: true })
}

const listening = (server: Server, where: { path: string } | { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, resolve)
  })

/**
 * Takes lines from callers, each over a socket, or with a certificate, of its own. Health is told to anybody who can
 * connect.
 */
export const listenAt = async <C extends string>({
  place,
  of,
  callers,
  owners = [],
  isReady,
  take,
}: {
  place: Place
  /** The name of the socket and of the certificate. */
  of: string
  callers: readonly C[]
  /** Callers whose sockets only the user of this process may open. */
  owners?: readonly C[]
  isReady: () => boolean
  take: (socket: WebSocket, caller: C) => void
}): Promise<Listening> => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX, perMessageDeflate: false })
  const answerHealth = (path: string | undefined): number => {
    if (path === '/livez') return 200
    if (path === '/readyz') return isReady() ? 200 : 503
    return 404
  }
  const attach = (server: Server, whose: (request: IncomingMessage) => C | undefined): Server =>
    server
      .on('request', (request, response) => {
        response.writeHead(answerHealth(request.url), { 'cache-control': 'no-store' }).end()
      })
      .on('upgrade', (request, socket, head) => {
        const caller = whose(request)
        if (!caller) return socket.destroy()
        sockets.handleUpgrade(request, socket, head, (accepted) => take(accepted, caller))
      })

  const servers: Server[] = []
  const stop = (): void => {
    for (const server of servers) server.close()
  }
  const cut = (): void => {
    for (const socket of sockets.clients) socket.terminate()
  }
  try {
    if (place.kind === 'tls') {
      const server = createSecureServer({
        ...credentials(place.certificates, of),
        requestCert: true,
        rejectUnauthorized: true,
      })
      servers.push(attach(server, ({ socket }) => callerOf(socket as TLSSocket, callers)))
      await listening(server, place)
      return { port: (server.address() as AddressInfo).port, stop, cut }
    }
    for (const caller of callers) {
      const path = socketPath(place.folder, caller, of)
      prepare(path, owners.includes(caller))
      const server = attach(createServer(), () => caller)
      servers.push(server)
      await listening(server, { path })
      chmodSync(path, owners.includes(caller) ? 0o600 : 0o660)
    }
    return { port: 0, stop, cut }
  } catch (error) {
    stop()
    cut()
    throw error
  }
}

/** Carries a line over a socket until it breaks, or the other end falls silent. */
export const carry = (
  socket: WebSocket,
  line: Line,
  { log, caller, gone = () => undefined }: { log: LineLog; caller: string; gone?: () => void },
): void => {
  let alive = true
  const pinging = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, PING_MS)
  socket.on('pong', () => {
    alive = true
  })
  socket.on('message', (data, isBinary) => {
    try {
      if (isBinary) throw new Error('Lines carry text')
      line.receive(data.toString())
    } catch (error) {
      log.warn({ err: error, caller }, 'A caller says what nobody understands')
      socket.terminate()
    }
  })
  socket.on('error', (error) => log.warn({ err: error, caller }, 'The line to a caller broke'))
  socket.on('close', () => {
    clearInterval(pinging)
    gone()
    line.cut('a caller went away')
  })
}
