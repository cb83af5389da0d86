import { describe, expect, test } from 'vitest'
import type { Feature } from '#contract/wallet.ts'
import { protectionOf } from '#domain/protection.ts'
import { protectionWords } from '#features/wallets/protection.ts'

const NOW = Date.parse('2030-01-01T00:00:00.000Z')
const later = '2030-01-01T12:00:00.000Z'
const until = { consensus: 2, confirmed: 3 }

type Flow = Extract<Feature, { type: 'approval-flow' }>['payload']
const flow = (payload: Partial<Flow>): Feature => ({
  type: 'approval-flow',
  payload: { enabled: true, consensus: 1, ...payload },
})
const HOLD: Feature = {
  type: 'hold',
  payload: { owner: true, operator: false, guardians: 0, isWhole: true },
}
const FREEZE: Feature = { type: 'freeze', payload: { by: 'tomas@ardent.example', at: later } }

type Status = Parameters<typeof protectionOf>[1]
const guardians = (confirmed: number, pending = 0): Status => [
  ...Array.from({ length: confirmed }, () => ({ status: 'confirmed' as const })),
  ...Array.from({ length: pending }, () => ({ status: 'pending' as const })),
  { status: 'retired' },
  { status: 'rejected' },
]

const seen = (features: Feature[], approvers: Status) => protectionOf({ features }, approvers, NOW)

const said = (features: Feature[], approvers: Status): string | undefined => {
  const words = protectionWords(seen(features, approvers))
  return words && [words.look, [words.lead, words.rest ?? words.add].filter(Boolean).join(' · ')].join(': ')
}

const weaker = flow({ enabled: false, consensus: 2, startsAt: later, until })

describe('the protection of a wallet', () => {
  test.each<[string, Feature[], Status, RegExp]>([
    ['never set', [], [], /^none: Unprotected · Add a Guardian$/],
    ['off, though there are guardians', [flow({ enabled: false })], guardians(2), /^none: Unprotected · /],
    ['off, though some are invited', [flow({ enabled: false })], guardians(0, 2), /^none: Unprotected · /],
    ['on, nobody asked', [flow({})], guardians(0), /^half: Not protected yet · Add a Guardian$/],
    ['on, two invited', [flow({})], guardians(0, 2), /^half: Not protected yet · 2 invited$/],
    [
      'two of three',
      [flow({ consensus: 2 })],
      guardians(3),
      /^whole: Protected · 2 of 3 Guardians must approve$/,
    ],
    ['one guards, another is invited', [flow({})], guardians(1, 1), /^whole: Protected · 1 of 1 Guardians/],
    ['more wanted than there are', [flow({ consensus: 3 })], guardians(2), /^whole: Protected · 2 of 2 /],
    ['weaker rules to come', [weaker], guardians(3), /^warn: Weaker rules start \d+ Jan, \d\d:\d\d$/],
    [
      'weaker rules that have started',
      [flow({ enabled: false, startsAt: '2029-12-31T00:00:00.000Z', until })],
      guardians(3),
      /^none: Unprotected/,
    ],
    [
      'stricter rules for other people',
      [flow({ consensus: 3, startsAt: later, until })],
      guardians(3),
      /^whole: Protected · 3 of 3 /,
    ],
    ['held', [flow({}), HOLD], guardians(1), /^warn: Paused for a check\. Nothing is lost\.$/],
    ['frozen', [flow({}), FREEZE], guardians(1), /^bad: Frozen by a Guardian$/],
  ])('%s', (_name, features, approvers, words) => {
    expect(said(features, approvers)).toMatch(words)
  })

  test('is the first that holds: frozen, held, weaker, invited, protected, unprotected', () => {
    const ranks: [Feature[], Status][] = [
      [[weaker, HOLD, FREEZE], guardians(3, 1)],
      [[weaker, HOLD], guardians(3, 1)],
      [[weaker], guardians(0, 1)],
      [[flow({})], guardians(0, 1)],
      [[flow({})], guardians(1)],
      [[flow({ enabled: false })], guardians(1)],
    ]
    expect(ranks.map(([features, approvers]) => seen(features, approvers).state)).toEqual([
      'frozen',
      'held',
      'weaker',
      'invited',
      'protected',
      'unprotected',
    ])
  })

  test('is unknown only where approval is on and nobody has said who the guardians are', () => {
    expect(said([flow({})], undefined)).toBeUndefined()
    expect(seen([flow({})], undefined)).toMatchObject({ state: 'unknown', isMissing: false })
    expect(seen([flow({ enabled: false })], undefined).state).toBe('unprotected')
    expect(seen([weaker], undefined).state).toBe('weaker')
    expect(seen([flow({}), HOLD], undefined).state).toBe('held')
  })

  test('needs no list of guardians where the wallet tells how many there are, and believes that one', () => {
    expect(seen([flow({ consensus: 2, confirmed: 3 })], undefined)).toMatchObject({
      state: 'protected',
      rule: { count: 2, max: 3 },
    })
    expect(seen([flow({ confirmed: 0 })], undefined).state).toBe('empty')
    expect(seen([flow({ confirmed: 0 })], guardians(2, 1)).state).toBe('invited')
  })

  test('is missing where approval is on and nobody can give it, whatever else is said of the wallet', () => {
    expect(seen([flow({})], guardians(0, 1)).isMissing).toBe(true)
    expect(seen([flow({}), HOLD], guardians(0)).isMissing).toBe(true)
    expect(seen([flow({})], guardians(1)).isMissing).toBe(false)
    expect(seen([flow({ enabled: false })], guardians(0)).isMissing).toBe(false)
    expect(seen([flow({ startsAt: later, until })], guardians(0)).isMissing).toBe(false)
  })
})

describe('the rule that a transfer has to meet now', () => {
  test.each<[string, Partial<Flow>, number, { count: number; max: number }]>([
    ['approval off', { enabled: false, consensus: 2 }, 2, { count: 0, max: 2 }],
    ['nobody to ask', {}, 0, { count: 0, max: 0 }],
    ['two of three', { consensus: 2 }, 3, { count: 2, max: 3 }],
    ['more wanted than there are', { consensus: 3 }, 2, { count: 2, max: 2 }],
    [
      'switched off, not yet in force',
      { enabled: false, consensus: 2, startsAt: later, until },
      3,
      { count: 2, max: 3 },
    ],
    ['lowered, not yet in force', { startsAt: later, until }, 3, { count: 2, max: 3 }],
    ['lowered, in force by now', { startsAt: '2029-12-31T00:00:00.000Z', until }, 3, { count: 1, max: 3 }],
    ['raised for other people', { consensus: 3, startsAt: later, until }, 3, { count: 3, max: 3 }],
  ])('%s', (_name, payload, confirmed, expected) => {
    expect(seen([flow(payload)], guardians(confirmed)).rule).toEqual(expected)
    // It is the same while nothing is sent at all.
    expect(seen([flow(payload), HOLD, FREEZE], guardians(confirmed)).rule).toEqual(expected)
  })
})
