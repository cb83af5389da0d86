import { describe, expect, test } from 'vitest'
import { isTurnedAway } from '#app/guard.ts'

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
