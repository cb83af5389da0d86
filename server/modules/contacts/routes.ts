import type { FastifyInstance } from 'fastify'
import {
  createContact,
  importContacts,
  listChangedContacts,
  listContacts,
  removeContact,
  updateContact,
} from '#contract/endpoints/contact.ts'
import { callerIn, type Guard } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'
import type { Contacts } from './service.ts'

export const registerContacts = (app: FastifyInstance, guard: Guard, contacts: Contacts): void => {
  route(app, guard, listContacts, ({ query }, { user }) => contacts.list(user.id, query))
  route(app, guard, listChangedContacts, ({ query }, { user }) => contacts.changed(user.id, query))
  route(app, guard, createContact, ({ body }, context) => contacts.create(callerIn(context), body))
  route(app, guard, importContacts, ({ body }, context) =>
    contacts.createAll(callerIn(context), body.contacts),
  )
  route(app, guard, updateContact, ({ params, body }, context) =>
    contacts.update(callerIn(context), params.id, body),
  )
  route(app, guard, removeContact, ({ params }, { user }) => contacts.remove(user.id, params.id))
}
