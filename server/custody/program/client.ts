import type { Custody } from '#server/custody/custody.ts'
import type { Mirror } from '#server/custody/disk/mirror.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Witnesses } from '#server/custody/time.ts'
import type { LineLog } from '#server/line/line.ts'
import { CALLER_OF, type Caller, SERVERS } from './caller.ts'
import { tell } from './clocks.ts'
import { keepLine } from './lasting.ts'
import { AskedLines, Copies, VERSION } from './message.ts'
import type { Place } from './place.ts'

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

/** Custody compares every log with its copy before it greets anybody. */
const GREETED_WITHIN = 3_600_000

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

/**
 * Custody in another process, by the same calls. Rejects with what custody refuses its start for, or with 'Unreachable'.
 * A call whose answer does not come rejects with 'Unreachable', too: whether it was done is unknown then.
 */
export const connectCustody = async (options: ConnectOptions): Promise<Custody> => {
  const { startWithin = 30_000 } = options
  const lineOf = (caller: Caller) =>
    keepLine({
      ...options,
      caller,
      hello: { version: VERSION, mirrors: caller === 'web' },
      helloWithin: GREETED_WITHIN,
      answer: keeping(options.mirror),
    })
  const lines = Object.fromEntries(SERVERS.map((caller) => [caller, lineOf(caller)])) as Record<
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
    (message: unknown) => lines[caller].ask('call', { name, message, told: tell(options.witnesses) }),
  ])
  // Each call of the port has its caller, and answers what custody's own does.
  return { ...(Object.fromEntries(calls) as Omit<Custody, 'close'>), close: async () => end() }
}
