import { LANGUAGES, type Language } from '#contract/language.ts'

const RANGE = /^\s*([a-z]{1,8})(?:-[a-z0-9]{1,8})*\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i

/** The best of a header `Accept-Language` (RFC 9110, 12.5.4) that is spoken here. */
export const preferredLanguage = (header: string | undefined): Language | undefined => {
  const ranges = (header ?? '')
    .slice(0, 500)
    .split(',')
    .flatMap((part) => {
      const [, tag = '', weight = '1'] = RANGE.exec(part) ?? []
      const language = LANGUAGES.find((known) => known === tag.toLowerCase())
      return language && Number(weight) > 0 ? [{ language, weight: Number(weight) }] : []
    })
  return ranges.sort((a, b) => b.weight - a.weight)[0]?.language
}
