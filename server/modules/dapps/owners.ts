import type { PushData, PushName } from '#contract/push.ts'
import type { Tx } from '#server/db/client.ts'
import { inTransaction } from '#server/db/unit.ts'
import type { DappDeps } from './deps.ts'

export type Tell = <N extends PushName>(name: N, data: PushData<N>) => void

/** Whose wallets are, by custody's word: rows alone prove no owner. */
export const makeOwners = (deps: Pick<DappDeps, 'db' | 'push' | 'wallets'>) => {
  const { wallets } = deps

  return {
    async isOf(userId: string, walletId: string): Promise<boolean> {
      return (await wallets.find(walletId))?.userId === userId
    },

    walletsOf: async (userId: string): Promise<string[]> => (await wallets.list(userId)).map(({ id }) => id),

    /** One change of what a wallet has with dApps. Only its owner hears of it, and nobody while a row names another one. */
    async change<T>(walletId: string, work: (tx: Tx, tell: Tell) => Promise<T>): Promise<T> {
      const owner = await wallets.find(walletId)
      return inTransaction(deps, (tx, emit) =>
        work(tx, (name, data) => {
          if (owner) emit(owner.userId, name, data)
        }),
      )
    },
  }
}
export type Owners = ReturnType<typeof makeOwners>
