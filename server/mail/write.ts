import type { Language } from '#contract/language.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { languagesOf } from '#server/modules/users/service.ts'
import { type Letter, mailOf } from './letter.ts'
import type { Mail } from './mailer.ts'
import { english, type MailWords } from './words/english.ts'
import { german } from './words/german.ts'
import { spanish } from './words/spanish.ts'

const WORDS: Record<Language, MailWords> = { en: english, de: german, es: spanish }

/** A mail before anybody knows in which language. */
export interface Writing {
  to: string
  say(words: MailWords): Letter
}

/** Each in the language that its receiver chose; `otherwise` to whoever chose none, in English without that. */
export const write = async (
  db: Db | Tx,
  writings: readonly Writing[],
  otherwise: Language = 'en',
): Promise<Mail[]> => {
  const languageOf = await languagesOf(
    db,
    writings.map(({ to }) => to),
  )
  return writings.map(({ to, say }) => {
    const language = languageOf(to) ?? otherwise
    return mailOf(to, say(WORDS[language]), language)
  })
}
