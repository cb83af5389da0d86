import { LANGUAGES, type Language } from '#contract/language.ts'
import { ENGLISH, type Notation, writeAs } from '#domain/notation.ts'
import {
  type FormatChoice,
  formatAtom,
  type LanguageChoice,
  languageAtom,
  spokenAtom,
} from '#state/language.ts'
import { keepNoticeWords } from '#state/noticewords.ts'
import { reportError } from '#state/reporter.ts'
import { store } from '#state/store.ts'
import type { Dictionary } from '#text/dictionary.ts'
import { speak } from '#text/speech.ts'

const DICTIONARIES: Record<Exclude<Language, 'en'>, () => Promise<Dictionary>> = {
  de: async () => (await import('#text/de/all.ts')).all,
  es: async () => (await import('#text/es/all.ts')).all,
}

const NOTATIONS: Record<Exclude<Language, 'en'>, () => Promise<Notation>> = {
  de: async () => (await import('#domain/notations/de.ts')).german,
  es: async () => (await import('#domain/notations/es.ts')).spanish,
}

/** The language that a choice means here. */
export const languageOf = (choice: LanguageChoice, preferred: readonly string[]): Language => {
  if (choice !== 'system') return choice
  const known = preferred.map((tag) =>
    LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language),
  )
  return known.find((language) => language !== undefined) ?? 'en'
}

const formatOf = (choice: FormatChoice, language: Language): Language =>
  choice === 'language' ? language : choice

/** What is spoken and written now. */
let current = 'en en'

/** Loads what was chosen, and has everything said and written anew; what cannot be loaded leaves all as it was. */
export const speakChosen = async (document: Document): Promise<void> => {
  const language = languageOf(store.get(languageAtom), navigator.languages)
  const format = formatOf(store.get(formatAtom), language)
  const chosen = `${language} ${format}`
  if (chosen === current) return
  try {
    const [words, notation] = await Promise.all([
      language === 'en' ? undefined : DICTIONARIES[language](),
      format === 'en' ? ENGLISH : NOTATIONS[format](),
    ])
    // Another may have been chosen meanwhile.
    const still = languageOf(store.get(languageAtom), navigator.languages)
    if (still !== language || formatOf(store.get(formatAtom), still) !== format) return
    current = chosen
    speak(words)
    writeAs(notation)
    keepNoticeWords(store)
    document.documentElement.lang = language
    store.set(spokenAtom, (count) => count + 1)
  } catch (error) {
    reportError(error)
  }
}
