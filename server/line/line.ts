import * as z from 'zod/mini'

/** What becomes known of a line that works badly. */
export type LineLog = Readonly<Record<'warn' | 'error', (about: object, text: string) => void>>

/** Why there is no answer. `details` are plain values. */
export const Fault = z.object({
  code: z.string(),
  message: z.string(),
  details: z._default(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])), {}),
})
export type Fault = z.infer<typeof Fault>

const Frame = z.union([
  z.object({ id: z.number(), ask: z.string(), message: z.optional(z.unknown()) }),
  z.object({ id: z.number(), fault: Fault }),
  z.object({ id: z.number(), answer: z.optional(z.unknown()) }),
])

/** Characters of one message; both ends take a little more, in bytes. */
const MOST = 60 * 1024 * 1024

/** One end of a line between two processes, over which both may ask. Everything that travels is plain JSON. */
export interface Line {
  /** Rejects with what `errorOf` makes of a fault, or of a line that was `lost` or took too long. */
  ask(name: string, message: unknown, ms?: number): Promise<unknown>
  /** Takes a text that came; throws when it is no frame, after which the line should be cut. */
  receive(text: string): void
  /** The other end is gone: whatever was, or is, asked of it rejects. */
  cut(why: string): void
}

export const makeLine = ({
  send,
  answer,
  faultOf,
  errorOf,
  lost,
  within,
}: {
  send: (text: string) => void
  /** What the other end asks of this one. */
  answer: (name: string, message: unknown) => Promise<unknown>
  faultOf: (error: unknown) => Fault
  errorOf: (fault: Fault) => Error
  /** Whether it was done is unknown then. */
  lost: (why: string) => Error
  /** How long an answer may take where nobody says otherwise, in ms. */
  within: number
}): Line => {
  const waiting = new Map<number, { take(answer: unknown): void; refuse(error: Error): void }>()
  /** Throws where it is more than a line takes, which would cut it off for everybody. */
  const written = (frame: object): string => {
    const text = JSON.stringify(frame)
    if (text.length <= MOST) return text
    throw new Error(`A message of ${text.length} characters is too long for a line.`)
  }
  let last = 0
  let gone: string | undefined

  const reply = async (id: number, name: string, message: unknown): Promise<void> => {
    const text = await answer(name, message)
      .then(
        (result) => written({ id, answer: result }),
        (error: unknown) => JSON.stringify({ id, fault: faultOf(error) }),
      )
      .catch((error: unknown) => JSON.stringify({ id, fault: faultOf(error) }))
    send(text)
  }

  return {
    ask: (name, message, ms = within) =>
      new Promise((resolve, reject) => {
        if (gone !== undefined) return reject(lost(gone))
        last += 1
        const id = last
        const text = written({ id, ask: name, message })
        const timer = setTimeout(() => waiting.get(id)?.refuse(lost('no answer in time')), ms)
        const over = () => {
          clearTimeout(timer)
          waiting.delete(id)
        }
        waiting.set(id, {
          take(result) {
            over()
            resolve(result)
          },
          refuse(error) {
            over()
            reject(error)
          },
        })
        send(text)
      }),
    receive(text) {
      const frame = Frame.parse(JSON.parse(text))
      if ('ask' in frame) void reply(frame.id, frame.ask, frame.message)
      else if ('fault' in frame) waiting.get(frame.id)?.refuse(errorOf(frame.fault))
      else waiting.get(frame.id)?.take(frame.answer)
    },
    cut(why) {
      gone = why
      for (const { refuse } of [...waiting.values()]) refuse(lost(why))
    },
  }
}
