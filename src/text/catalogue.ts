import type { InWords } from '#domain/inwords.ts'

/** A text object as another language has it: the same names and the same values to put in, any words. */
export type Words<T> = T extends (...values: infer V) => infer R
  ? (...values: V) => Words<R>
  : T extends string
    ? string
    : { [Name in keyof T]: Words<T[Name]> }

/** What other languages are spoken by (speech.ts); English needs none of it. */
export const spoken: {
  /** Texts that are registered later are spoken at once. */
  late?: ((name: string, english: object) => void) | undefined
  errors?: InWords | undefined
  sayings?: ((english: string) => string | undefined) | undefined
} = {}

/** Every text object, by its name. */
export const catalogue = new Map<string, object>()

/**
 * Registers English texts under the name by which other languages translate them, and answers them in the language that
 * is spoken. They change when another is chosen: read none of them before it is to be shown.
 */
// @__NO_SIDE_EFFECTS__
export const texts = <T extends object>(name: string, english: T): T => {
  catalogue.set(name, english)
  spoken.late?.(name, english)
  return english
}

/** What the server or a rule of both sides says, in the language that is spoken; in English where that has no words for it. */
export const worded: (...said: Parameters<InWords>) => string = (english, told) =>
  spoken.errors?.(english, told) || english

/** What a rule of the domain, or of both sides, says in English, in the language that is spoken. */
export const saying = (english: string): string => spoken.sayings?.(english) || worded(english)
