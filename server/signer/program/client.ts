import { keepLine } from '#server/custody/program/lasting.ts'
import type { Place } from '#server/custody/program/place.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { LineLog } from '#server/line/line.ts'
import { makeSigners } from '#server/signer/coordinate.ts'
import { ANSWERS, type Answer, type Ask, type Asked, type Call } from '#server/signer/message.ts'
import type { Signers } from '#server/signer/port.ts'
import type { Party } from '#server/signer/share.ts'
import { nameOf, VERSION } from './place.ts'

/** A signer that is away holds nobody up: two go on without it. */
const LINE_WITHIN = 500
/** How long a call may take, in ms: whoever hangs is as good as away. */
const WITHIN = 15_000
/** A transaction of many coins takes a signature for each. */
const ROUND_WITHIN = 120_000
const ROUND: readonly Call[] = ['offer', 'join', 'close']

/** The way to each signer: it is made again whenever it breaks. */
export const connectEach = ({
  places,
  log,
  lineWithin = LINE_WITHIN,
}: {
  places: ReadonlyMap<Party, Place>
  log: LineLog
  /** How long a call waits for a line that is just being made again, in ms. */
  lineWithin?: number
}): { asks: ReadonlyMap<Party, Ask>; end(): void } => {
  const lines = [...places].map(([party, place]) => ({
    party,
    line: keepLine({
      places: [place],
      caller: 'custody',
      of: nameOf(party),
      name: `Signer ${party}`,
      hello: { version: VERSION },
      helloWithin: WITHIN,
      answer: async (name) => {
        throw new CustodyRefusal('BadInput', `Nobody answers '${name}' here.`)
      },
      log,
      within: WITHIN,
      lineWithin,
    }),
  }))
  const askOver = ({ party, line }: (typeof lines)[number]): [Party, Ask] => [
    party,
    async <K extends Call>(name: K, message: Asked<K>): Promise<Answer<K>> =>
      ANSWERS[name].parse(
        await line.ask(name, message, ROUND.includes(name) ? ROUND_WITHIN : WITHIN),
      ) as Answer<K>,
  ]
  return {
    asks: new Map(lines.map(askOver)),
    end() {
      for (const { line } of lines) line.end()
    },
  }
}

/** The three signers in processes of their own, by the same calls. They may come later. */
export const connectSigners = ({
  apart,
  ...options
}: Parameters<typeof connectEach>[0] & { apart?: { rings: readonly string[] } | undefined }): Signers => {
  const { asks, end } = connectEach(options)
  return makeSigners(asks, { log: options.log, apart, close: async () => end() })
}
