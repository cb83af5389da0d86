import { afterEach, expect, test } from 'vitest'
import { close, here, network, open, refusal, settle, shows, soon } from './page.tsx'

const VERIFY = 'GET oauth/google/verify'
const whole = 'authuser=0&code=4%2Fabc&prompt=consent&scope=email%20openid'

afterEach(close)

test('all four parameters are sent once, and the answer decides the way', async () => {
  const calls = network({ [VERIFY]: { body: { requiredAction: 'setup-2fa', email: 'a@b.de' } } })
  await open(`/oauth/google/verify?${whole}&iss=https%3A%2F%2Faccounts.google.com`)
  await soon(() => expect(here()).toBe('/two-factor/download-app'))
  expect(calls.map(({ key }) => key)).toEqual([VERIFY])
  expect(Object.fromEntries(new URLSearchParams(calls[0]?.query))).toEqual({
    authuser: '0',
    code: '4/abc',
    prompt: 'consent',
    scope: 'email openid',
  })
})

test('the code leaves the address bar before the answer is there', async () => {
  let answer = () => {}
  const waiting = new Promise<void>((done) => {
    answer = done
  })
  network({
    [VERIFY]: async () => {
      await waiting
      return { body: { requiredAction: 'check-2fa' } }
    },
  })
  await open(`/oauth/google/verify?${whole}`)
  await soon(() => expect(here()).toBe('/oauth/google/verify'))
  answer()
  await soon(() => expect(here()).toBe('/two-factor/check'))
})

test.each(['authuser', 'code', 'prompt', 'scope'])('without %s nothing is asked', async (name) => {
  for (const spoil of [
    (params: URLSearchParams) => params.delete(name),
    (params: URLSearchParams) => params.set(name, ''),
  ]) {
    const calls = network({})
    const params = new URLSearchParams(whole)
    spoil(params)
    await open(`/oauth/google/verify?${params}`)
    await shows('Failed to verify Google')
    await soon(() => expect(here()).toBe('/auth'))
    expect(calls).toEqual([])
  }
})

test.each([
  [refusal(400, 'Failed to verify Google'), 'Failed to verify Google'],
  [refusal(502, 'Google did not answer'), 'Google did not answer'],
  ['no answer' as const, 'No connection'],
])('a failure is a toast on the way back to the address', async (reply, message) => {
  const calls = network({ [VERIFY]: reply })
  await open(`/oauth/google/verify?${whole}`)
  await shows(message)
  await soon(() => expect(here()).toBe('/auth'))
  await settle()
  expect(calls).toHaveLength(1)
})
