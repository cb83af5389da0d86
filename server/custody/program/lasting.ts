import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { type Line, type LineLog, makeLine } from '#server/line/line.ts'
import { errorOf, faultOf, unreachable } from './fault.ts'
import { MESSAGE_MAX } from './message.ts'
import { credentials, type Place, socketPath } from './place.ts'

/** How long a call waits for a line that is just being made again, in ms. */
const LINE_WITHIN = 5_000
const AGAIN_MS = { first: 50, most: 2_000 }

/** `of`: who listens there. */
export const dial = (place: Place, caller: string, of = 'custody'): WebSocket => {
  const options = { maxPayload: MESSAGE_MAX, perMessageDeflate: false, handshakeTimeout: LINE_WITHIN }
  return place.kind === 'tls'
    ? new WebSocket(`wss://${place.host}:${place.port}/`, {
        ...options,
        ...credentials(place.certificates, caller),
      })
    : new WebSocket(`ws+unix:${socketPath(place.folder, caller, of)}:/`, options)
}

export interface LastingOptions {
  /** Where the other end may be: only one of several is at work. */
  places: readonly Place[]
  caller: string
  /** Who listens there, and how sentences name it. */
  of?: string
  name?: string
  /** What is asked first; only after its answer is the line there. */
  hello: unknown
  helloWithin: number
  answer: (name: string, message: unknown) => Promise<unknown>
  log: LineLog
  /** How long a call may take, in ms. */
  within?: number
  /** How long a call waits for a line that is just being made again, in ms. */
  lineWithin?: number
}

/** A line under one caller's name that is made again whenever it breaks. */
export const keepLine = ({
  places,
  caller,
  of = 'custody',
  name = 'Custody',
  hello,
  helloWithin,
  answer,
  log,
  within = 30_000,
  lineWithin = LINE_WITHIN,
}: LastingOptions) => {
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
      if (!place) throw new Error(`No place of ${name} is named.`)
      const ws = dial(place, caller, of)
      socket = ws
      const own = makeLine({
        within,
        send: (text) => ws.send(text),
        answer,
        faultOf: (error) => {
          log.error({ err: error }, `${name} asks for what cannot be done`)
          return faultOf(error)
        },
        errorOf,
        lost: (why) => {
          // Whoever is silent that long may be gone without a word.
          ws.terminate()
          return unreachable(why, name)
        },
      })
      ws.on('open', () => {
        greeting = true
        own.ask('hello', hello, helloWithin).then(
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
          log.error({ err: error }, `${name} says what nobody understands`)
          ws.terminate()
        }
      })
      ws.on('error', (error) => {
        fault = unreachable(error.message, name)
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
      if (ended) throw unreachable('this end was closed', name)
      if (fault !== undefined && giveUp?.(fault)) throw fault
      const opens = greeting && giveUp !== undefined
      const left = opens ? AGAIN_MS.most : until - performance.now()
      if (left <= 0) throw fault instanceof CustodyRefusal ? fault : unreachable('no line to it', name)
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
    async ask(question: string, message: unknown, ms?: number): Promise<unknown> {
      const open = line ?? (await ready(lineWithin))
      return open.ask(question, message, ms)
    },
    end() {
      ended = true
      socket?.terminate()
      changed()
    },
  }
}
