import { makeQueue } from '#server/async/queue.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import type { Outbox } from '#server/mail/outbox.ts'
import { answering } from '#server/modules/approvals/refusal.ts'
import { askApart } from '#server/modules/wallets/apart.ts'
import { type Rules, rulesOf } from './change.ts'
import type { GuardianDeps } from './deps.ts'
import type { Follow } from './follow.ts'
import * as store from './store.ts'

/** Rules as custody has them now; `version` is what a change of them is based on. */
export interface Current extends Rules {
  version: number
}

/** Wallets that custody is asked about in one call. */
const PART = 500
/** So often a change begins anew when another process changed the rules beside it. */
const TRIES = 5

/** Changes of who must approve: custody first, then the database, resumed after a crash in between. */
export const makePolicy = (deps: GuardianDeps, outbox: Outbox, follow: Follow) => {
  const { db, custody, log } = deps
  const queue = makeQueue()

  const current = async (walletId: string): Promise<Current> => {
    const policy = (await custody.policies({ walletId })).at(-1)
    return { ...rulesOf(policy), version: policy?.version ?? 0 }
  }

  const catchUp = async (walletId: string): Promise<void> => {
    await follow(walletId)
    await outbox.sendSoon()
  }

  const make = async (walletId: string, work: (rules: Current) => Promise<unknown>): Promise<void> => {
    for (let left = TRIES; ; left -= 1) {
      try {
        await work(await current(walletId))
        return
      } catch (error) {
        const isOvertaken = error instanceof CustodyRefusal && error.code === 'OutOfOrder'
        if (!isOvertaken || left === 1) throw error
      }
    }
  }

  const followAll = async (walletIds: readonly string[]): Promise<void> => {
    for (const walletId of walletIds) {
      try {
        await queue.run(walletId, () => catchUp(walletId))
      } catch (error) {
        log.error({ err: error, walletId }, 'A change of guardians could not be finished yet')
      }
    }
  }

  return {
    /** Brings the rows of a wallet to where custody is. */
    follow: (walletId: string): Promise<void> => queue.run(walletId, () => catchUp(walletId)),

    /** `work` has custody change the rules, or throws to leave everything as it is. */
    change: (walletId: string, work: (rules: Current) => Promise<unknown>): Promise<void> =>
      queue.run(walletId, async () => {
        // None before the last one is written down.
        await catchUp(walletId)
        await store.beginChange(db, walletId)
        await make(walletId, work)
        await catchUp(walletId)
      }),

    /** As custody takes it from the owner: other rules, and of the guardians only those who were there. */
    set: (walletId: string, { enabled, consensus, guardians, version }: Current, grant: string) => {
      const ids = guardians.map(({ id }) => id)
      return answering(
        custody.setPolicy({ grant, walletId, enabled, consensus, guardians: ids, after: version }),
      )
    },

    /** Takes up changes that an earlier process began. */
    async resume(): Promise<void> {
      await followAll(await store.unfinished(db))
    },

    /** Every wallet whose rows show other guardians than custody has, as those of an older database do. */
    async survey(): Promise<void> {
      let after = ''
      for (;;) {
        const rows = await store.shownAfter(db, after, PART)
        const last = rows.at(-1)
        if (!last) return
        after = last.walletId
        const shown = new Map(rows.map((row) => [row.walletId, row]))
        const said = await askApart(
          [...shown.keys()],
          (walletIds) => custody.overview({ walletIds }),
          (err, walletId) => log.error({ err, walletId }, 'Guardians of a wallet could not be compared'),
        )
        const others = said.filter(({ walletId, confirmed, version }) => {
          const row = shown.get(walletId)
          // An older custody says no version.
          return row?.confirmed !== confirmed || row.version < version
        })
        await followAll(others.map(({ walletId }) => walletId))
      }
    },
  }
}

export type PolicyChanges = ReturnType<typeof makePolicy>
