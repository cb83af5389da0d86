import * as z from 'zod/mini'
import { errorOf, faultOf, unreachable } from '#server/custody/program/fault.ts'
import { carry, listenAt } from '#server/custody/program/listen.ts'
import type { Place } from '#server/custody/program/place.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { type LineLog, makeLine } from '#server/line/line.ts'
import { type Ask, isCall } from '#server/signer/message.ts'
import type { Party } from '#server/signer/share.ts'
import { CALLERS, nameOf, VERSION } from './place.ts'

const Hello = z.object({ version: z.number() })

/** How long custody may take to answer, which is asked nothing, in ms. */
const WITHIN = 20_000

/** Serves one signer to custody, and to nobody else. */
export const serveSigner = async ({
  place,
  party,
  ask,
  log,
}: {
  place: Place
  party: Party
  ask: Ask
  log: LineLog
}): Promise<{ port: number; close(): void }> => {
  const who = `Signer ${party}`
  const { port, stop, cut } = await listenAt({
    place,
    of: nameOf(party),
    callers: CALLERS,
    isReady: () => true,
    take(socket, caller) {
      let greeted = false
      const line = makeLine({
        within: WITHIN,
        send: (text) => socket.send(text),
        faultOf: (error) => {
          if (!(error instanceof CustodyRefusal)) log.error({ err: error, caller }, 'A call failed')
          return faultOf(error, who)
        },
        errorOf,
        lost: (why) => unreachable(why, who),
        async answer(name, message) {
          if (greeted && isCall(name)) return ask(name, message as never)
          const hello = Hello.safeParse(message)
          if (name !== 'hello') throw new CustodyRefusal('BadInput', `Nobody answers '${name}' here.`)
          if (!hello.success || hello.data.version !== VERSION)
            throw new CustodyRefusal(
              'BadInput',
              `${who} speaks version ${VERSION}; custody another one. Update the older of them.`,
            )
          greeted = true
          return { version: VERSION, party }
        },
      })
      carry(socket, line, { log, caller })
    },
  })
  return {
    port,
    close() {
      stop()
      cut()
    },
  }
}
