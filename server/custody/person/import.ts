import { emailKey } from '#domain/email.ts'
import type { Facts } from '#server/custody/disk/canary.ts'
import { recordId } from '#server/custody/disk/records.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { PersonEvent } from './event.ts'
import type { People } from './people.ts'

/** Once it is there, nobody is taken over from outside any more. */
const CLOSED = 'people-imported'

export const checkImportOpen = (people: Pick<People, 'isImportClosed'>): void => {
  if (people.isImportClosed())
    throw new CustodyRefusal('NotAllowed', 'People of an older installation were taken over already.')
}

export const closeImport = (facts: Facts): Promise<void> => facts.add(CLOSED)

/**
 * Takes over a person of an installation whose factors lay in the database. Somebody whom custody knows already is left
 * as he is, so that an import which was cut short can be begun again.
 */
export const importPerson = async (
  people: People,
  { userId, email, authenticator, codes, identities }: Input<'importPerson'>,
): Promise<{ taken: boolean }> => {
  checkImportOpen(people)
  const key = emailKey(email)
  return people.inTurn(userId, async (turn) => {
    if (turn.state.pinned) return { taken: false }
    const account = people.accounts.find(recordId(key))
    if (account && account.userId !== userId) return { taken: false }
    await people.accounts.set(recordId(key), { userId, email, emailKey: key, begun: false })
    for (const identity of identities) await people.identities.set(recordId(identity), { userId })
    // Whoever never completed a sign-in has nothing but his address.
    if (!authenticator) return { taken: true }
    const events: PersonEvent[] = [
      { type: 'person', data: { userId, email, emailKey: key } },
      ...identities.map((identity) => ({ type: 'identity' as const, data: { identity } })),
      { type: 'authenticator', data: authenticator },
      ...(codes.length > 0
        ? [{ type: 'backup-codes' as const, data: { codes: codes.map(({ value }) => value) } }]
        : []),
      ...codes.flatMap(({ usedAt }, index) =>
        usedAt === undefined ? [] : [{ type: 'backup-code-used' as const, data: { index, at: usedAt } }],
      ),
    ]
    await turn.append(...events)
    await people.accounts.set(recordId(key), { userId, email, emailKey: key, begun: true })
    return { taken: true }
  })
}
