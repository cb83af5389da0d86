import { ContactDraft } from '#contract/endpoints/contact.ts'
import { CONTACTS_MAX } from '#contract/limit.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import type { Deps } from '#server/deps.ts'
import { sealedOf } from './proof.ts'
import * as store from './store.ts'

/** What custody takes of a row that an older version wrote. */
const readable = (row: store.ContactRow) => {
  const sealed = sealedOf(row)
  if (!sealed) return []
  const { id, createdAt, ...draft } = sealed
  return ContactDraft.safeParse(draft).success ? [sealed] : []
}

/**
 * Once, at the first start after an upgrade: contacts that an older version wrote get their seals. May be cut short and
 * begun again; afterwards custody seals only what somebody saves himself.
 */
export const sealOlderContacts = async ({
  db,
  custody,
  log,
}: Pick<Deps, 'db' | 'custody' | 'log'>): Promise<void> => {
  if (!(await custody.contactsOpen({}))) return
  try {
    for (const userId of await store.usersWithUnsealed(db)) {
      const rows = (await store.contactsOf(db, userId)).filter(({ signature }) => signature === null)
      const contacts = rows.flatMap(readable).slice(0, CONTACTS_MAX)
      if (contacts.length < rows.length)
        log.warn(
          { userId, count: rows.length - contacts.length },
          'Contacts could not be read, or are too many',
        )
      const { seals } = await custody.importContacts({ userId, contacts })
      await store.sealAll(
        db,
        contacts.map(({ id }, at) => ({ id, signature: seals[at] })),
      )
    }
    await custody.closeContacts({})
  } catch (error) {
    // Another server that started beside this one came to the end before.
    if (!(error instanceof CustodyRefusal) || error.code !== 'NotAllowed') throw error
  }
}
