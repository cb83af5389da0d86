import { createStore } from 'jotai'
import { expect, test, vi } from 'vitest'
import { keepLanguage } from '#app/preference.ts'
import { languageAtom } from '#state/language.ts'
import { userAtom } from '#state/wallets.ts'

const USER = { id: 'u1', email: 'a@example.com', vaultId: 'v1' }

test('a choice is told to the server, and one of another device is not undone', async () => {
  const store = createStore()
  const told: string[] = []
  keepLanguage(store, async (language) => told.push(language))
  store.set(languageAtom, 'es')
  // Chosen before the sign-in.
  store.set(userAtom, { ...USER, language: null })
  await vi.waitFor(() => expect(told).toEqual(['es']))
  store.set(userAtom, { ...USER, language: 'es' })
  store.set(languageAtom, 'en')
  await vi.waitFor(() => expect(told).toEqual(['es', 'en']))
  // Another device chose.
  store.set(userAtom, { ...USER, language: 'de' })
  await Promise.resolve()
  expect(told).toEqual(['es', 'en'])
})

test('whoever chose nothing is asked nothing', async () => {
  const store = createStore()
  const tell = vi.fn(async () => undefined)
  store.set(userAtom, { ...USER, language: null })
  keepLanguage(store, tell)
  await Promise.resolve()
  expect(tell).not.toHaveBeenCalled()
})
