import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { keepLanguage } from '#app/preference.ts'
import { languageAtom } from '#state/language.ts'
import { userAtom } from '#state/wallets.ts'

const USER = { id: 'u1', email: 'a@example.com', vaultId: 'v1' }

test('a choice is told to the server, and one of another device is not undone', () => {
  const store = createStore()
  const tell = vi.fn(async () => undefined)
  keepLanguage(store, tell)
  store.set(languageAtom, 'es')
  expect(tell).not.toHaveBeenCalled()
  // Chosen before the sign-in.
  store.set(userAtom, { ...USER, language: null })
  expect(tell.mock.calls).toEqual([['es']])
  store.set(userAtom, { ...USER, language: 'es' })
  store.set(languageAtom, 'en')
  expect(tell.mock.calls).toEqual([['es'], ['en']])
  // Another device chose.
  store.set(userAtom, { ...USER, language: 'de' })
  expect(tell).toHaveBeenCalledTimes(2)
})

test('whoever chose nothing is asked nothing', () => {
  const store = createStore()
  const tell = vi.fn(async () => undefined)
  store.set(userAtom, { ...USER, language: null })
  keepLanguage(store, tell)
  expect(tell).not.toHaveBeenCalled()
})
