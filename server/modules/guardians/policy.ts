import { lockKey } from '#server/db/advisory.ts'
import type { Tx } from '#server/db/client.ts'
import { type Emit, inTransaction } from '#server/db/unit.ts'
import type { Outbox } from '#server/mail/outbox.ts'
import { answering } from '#server/modules/approvals/refusal.ts'
import { type Rules, rulesOf } from './change.ts'
import type { GuardianDeps } from './deps.ts'
import type { Follow } from './follow.ts'
import * as store from './store.ts'

/** Changes of who must approve: custody first, then the database, resumed after a crash in between. */
export const makePolicy = (deps: GuardianDeps, outbox: Outbox, follow: Follow) => {
  const { db, custody, approvals, log } = deps

  const current = async (walletId: string): Promise<Rules> =>
    rulesOf((await custody.policies({ walletId })).at(-1))

  /** One change of one wallet's guardians at a time, and none before the last one is written down. */
  const inTurn = async <T>(walletId: string, work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> => {
    const { ready, result } = await inTransaction(deps, async (tx, emit) => {
      await lockKey(tx, `guardians ${walletId}`)
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

    /** `make` has custody change the rules, or throws to leave everything as it is. */
    async change(walletId: string, make: (rules: Rules, tx: Tx) => Promise<unknown>): Promise<void> {
      await store.beginChange(db, walletId)
      await inTurn(walletId, async (tx) => make(await current(walletId), tx))
    },

    /** As custody takes it from the owner: other rules, and of the guardians only those who were there. */
    set: (walletId: string, { enabled, consensus, guardians }: Rules, grant: string) =>
      answering(
        custody.setPolicy({ grant, walletId, enabled, consensus, guardians: guardians.map(({ id }) => id) }),
      ),

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
