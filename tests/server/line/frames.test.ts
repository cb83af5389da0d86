// @vitest-environment node
import { expect, test } from 'vitest'
import { makeFrames } from '#server/line/frames.ts'
import { makePair } from '#tests/server/harness/dapps.ts'

const open = (max: number) => {
  const [near, far] = makePair()
  const heard: string[] = []
  const frames = makeFrames(near, max, (text) => {
    if (text === 'what?') throw new Error('Nobody understands it')
    heard.push(text)
  })
  const other = makeFrames(far, 1_000_000, () => undefined)
  return { near, far, heard, frames, other }
}
const headed = (length: number, body: string) => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(length)
  return Buffer.concat([head, Buffer.from(body)])
}

test('texts come whole and in turn, however they are cut on the way', async () => {
  const { far, heard, frames } = open(100)
  const texts = ['', 'one', 'zwölf 🦭', 'x'.repeat(100)]
  const bytes = Buffer.concat(texts.map((text) => headed(Buffer.byteLength(text), text)))
  for (let at = 0; at < bytes.length; at += 3) far.write(bytes.subarray(at, at + 3))
  far.end()
  await frames.ended
  expect(heard).toEqual(texts)
})

test('a text that is longer than allowed ends the stream before it is read', async () => {
  const { far, heard, frames } = open(100)
  far.write(headed(3, 'one'))
  far.write(headed(101, 'x'))
  await frames.ended
  expect(heard).toEqual(['one'])
})

test('what nobody understands ends the stream; what comes after is not taken', async () => {
  const { heard, frames, other } = open(100)
  for (const text of ['one', 'what?', 'two']) other.send(text)
  await frames.ended
  expect(heard).toEqual(['one'])
})

test('nothing longer than allowed is sent, and nothing after the end', async () => {
  const { near, frames } = open(100)
  expect(() => frames.send('é'.repeat(51))).toThrow('A message of 102 bytes is too long; at most 100')
  near.destroy()
  await frames.ended
  frames.send('late')
})
