import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import type { SignedInClient } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

const OPERATIONS = ['operations-secret-1', 'operations-secret-2']
const EVENTS = 'events-secret-number-1'

let server: TestServer
let owner: SignedInClient
beforeAll(async () => {
  server = await startServer({
    env: { OPERATIONS_WEBHOOK_SECRETS: OPERATIONS.join(','), EVENTS_WEBHOOK_SECRETS: EVENTS },
  })
  owner = await server.signIn('owner@example.com')
})
afterAll(() => server.stop())

interface Signing {
  secret?: string
  /** Milliseconds that the sender's clock is off. */
  off?: number
  headers?: Record<string, string | undefined>
  /** What is sent instead of what was signed. */
  sent?: string
}

const call = (path: string, body: unknown, { secret, off = 0, headers = {}, sent }: Signing = {}) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const timestamp = String(server.clock.now().getTime() + off)
  const key = secret ?? (path === 'events' ? EVENTS : (OPERATIONS[0] ?? ''))
  const signature = createHmac('sha256', key).update(`${timestamp}.${text}`).digest('hex')
  return server.client().raw(`/api/v1/guardian-wallet/callback/${path}`, {
    method: 'POST',
    body: sent ?? text,
    headers: { origin: undefined, 'x-timestamp': timestamp, 'x-signature': signature, ...headers },
  })
}
const operation = (entityId: string, status: string, operationId: string = randomUUID()) => ({
  operationId,
  type: 'wallet',
  entityId,
  status,
  at: server.clock.now().toISOString(),
})

const PATIENT = { timeout: 15_000 }
let names = 0
const newWallet = async () => {
  names += 1
  const name = `Wallet ${'abcdefghijklmnopqrstuvwxyz'[names]}`
  const { id } = await owner.ok(createWallet, { body: { name } })
  await expect
    .poll(async () => (await owner.ok(getWallet, { params: { id } })).status, PATIENT)
    .toBe('active')
  return id
}
/** Hears what the owner is told from now on. */
const listen = async () => {
  const socket = await server.socket(owner)
  const pair = await owner.raw('/api/v1/auth/refresh', { method: 'POST', body: {} })
  expect(await socket.login(pair.body as SignedInClient['pair'])).toBe('success')
  return socket
}
const statusOf = async (id: string) => (await owner.ok(getWallet, { params: { id } })).status

describe('the signature of a webhook', () => {
  it('may be made with either secret and needs no origin', async () => {
    const id = await newWallet()
    for (const secret of OPERATIONS) {
      const answer = await call('operations', operation(id, 'pending-approval'), { secret })
      expect(answer.status).toBe(204)
    }
    expect(await statusOf(id)).toBe('pending-approval')
  })

  it.each<[string, Signing]>([
    ['of another secret', { secret: 'somebody-elses-secret' }],
    ['of the other webhook', { secret: EVENTS }],
    ['that is missing', { headers: { 'x-signature': undefined } }],
    ['that is no hex', { headers: { 'x-signature': 'z'.repeat(64) } }],
    ['without its time', { headers: { 'x-timestamp': undefined } }],
    ['with another time', { headers: { 'x-timestamp': '1' } }],
    ['older than five minutes', { off: -300_001 }],
    ['more than five minutes ahead', { off: 300_001 }],
    ['of another body', { sent: '{}' }],
    ['of a body that is not JSON', { sent: '{' }],
  ])('%s is refused with 401', async (_, signing) => {
    const id = await newWallet()
    const answer = await call('operations', operation(id, 'pending-approval'), signing)
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ name: 'UnauthorizedError' })
    expect(await statusOf(id)).toBe('active')
  })

  it('at the very edge of five minutes counts', async () => {
    const id = await newWallet()
    expect((await call('operations', operation(id, 'pending-approval'), { off: -300_000 })).status).toBe(204)
    expect((await call('operations', operation(id, 'active'), { off: 300_000 })).status).toBe(204)
  })

  it.each(['{', '[]', '{}', '{"operationId":"x","surplus":1}'])(
    'over the wrong body %s gets 400',
    async (body) => {
      expect((await call('operations', body)).status).toBe(400)
    },
  )
})

describe('operations', () => {
  it('with an id that was seen have no second effect', async () => {
    const id = await newWallet()
    const first = operation(id, 'pending-approval')
    expect((await call('operations', first)).status).toBe(204)
    expect((await call('operations', operation(id, 'active'))).status).toBe(204)
    expect((await call('operations', first)).status).toBe(204)
    expect(await statusOf(id)).toBe('active')
  })

  it('tell the owner', async () => {
    const id = await newWallet()
    const socket = await listen()
    await call('operations', operation(id, 'canceled'))
    expect((await socket.next('wallet:updated')).payload.data).toMatchObject({ id, status: 'canceled' })
  })

  it.each(['removed', 'rejected', 'canceled', 'failure'])(
    'cannot move a wallet that is %s',
    async (final) => {
      const id = await newWallet()
      expect((await call('operations', operation(id, final))).status).toBe(204)
      for (const next of ['active', final]) {
        const answer = await call('operations', operation(id, next))
        expect(answer.status).toBe(409)
        expect(answer.body).toMatchObject({ name: 'ConflictError' })
      }
    },
  )

  it('that were refused may be repeated with the same id', async () => {
    const id = await newWallet()
    const wrong = operation(id, 'no-such-status')
    expect((await call('operations', wrong)).status).toBe(400)
    expect((await call('operations', { ...wrong, status: 'pending-approval' })).status).toBe(204)
    expect(await statusOf(id)).toBe('pending-approval')
  })

  it('of an unknown wallet are 404', async () => {
    expect((await call('operations', operation('unknown', 'active'))).status).toBe(404)
  })
})

describe('events', () => {
  const event = (fields: Record<string, unknown>) => ({
    eventId: randomUUID(),
    at: server.clock.now().toISOString(),
    ...fields,
  })
  const kyc = async (id: string) => {
    const { features } = await owner.ok(getWallet, { params: { id } })
    return features.find(({ type }) => type === 'redbelly-kyc')?.payload
  }

  it('complete the identity verification of one wallet, by id or by address', async () => {
    const [one, two] = [await newWallet(), await newWallet()]
    const socket = await listen()
    expect((await call('events', event({ type: 'kyc.completed', walletId: one }))).status).toBe(204)
    expect((await socket.next('wallet:updated')).payload.data).toMatchObject({
      id: one,
      features: expect.arrayContaining([{ type: 'redbelly-kyc', payload: { completed: true } }]),
    })
    expect(await kyc(one)).toEqual({ completed: true })
    expect(await kyc(two)).not.toEqual({ completed: true })
    const { accounts } = await owner.ok(getWallet, { params: { id: two } })
    const address = accounts.find(({ network }) => network === 'evm')?.address
    expect((await call('events', event({ type: 'kyc.completed', address }))).status).toBe(204)
    expect(await kyc(two)).toEqual({ completed: true })
  })

  it('move a wallet', async () => {
    const id = await newWallet()
    const body = event({ type: 'wallet.status', walletId: id, payload: { status: 'processing-amend' } })
    expect((await call('events', body)).status).toBe(204)
    expect(await statusOf(id)).toBe('processing-amend')
    expect((await call('events', event({ type: 'wallet.status', walletId: id }))).status).toBe(400)
  })

  it('without a subject are 400, of a deposit are only a hint, signed for operations are 401', async () => {
    expect((await call('events', event({ type: 'kyc.completed' }))).status).toBe(400)
    expect((await call('events', event({ type: 'deposit', address: '0x1' }))).status).toBe(204)
    const body = event({ type: 'deposit' })
    expect((await call('events', body, { secret: OPERATIONS[0] ?? '' })).status).toBe(401)
  })
})
