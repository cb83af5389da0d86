import type { Chained } from '#server/custody/disk/chain.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { type Agent, FACTORS, type Factor, type PersonEvent, type SessionKind } from './event.ts'
import { stepAt } from './totp.ts'

/** Times in ms. */
export interface Session {
  id: string
  hash: string
  kind: SessionKind
  expiresAt: number
  /** How and when it began, whatever it was stepped up to since. */
  began: { kind: SessionKind; at: number }
  oldHash?: string
  oldUntil?: number
  /** Backup codes were made in it; once per completed set-up or restore. */
  codesMade: boolean
  /** When a second factor was last given in it. */
  factorAt: number
  agent?: Agent | undefined
}

export interface StoredCode {
  value: string
  usedAt?: string
}

/** What a person's log adds up to. */
export interface PersonState {
  entries: readonly Chained<PersonEvent>[]
  /** Undefined until the first sign-in was completed. */
  pinned: { userId: string; email: string; emailKey: string } | undefined
  identities: ReadonlySet<string>
  /** Base32, RFC 6238. */
  secret: string | undefined
  lastStep: number
  codes: readonly StoredCode[]
  /** When wrong codes were entered, in ms, as many as count. */
  missed: Readonly<Record<Factor, readonly number[]>>
  /** The last requests whose mailed codes were taken. */
  taken: readonly string[]
  /** When a backup code last led to another authenticator, in ms. */
  restoredAt: number | undefined
  /** The authenticator that a restore replaced: until then (ms) it may undo that. */
  replaced: { secret: string; lastStep: number; until: number } | undefined
  /** Hashes of the secrets of mailed links that freeze the account, until then (ms). */
  links: readonly { hash: string; until: number }[]
  /** Since when the account is frozen, in ms. */
  frozenAt: number | undefined
  /** When it was frozen the last time, lifted or not. */
  lastFrozenAt: number | undefined
  /** When an operator gave notice that he will lift it. */
  noticedAt: number | undefined
  /** In this freeze the link of a mail took an operator's notice back, which it does once. */
  tookBack: boolean
  recovery: Recovery | undefined
  /** Those that were not ended; their time may be over. */
  sessions: ReadonlyMap<string, Session>
}

/** Authenticator and backup codes are lost, an operator was told. Times in ms. */
export interface Recovery {
  id: string
  /** Hash of the secret of its mailed link. */
  link: string
  at: number
  mailedAt?: number
  grantedAt?: number
}

/** How long a person knows of it before an operator's word counts. */
export const NOTICE = 7 * 86_400_000
/** How long a new authenticator may be set up then. */
const GRANTED = 7 * 86_400_000

/** Until when (ms) a new authenticator may be set up instead of a lost one. */
export const recoverableUntil = ({ recovery }: Pick<PersonState, 'recovery'>, now: number) => {
  if (recovery?.grantedAt === undefined) return undefined
  const until = recovery.grantedAt + GRANTED
  return until > now ? until : undefined
}

/** Whether a second factor has to be given, or can be set up. */
export const hasAuthenticator = (state: Pick<PersonState, 'secret' | 'recovery'>, now: number): boolean =>
  state.secret !== undefined && recoverableUntil(state, now) === undefined

/** How long a mailed link freezes, and a restore can be undone: as long as a session can live. */
const LINK_LIFE = 30 * 86_400_000
/** Mailed links that count; the oldest gives way. */
const LINKS_MAX = 20

/** More than any limit counts, and than codes are mailed while one is good. */
const REMEMBERED = 60

export const replayPerson = (entries: readonly Chained<PersonEvent>[]): PersonState => {
  let pinned: PersonState['pinned']
  const identities = new Set<string>()
  let secret: string | undefined
  let lastStep = 0
  let codes: StoredCode[] = []
  const sessions = new Map<string, Session>()
  const missed: Record<Factor, number[]> = { totp: [], 'backup-code': [], 'step-up': [], undo: [] }
  let taken: string[] = []
  let restoredAt: number | undefined
  let replaced: PersonState['replaced']
  let links: PersonState['links'] = []
  let frozenAt: number | undefined
  let lastFrozenAt: number | undefined
  let noticedAt: number | undefined
  let tookBack = false
  let recovery: Recovery | undefined
  const mailed = (hash: string | undefined, at: number): void => {
    if (hash !== undefined) links = [...links, { hash, until: at + LINK_LIFE }].slice(-LINKS_MAX)
  }
  const lift = (): void => {
    frozenAt = undefined
    noticedAt = undefined
    tookBack = false
    links = links.filter(({ hash }) => hash === recovery?.link)
  }

  /** Whoever has it has not lost it. */
  const spendStep = (step: number): void => {
    lastStep = step
    recovery = undefined
  }

  for (const entry of entries) {
    switch (entry.type) {
      case 'person':
        pinned = entry.data
        break
      case 'identity':
        identities.add(entry.data.identity)
        break
      case 'authenticator':
        // Restored twice, the first one is still what its owner holds.
        if (secret !== undefined && !(replaced && replaced.until > Date.parse(entry.at)))
          replaced = { secret, lastStep, until: Date.parse(entry.at) + LINK_LIFE }
        secret = entry.data.secret
        lastStep = entry.data.step
        recovery = undefined
        break
      case 'backup-codes': {
        codes = entry.data.codes.map((value) => ({ value }))
        const session = sessions.get(entry.data.sessionId ?? '')
        if (session) sessions.set(session.id, { ...session, codesMade: true })
        break
      }
      case 'backup-code-used': {
        const { index, at: usedAt = entry.at } = entry.data
        codes = codes.map((code, at) => (at === index ? { ...code, usedAt } : code))
        break
      }
      case 'session': {
        const { step, freeze, ...session } = entry.data
        const at = Date.parse(entry.at)
        mailed(freeze, at)
        const began = { kind: session.kind, at }
        sessions.set(session.id, { ...session, began, codesMade: false, factorAt: at })
        if (step !== undefined) spendStep(step)
        break
      }
      case 'session-rotated': {
        const { id, hash, kind, oldUntil, freeze } = entry.data
        mailed(freeze, Date.parse(entry.at))
        if (kind === 'restore') restoredAt = Date.parse(entry.at)
        const before = sessions.get(id)
        const factorAt = Date.parse(entry.at)
        if (before)
          sessions.set(id, {
            ...before,
            hash,
            kind,
            oldHash: before.hash,
            oldUntil,
            codesMade: false,
            factorAt,
          })
        break
      }
      case 'stepped-up': {
        const { sessionId, step } = entry.data
        const session = sessions.get(sessionId)
        if (session) sessions.set(sessionId, { ...session, factorAt: Date.parse(entry.at) })
        if (step !== undefined) spendStep(step)
        break
      }
      case 'factor-missed': {
        const { factor } = entry.data
        missed[factor] = [...missed[factor], Date.parse(entry.at)].slice(-REMEMBERED)
        break
      }
      case 'mail-code-used':
        taken = [...taken, entry.data.id].slice(-REMEMBERED)
        break
      case 'sessions-ended':
        for (const id of entry.data.ids) sessions.delete(id)
        break
      case 'frozen':
        frozenAt = Date.parse(entry.at)
        lastFrozenAt = frozenAt
        tookBack ||= noticedAt !== undefined || recovery !== undefined
        noticedAt = undefined
        recovery = undefined
        break
      case 'lift-noticed':
        noticedAt = Date.parse(entry.at)
        break
      case 'unfrozen':
        lastStep = entry.data.step ?? lastStep
        lift()
        break
      case 'recovery-noticed': {
        const at = Date.parse(entry.at)
        recovery = { ...entry.data, at }
        mailed(entry.data.link, at)
        break
      }
      case 'recovery-mailed':
        if (recovery?.id === entry.data.id) recovery = { ...recovery, mailedAt: Date.parse(entry.at) }
        break
      case 'recovery-granted':
        if (recovery?.id === entry.data.id) recovery = { ...recovery, grantedAt: Date.parse(entry.at) }
        break
      case 'recovery-refused':
        recovery = undefined
        break
      case 'recovered':
        // Whoever asked for it may be a thief: he waits as after a restore.
        restoredAt = Date.parse(entry.at)
        recovery = undefined
        codes = []
        lift()
        break
      case 'older-state':
        restoredAt = Date.parse(entry.at)
        recovery = undefined
        if (entry.data.codes === 'void') codes = []
        sessions.clear()
        break
      case 'clock-corrected': {
        // What was written under a time that never was counts from when that was put right.
        const at = Date.parse(entry.at)
        const atMost = (time: number | undefined) => (time === undefined ? undefined : Math.min(time, at))
        sessions.clear()
        lastStep = Math.min(lastStep, stepAt(at) - 1)
        restoredAt = atMost(restoredAt)
        frozenAt = atMost(frozenAt)
        lastFrozenAt = atMost(lastFrozenAt)
        noticedAt = atMost(noticedAt)
        recovery = undefined
        for (const factor of FACTORS) missed[factor] = missed[factor].filter((time) => time <= at)
        links = links.map((link) => ({ ...link, until: Math.min(link.until, at + LINK_LIFE) }))
        if (replaced)
          replaced = {
            ...replaced,
            lastStep: Math.min(replaced.lastStep, stepAt(at) - 1),
            until: Math.min(replaced.until, at + LINK_LIFE),
          }
        break
      }
      case 'restore-undone':
        if (replaced && replaced.until > Date.parse(entry.at)) {
          secret = replaced.secret
          // Whoever has that one may be the thief: he waits as after a restore.
          restoredAt = Date.parse(entry.at)
        }
        lastStep = entry.data.step
        replaced = undefined
        codes = []
        recovery = undefined
        lift()
        break
      default:
        throw new CustodyRefusal(
          'Broken',
          `A person's log has an entry that this version does not know: ${entry satisfies never}`,
        )
    }
  }
  return {
    ...{ entries, pinned, identities, secret, lastStep, codes, missed, taken, restoredAt, replaced, links },
    ...{ frozenAt, lastFrozenAt, noticedAt, tookBack, recovery, sessions },
  }
}
