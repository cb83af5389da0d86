import { expect, test } from 'vitest'
import type { Feature } from '#contract/wallet.ts'
import { guardedBy } from '#features/send/guarded.ts'

const NOW = Date.parse('2030-01-01T00:00:00.000Z')
const later = '2030-01-01T12:00:00.000Z'
const until = { consensus: 2, confirmed: 3 }

type Flow = Extract<Feature, { type: 'approval-flow' }>['payload']
const rule = (payload: Flow, confirmed: number) =>
  guardedBy({ features: [{ type: 'approval-flow', payload }] }, confirmed, NOW)

test.each<[string, Flow, number, { count: number; max: number }]>([
  ['approval off', { enabled: false, consensus: 2 }, 2, { count: 0, max: 2 }],
  ['nobody to ask', { enabled: true, consensus: 1 }, 0, { count: 0, max: 0 }],
  ['two of three', { enabled: true, consensus: 2 }, 3, { count: 2, max: 3 }],
  ['more wanted than there are', { enabled: true, consensus: 3 }, 2, { count: 2, max: 2 }],
  [
    'switched off, not yet in force',
    { enabled: false, consensus: 2, startsAt: later, until },
    3,
    { count: 2, max: 3 },
  ],
  [
    'lowered, not yet in force',
    { enabled: true, consensus: 1, startsAt: later, until },
    3,
    { count: 2, max: 3 },
  ],
  [
    'lowered, in force by now',
    { enabled: true, consensus: 1, startsAt: '2029-12-31T00:00:00.000Z', until },
    3,
    { count: 1, max: 3 },
  ],
  [
    'raised for other people',
    { enabled: true, consensus: 3, startsAt: later, until },
    3,
    { count: 3, max: 3 },
  ],
])('%s', (_name, flow, confirmed, expected) => {
  expect(rule(flow, confirmed)).toEqual(expected)
})
