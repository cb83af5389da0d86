import { expect, test } from 'vitest'
import { SIGNED_OUT } from '#state/auth.ts'
import { findPersisted } from '#state/registry.ts'
import '#state/theme.ts'

const read = (key: string, stored: unknown) => findPersisted(key)?.parse(stored)

const SIGNED_IN = { ...SIGNED_OUT, connectionId: 'c1', email: 'a@b.de', logged: true, step: 'check-2fa' }

test('what was stored of a sign-in is read, and nothing beside it', () => {
  expect(read('auth', { ...SIGNED_IN, other: 1 })).toEqual({ success: true, whole: true, data: SIGNED_IN })
})

test.each([
  null,
  'text',
  {},
  { ...SIGNED_IN, connectionId: 1 },
  { ...SIGNED_IN, email: null },
  { ...SIGNED_IN, logged: 'yes' },
  { ...SIGNED_IN, oneTimeToken: undefined },
  { ...SIGNED_IN, step: 'check' },
  { ...SIGNED_IN, codes: 'old' },
  { ...SIGNED_IN, backup: 0 },
])('a sign-in stored as %j is not read', (stored) => {
  expect(read('auth', stored)).toEqual({ success: false })
})

test.each(['system', 'light', 'dark'])('the theme %s is read', (theme) => {
  expect(read('theme', theme)).toEqual({ success: true, whole: true, data: theme })
})

test.each(['blue', null, 1])('the theme %j is not read', (theme) => {
  expect(read('theme', theme)).toEqual({ success: false })
})
