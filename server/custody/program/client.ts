import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Custody } from '#server/custody/custody.ts'
import type { Mirror } from '#server/custody/disk/mirror.ts'
import type { Calls } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Witnesses } from '#server/custody/time.ts'
import { type Line, type LineLog, makeLine } from '#server/line/line.ts'
import { CALLER_OF, type Caller, SERVERS } from './caller.ts'
import { tell } from './clocks.ts'
import { errorOf, faultOf, unreachable } from './fault.ts'
import { AskedLines, Copies, MESSAGE_MAX, VERSION } from './message.ts'
import { credentials, type Place, socketPath } from './place.ts'

export interface ConnectOptions {
  /** Where custody may be: only one of several is at work. */
  places: readonly Place[]
  log: LineLog
  /** Where custody's copies are kept. */
  mirror: Mirror
  witnesses?: Witnesses | undefined
  /** How long a call may take, in ms. */
  within?: number
  /** How long custody may take to be there at first, in ms. */
  startWithin?: number
}

/** How long a call waits for a line that is just being made again, in ms. */
const LINE_WITHIN = 5_000
/** Custody compares every log with its copy before it greets anybody. */
const GREETED_WITHIN = 3_600_000
const AGAIN_MS = { first: 50, most: 2_000 }

export const dial = (place: Place, caller: Caller): WebSocket => {
  const options = { maxPayload: MESSAGE_MAX, perMessageDeflate: false, handshakeTimeout: LINE_WITHIN }
  return place.kind === 'tls'
    ? new WebSocket(`wss://${place.host}:${place.port}/`, {
        ...options,
        ...credentials(place.certificates, caller),
      })
    : new WebSocket(`ws+unix:${socketPath(place.folder, caller)}:/`, options)
}

/** What custody asks of whoever keeps its copies. */
const keeping =
  (mirror: Mirror) =>
  async (name: string, message: unknown): Promise<unknown> => {
    if (name === 'heads') return mirror.heads()
    if (name === 'lines') {
      const { kind, id, from } = AskedLines.parse(message)
      return mirror.lines(kind, id, from)
    }
    if (name === 'write') return mirror.write(Copies.parse(message))
    throw new CustodyRefusal('BadInput', `Nobody answers '${name}' here.`)
  }

/** A line to custody under one caller's name that is made again whenever it breaks. */
const keepLine = (options: ConnectOptions, caller: Caller) => {
  const { places, log, mirror, within = 30_000 } = options
  let at = 0
  let line: Line | undefined
  let ended = false
  let socket: WebSocket | undefined
  /** Custody is there and about to open. */
  let greeting = false
  /** Why the last try did not succeed. */
  let fault: unknown
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const wake of [...waiting]) wake()
  }

  /** Resolves when the line is gone again. */
  const connect = (): Promise<void> =>
    new Promise((resolve) => {
      const place = places[at % places.length]
      if (!place) throw new Error('No place of custody is named.')
      const ws = dial(place, caller)
      socket = ws
      const own = makeLine({
        within,
        send: (text) => ws.send(text),
        answer: keeping(mirror),
        faultOf: (error) => {
          log.error({ err: error }, 'A copy of custody cannot be kept')
          return faultOf(error)
        },
        errorOf,
        lost: (why) => {
          // Whoever is silent that long may be gone without a word.
          ws.terminate()
          return unreachable(why)
        },
      })
      ws.on('open', () => {
        greeting = true
        own.ask('hello', { version: VERSION, mirrors: caller === 'web' }, GREETED_WITHIN).then(
          () => {
            greeting = false
            line = own
            fault = undefined
            changed()
          },
          (error: unknown) => {
            greeting = false
            fault = error
            ws.terminate()
          },
        )
      })
      ws.on('message', (data) => {
        try {
          own.receive(data.toString())
        } catch (error) {
          log.error({ err: error }, 'Custody says what nobody understands')
          ws.terminate()
        }
      })
      ws.on('error', (error) => {
        fault = unreachable(error.message)
      })
      ws.on('close', () => {
        // Where it was not, the next place may have it.
        if (line === own) line = undefined
        else at += 1
        own.cut('the line broke')
        resolve()
      })
    })

  const run = async (): Promise<void> => {
    let pause = AGAIN_MS.first
    while (!ended) {
      const before = performance.now()
      await connect()
      if (ended) return
      changed()
      pause = performance.now() - before > AGAIN_MS.most ? AGAIN_MS.first : Math.min(pause * 2, AGAIN_MS.most)
      await wait(pause)
    }
  }
  void run()

  /** Waits for the line; throws what `giveUp` finds in the last fault, or when `ms` are over and nobody opens it. */
  const ready = async (ms: number, giveUp?: (fault: unknown) => boolean): Promise<Line> => {
    const until = performance.now() + ms
    for (;;) {
      if (line) return line
      if (ended) throw unreachable('this end was closed')
      if (fault !== undefined && giveUp?.(fault)) throw fault
      const opens = greeting && giveUp !== undefined
      const left = opens ? AGAIN_MS.most : until - performance.now()
      if (left <= 0) throw fault instanceof CustodyRefusal ? fault : unreachable('no line to it')
      await new Promise<void>((resolve) => {
        const timer = setTimeout(wake, left)
        function wake() {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
    }
  }

  return {
    ready,
    async call(name: keyof Calls, message: unknown): Promise<unknown> {
      const open = line ?? (await ready(LINE_WITHIN))
      return open.ask('call', { name, message, told: tell(options.witnesses) })
    },
    end() {
      ended = true
      socket?.terminate()
      changed()
    },
  }
}

/**
 * Custody in another process, by the same calls. Rejects with what custody refuses its start for, or with 'Unreachable'.
 * A call whose answer does not come rejects with 'Unreachable', too: whether it was done is unknown then.
 */
export const connectCustody = async (options: ConnectOptions): Promise<Custody> => {
  const { startWithin = 30_000 } = options
  const lines = Object.fromEntries(SERVERS.map((caller) => [caller, keepLine(options, caller)])) as Record<
    (typeof SERVERS)[number],
    ReturnType<typeof keepLine>
  >
  const end = () => {
    for (const line of Object.values(lines)) line.end()
  }
  const isFinal = (fault: unknown) => fault instanceof CustodyRefusal && fault.code !== 'Unreachable'
  try {
    await Promise.all(Object.values(lines).map((line) => line.ready(startWithin, isFinal)))
  } catch (error) {
    end()
    throw error
  }
  const calls = Object.entries(CALLER_OF).map(([name, caller]) => [
    name,
    (message: unknown) => lines[caller].call(name as keyof Calls, message),
  ])
  // Each call of the port has its caller, and answers what custody's own does.
  return { ...(Object.fromEntries(calls) as Omit<Custody, 'close'>), close: async () => end() }
}
