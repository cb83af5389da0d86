import { atom } from 'jotai'
import { FORMAT_KEY, LANGUAGE_KEY } from '#contract/kept.ts'
import { storedAtom } from './registry.ts'

export const LANGUAGES = ['en', 'de', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** `system`: the first of the browser's languages that is spoken here. */
export const LANGUAGE_CHOICES = ['system', ...LANGUAGES] as const
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number]

/** How numbers and dates are written; `language`: as the language does. */
export const FORMAT_CHOICES = ['language', ...LANGUAGES] as const
export type FormatChoice = (typeof FORMAT_CHOICES)[number]

const oneOf = <T extends string>(choices: readonly T[]) => {
  const isChoice = (value: unknown): value is T => choices.some((choice) => choice === value)
  const read = (stored: unknown) =>
    isChoice(stored) ? { success: true as const, data: stored } : { success: false as const }
  return [isChoice, read] as const
}

const [isLanguageChoice, readLanguage] = oneOf(LANGUAGE_CHOICES)
const [isFormatChoice, readFormat] = oneOf(FORMAT_CHOICES)

export { isFormatChoice, isLanguageChoice }

/** English until another is chosen: its texts are the specified ones. */
export const languageAtom = storedAtom<LanguageChoice>(LANGUAGE_KEY, readLanguage, 'en')
export const formatAtom = storedAtom<FormatChoice>(FORMAT_KEY, readFormat, 'language')

/** Counts how often texts or formats changed: what remembers some of them asks for it. */
export const spokenAtom = atom(0)
