import type { Duplex } from 'node:stream'

/** Bytes of a length. */
const HEAD = 4

/** Texts over a stream of bytes, each after its length, and none longer than `max` bytes. */
export interface Frames {
  /** Throws where a text is too long. Nobody hears what is sent after the end. */
  send(text: string): void
  /** Resolves when nothing comes any more and all that came was taken. */
  ended: Promise<void>
}

/** `take` is called for each text in turn; what it throws, and a length beyond `max`, ends the stream. */
export const makeFrames = (stream: Duplex, max: number, take: (text: string) => void): Frames => {
  let waiting: Buffer[] = []
  let size = 0
  let needed = HEAD
  let broken = false

  /** The first bytes of those that wait. */
  const cut = (length: number): Buffer => {
    const [first] = waiting
    const all = first && waiting.length === 1 ? first : Buffer.concat(waiting)
    waiting = [all.subarray(length)]
    size -= length
    return all.subarray(0, length)
  }
  let length: number | undefined
  const read = (): void => {
    while (size >= needed) {
      if (length === undefined) {
        length = cut(HEAD).readUInt32BE()
        if (length > max)
          throw new Error(`A message of ${length} bytes is too long; at most ${max} are taken.`)
        needed = length
      } else {
        const text = cut(length).toString()
        length = undefined
        needed = HEAD
        take(text)
      }
    }
  }

  const ended = new Promise<void>((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      if (broken) return
      waiting.push(chunk)
      size += chunk.length
      try {
        read()
      } catch (error) {
        broken = true
        stream.destroy(error instanceof Error ? error : new Error(String(error)))
      }
    })
    stream.on('error', () => undefined)
    stream.on('end', () => stream.end())
    stream.on('close', resolve)
  })

  return {
    send(text) {
      const body = Buffer.from(text)
      if (body.length > max)
        throw new Error(`A message of ${body.length} bytes is too long; at most ${max} can be sent.`)
      if (stream.destroyed || stream.writableEnded) return
      const head = Buffer.alloc(HEAD)
      head.writeUInt32BE(body.length)
      stream.write(Buffer.concat([head, body]))
    },
    ended,
  }
}
