import { gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressAnswers } from '#server/http/compress.ts'

const items = Array.from({ length: 200 }, (_, index) => ({
  id: `row-${index}`,
  amount: '1500000000000000000',
}))

const open = () => {
  const app = fastify()
  compressAnswers(app)
  app.get('/long', async () => ({ items }))
  app.get('/short', async () => ({ items: [] }))
  app.post('/long', async () => ({ items }))
  return app
}

test('a long answer travels compressed to whoever can read that, and says the same', async () => {
  const answer = await open().inject({ url: '/long', headers: { 'accept-encoding': 'br, gzip' } })
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  expect(JSON.parse(gunzipSync(answer.rawPayload).toString())).toEqual({ items })
  expect(answer.rawPayload.length).toBeLessThan(JSON.stringify({ items }).length / 5)
})

test.each([
  ['a short one', { url: '/short', headers: { 'accept-encoding': 'gzip' } }],
  ['one for a reader without gzip', { url: '/long', headers: { 'accept-encoding': 'identity' } }],
  ['one for a reader that says nothing', { url: '/long', headers: {} }],
  ['what changes something', { url: '/long', method: 'POST', headers: { 'accept-encoding': 'gzip' } }],
] as const)('%s travels as it is', async (_, request) => {
  const answer = await open().inject(request)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.json()).toHaveProperty('items')
})
