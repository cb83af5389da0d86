import type { FastifyInstance } from 'fastify'
import {
  createContact,
  importContacts,
  listContacts,
  removeContact,
  updateContact,
} from '#contract/endpoints/contact.ts'
import type { Guard } from '#server/http/access.ts'
import { route } from '#server/http/route.ts'
import type { Contacts } from './service.ts'

export const registerContacts = (app: FastifyInstance, guard: Guard, contacts: Contacts): void => {
  route(app, guard, listContacts, ({ query }, { user }) => contacts.list(user.id, query))
  route(app, guard, createContact, ({ body }, { user }) => contacts.create(user.id, body))
  route(app, guard, importContacts, ({ body }, { user }) => contacts.createAll(user.id, body.contacts))
  route(app, guard, updateContact, ({ params, body }, { user }) => contacts.update(user.id, params.id, body))
  route(app, guard, removeContact, ({ params }, { user }) => contacts.remove(user.id, params.id))
}
