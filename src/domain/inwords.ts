import { type SaidKey, type SaidParams, saidOf } from '#contract/said.ts'

/** What the server said: `message` in English, and its key with what was put in. */
export interface Told {
  message: string
  key: string
  params: SaidParams
}

/** An English text of the server in another language; undefined where it has none. */
export type InWords = (english: string, told?: Told) => string | undefined

/** In a sentence these names stand for statuses, which have words of their own. */
const STATUSES = ['status', 'next', 'decision']

/**
 * Says what the server said by the key that came with it, and what was added to that as it is. A text that came without
 * one, from an older server or from a row, is looked up by its English.
 */
export const inWords = (
  sentences: Readonly<Record<SaidKey, string>>,
  statuses: Readonly<Record<string, string>>,
): InWords => {
  const wordOf = (name: string, value: string): string =>
    (STATUSES.includes(name) && Object.hasOwn(statuses, value) && statuses[value]) || value

  const say = (key: string, params: SaidParams): string | undefined => {
    if (!Object.hasOwn(sentences, key)) return undefined
    const sentence = sentences[key as SaidKey]
    const names = [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    if (!names.every((name) => Object.hasOwn(params, name))) return undefined
    return sentence.replace(/\{(\w+)\}/g, (_, name: string) => wordOf(name, String(params[name])))
  }

  return (english, told) => {
    const said = told && english.startsWith(told.message) ? say(told.key, told.params) : undefined
    if (told && said !== undefined) return said + english.slice(told.message.length)
    const known = saidOf(english)
    return known && say(known.key, known.params)
  }
}
