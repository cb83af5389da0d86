import type { Language } from '#contract/language.ts'
import { languageAtom } from '#state/language.ts'
import type { store as pageStore } from '#state/store.ts'
import { userAtom } from '#state/wallets.ts'
import { languageOf } from './speech.ts'

/**
 * Tells the server what its user chose to read, for the mails that it writes: at each choice, and a choice of before the
 * sign-in where he has made none on another device.
 */
export const keepLanguage = (
  store: Pick<typeof pageStore, 'get' | 'sub'>,
  tell: (language: Language) => Promise<unknown>,
): void => {
  const keep = (): void => {
    const user = store.get(userAtom)
    const language = languageOf(store.get(languageAtom), navigator.languages)
    // What cannot be told now is told with the next choice.
    if (user && user.language !== language) tell(language).catch(() => undefined)
  }
  const keepFirst = (): void => {
    if (store.get(userAtom)?.language === null && store.get(languageAtom) !== 'en') keep()
  }
  store.sub(languageAtom, keep)
  store.sub(userAtom, keepFirst)
  keepFirst()
}
