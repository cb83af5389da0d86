import { randomUUID } from 'node:crypto'
import type { Contact } from '#contract/contact.ts'
import type { ContactDraft } from '#contract/endpoints/contact.ts'
import { CONTACTS_MAX } from '#contract/limit.ts'
import type { Reading } from '#contract/page.ts'
import type { List } from '#contract/primitive.ts'
import {
  ADDRESS_FIXED,
  addressesLost,
  CONTACT_GONE,
  CONTACTS_FULL,
  keptAddress,
  makeBook,
  nameKey,
} from '#domain/contact.ts'
import { lockKey } from '#server/db/advisory.ts'
import { inTransaction } from '#server/db/unit.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid, notFound, passedOn } from '#server/error.ts'
import { readShort } from '#server/http/reading.ts'
import type { ContactRow } from './store.ts'
import * as store from './store.ts'

type ContactDeps = Pick<Deps, 'db' | 'clock' | 'push'> & {
  /** Which of these addresses a user has sent something to. */
  sentTo(userId: string, addresses: readonly string[]): Promise<string[]>
}

const view = ({ id, name, addresses, note, createdAt }: ContactRow): Contact => ({
  ...{ id, name, addresses, note },
  createdAt: createdAt.toISOString(),
})

const checked = async ({ addresses, ...draft }: ContactDraft): Promise<ContactDraft> => {
  const kept = await Promise.all(
    addresses.map(async ({ network, address }) => {
      const read = await keptAddress(network, address)
      if ('error' in read) throw invalid(passedOn(read.error))
      return { network, address: read.address }
    }),
  )
  return { ...draft, addresses: kept }
}

/** Address books: each user has his own, and sees no other one. */
export const makeContacts = (deps: ContactDeps) => {
  const { db, clock, sentTo } = deps

  /** One change of a user's book at a time. */
  const change = <T>(
    userId: string,
    work: (
      ...args: [...Parameters<Parameters<typeof inTransaction<T>>[1]>, known: ContactRow[]]
    ) => Promise<T>,
  ): Promise<T> =>
    inTransaction(deps, async (tx, emit, later) => {
      await lockKey(tx, `contacts ${userId}`)
      return work(tx, emit, later, await store.contactsOf(tx, userId))
    })

  const add = async (userId: string, drafts: readonly ContactDraft[]): Promise<Contact[]> => {
    const wanted = await Promise.all(drafts.map(checked))
    return change(userId, async (tx, emit, _later, known) => {
      if (known.length + wanted.length > CONTACTS_MAX) throw conflict(CONTACTS_FULL)
      const book = makeBook(known)
      const rows: ContactRow[] = []
      for (const draft of wanted) {
        const clash = book.clash(draft)
        if (clash) throw conflict(clash)
        book.add(draft)
        rows.push({
          ...{ id: randomUUID(), userId, ...draft },
          ...{ nameKey: nameKey(draft.name), createdAt: clock.now() },
        })
      }
      await store.insertAll(tx, rows)
      const made = rows.map(view)
      for (const contact of made) emit(userId, 'contact:created', contact)
      return made
    })
  }

  return {
    list: (userId: string, query: Reading): Promise<List<Contact>> =>
      readShort(db, { userId, list: 'contact' }, query, async () =>
        (await store.contactsOf(db, userId)).map(view),
      ),

    async create(userId: string, draft: ContactDraft): Promise<Contact> {
      const [made] = await add(userId, [draft])
      if (!made) throw new Error('A contact vanished while it was made')
      return made
    },

    async createAll(userId: string, drafts: readonly ContactDraft[]): Promise<List<Contact>> {
      const items = await add(userId, drafts)
      return { items, total: items.length }
    },

    async update(userId: string, id: string, draft: ContactDraft): Promise<Contact> {
      const wanted = await checked(draft)
      const before = (await store.contactsOf(db, userId)).find((row) => row.id === id)
      if (!before) throw notFound(CONTACT_GONE)
      const lost = addressesLost(before, wanted)
      if (lost.length > 0 && (await sentTo(userId, lost)).length > 0) throw conflict(ADDRESS_FIXED)
      return change(userId, async (tx, emit, _later, known) => {
        const row = known.find((one) => one.id === id)
        if (!row) throw notFound(CONTACT_GONE)
        // What another tab has put there meanwhile was not looked at above.
        if (addressesLost(row, before).length > 0) throw conflict(ADDRESS_FIXED)
        const clash = makeBook(known.filter((one) => one.id !== id)).clash(wanted)
        if (clash) throw conflict(clash)
        const { name, addresses, note } = wanted
        const next = { name, nameKey: nameKey(name), addresses, note }
        await store.update(tx, id, next)
        const made = view({ ...row, ...next })
        emit(userId, 'contact:updated', made)
        return made
      })
    },

    remove: (userId: string, id: string): Promise<void> =>
      change(userId, async (tx, emit) => {
        if (!(await store.remove(tx, userId, id))) throw notFound(CONTACT_GONE)
        emit(userId, 'contact:removed', { id })
      }),
  }
}

export type Contacts = ReturnType<typeof makeContacts>
