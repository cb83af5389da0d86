import { atom } from 'jotai'
import type { Contact } from '#contract/contact.ts'
import { dealingsOf, paidOf } from '#domain/names.ts'
import { createNews, tell, tellContactGone } from './entities.ts'
import { mirror } from './mirror.ts'
import { transactionsAtom } from './perwallet.ts'
import { visibleWalletsAtom } from './wallets.ts'

/** What went between his wallets and others, as far as was read of them. */
export const dealingsAtom = atom((get) =>
  dealingsOf(get(visibleWalletsAtom).flatMap(({ id }) => get(transactionsAtom(id)))),
)

/** To whom his wallets have sent something, as far as was read of them. */
export const paidAtom = atom((get) =>
  paidOf(get(visibleWalletsAtom).map(({ id }) => ({ id, transactions: get(transactionsAtom(id)) }))),
)

/** Whom somebody chose in the address book that lies over a form; the form takes it from here. */
export const pickedAtom = atom<string>()

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
