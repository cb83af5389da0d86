import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** The lines of a file. Opened no earlier than it is read: what readline reads before that is lost. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
}
