import type { Page } from 'playwright/test'
import { DATABASE, LANGUAGE_KEY, STORE } from '#contract/kept.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
import { told, wrongNumbers } from '#tests/e2e/told.ts'

/** Has the page speak it where it stands, as if it had been chosen in another tab; said until it is heard. */
const speak = (page: Page, language: string): Promise<unknown> =>
  page.waitForFunction(
    (chosen) => {
      const channel = new BroadcastChannel('countersign-language')
      channel.postMessage(chosen)
      channel.close()
      return document.documentElement.lang === chosen
    },
    language,
    { polling: 250 },
  )

/** Before the sign-in pages hear nothing of each other: one that was told before keeps it. */
const speakAnew = async (page: Page, language: string): Promise<void> => {
  await page.evaluate(
    async ([database, store, key, value]) => {
      const opening = indexedDB.open(database)
      await new Promise((done) => opening.addEventListener('success', done))
      const entry = { version: 1, savedAt: new Date().toISOString(), value }
      const put = opening.result.transaction(store, 'readwrite').objectStore(store).put(entry, key)
      await new Promise((done) => put.addEventListener('success', done))
      opening.result.close()
    },
    [DATABASE, STORE, LANGUAGE_KEY, language] as const,
  )
  await page.reload({ waitUntil: 'networkidle' })
}

/** False where the page speaks English alone. */
const say = async (page: Page, language: string): Promise<boolean> => {
  const { origin, pathname } = new URL(page.url())
  const isIn = await page.evaluate(() => document.cookie.includes('SIGN_IN'))
  if (origin !== new URL(appUrl()).origin || (!isIn && pathname.startsWith('/sandbox'))) return false
  await (isIn ? speak : speakAnew)(page, language)
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
  return true
}

/** Names of people, places, networks and coins, and what was typed, are the same in each language. */
const WORDS = /\p{Ll}{3}/u

/** What makes an album of another language, whose chapters look for English names all the same. */
export const makeInterpreter = (language: string | undefined, blame: (fault: string) => void) => {
  const same = new Map<string, string>()
  return {
    /** Texts that stayed as they were in English, each with the first state that shows it. */
    same,

    /** `work` on the page in the other language. */
    async in(page: Page, name: string, work: () => Promise<unknown>): Promise<void> {
      if (!language) {
        await work()
        return
      }
      const english = new Set(await told(page))
      if (!(await say(page, language))) return
      const texts = await told(page)
      for (const wrong of wrongNumbers(texts)) blame(`${name} has a number as in English: ${wrong}`)
      for (const text of texts)
        if (english.has(text) && WORDS.test(text) && !same.has(text)) same.set(text, name)
      await work()
      await say(page, 'en')
    },
  }
}
