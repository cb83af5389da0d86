import { describe, expect, test } from 'vitest'
import { isTurnedAway } from '#app/guard.ts'
import { marketingCookie } from '#app/marketing.ts'
import { landing } from '#state/landing.ts'
import { readFilter, readTab } from '#state/tabs.ts'
import { invite, wallet } from '#tests/unit/state/fixture.ts'

describe('who may see a route', () => {
  test.each([
    ['in', false, null, true],
    ['in', true, null, false],
    ['out', false, null, false],
    ['out', true, null, true],
    ['setup', false, null, false],
    ['setup', false, 'setup-2fa', false],
    ['setup', true, null, true],
    ['setup', true, 'restore-2fa', false],
  ] as const)('%s, logged in %s, step %s: turned away %s', (audience, logged, step, away) => {
    expect(isTurnedAway(audience, { logged, step })).toBe(away)
  })
})

describe('where one lands', () => {
  const wallets = [wallet('w1')]
  const hidden = (['removed', 'rejected', 'canceled', 'failure'] as const).map((status) =>
    wallet(status, { status }),
  )
  const settled = (['confirmed', 'rejected', 'retired'] as const).map((status) => invite(status, { status }))

  test.each([
    ['no wallets, a pending invite', [], [...settled, invite('i1')], '/guardian-hub'],
    ['only hidden wallets, a pending invite', hidden, [invite('i1')], '/guardian-hub'],
    ['wallets and invites', wallets, [invite('i1')], '/wallets'],
    ['wallets, no invites', wallets, [], '/wallets'],
    ['nothing at all', [], [], '/wallets'],
    ['no wallets, settled invites only', [], settled, '/wallets'],
  ] as const)('%s', (_, own, invites, path) => {
    expect(landing(own, invites)).toBe(path)
  })
})

test('unknown tabs and filters fall back to the first', () => {
  expect(['asset', 'guardians', 'nope', null].map(readTab)).toEqual(['asset', 'guardians', 'asset', 'asset'])
  expect(['invites', 'nope', null].map(readFilter)).toEqual(['invites', 'approvals', 'approvals'])
})

describe('MARKETING_ID', () => {
  const at = (url: string, cookies = '') => marketingCookie(new URL(url, 'http://localhost'), cookies)

  test('is remembered for 30 days on every route', () => {
    expect(at('/wallets?marketingId=a b')).toBe('MARKETING_ID=a%20b; path=/; max-age=2592000; samesite=lax')
    expect(at('https://example.com/?marketingId=a')).toMatch(/; secure$/)
  })

  test.each([
    ['without the parameter', '/', ''],
    ['when it is empty', '/?marketingId=', ''],
    ['when there is one already', '/?marketingId=b', 'x=1; MARKETING_ID=a'],
    ['when it is longer than 256 characters', `/?marketingId=${'a'.repeat(257)}`, ''],
  ])('stays as it is %s', (_, url, cookies) => {
    expect(at(url, cookies)).toBeUndefined()
  })

  test('256 characters are taken', () => {
    expect(at(`/?marketingId=${'a'.repeat(256)}`, 'NOT_MARKETING_ID=x')).toContain('a'.repeat(256))
  })
})
