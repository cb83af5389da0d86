import { atom } from 'jotai'
import type { Contact } from '#contract/contact.ts'
import { dealingsOf } from '#domain/names.ts'
import { createNews, tell, tellContactGone } from './entities.ts'
import { mirror } from './mirror.ts'
import { transactionsAtom } from './perwallet.ts'
import { visibleWalletsAtom } from './wallets.ts'

/** What went between his wallets and others, as far as was read of them. */
export const dealingsAtom = atom((get) =>
  dealingsOf(get(visibleWalletsAtom).flatMap(({ id }) => get(transactionsAtom(id)))),
)

export const keepContacts = (contacts: readonly Contact[]): void => {
  const news = createNews(mirror)
  for (const contact of contacts) tell(news, 'contact', contact)
  news.write()
}

export const forgetContact = (id: string): void => {
  const news = createNews(mirror)
  tellContactGone(news, { id })
  news.write()
}
