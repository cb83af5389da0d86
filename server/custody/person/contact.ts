import type { Facts } from '#server/custody/disk/canary.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { contactText } from '#server/custody/statement.ts'
import { checkFrozen, checkHold, speaker } from './grant.ts'
import type { People } from './people.ts'

/** Once it is there, no contact is sealed that its user does not save himself. */
const CLOSED = 'contacts-sealed'

const sealsOf = (people: People, userId: string, contacts: Input<'sealContacts'>['contacts']): string[] =>
  contacts.map((contact) => people.identity.sign(contactText({ userId, ...contact })))

/**
 * Seals what whoever is signed in saves in his own address book. An address under a known name is where the next send
 * goes: it waits for whatever sends wait for.
 */
export const sealContacts = async (
  people: People,
  { grant, contacts }: Input<'sealContacts'>,
): Promise<{ seals: string[] }> => {
  const who = await speaker(people, grant)
  checkHold(who)
  checkFrozen(who)
  return { seals: sealsOf(people, who.userId, contacts) }
}

/** Seals what an older version wrote without a seal. */
export const importContacts = async (
  people: People,
  { userId, contacts }: Input<'importContacts'>,
): Promise<{ seals: string[] }> => {
  if (people.isBookClosed())
    throw new CustodyRefusal('NotAllowed', 'Contacts of an older version were sealed already.')
  return { seals: sealsOf(people, userId, contacts) }
}

export const closeContacts = (facts: Facts): Promise<void> => facts.add(CLOSED)
