import * as z from 'zod/mini'
import { ACCOUNT_NETWORKS } from '#contract/blockchain.ts'
import { ChangedContact, Contact } from '#contract/contact.ts'
import { endpoint } from '#contract/endpoint.ts'
import { CONTACT_IMPORT_BYTES, CONTACTS_MAX } from '#contract/limit.ts'
import { ContactName, Note } from '#contract/line.ts'
import { Empty, PageQuery, ReadQuery } from '#contract/page.ts'
import { list } from '#contract/primitive.ts'
import { required } from '#contract/rule.ts'
import { ADDRESS_REQUIRED } from '#contract/walletrule.ts'

export const ContactDraft = z.strictObject({
  name: ContactName,
  addresses: z
    .array(
      z.strictObject({
        network: z.enum(ACCOUNT_NETWORKS),
        address: z.string().check(z.trim(), required(ADDRESS_REQUIRED), z.maxLength(128)),
      }),
    )
    .check(z.minLength(1, ADDRESS_REQUIRED), z.maxLength(ACCOUNT_NETWORKS.length)),
  note: z._default(Note, ''),
})
export type ContactDraft = z.infer<typeof ContactDraft>

export const listContacts = endpoint({
  method: 'GET',
  path: 'contacts',
  access: 'sid',
  query: ReadQuery,
  reply: list(Contact),
})

/** Left out of the book, and good for nothing but to be removed. */
export const listChangedContacts = endpoint({
  method: 'GET',
  path: 'contacts/changed',
  access: 'sid',
  query: PageQuery,
  reply: list(ChangedContact),
})

export const createContact = endpoint({
  method: 'POST',
  path: 'contacts/create',
  access: 'sid',
  body: ContactDraft,
  reply: Contact,
  status: 201,
})

/** All of them or, where one is wrong, none. */
export const importContacts = endpoint({
  method: 'POST',
  path: 'contacts/import',
  access: 'sid',
  body: z.strictObject({
    contacts: z.array(ContactDraft).check(z.minLength(1), z.maxLength(CONTACTS_MAX)),
  }),
  bodyLimit: CONTACT_IMPORT_BYTES,
  reply: list(Contact),
  status: 201,
})

/** The whole record anew. An address to which something was sent stays. */
export const updateContact = endpoint({
  method: 'POST',
  path: 'contacts/{id}/update',
  access: 'owner',
  body: ContactDraft,
  reply: Contact,
})

export const removeContact = endpoint({
  method: 'POST',
  path: 'contacts/{id}/remove',
  access: 'owner',
  body: Empty,
  reply: null,
})
