import { expect, test } from 'vitest'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { store } from '#state/store.ts'
import { hearVersion, outdatedAtom, serverVersionAtom } from '#state/version.ts'

const NOW = CONTRACT_VERSION

test.each([
  ['the same', NOW, NOW - 1, null],
  ['the next, which still knows this page', NOW + 1, NOW, null],
  ['a later one, which still knows this page', NOW + 9, NOW, null],
  ['one that does not know this page any more', NOW + 2, NOW + 1, 'page'],
  ['the same one, which wants no older pages', NOW, NOW, null],
  ['the one before', NOW - 1, NOW - 2, null],
  ['one before that', NOW - 2, NOW - 3, 'server'],
])('a server of %s version', (_, version, oldest, outdated) => {
  hearVersion({ version, oldest })
  expect(store.get(outdatedAtom)).toBe(outdated)
})

test('before the first answer nobody is too old', () => {
  store.set(serverVersionAtom, null)
  expect(store.get(outdatedAtom)).toBeNull()
})
