import * as z from 'zod/mini'
import { makeQueue } from '#server/async/queue.ts'
import type { Identity } from '#server/custody/disk/identity.ts'
import type { Journal } from '#server/custody/disk/journal.ts'
import { openRecords, type RecordFolder, type Records, recordId } from '#server/custody/disk/records.ts'
import { custodySealer, type KeyRing } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Store } from '#server/custody/store.ts'
import { checkClock, type Witnesses } from '#server/custody/time.ts'
import type { PersonEvent } from './event.ts'
import { followLog } from './pins.ts'
import { type PersonState, replayPerson } from './state.ts'

/** Whom an address belongs to. Written when it was first proved, before that person's log begins. */
const Account = z.object({
  userId: z.string(),
  email: z.string(),
  emailKey: z.string(),
  /** The log has its first entries; from then on its head may not be missing. */
  begun: z.boolean(),
})
export type Account = z.infer<typeof Account>

/** Whom an outside account belongs to. */
const Linked = z.object({ userId: z.string() })
export type Linked = z.infer<typeof Linked>

/** One mailed code. Times in ms. */
const MailedCode = z.object({
  email: z.string(),
  emailKey: z.string(),
  code: z.string(),
  tries: z.number(),
  /** When the last wrong one was entered. */
  triedAt: z.optional(z.number()),
  used: z.boolean(),
  expiresAt: z.number(),
})

/** A browser with budgets of its own for one account, by the hash of its secret: see device.ts. */
const Device = z.object({
  email: z.string(),
  emailKey: z.string(),
  /** It completed a sign-in; else it may only have opened the link of a mail. */
  signedIn: z.boolean(),
  expiresAt: z.number(),
})
export type Device = z.infer<typeof Device>

export type MailedCode = z.infer<typeof MailedCode>

/** First step done, second factor open. By the hash of its cookie. */
const Half = z.object({
  userId: z.string(),
  /** Outside account that is linked once the second factor is given. */
  identity: z.optional(z.string()),
  /** Shown until the set-up is completed. */
  pendingSecret: z.optional(z.string()),
  expiresAt: z.number(),
})
export type Half = z.infer<typeof Half>

/** When a session was last used, and the secret of a restore that it began. By session. Times in ms. */
const Use = z.object({
  at: z.number(),
  restore: z.optional(z.object({ secret: z.string(), until: z.number() })),
})

/** Times (ms) of what counts against a limit, by name and subject. */
const Tries = z.array(z.number())

/** Folders of records, each with what its files hold. */
export const RECORD_FOLDERS = [
  'accounts',
  'identities',
  'codes',
  'halves',
  'uses',
  'tries',
  'devices',
] as const

/** An operator's notice that was mailed to a person, at (ms). */
export interface Noticed {
  id: string
  at: number
  email: string
}

/** One person while his turn lasts: nothing else changes him meanwhile. */
export interface Turn {
  userId: string
  state: PersonState
  /** Now in ms, never before the log's last entry. */
  now: number
  append(...events: PersonEvent[]): Promise<PersonState>
}

export interface People {
  identity: Identity
  /** How long what began with a backup code sends and approves nothing, in ms. */
  hold: number
  accounts: Records<Account>
  accountOf(userId: string): Account | undefined
  identities: Records<Linked>
  codes: Records<MailedCode>
  halves: Records<Half>
  uses: Records<z.infer<typeof Use>>
  tries: Records<number[]>
  devices: Records<Device>
  now(): number
  inTurn<T>(userId: string, work: (turn: Turn) => Promise<T>): Promise<T>
  /** Work of other names (addresses, requests), one after the other each. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Whose a live or ended session is, by the hash of its cookie. */
  ownerOf(hash: string): Promise<string | undefined>
  /** Whether a session with this hash of its cookie was not ended, as far as it is known without asking anybody. */
  hasSession(hash: string): boolean
  /** Whether people of an older installation were taken over, by the mark or, where that is an older one, by any log. */
  isImportClosed(): boolean
  /** The same of contacts that an older version left without a seal. */
  isBookClosed(): boolean
  /** Who was mailed the link whose secret has this hash. */
  linkedTo(hash: string): string | undefined
  /** When this person's account was last frozen, in ms, and whether it still is. */
  freezeOf(userId: string): { at: number; isFrozen: boolean } | undefined
  /** An operator's notice about lost factors that was mailed to this person and is not over. */
  recoveryOf(userId: string): Noticed | undefined
  /** Whoever has sessions. */
  userIds(): string[]
  /** Corrects a log whose last entry has a time that has not come; false where it has none. */
  correctClock(userId: string): Promise<boolean>
  drain(): Promise<void>
}

export const openPeople = async ({
  store,
  ring,
  journal,
  identity,
  clock,
  witnesses,
  hold,
  isImportClosed,
  isBookClosed,
  warn,
}: {
  store: Store
  ring: KeyRing
  journal: Journal<PersonEvent>
  identity: Identity
  clock: { now(): Date }
  witnesses?: Witnesses | undefined
  hold: number
  /** By the store's mark. */
  isImportClosed: () => boolean
  isBookClosed: () => boolean
  /** Hears of files that are damaged. */
  warn: (message: string) => void
}): Promise<People> => {
  const sealer = custodySealer(ring, 'record')
  const queue = makeQueue()
  const states = new Map<string, PersonState>()
  /** By hash of a session's cookie. */
  const owners = new Map<string, string>()
  /** By hash of the secret of a mailed link. */
  const linked = new Map<string, string>()
  /** Beside the states, which are dropped when the disk fails. */
  const freezes = new Map<string, { at: number; isFrozen: boolean }>()
  const recoveries = new Map<string, Noticed>()
  const emailsOf = new Map<string, string>()
  /** By person and by address: whose log and records tell different things. */
  const conflicts = new Map<string, CustodyRefusal>()
  const records = <T>(of: RecordFolder<T> & { folder: (typeof RECORD_FOLDERS)[number] }) =>
    openRecords(store, sealer, of, warn)

  let closedBefore = false
  let bookClosedBefore = false
  const noteClosed = ({ entries }: PersonState): void => {
    closedBefore ||= entries.some(({ type, data }) => type === 'session' && data.closed === true)
    bookClosedBefore ||= entries.some(({ type, data }) => type === 'session' && data.sealed === true)
  }
  const noteFreeze = (userId: string, { lastFrozenAt: at, frozenAt }: PersonState): void => {
    if (at !== undefined) freezes.set(userId, { at, isFrozen: frozenAt !== undefined })
  }

  const remember = (userId: string, state: PersonState): PersonState => {
    for (const { hash, oldHash } of states.get(userId)?.sessions.values() ?? []) {
      owners.delete(hash)
      if (oldHash) owners.delete(oldHash)
    }
    for (const { hash, oldHash } of state.sessions.values()) {
      owners.set(hash, userId)
      if (oldHash) owners.set(oldHash, userId)
    }
    for (const { hash } of states.get(userId)?.links ?? []) linked.delete(hash)
    for (const { hash } of state.links) linked.set(hash, userId)
    noteFreeze(userId, state)
    noteClosed(state)
    const { recovery } = state
    if (recovery?.mailedAt === undefined) recoveries.delete(userId)
    else recoveries.set(userId, { id: recovery.id, at: recovery.mailedAt, email: state.pinned?.email ?? '' })
    states.set(userId, state)
    return state
  }

  const accounts = await records({ folder: 'accounts', schema: Account })
  const identities = await records({ folder: 'identities', schema: Linked })
  const accountOf = (userId: string) => accounts.find(recordId(emailsOf.get(userId) ?? ''))

  const read = async (userId: string): Promise<PersonState> => {
    const conflict = conflicts.get(userId)
    if (conflict) throw conflict
    const account = accountOf(userId)
    const entries = await journal.load(userId, account?.begun === false)
    // Without this, losing both files would open the account to whoever reads its mail.
    if (account?.begun && !entries)
      throw new CustodyRefusal('Broken', `The log of person ${userId} is missing; restore it from a backup.`)
    return replayPerson(entries ?? [])
  }
  const load = async (userId: string): Promise<PersonState> =>
    states.get(userId) ?? remember(userId, await read(userId))

  for (const [, { userId, emailKey }] of accounts.all()) emailsOf.set(userId, emailKey)
  // A damaged log is refused when its person signs in; it must not lock everybody else out.
  for (const userId of await journal.ids()) {
    const state = await load(userId).catch(async () => {
      // Nobody is let in by it; what was frozen stays frozen.
      const peeked = replayPerson(await journal.peek(userId))
      noteFreeze(userId, peeked)
      noteClosed(peeked)
      return peeked
    })
    const conflict = await followLog(userId, state, { accounts, identities })
    if (conflict) {
      warn(conflict.message)
      for (const name of [userId, recordId(state.pinned?.emailKey ?? '')]) conflicts.set(name, conflict)
      states.delete(userId)
    } else if (state.pinned) emailsOf.set(userId, state.pinned.emailKey)
  }

  const turn = <T>(
    userId: string,
    work: (turn: Turn) => Promise<T>,
    timeAfter: (last: number) => number,
  ): Promise<T> =>
    queue.run(`person ${userId}`, async () => {
      const state = await load(userId)
      checkClock(clock.now().getTime(), witnesses)
      const now = timeAfter(Date.parse(state.entries.at(-1)?.at ?? '') || 0)
      const turn: Turn = {
        userId,
        state,
        now,
        async append(...events) {
          try {
            const at = new Date(now).toISOString()
            const before = turn.state.entries
            const added = await journal.append(userId, before.at(-1), events, at)
            turn.state = remember(userId, replayPerson([...before, ...added]))
          } catch (error) {
            // The disk failed in the middle: the next turn reads what really is there.
            states.delete(userId)
            throw error
          }
          return turn.state
        },
      }
      return work(turn)
    })

  return {
    identity,
    hold,
    accounts: {
      ...accounts,
      find(id) {
        const conflict = conflicts.get(id)
        if (conflict) throw conflict
        return accounts.find(id)
      },
      async set(id, account) {
        await accounts.set(id, account)
        emailsOf.set(account.userId, account.emailKey)
      },
    },
    accountOf,
    identities,
    codes: await records({ folder: 'codes', schema: MailedCode, expendable: true }),
    halves: await records({ folder: 'halves', schema: Half, expendable: true }),
    uses: await records({ folder: 'uses', schema: Use, expendable: true }),
    tries: await records({ folder: 'tries', schema: Tries }),
    devices: await records({ folder: 'devices', schema: Device, expendable: true }),
    now: () => clock.now().getTime(),

    inTurn: (userId, work) => turn(userId, work, (last) => Math.max(clock.now().getTime(), last)),
    alone: (name, work) => queue.run(name, work),
    async ownerOf(hash) {
      const known = owners.get(hash)
      if (known !== undefined) return known
      // Whose log was refused when it was first read may be known by now.
      for (const userId of await journal.mended())
        await queue.run(`person ${userId}`, () => load(userId)).catch(() => undefined)
      return owners.get(hash)
    },
    hasSession: (hash) => owners.has(hash),
    isImportClosed: () => closedBefore || isImportClosed(),
    isBookClosed: () => bookClosedBefore || isBookClosed(),
    linkedTo: (hash) => linked.get(hash),
    freezeOf: (userId) => freezes.get(userId),
    recoveryOf: (userId) => recoveries.get(userId),
    userIds: () => [...new Set(owners.values())],
    async correctClock(userId) {
      const right = clock.now().getTime()
      return turn(
        userId,
        async (now) => {
          const from = now.state.entries.at(-1)?.at ?? ''
          if (!(Date.parse(from) > right)) return false
          await now.append({ type: 'clock-corrected', data: { from } })
          return true
        },
        () => right,
      )
    },
    drain: () => queue.idle(),
  }
}
