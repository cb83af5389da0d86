import { expect, test } from 'vitest'
import { endsAt, inboxOf } from '#domain/inbox.ts'
import { waitingCount } from '#domain/waiting.ts'
import { endsText } from '#features/inbox/row.ts'
import { approval, invite, session, wcRequest } from '../state/fixture.ts'

const at = (minutes: number) => new Date(Date.parse('2030-01-01T00:00:00Z') + minutes * 60_000).toISOString()

test('the inbox has what is counted and nothing else, the soonest to end first', () => {
  const proposal = { status: 'pending-approval' as const, shouldShow: true }
  const asked = {
    approvals: [
      approval('late', { expiresAt: at(900) }),
      approval('done', { status: 'approved', expiresAt: at(1) }),
      approval('soon', { expiresAt: at(90) }),
    ],
    invites: [
      invite('open'),
      invite('ends', { expiresAt: at(100) }),
      invite('no', { status: 'rejected' }),
      invite('first', { expiresAt: at(50) }),
    ],
    sessions: [
      session('s1', 'w1', { ...proposal, expiresAt: at(4) }),
      session('s2', 'w2', { status: 'connected', shouldShow: true }),
    ],
    requests: [
      wcRequest('r1', 'w2', { sessionId: 's2', expiresAt: at(9) }),
      wcRequest('r2', 'w2', { sessionId: 's2', expiresAt: at(2), method: 'eth_sendTransaction' }),
      wcRequest('r3', 'w2', { expiresAt: at(1), method: 'eth_sign' }),
      wcRequest('r4', 'w2', { expiresAt: at(1), status: 'executed' }),
    ],
  }
  const { approvals, dapps, invites } = inboxOf(asked)
  expect(approvals.map(({ id }) => id)).toEqual(['soon', 'late'])
  expect(dapps.map(({ item, session: of }) => [item.id, of?.id])).toEqual([
    ['r2', 's2'],
    ['s1', 's1'],
    ['r1', 's2'],
  ])
  expect(invites.map(({ id }) => id)).toEqual(['first', 'ends', 'open'])
  expect(approvals.length + dapps.length + invites.length).toBe(waitingCount(asked))
})

test.each([
  [61, /^Expires 1 Jan$/, false],
  [60, /^Expires 1 Jan$/, false],
  [59.5, /^60 min left$/, false],
  [18, /^18 min left$/, false],
  [5, /^5 min left$/, false],
  [4.5, /^5 min left$/, true],
  [0.2, /^1 min left$/, true],
  [-3, /^1 min left$/, true],
])('what ends in %s minutes', (minutes, words, isSoon) => {
  const said = endsText(at(minutes + 720), Date.parse(at(720)))
  expect(said.text).toMatch(words)
  expect(said.isSoon).toBe(isSoon)
})

test('a day is told of what ends after the hour', () => {
  expect(endsAt(at(61), Date.parse(at(0)))).toEqual({ day: at(61) })
})
