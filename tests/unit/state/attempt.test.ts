import { expect, test } from 'vitest'
import { answerError, RequestError } from '#net/error.ts'
import { makeAttempts } from '#state/attempt.ts'
import { sendText } from '#text/send.ts'

const clock = { now: () => 0, pause: () => Promise.resolve() }

/** Submits once after the other, each of which ends as told; answers the keys that were used. */
const keysOf = async (...ends: (Error | 'sent')[]) => {
  let count = 0
  const attempts = makeAttempts(sendText, clock, () => `key ${++count}`)
  const keys: string[] = []
  for (const end of ends)
    await attempts
      .send('w1', async (key) => {
        keys.push(key)
        if (end !== 'sent') throw end
      })
      .catch(() => undefined)
  return { keys, unknown: attempts.isUnknown('w1') }
}

const answered = (status: number, message = 'No') => answerError(status, { name: 'X', message }, 'trace')

test.each([500, 502, 503])(
  'a %i of the server itself says nothing of the send: its key stays',
  async (status) => {
    expect(await keysOf(answered(status))).toMatchObject({ unknown: true })
    expect(await keysOf(answered(status), 'sent', 'sent')).toEqual({
      keys: ['key 1', 'key 1', 'key 2'],
      unknown: false,
    })
  },
)

test.each([400, 403, 409, 422, 429])(
  'a %i that came at once ends it: the next one has its own',
  async (status) => {
    expect(await keysOf(answered(status), 'sent')).toEqual({ keys: ['key 1', 'key 2'], unknown: false })
  },
)

test.each([401, 404, 429])('a %i after a failure leaves open what became of that', async (status) => {
  expect(await keysOf(answered(500), answered(status), 'sent')).toEqual({
    keys: ['key 1', 'key 1', 'key 1'],
    unknown: false,
  })
  expect(await keysOf(answered(500), answered(status))).toMatchObject({ unknown: true })
})

test('what fails here, before anything is asked, leaves it open as well', async () => {
  expect(await keysOf(new TypeError('x'), 'sent')).toMatchObject({ keys: ['key 1', 'key 1'] })
})

test('a key that stands for another send is given up, and that is said', async () => {
  const taken = new RequestError({
    status: 409,
    traceId: 'trace',
    message: 'This Idempotency-Key was used for another transaction. Take a new one.',
  })
  expect(await keysOf(answered(500), taken, 'sent')).toMatchObject({ keys: ['key 1', 'key 1', 'key 2'] })
  expect(taken.message).toContain('was accepted, so this one was not sent')
})
