import type { AccountRecord, Factors, OwnSession } from '#contract/account.ts'
import type { Deps } from '#server/deps.ts'
import { answered } from '#server/modules/auth/refusal.ts'

/** Sessions, factors and the log of an account, as custody knows them of whoever shows the cookie. */
export const makeAccount = ({ custody }: Pick<Deps, 'custody'>) => ({
  async sessions(grant: string): Promise<OwnSession[]> {
    const all = await answered(custody.sessions({ grant }))
    return all.map(({ id, beganAt, usedAt, isOwn, agent }) => ({
      ...{ id, createdAt: beganAt, usedAt, current: isOwn },
      ...agent,
    }))
  },

  factors: (grant: string): Promise<Factors> => answered(custody.factors({ grant })),

  async log(grant: string): Promise<AccountRecord[]> {
    const records = await answered(custody.accountLog({ grant }))
    return records.map(({ agent, ...record }) => ({ ...record, ...agent }))
  },
})
export type Account = ReturnType<typeof makeAccount>
