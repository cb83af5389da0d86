import { randomUUID } from 'node:crypto'
import type { ByteSealer } from './seal.ts'

/** One part of an archive: a file, or a piece of one. */
export interface Part {
  name: string
  bytes: Uint8Array
}

const FORM = 'countersign-backup/1'
const END = ''

/**
 * The lines of a sealed archive: its form, what it is of and its own id, then one sealed part a line, and an end that
 * tells how many there were. Parts cannot be changed, moved, left out or put into another archive.
 */
export async function* seal(
  kind: string,
  sealer: ByteSealer,
  parts: AsyncIterable<Part> | Iterable<Part>,
): AsyncGenerator<string> {
  const id = randomUUID()
  yield `${FORM} ${kind} ${id}\n`
  let count = 0
  const line = (name: string, bytes: Uint8Array): string => {
    const text = Buffer.from(name)
    const head = Buffer.alloc(2)
    head.writeUInt16BE(text.length)
    return `${sealer.seal(Buffer.concat([head, text, bytes]), [kind, id, String(count)])}\n`
  }
  for await (const { name, bytes } of parts) {
    yield line(name, bytes)
    count += 1
  }
  yield line(END, Buffer.alloc(0))
}

const wrong = (what: string) => new Error(`This is not a whole backup: ${what}.`)

/** Reads it again, part by part; throws where it is not whole, of another kind, or sealed with another ring. */
export async function* open(
  kind: string,
  sealer: ByteSealer,
  lines: AsyncIterable<string>,
): AsyncGenerator<Part> {
  let id: string | undefined
  let count = 0
  let ended = false
  for await (const line of lines) {
    if (id === undefined) {
      const [form, of, own] = line.split(' ')
      if (form !== FORM || own === undefined) throw wrong('it does not begin as one')
      if (of !== kind) throw wrong(`it is one of the ${of}, not of the ${kind}`)
      id = own
      continue
    }
    if (ended) throw wrong('something follows its end')
    const plain = sealer.open(line, [kind, id, String(count)])
    const length = plain.readUInt16BE(0)
    const name = plain.subarray(2, 2 + length).toString()
    if (name === END) ended = true
    else yield { name, bytes: plain.subarray(2 + length) }
    count += 1
  }
  if (!ended) throw wrong('its end is missing')
}
