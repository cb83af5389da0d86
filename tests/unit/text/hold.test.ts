import { expect, test } from 'vitest'
import { holdOf } from '#domain/hold.ts'
import { holdText } from '#text/hold.ts'

const NOTHING_LOST = 'Nothing is lost, and you can still receive.'

test.each([
  [
    { owner: true, operator: false, guardians: 2, isWhole: true },
    `Sends of this wallet are paused for a check. ${NOTHING_LOST} You have to agree before it goes on. 2 more guardians have to agree.`,
  ],
  [
    { owner: false, operator: false, guardians: 1, isWhole: true },
    `Sends of this wallet are paused for a check. ${NOTHING_LOST} One more guardian has to agree.`,
  ],
  [
    { owner: false, operator: true, guardians: 0, isWhole: false },
    `Sends of this wallet on one network are paused for a check. ${NOTHING_LOST} An operator has to end it: write to support if nobody told you why.`,
  ],
  [
    { owner: false, operator: false, guardians: 0, isWhole: false },
    `Sends of this wallet on one network are paused for a check. ${NOTHING_LOST} Everybody has agreed: it ends with your next send.`,
  ],
])('a held wallet says who can end that: %j', (hold, text) => {
  expect(holdText.note(hold)).toBe(text)
  expect(holdOf({ features: [{ type: 'hold', payload: hold }] })).toEqual(hold)
})

test('a wallet that is not held says nothing', () => {
  expect(holdOf({ features: [{ type: 'redbelly-kyc', payload: { completed: true } }] })).toBeUndefined()
})
