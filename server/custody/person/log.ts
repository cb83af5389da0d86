import type { AccountEvent } from '#contract/account.ts'
import type { LogEntry } from '#server/custody/disk/chain.ts'
import type { EventData } from '#server/custody/event.ts'
import type { Input } from '#server/custody/port.ts'
import type { Agent } from './event.ts'
import { inSession, type Speaker } from './grant.ts'
import type { People } from './people.ts'
import type { PersonState } from './state.ts'

/** Something that happened with an account or one of its wallets. Never a secret, nor a hash of one. */
export interface AccountRecord {
  id: string
  /** ISO. */
  at: string
  type: AccountEvent
  agent?: Agent | undefined
  /** Sessions that ended. */
  count?: number
  walletId?: string
  /** The guardian's. */
  email?: string
  /** Approvals that were needed before and are from then on, of so many guardians. */
  from?: number
  to?: number
  of?: number
}

/** When a second factor was last set up, and how many backup codes are left. */
export interface Factors {
  authenticatorAt: string | null
  codes: { total: number; left: number }
}

type Said = Omit<AccountRecord, 'id' | 'at'>

/** What a person's log says, oldest first. */
const ofPerson = ({ entries }: PersonState): AccountRecord[] => {
  const agents = new Map<string, Agent | undefined>()
  let hadAuthenticator = false

  const say = (index: number): Said | undefined => {
    const entry = entries[index]
    const next = entries[index + 1]
    switch (entry?.type) {
      case 'session': {
        agents.set(entry.data.id, entry.data.agent)
        const isBackup = entry.data.kind === 'backup'
        return { type: isBackup ? 'signed-in-backup' : 'signed-in', agent: entry.data.agent }
      }
      case 'backup-code-used':
        // A sign-in tells it by itself.
        if (next?.type === 'session') return undefined
        return {
          type: 'backup-code-used',
          agent: next?.type === 'stepped-up' ? agents.get(next.data.sessionId) : undefined,
        }
      case 'stepped-up':
        if (entry.data.step === undefined) return undefined
        return { type: 'stepped-up', agent: agents.get(entry.data.sessionId) }
      case 'sessions-ended': {
        const { ids } = entry.data
        const [only] = ids
        return {
          type: 'sessions-ended',
          count: ids.length,
          agent: ids.length === 1 && only !== undefined ? agents.get(only) : undefined,
        }
      }
      case 'authenticator': {
        const type = hadAuthenticator ? 'authenticator-changed' : 'authenticator-set'
        hadAuthenticator = true
        return { type }
      }
      case 'backup-codes':
        return { type: 'backup-codes-made', agent: agents.get(entry.data.sessionId ?? '') }
      case 'identity':
        return { type: 'provider-linked' }
      case 'factor-missed':
        return { type: 'wrong-code' }
      case 'frozen':
        return { type: 'frozen' }
      case 'unfrozen':
        return { type: 'unfrozen' }
      case 'recovery-noticed':
      case 'recovery-refused':
      case 'restore-undone':
        return { type: entry.type }
      default:
        return undefined
    }
  }

  return entries.flatMap(({ seq, at }, index) => {
    const said = say(index)
    return said ? [{ id: `account-${seq}`, at, ...said }] : []
  })
}

type Rules = Pick<EventData<'policy'>, 'enabled' | 'consensus' | 'guardians'>
const NO_RULES: Rules = { enabled: false, consensus: 1, guardians: [] }

/** What changed from one policy version to the next. */
const changes = (before: Rules, after: Rules): Said[] => {
  const stays = new Set(after.guardians.map(({ id }) => id))
  const of = after.guardians.length
  return [
    ...before.guardians.flatMap(({ id, email }) =>
      stays.has(id) ? [] : [{ type: 'guardian-removed' as const, email }],
    ),
    ...(before.enabled === after.enabled
      ? []
      : [
          {
            type: after.enabled ? ('approval-on' as const) : ('approval-off' as const),
            ...{ to: after.consensus, of },
          },
        ]),
    ...(before.consensus === after.consensus
      ? []
      : [{ type: 'consensus' as const, from: before.consensus, to: after.consensus, of }]),
  ]
}

/** What a wallet's log says of its rules and guardians, oldest first. */
export const ofWallet = (walletId: string, entries: readonly LogEntry[]): AccountRecord[] => {
  const emails = new Map<string, string>()
  let rules = NO_RULES
  const follow = (next: Rules) => {
    const said = changes(rules, next)
    rules = next
    return said
  }
  const say = (entry: LogEntry): Said[] => {
    switch (entry.type) {
      case 'policy':
        return follow(entry.data)
      case 'invited': {
        const isAgain = emails.has(entry.data.inviteId)
        emails.set(entry.data.inviteId, entry.data.email)
        return isAgain ? [] : [{ type: 'guardian-invited', email: entry.data.email }]
      }
      case 'invite-ended': {
        const type = entry.data.by === 'owner' ? 'invite-withdrawn' : 'invite-declined'
        return [{ type, email: emails.get(entry.data.inviteId) ?? '' }]
      }
      case 'invite-confirmed': {
        const joined = { type: 'guardian-joined' as const, email: emails.get(entry.data.inviteId) ?? '' }
        return [joined, ...(entry.data.policy ? follow(entry.data.policy) : [])]
      }
      default:
        return []
    }
  }
  return entries.flatMap((entry) =>
    say(entry).map((said, index) => ({
      id: `${walletId}-${entry.seq}-${index}`,
      at: entry.at,
      walletId,
      ...said,
    })),
  )
}

/** Whose log it is, with what it says. */
export const personLog = (
  people: People,
  grant: string,
): Promise<Pick<Speaker, 'userId'> & { records: AccountRecord[] }> =>
  inSession(people, grant, async ({ userId, state }) => ({ userId, records: ofPerson(state) }))

/** The newest first; of one time as they came, backwards. */
export const newestFirst = (records: readonly AccountRecord[]): AccountRecord[] =>
  records
    .map((record, index) => ({ record, index }))
    .sort((a, b) => Date.parse(b.record.at) - Date.parse(a.record.at) || b.index - a.index)
    .map(({ record }) => record)

export const factors = (people: People, { grant }: Input<'factors'>): Promise<Factors> =>
  inSession(people, grant, async ({ state }) => ({
    authenticatorAt: state.entries.findLast(({ type }) => type === 'authenticator')?.at ?? null,
    codes: {
      total: state.codes.length,
      left: state.codes.filter(({ usedAt }) => usedAt === undefined).length,
    },
  }))
