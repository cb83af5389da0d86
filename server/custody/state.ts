import type { LogEntry } from './disk/chain.ts'
import type { EventData } from './event.ts'
import type { PolicyVersion } from './policy.ts'
import { CustodyRefusal } from './refusal.ts'

/** `version` is the policy version that was the latest one then. */
type Made<K extends 'approved' | 'declined'> = { kind: K; at: string; version: number } & EventData<K>
export type Decision = Made<'approved'> | Made<'declined'>

/** What a wallet's log adds up to. */
export interface WalletState {
  entries: readonly LogEntry[]
  head: string
  policies: readonly PolicyVersion[]
  invites: readonly EventData<'invite-confirmed'>[]
  proposals: ReadonlyMap<string, EventData<'proposed'>>
  /** By transaction, in the order they were made. */
  decisions: ReadonlyMap<string, readonly Decision[]>
  signed: ReadonlyMap<string, EventData<'signed'>>
  nonces: ReadonlySet<string>
}

/** Reads the whole log; it is short, since only guarded transactions are in it. */
export const replay = (entries: readonly LogEntry[]): WalletState => {
  const policies: PolicyVersion[] = []
  const invites: EventData<'invite-confirmed'>[] = []
  const proposals = new Map<string, EventData<'proposed'>>()
  const decisions = new Map<string, Decision[]>()
  const signed = new Map<string, EventData<'signed'>>()
  const nonces = new Set<string>()
  const decide = (decision: Decision) =>
    decisions.set(decision.txId, [...(decisions.get(decision.txId) ?? []), decision])

  for (const entry of entries) {
    const version = policies.at(-1)?.version ?? 0
    switch (entry.type) {
      case 'created':
        break
      case 'policy':
        policies.push({ ...entry.data, at: Date.parse(entry.at) })
        break
      case 'invite-confirmed':
        invites.push(entry.data)
        nonces.add(entry.data.nonce)
        break
      case 'proposed':
        proposals.set(entry.data.txId, entry.data)
        break
      case 'approved':
        decide({ kind: 'approved', at: entry.at, version, ...entry.data })
        nonces.add(entry.data.nonce)
        break
      case 'declined':
        decide({ kind: 'declined', at: entry.at, version, ...entry.data })
        break
      case 'signed':
        signed.set(entry.data.txId, entry.data)
        break
      default:
        throw new CustodyRefusal(
          'Broken',
          `A log has an entry that this version does not know: ${entry satisfies never}`,
        )
    }
  }
  const head = entries.at(-1)?.hash ?? ''
  return { entries, head, policies, invites, proposals, decisions, signed, nonces }
}
