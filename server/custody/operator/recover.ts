import { randomUUID } from 'node:crypto'
import { emailKey } from '#domain/email.ts'
import { recordId } from '#server/custody/disk/records.ts'
import { missingRecovery } from '#server/custody/hold/recovery.ts'
import type { People, Turn } from '#server/custody/person/people.ts'
import { NOTICE, recoverableUntil } from '#server/custody/person/state.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { ripeTime, type Witnesses } from '#server/custody/time.ts'
import type { Vault } from '#server/custody/vault.ts'
import { hashToken, randomToken } from '#server/secret.ts'
import { fault, type Said } from './said.ts'

/** Guardians of one wallet who have not agreed. */
export interface AskedGuardians {
  walletId: string
  address: string
  emails: string[]
}

/** What is to be mailed about lost factors. Times are ISO. */
export type RecoverLetters =
  | {
      kind: 'notice'
      userId: string
      id: string
      email: string
      /** Secret of the link that takes it back. */
      link: string
      from: string
      asked: AskedGuardians[]
    }
  | { kind: 'asked'; asked: AskedGuardians[] }
  | { kind: 'granted'; email: string; until: string }

export interface Recovered {
  said: Said[]
  told?: RecoverLetters
}

interface Parts {
  people: People
  vault: Vault
  witnesses: Witnesses | undefined
  /** Ids of all wallets, of refused ones, too. */
  wallets(): Promise<string[]>
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** A wallet that nobody can read could have guardians, and be anybody's: then nobody is helped before it is mended. */
const unread = (walletId: string): CustodyRefusal =>
  new CustodyRefusal(
    'Broken',
    `Whose wallet ${walletId} is, and who guards it, cannot be read: mend that first (status, start-again).`,
  )

/** Guardians of all of a person's wallets who have not agreed. Within the person's turn, never the other way round. */
const missingOf = async (
  { vault, wallets }: Parts,
  userId: string,
  recovery: string,
): Promise<AskedGuardians[]> => {
  const asked: AskedGuardians[] = []
  for (const walletId of await wallets()) {
    const key =
      (await vault.keys.peek(walletId).catch(() => undefined)) ??
      (await vault.keys.unfinished(walletId).catch(() => undefined))
    if (!key) throw unread(walletId)
    // A key that is just being made has no guardians yet.
    if (key.userId !== userId || !(await vault.keys.peek(walletId))) continue
    const missing = await vault.inTurn(walletId, async ({ state }) => missingRecovery(state, recovery))
    if (missing.length > 0)
      asked.push({ walletId, address: key.address, emails: missing.map(({ email }) => email) })
  }
  return asked
}

const spell = (asked: readonly AskedGuardians[]): string =>
  asked.length === 0
    ? 'No guardian has to agree.'
    : asked.map(({ walletId, emails }) => `Wallet ${walletId}: ${emails.join(', ')} must agree.`).join(' ')

const notice = async (parts: Parts, turn: Turn, email: string): Promise<Recovered> => {
  const [id, link] = [randomUUID(), randomToken()]
  const asked = await missingOf(parts, turn.userId, id)
  await turn.append({ type: 'recovery-noticed', data: { id, link: hashToken(link) } })
  const from = iso(turn.now + NOTICE)
  return {
    said: [fault(`${email} gets a mail about it; recover again from ${from} on. ${spell(asked)}`)],
    told: { kind: 'notice', userId: turn.userId, id, email, link, from, asked },
  }
}

/**
 * First the notice; then, seven days after its mail and once every guardian has agreed, the leave to set up a new
 * authenticator. A notice whose mail was never handed in counts for nothing and is given anew.
 */
export const recover = async (parts: Parts, asked: string): Promise<Recovered> => {
  const { people, witnesses } = parts
  const account = people.accounts.find(recordId(emailKey(asked)))
  if (!account?.begun) return { said: [fault(`Nobody has ever signed in with ${asked}.`)] }
  return people.inTurn(account.userId, async (turn) => {
    const { recovery, pinned } = turn.state
    const email = pinned?.email ?? account.email
    const isOver = recovery?.grantedAt !== undefined && recoverableUntil(turn.state, turn.now) === undefined
    if (recovery?.mailedAt === undefined || isOver) return notice(parts, turn, email)
    const missing = await missingOf(parts, turn.userId, recovery.id)
    const from = recovery.mailedAt + NOTICE
    if (ripeTime(turn.now, witnesses) < from)
      return {
        said: [fault(`The notice to ${email} ends at ${iso(from)}; recover again then. ${spell(missing)}`)],
      }
    if (missing.length > 0)
      return {
        said: [fault(`${email} waits for guardians, who get a mail about it. ${spell(missing)}`)],
        told: { kind: 'asked', asked: missing },
      }
    if (recovery.grantedAt === undefined)
      await turn.append({ type: 'recovery-granted', data: { id: recovery.id } })
    const until = iso(recoverableUntil(turn.state, turn.now) ?? turn.now)
    return {
      said: [
        {
          text: `${email} may sign in and set up a new authenticator until ${until}, and gets a mail about it.`,
          isLeft: false,
        },
      ],
      told: { kind: 'granted', email, until },
    }
  })
}

/** The mails of a notice were handed in: its seven days begin. */
export const recoverMailed = (
  { people }: Pick<Parts, 'people'>,
  { userId, id }: { userId: string; id: string },
): Promise<void> =>
  people.inTurn(userId, async (turn) => {
    const { recovery } = turn.state
    if (recovery?.id === id && recovery.mailedAt === undefined)
      await turn.append({ type: 'recovery-mailed', data: { id } })
  })
