import { randomUUID } from 'node:crypto'
import type { ChangedContact, Contact } from '#contract/contact.ts'
import type { ContactDraft } from '#contract/endpoints/contact.ts'
import { CONTACTS_MAX } from '#contract/limit.ts'
import { ContactName } from '#contract/line.ts'
import type { Paging, Reading } from '#contract/page.ts'
import type { List } from '#contract/primitive.ts'
import {
  ADDRESS_FIXED,
  addressesLost,
  CONTACT_GONE,
  CONTACT_NAME_USED,
  CONTACTS_FULL,
  keptAddress,
  makeBook,
  nameKey,
} from '#domain/contact.ts'
import type { IsSigned } from '#server/custody/custody.ts'
import { lockKey } from '#server/db/advisory.ts'
import { inTransaction } from '#server/db/unit.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, invalid, notFound, passedOn } from '#server/error.ts'
import type { Caller } from '#server/http/access.ts'
import { page } from '#server/http/page.ts'
import { readShort } from '#server/http/reading.ts'
import { makeIdentity } from '#server/identity.ts'
import { answered } from '#server/modules/auth/refusal.ts'
import { isProven } from './proof.ts'
import type { ContactRow } from './store.ts'
import * as store from './store.ts'

type ContactDeps = Pick<Deps, 'db' | 'clock' | 'push' | 'custody'> & {
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

const changedView = ({ id, name }: ContactRow): ChangedContact => ({
  id,
  name: ContactName.safeParse(name).success ? name : '',
})

type SealedFields = Pick<Contact, 'id' | 'createdAt'>

/**
 * Address books: each user has his own, and sees no other one. A contact counts only as custody sealed it when its user
 * saved it; what was written otherwise keeps its place until he removes it.
 */
export const makeContacts = (deps: ContactDeps) => {
  const { db, clock, custody, sentTo } = deps
  const identity = makeIdentity(custody)

  const booksOf = async (userId: string) => {
    const isSigned = await identity()
    const book: { proven: ContactRow[]; changed: ContactRow[] } = { proven: [], changed: [] }
    for (const row of await store.contactsOf(db, userId))
      book[isProven(row, isSigned) ? 'proven' : 'changed'].push(row)
    return book
  }

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

  const sealed = async <T extends ContactDraft & SealedFields>(
    grant: string,
    contacts: readonly T[],
  ): Promise<(T & { signature: string })[]> => {
    const asked = contacts.map(({ id, name, addresses, note, createdAt }) => ({
      ...{ id, name, addresses, note, createdAt },
    }))
    const { seals } = await answered(custody.sealContacts({ grant, contacts: asked }))
    return contacts.map((contact, at) => {
      const signature = seals[at]
      if (signature === undefined) throw new Error('Custody left a contact without a seal')
      return { ...contact, signature }
    })
  }

  /** Why a draft cannot stand in a book. A name stays taken by what was changed, an address does not. */
  const clashIn = (rows: readonly ContactRow[], isSigned: IsSigned) => {
    const book = makeBook(rows.filter((row) => isProven(row, isSigned)))
    const taken = new Set(rows.map((row) => row.nameKey))
    return {
      add: book.add,
      clash: (draft: ContactDraft) =>
        book.clash(draft) ?? (taken.has(nameKey(draft.name)) ? CONTACT_NAME_USED : undefined),
    }
  }

  const add = async ({ id: userId, grant }: Caller, drafts: readonly ContactDraft[]): Promise<Contact[]> => {
    const isSigned = await identity()
    const wanted = await Promise.all(drafts.map(checked))
    const createdAt = clock.now()
    const ready = await sealed(
      grant,
      wanted.map((draft) => ({ ...draft, id: randomUUID(), createdAt: createdAt.toISOString() })),
    )
    return change(userId, async (tx, emit, _later, known) => {
      if (known.length + ready.length > CONTACTS_MAX) throw conflict(CONTACTS_FULL)
      const book = clashIn(known, isSigned)
      const rows: ContactRow[] = []
      for (const contact of ready) {
        const clash = book.clash(contact)
        if (clash) throw conflict(clash)
        book.add(contact)
        rows.push({ ...contact, userId, nameKey: nameKey(contact.name), createdAt })
      }
      await store.insertAll(tx, rows)
      const made = rows.map(view)
      for (const contact of made) emit(userId, 'contact:created', contact)
      return made
    })
  }

  return {
    list: (userId: string, query: Reading): Promise<List<Contact>> =>
      readShort(db, { userId, list: 'contact' }, query, async () => (await booksOf(userId)).proven.map(view)),

    async changed(userId: string, query: Paging): Promise<List<ChangedContact>> {
      return page((await booksOf(userId)).changed.map(changedView), query)
    },

    async create(user: Caller, draft: ContactDraft): Promise<Contact> {
      const [made] = await add(user, [draft])
      if (!made) throw new Error('A contact vanished while it was made')
      return made
    },

    async createAll(user: Caller, drafts: readonly ContactDraft[]): Promise<List<Contact>> {
      const items = await add(user, drafts)
      return { items, total: items.length }
    },

    async update({ id: userId, grant }: Caller, id: string, draft: ContactDraft): Promise<Contact> {
      const isSigned = await identity()
      const wanted = await checked(draft)
      const before = (await booksOf(userId)).proven.find((row) => row.id === id)
      if (!before) throw notFound(CONTACT_GONE)
      const lost = addressesLost(before, wanted)
      if (lost.length > 0 && (await sentTo(userId, lost)).length > 0) throw conflict(ADDRESS_FIXED)
      const createdAt = before.createdAt.toISOString()
      const [ready] = await sealed(grant, [{ ...wanted, id, createdAt }])
      if (!ready) throw new Error('A contact vanished while it was sealed')
      return change(userId, async (tx, emit, _later, known) => {
        const row = known.find((one) => one.id === id)
        if (!row || !isProven(row, isSigned)) throw notFound(CONTACT_GONE)
        // What another tab has put there meanwhile was not looked at above.
        if (addressesLost(row, before).length > 0) throw conflict(ADDRESS_FIXED)
        const others = known.filter((one) => one.id !== id)
        const clash = clashIn(others, isSigned).clash(wanted)
        if (clash) throw conflict(clash)
        const { name, addresses, note, signature } = ready
        const next = { name, nameKey: nameKey(name), addresses, note, signature }
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
