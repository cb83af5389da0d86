import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { type WebSocket, WebSocketServer } from 'ws'
import { makeSingle } from '#server/async/single.ts'
import type { OpenCustody } from '#server/custody/custody.ts'
import type { Mirror } from '#server/custody/disk/mirror.ts'
import { callOperator, isOperatorCall } from '#server/custody/operator/calls.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Witnesses } from '#server/custody/time.ts'
import { type LineLog, makeLine } from '#server/line/line.ts'
import { CALLER_OF, CALLERS, type Caller } from './caller.ts'
import { makeClocks } from './clocks.ts'
import { errorOf, faultOf, unreachable } from './fault.ts'
import { CallMessage, Hello, MESSAGE_MAX, VERSION } from './message.ts'
import { makeMirrors } from './mirrors.ts'
import { callerOf, credentials, type Place, socketPath } from './place.ts'

export interface Serving {
  /** Where it listens; 0 for sockets. */
  port: number
  close(): Promise<void>
}

/** How long callers may take to write a copy, in ms. */
const COPY_WITHIN = 20_000
/** How long a call waits for custody to be opened, in ms. */
const OPEN_WITHIN = 5_000
/** A caller that does not answer a ping until the next one is gone. */
const PING_MS = 20_000

type Call = keyof typeof CALLER_OF
const isCall = (name: string): name is Call => Object.hasOwn(CALLER_OF, name)

/** Opens the way to one caller's socket to nobody else; throws where others could enter its folder. */
const prepare = (path: string, caller: Caller): void => {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { mode } = statSync(folder)
  if ((mode & 0o007) !== 0)
    throw new Error(`${folder} is open to everybody; take their rights away (chmod o= ${folder}).`)
  if (caller === 'operator' && (mode & 0o070) !== 0)
    throw new Error(`${folder} is open to a group; take its rights away (chmod go= ${folder}).`)
  rmSync(path, { force: true })
}

const listening = (server: Server, where: { path: string } | { host: string; port: number }): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, resolve)
  })

/**
 * Serves custody to its callers. It is opened when the first of them who keeps its copies is there, since they are
 * compared before anything else.
 */
export const serveCustody = async ({
  place,
  log,
  open,
  copyWithin = COPY_WITHIN,
}: {
  place: Place
  log: LineLog
  open: (around: { mirror: Mirror; witnesses: Witnesses }) => Promise<OpenCustody>
  /** How long whoever keeps copies may take, in ms. */
  copyWithin?: number
}): Promise<Serving> => {
  const mirrors = makeMirrors()
  const clocks = makeClocks()
  let custody: OpenCustody | undefined
  const opening = makeSingle(async () => {
    custody ??= await open({ mirror: mirrors, witnesses: clocks })
    opened.abort()
  })
  const opened = new AbortController()

  const call = async (caller: Caller, input: unknown): Promise<unknown> => {
    const parsed = CallMessage.safeParse(input)
    if (!parsed.success) throw new CustodyRefusal('BadInput', 'A call should have a name and a message.')
    const { name, message, told } = parsed.data
    const isAllowed =
      caller === 'operator' ? isOperatorCall(name) : isCall(name) && CALLER_OF[name] === caller
    if (!isAllowed) throw new CustodyRefusal('NotAllowed', `The caller ${caller} may not ask for '${name}'.`)
    // Who answers dApps knows no time, nor does an operator's command.
    if (told && (caller === 'web' || caller === 'chains')) clocks.hear(told)
    // A server's lines come one after another.
    if (!custody) await wait(OPEN_WITHIN, undefined, { signal: opened.signal }).catch(() => undefined)
    if (!custody) throw unreachable('it waits for whoever keeps its copies')
    if (caller === 'operator' && isOperatorCall(name)) return callOperator(custody.operator, name, message)
    return custody[name as Call](message as never)
  }

  const serve = (socket: WebSocket, caller: Caller): void => {
    let greeted = false
    const line = makeLine({
      within: copyWithin,
      send: (text) => socket.send(text),
      faultOf: (error) => {
        if (!(error instanceof CustodyRefusal)) log.error({ err: error, caller }, 'A call failed')
        return faultOf(error)
      },
      errorOf,
      lost: (why) => {
        // Whoever is silent that long keeps no copies, and holds up those who do.
        socket.terminate()
        return unreachable(why)
      },
      async answer(name, message) {
        if (name === 'call' && greeted) return call(caller, message)
        if (name !== 'hello') throw new CustodyRefusal('BadInput', `Nobody answers '${name}' here.`)
        const hello = Hello.safeParse(message)
        if (!hello.success || hello.data.version !== VERSION)
          throw new CustodyRefusal(
            'BadInput',
            `This custody speaks version ${VERSION}; its caller ${caller} another one. Update the older of them.`,
          )
        greeted = true
        if (hello.data.mirrors && caller === 'web') {
          mirrors.add(line)
          await opening.run()
        }
        return { version: VERSION }
      },
    })
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
      mirrors.remove(line)
      line.cut('a caller went away')
    })
  }

  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX, perMessageDeflate: false })
  const answerHealth = (path: string | undefined): number => {
    if (path === '/livez') return 200
    if (path === '/readyz') return custody ? 200 : 503
    return 404
  }
  const attach = (server: Server, whose: (request: IncomingMessage) => Caller | undefined): Server =>
    server
      .on('request', (request, response) => {
        response.writeHead(answerHealth(request.url), { 'cache-control': 'no-store' }).end()
      })
      .on('upgrade', (request, socket, head) => {
        const caller = whose(request)
        if (!caller) return socket.destroy()
        sockets.handleUpgrade(request, socket, head, (accepted) => serve(accepted, caller))
      })

  const servers: Server[] = []
  const close = async (): Promise<void> => {
    for (const server of servers) server.close()
    await opening.idle()
    // What is under way comes to its end and is answered; nothing new is taken.
    await custody?.close()
    for (const socket of sockets.clients) socket.terminate()
  }

  try {
    if (place.kind === 'tls') {
      const server = createSecureServer({
        ...credentials(place.certificates, 'custody'),
        requestCert: true,
        rejectUnauthorized: true,
      })
      servers.push(attach(server, ({ socket }) => callerOf(socket as TLSSocket)))
      await listening(server, place)
      return { port: (server.address() as AddressInfo).port, close }
    }
    for (const caller of CALLERS) {
      const path = socketPath(place.folder, caller)
      prepare(path, caller)
      const server = attach(createServer(), () => caller)
      servers.push(server)
      await listening(server, { path })
      chmodSync(path, caller === 'operator' ? 0o600 : 0o660)
    }
    return { port: 0, close }
  } catch (error) {
    await close()
    throw error
  }
}
