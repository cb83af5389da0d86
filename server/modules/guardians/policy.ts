import { MAX_GUARDIANS } from '#contract/limit.ts'
import { lockKey } from '#server/db/advisory.ts'
import type { Tx } from '#server/db/client.ts'
import { type Emit, inTransaction } from '#server/db/unit.ts'
import type { Outbox } from '#server/mail/outbox.ts'
import { type Rules, rulesOf, withGuardians } from './change.ts'
import type { GuardianDeps } from './deps.ts'
import type { Follow } from './follow.ts'
import * as store from './store.ts'

/** Changes of who must approve: custody first, then the database, resumed after a crash in between. */
export const makePolicy = (deps: GuardianDeps, outbox: Outbox, follow: Follow) => {
  const { db, custody, approvals, log } = deps

  const current = async (walletId: string): Promise<Rules> =>
    rulesOf((await custody.policies({ walletId })).at(-1))

  const set = (walletId: string, { enabled, consensus, guardians }: Rules) =>
    custody.setPolicy({ walletId, enabled, consensus, guardians: [...guardians] })

  /** Custody took an acceptance, but the process died before the guardian was in the policy. */
  const finishAcceptances = async (tx: Tx, walletId: string): Promise<void> => {
    const { entries } = await custody.approvalLog({ walletId })
    const seats = await store.ofWallet(tx, walletId)
    for (const entry of entries) {
      if (entry.type !== 'invite-confirmed') continue
      const { inviteId: id, address } = entry.data
      const open = seats.find(({ approver }) => approver.id === id && approver.status === 'pending')
      const rules = await current(walletId)
      const isIn = rules.guardians.some((guardian) => guardian.id === id)
      if (!open || isIn || rules.guardians.length >= MAX_GUARDIANS) continue
      const { email } = open.approver
      await set(walletId, withGuardians(rules, [...rules.guardians, { id, email, address }]))
    }
  }

  /** One change of one wallet's guardians at a time, and none before the last one is written down. */
  const inTurn = async <T>(walletId: string, work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> => {
    const { ready, result } = await inTransaction(deps, async (tx, emit) => {
      await lockKey(tx, `guardians ${walletId}`)
      await finishAcceptances(tx, walletId)
      const before = await follow(tx, emit, walletId)
      const result = await work(tx, emit)
      const ready = new Set([...before, ...(await follow(tx, emit, walletId))])
      return { ready, result }
    })
    for (const id of ready) approvals.carry(id)
    await outbox.sendSoon()
    return result
  }

  return {
    inTurn,

    /** `decide` answers the new rules, or throws to leave everything as it is. */
    async change(walletId: string, decide: (rules: Rules, tx: Tx) => Promise<Rules>): Promise<void> {
      await store.beginChange(db, walletId)
      await inTurn(walletId, async (tx) => {
        await set(walletId, await decide(await current(walletId), tx))
      })
    },

    /** Takes up changes that an earlier process began. */
    async resume(): Promise<void> {
      for (const walletId of await store.unfinished(db)) {
        try {
          await inTurn(walletId, async () => undefined)
        } catch (error) {
          log.error({ err: error, walletId }, 'A change of guardians could not be finished yet')
        }
      }
    },
  }
}

export type PolicyChanges = ReturnType<typeof makePolicy>
