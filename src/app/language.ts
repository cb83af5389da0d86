import { formatAtom, languageAtom } from '#state/language.ts'
import { store } from '#state/store.ts'

/** Speaks the chosen language from the first screen on, and another as soon as it is chosen. English needs no code. */
export const bindLanguage = async (document: Document): Promise<void> => {
  const say = async () => (await import('./speech.ts')).speakChosen(document)
  for (const atom of [languageAtom, formatAtom]) store.sub(atom, () => void say().catch(() => undefined))
  if (store.get(languageAtom) !== 'en' || store.get(formatAtom) !== 'language')
    await say().catch(() => undefined)
}
