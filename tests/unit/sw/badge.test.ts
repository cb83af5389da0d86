import { expect, test, vi } from 'vitest'
import { countForBadge } from '#sw/badge.ts'
import { createAsk } from '#sw/read.ts'
import { approval, invite, session, wcRequest } from '../state/fixture.ts'

const list = <T>(...items: T[]) => ({ items, total: items.length })

const answers: Record<string, unknown> = {
  '/api/v1/approval-flow': list(approval('p1'), approval('p2', { status: 'approved' })),
  '/api/v1/invites': list(invite('i1'), invite('i2', { status: 'retired' })),
  '/api/v1/wallet-connect/sessions/pending': list(
    session('s1', 'w1', { status: 'pending-approval', shouldShow: true }),
  ),
  '/api/v1/wallet-connect/requests': list(
    wcRequest('r1', 'w1'),
    wcRequest('r2', 'w1', { method: 'eth_signTypedData_v4' }),
    wcRequest('r3', 'w1', { status: 'executed' }),
  ),
}
const ask = createAsk(async (path) => Response.json(answers[path]))
const badging = () => ({
  setAppBadge: vi.fn(async () => undefined),
  clearAppBadge: vi.fn(async () => undefined),
})

test('the worker counts what waits for an answer', async () => {
  const on = badging()
  await countForBadge(ask, on)
  expect(on.setAppBadge.mock.calls).toEqual([[4]])
})

test('what cannot be read leaves the number as it is', async () => {
  const on = badging()
  await countForBadge(
    createAsk(async () => new Response(null, { status: 401 })),
    on,
  )
  expect(on.setAppBadge).not.toHaveBeenCalled()
  expect(on.clearAppBadge).not.toHaveBeenCalled()
})

test('a browser without badges asks nothing', async () => {
  const fetch = vi.fn()
  await countForBadge(createAsk(fetch), {})
  expect(fetch).not.toHaveBeenCalled()
})
