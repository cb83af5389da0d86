import { catalogue, spoken } from './catalogue.ts'
import type { Dictionary } from './dictionary.ts'

type Texts = { [name: string]: unknown }
const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null

/** What was written here, while another language is spoken in its place. */
const english = new Map<string, Texts>()
let words: Readonly<Texts> = {}

const copy = (texts: Texts): Texts =>
  Object.assign(
    Array.isArray(texts) ? [] : {},
    Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, isTexts(text) ? copy(text) : text]),
    ),
  )

/** In place, so that what holds a part of the object goes on holding what is shown. */
const overlay = (shown: Texts, others: Texts): void => {
  for (const [name, word] of Object.entries(others)) {
    const text = shown[name]
    if (isTexts(text) && isTexts(word)) overlay(text, word)
    else if (isTexts(text) === isTexts(word)) shown[name] = word
  }
}

const say = (name: string, shown: object): void => {
  const own = english.get(name) ?? copy(shown as Texts)
  english.set(name, own)
  overlay(shown as Texts, own)
  const others = words[name]
  if (isTexts(others)) overlay(shown as Texts, others)
}

const sayLate = (name: string, texts: object): void => {
  english.delete(name)
  say(name, texts)
}

/** Changes every text to these words, those of code that loads later included; without words they are English again. */
export const speak = (dictionary: Partial<Dictionary> = {}): void => {
  words = dictionary
  for (const [name, texts] of catalogue) say(name, texts)
  spoken.late = sayLate
  spoken.errors = dictionary.errors
  spoken.sayings = dictionary.sayings
}
