import { describe, expect, test } from 'vitest'
import { memberMailError } from '#features/guardians/mail.ts'
import { offRule, startsText } from '#features/guardians/starts.ts'
import { approvedText } from '#features/hub/approval.ts'

test.each([
  ['', 'Member mail is required'],
  ['   ', 'Member mail is required'],
  ['tomas', 'Invalid email format'],
  ['tomas@ardent', 'Invalid email format'],
  ['tomas@árdent.example', 'Invalid email format'],
  ['tomas@xn--rdent-xqa.example', undefined],
  [' tomas@ardent.example ', undefined],
])('the e-mail of a guardian: %o', (email, error) => {
  expect(memberMailError('owner@example.com', email, [])).toBe(error)
})

test.each([
  ['pending', 'This e-mail is already invited to guard this wallet'],
  ['confirmed', 'This e-mail is already invited to guard this wallet'],
  ['rejected', undefined],
] as const)('a guardian who is %s is not invited twice', (status, error) => {
  const approvers = [{ approverEmail: 'tomas@ardent.example', status }]
  expect(memberMailError('owner@example.com', ' Tomas@ardent.example', approvers)).toBe(error)
})

describe('a weaker rule that starts late', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const flow = { enabled: false, consensus: 1, until: { consensus: 2, confirmed: 3 } }

  test('says when, and what binds until then', () => {
    expect(startsText({ ...flow, startsAt: '2026-03-02T12:00:00Z' }, now)).toMatch(
      /^Starts 02 Mar 2026, .+\. Until then 2 out of 3 Guardians must approve\.$/,
    )
  })

  test('says nothing once it has started, or when nothing is to come', () => {
    expect(startsText({ ...flow, startsAt: '2026-03-01T11:59:00Z' }, now)).toBeUndefined()
    expect(startsText({ enabled: true, consensus: 1 }, now)).toBeUndefined()
  })
})

describe('switching approval off', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const flow = { enabled: true, consensus: 3 }
  const DAY = 86_400

  test('tells from when, and what binds until then', () => {
    expect(offRule(flow, 2, DAY, now)).toEqual({
      consensus: 2,
      confirmed: 2,
      from: '2026-03-02T12:00:00.000Z',
    })
  })

  test('names the earlier rule where that is stricter', () => {
    const earlier = {
      ...flow,
      consensus: 1,
      startsAt: '2026-03-02T00:00:00Z',
      until: { consensus: 2, confirmed: 3 },
    }
    expect(offRule(earlier, 3, DAY, now)).toMatchObject({ consensus: 2, confirmed: 3 })
  })

  test('tells no time where it applies at once', () => {
    expect(offRule(flow, 2, 0, now).from).toBeUndefined()
  })
})

test.each([
  [1, 1, 'Approved. Sending to blockchain...'],
  [2, 1, 'Approved. 1 more Guardian must approve.'],
  [3, 1, 'Approved. 2 more Guardians must approve.'],
  [1, 2, 'Approved. Sending to blockchain...'],
])('of %i approvals %i are there', (required, approved, text) => {
  expect(approvedText({ required, approved })).toBe(text)
})

test('of approvals that are enough, and still wait, it says why', () => {
  const note = 'The earlier rules have to be met, too.'
  expect(approvedText({ required: 1, approved: 1, note })).toBe(`Approved. ${note}`)
})

test('it counts by rules that were made stricter meanwhile', () => {
  const lacks = { required: 3, approved: 1 }
  expect(approvedText({ required: 2, approved: 1, lacks })).toBe('Approved. 2 more Guardians must approve.')
})
