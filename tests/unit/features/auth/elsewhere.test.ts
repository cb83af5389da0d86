import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  close,
  enter,
  heading,
  here,
  network,
  open,
  press,
  refusal,
  settle,
  shows,
  soon,
  type,
} from './page.tsx'

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
      await shows('What you send and approve waits')
      expect(calls.filter(({ key }) => key === FREEZE || key === LIFT).map(({ body }) => body)).toEqual([
        { link: 'secret' },
        { link: 'secret', code: '123456' },
        { link: 'secret', code: '654321' },
      ])
    }
  })

  test('says that its link does not stop an operator’s notice twice', async () => {
    network({ [FREEZE]: { body: { isRestored: false, goesOn: '2030-01-08T12:00:00.000Z' } } })
    await open('/freeze#code=secret')
    await press('Freeze My Account')
    await shows('your link stopped it once, and does not again')
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
    await shows('Confirm it’s you')
    await type('123456')
    await soon(() => expect(heading()).toBe('You Agreed'))
    expect(calls.map(({ key }) => key)).toEqual([AGREE, 'POST auth/step-up', AGREE])
  })

  test('lets nobody be asked who is not signed in', async () => {
    network({})
    await open('/release?wallet=w1')
    await soon(() => expect(here()).toBe('/auth'))
  })
})

describe('the page about lost factors', () => {
  const AGREE = 'POST wallets/w1/recovery'
  const STOP = 'POST auth/refuse-recovery'

  test.each([
    [0, 'Everybody who guards this wallet has agreed.'],
    [1, 'Other guardians of this wallet still have to agree.'],
  ])('takes a guardian’s word with a fresh second factor, %i missing', async (missing, text) => {
    const stale = { status: 403, body: { name: 'StepUpRequiredError', message: 'Confirm' } }
    const calls = network({ [AGREE]: [stale, { body: { missing } }], 'POST auth/step-up': { status: 204 } })
    await open('/recover?wallet=w1', { logged: true })
    await settle()
    expect(calls.filter(({ key }) => key === AGREE)).toEqual([])
    await press('Agree')
    await shows('Confirm it’s you')
    await type('123456')
    await soon(() => expect(heading()).toBe('You Agreed'))
    await shows(text)
    expect(calls.map(({ key }) => key)).toEqual([AGREE, 'POST auth/step-up', AGREE])
  })

  test('lets the owner stop it', async () => {
    const calls = network({ [STOP]: { status: 204 } })
    await open('/recover', { logged: true })
    await press('Stop It')
    await soon(() => expect(heading()).toBe('It Is Stopped'))
    expect(calls.map(({ key }) => key)).toEqual([STOP])
  })

  test('asks nobody who is not signed in', async () => {
    network({})
    await open('/recover?wallet=w1')
    await soon(() => expect(here()).toBe('/auth'))
  })
})
