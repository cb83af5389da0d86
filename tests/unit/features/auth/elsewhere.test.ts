import { afterEach, describe, expect, test, vi } from 'vitest'
import { close, enter, heading, here, network, open, press, refusal, settle, shows, soon } from './page.tsx'

afterEach(async () => {
  await close()
  vi.unstubAllGlobals()
})

describe('the page of the freeze', () => {
  const FREEZE = 'POST auth/freeze'
  const LIFT = 'POST auth/unfreeze'

  test('freezes by its button alone, signed in or not, and takes a code then', async () => {
    for (const logged of [false, true]) {
      const calls = network({
        [FREEZE]: { body: { isRestored: true } },
        [LIFT]: [refusal(400), { status: 204 }],
      })
      await open('/freeze#code=secret', { logged })
      await settle()
      expect(calls.filter(({ key }) => key === FREEZE)).toEqual([])
      await press('Freeze My Account')
      await soon(() => expect(heading()).toBe('Your Account Is Frozen'))
      await shows('A code of your old authenticator')
      await enter('123456')
      await shows('Invalid verification code')
      await enter('654321')
      await soon(() => expect(heading()).toBe('The Freeze Is Lifted'))
      expect(calls.filter(({ key }) => key === FREEZE || key === LIFT).map(({ body }) => body)).toEqual([
        { link: 'secret' },
        { link: 'secret', code: '123456' },
        { link: 'secret', code: '654321' },
      ])
    }
  })

  test('is none without the secret of a link', async () => {
    network({})
    await open('/freeze')
    await shows('Page not found')
  })

  test('says why a link does not freeze', async () => {
    network({ [FREEZE]: refusal(400, 'This link is no longer valid') })
    await open('/freeze#code=old')
    await press('Freeze My Account')
    await shows('This link is no longer valid')
  })
})

describe('the page that asks for a word about a held wallet', () => {
  const AGREE = 'POST wallets/w1/release'
  const missing = { owner: false, operator: false, guardians: 0 }

  test.each([
    [missing, 'Everybody has agreed: the wallet sends again.'],
    [{ ...missing, guardians: 1 }, 'The others still have to agree.'],
  ])('takes it, and says what is missing', async (left, text) => {
    network({ [AGREE]: { body: { missing: left } } })
    await open('/release?wallet=w1', { logged: true })
    await press('Agree')
    await soon(() => expect(heading()).toBe('You Agreed'))
    await shows(text)
  })

  test('asks for a fresh second factor first', async () => {
    const stale = { status: 403, body: { name: 'StepUpRequiredError', message: 'Confirm' } }
    const calls = network({ [AGREE]: [stale, { body: { missing } }], 'POST auth/step-up': { status: 204 } })
    await open('/release?wallet=w1', { logged: true })
    await press('Agree')
    await shows("Confirm it's you")
    await enter('123456')
    await soon(() => expect(heading()).toBe('You Agreed'))
    expect(calls.map(({ key }) => key)).toEqual([AGREE, 'POST auth/step-up', AGREE])
  })

  test('lets nobody be asked who is not signed in', async () => {
    network({})
    await open('/release?wallet=w1')
    await soon(() => expect(here()).toBe('/auth'))
  })
})
