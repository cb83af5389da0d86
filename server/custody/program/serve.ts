import { setTimeout as wait } from 'node:timers/promises'
import type { WebSocket } from 'ws'
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
import { carry, listenAt } from './listen.ts'
import { CallMessage, Hello, VERSION } from './message.ts'
import { makeMirrors } from './mirrors.ts'
import type { Place } from './place.ts'

export interface Serving {
  /** Where it listens; 0 for sockets. */
  port: number
  close(): Promise<void>
}

/** How long callers may take to write a copy, in ms. */
const COPY_WITHIN = 20_000
/** How long a call waits for custody to be opened, in ms. */
const OPEN_WITHIN = 5_000

type Call = keyof typeof CALLER_OF
const isCall = (name: string): name is Call => Object.hasOwn(CALLER_OF, name)

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
    carry(socket, line, { log, caller, gone: () => mirrors.remove(line) })
  }

  const { port, stop, cut } = await listenAt({
    place,
    of: 'custody',
    callers: CALLERS,
    owners: ['operator'],
    isReady: () => custody !== undefined,
    take: serve,
  })
  return {
    port,
    async close() {
      stop()
      await opening.idle()
      // What is under way comes to its end and is answered; nothing new is taken.
      await custody?.close()
      cut()
    },
  }
}
