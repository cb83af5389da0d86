import { updateMyUser } from '#contract/endpoints/user.ts'
import type { Language } from '#contract/language.ts'
import { languageAtom } from '#state/language.ts'
import { request } from '#state/request.ts'
import { store as pageStore } from '#state/store.ts'
import { userAtom } from '#state/wallets.ts'

/**
 * Tells the server what its user chose to read, for the mails that it writes: at each choice, and a choice of before the
 * sign-in where he has made none on another device. `chosen`: one has just been made.
 */
export const keepLanguage = (
  store: Pick<typeof pageStore, 'get' | 'sub'>,
  tell: (language: Language) => Promise<unknown>,
  chosen = false,
): void => {
  const keep = async (): Promise<void> => {
    // With all that speaks, which English does without.
    const { languageOf } = await import('./speech.ts')
    const user = store.get(userAtom)
    const language = languageOf(store.get(languageAtom), navigator.languages)
    if (user && user.language !== language) await tell(language)
  }
  // What cannot be told now is told with the next choice.
  const keepSoon = () => void keep().catch(() => undefined)
  const keepFirst = (): void => {
    if (store.get(userAtom)?.language === null && store.get(languageAtom) !== 'en') keepSoon()
  }
  store.sub(languageAtom, () => {
    if (store.get(userAtom)) keepSoon()
  })
  store.sub(userAtom, keepFirst)
  if (chosen) keepSoon()
  else keepFirst()
}

/** Of the page; `chosen` as above. */
export const keepOwn = (chosen: boolean): void =>
  keepLanguage(
    pageStore,
    (language) => request(updateMyUser, { body: { language } }, { into: 'user' }),
    chosen,
  )
