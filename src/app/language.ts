import { formatAtom, languageAtom } from '#state/language.ts'
import { store } from '#state/store.ts'

/** Speaks the chosen language from the first screen on, and another as soon as it is chosen. English needs no code. */
export const bindLanguage = async (document: Document): Promise<void> => {
  const say = async (chosen: boolean) => (await import('./spoken.ts')).speakHere(document, chosen)
  const hear = (chosen: boolean) => () => void say(chosen).catch(() => undefined)
  store.sub(languageAtom, hear(true))
  store.sub(formatAtom, hear(false))
  if (store.get(languageAtom) !== 'en' || store.get(formatAtom) !== 'language')
    await say(false).catch(() => undefined)
}
