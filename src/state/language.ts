import { atom } from 'jotai'
import { FORMAT_KEY, LANGUAGE_KEY } from '#contract/kept.ts'
import { LANGUAGES } from '#contract/language.ts'
import { storedAtom } from './registry.ts'

/** `system`: the first of the browser's languages that is spoken here. */
export const LANGUAGE_CHOICES = ['system', ...LANGUAGES] as const
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number]

/** How numbers and dates are written; `language`: as the language does. */
export const FORMAT_CHOICES = ['language', ...LANGUAGES] as const
export type FormatChoice = (typeof FORMAT_CHOICES)[number]

const oneOf =
  <T extends string>(choices: readonly T[]) =>
  (stored: unknown) => {
    const data = choices.find((choice) => choice === stored)
    return data ? { success: true as const, data } : { success: false as const }
  }

/** English until another is chosen: its texts are the specified ones. */
export const languageAtom = storedAtom<LanguageChoice>(LANGUAGE_KEY, oneOf(LANGUAGE_CHOICES), 'en')
export const formatAtom = storedAtom<FormatChoice>(FORMAT_KEY, oneOf(FORMAT_CHOICES), 'language')

/** Counts how often texts or formats changed: what remembers some of them asks for it. */
export const spokenAtom = atom(0)
