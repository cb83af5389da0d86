import { type Records, recordId } from '#server/custody/disk/records.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Account, Linked } from './people.ts'
import type { PersonState } from './state.ts'

/** What a record says; undefined where there is none, or where its file is damaged and may be written again. */
const readable = <T>(records: Records<T>, id: string): T | undefined => {
  try {
    return records.find(id)
  } catch {
    return undefined
  }
}

/**
 * A person's log pins his address and his outside accounts; the records by which they are found follow it. One that is
 * missing or damaged is written again. Answers why the log and a record contradict each other, if they do.
 */
export const followLog = async (
  userId: string,
  { pinned, identities }: PersonState,
  records: { accounts: Records<Account>; identities: Records<Linked> },
): Promise<CustodyRefusal | undefined> => {
  if (!pinned) return undefined
  const conflict = (what: string) =>
    new CustodyRefusal(
      'Broken',
      `The log of person ${userId} and the record of ${what} name different people; restore both from one backup.`,
    )
  const id = recordId(pinned.emailKey)
  const account = readable(records.accounts, id)
  if (pinned.userId !== userId || (account && account.userId !== userId)) return conflict('the address')
  if (!account?.begun) await records.accounts.set(id, { ...pinned, begun: true })
  for (const identity of identities) {
    const linked = readable(records.identities, recordId(identity))
    if (linked && linked.userId !== userId) return conflict('an outside account')
    if (!linked) await records.identities.set(recordId(identity), { userId })
  }
  return undefined
}
