import type { InWords } from '#domain/inwords.ts'

/** A text object as another language has it: the same names and the same values to put in, any words. */
export type Words<T> = T extends (...values: infer V) => infer R
  ? (...values: V) => Words<R>
  : T extends string
    ? string
    : { [Name in keyof T]: Words<T[Name]> }

type Texts = { [name: string]: unknown }
const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null

/** What is shown, and what was written here: the two differ while another language is spoken. */
interface Entry {
  shown: Texts
  english: Texts
}

const entries = new Map<string, Entry>()
let spoken: Readonly<Texts> = {}

const copy = (texts: Texts): Texts =>
  Object.assign(
    Array.isArray(texts) ? [] : {},
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, isTexts(text) ? copy(text) : text]),
    ),
  )

/** In place, so that what holds a part of the object goes on holding what is shown. */
const overlay = (shown: Texts, words: Texts): void => {
  for (const [name, word] of Object.entries(words)) {
    const text = shown[name]
    if (isTexts(text) && isTexts(word)) overlay(text, word)
    else if (isTexts(text) === isTexts(word)) shown[name] = word
  }
}

const say = ({ shown, english }: Entry, words: unknown): void => {
  overlay(shown, english)
  if (isTexts(words)) overlay(shown, words)
}

/**
 * Registers English texts under the name by which other languages translate them, and answers them in the language that
 * is spoken. They change when another is chosen: read none of them before it is to be shown.
 */
// @__NO_SIDE_EFFECTS__
export const texts = <T extends object>(name: string, english: T): T => {
  const entry = { shown: english as Texts, english: copy(english as Texts) }
  entries.set(name, entry)
  say(entry, spoken[name])
  return english
}

/** Changes every text to these words, those of code that loads later included; without words they are English again. */
export const speak = (words: object = {}): void => {
  spoken = words as Texts
  for (const [name, entry] of entries) say(entry, spoken[name])
}

/** What the server or a rule of both sides says, in the language that is spoken; in English where that has no words for it. */
export const worded: (...said: Parameters<InWords>) => string = (english, told) => {
  const { errors } = spoken
  return (typeof errors === 'function' && (errors as InWords)(english, told)) || english
}

/** What a rule of the domain, or of both sides, says in English, in the language that is spoken. */
export const saying = (english: string): string => {
  const { sayings } = spoken
  const said = typeof sayings === 'function' && (sayings as (text: string) => string | undefined)(english)
  return said || worded(english)
}
