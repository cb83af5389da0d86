import { inTransaction } from '#server/db/unit.ts'
import { askApart } from './apart.ts'
import type { WalletDeps } from './deps.ts'
import type { Find } from './prepare.ts'
import * as store from './store.ts'
import { viewWallet } from './view.ts'

/** People whose wallets custody is asked for in one call. */
const PART = 500
/** What such a wallet is called until its owner renames it: custody does not know how he called it. */
const NAME = 'Restored Wallet'
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Names of wallets have letters only: `Restored Wallet`, `Restored Wallet B` up to `Z`, `Restored Wallet BA` and on. */
const nameAt = (at: number): string => {
  const letters = (left: number): string =>
    left < LETTERS.length
      ? LETTERS.charAt(left)
      : letters(Math.floor(left / LETTERS.length)) + LETTERS.charAt(left % LETTERS.length)
  return at === 0 ? NAME : `${NAME} ${letters(at)}`
}

/**
 * Finds wallets that custody holds keys for and no row shows, as in a database that was backed up before they were made:
 * their rows are written anew, and `prepare` gives them the same addresses. One that fails keeps none of the others.
 */
export const makeRecall = (
  deps: WalletDeps,
  { word, findIn }: Find,
  prepare: (id: string) => Promise<void>,
) => {
  const { db, custody, clock, log } = deps

  /** False where somebody else was first, and while custody refuses to speak of it. */
  const write = async (userId: string, id: string): Promise<boolean> => {
    const said = await word(id)
    if (!said.overviews.has(id)) return false
    return inTransaction(deps, async (tx, emit) => {
      if ((await store.known(tx, [id])).has(id)) return false
      let at = 0
      while (await store.isNameTaken(tx, userId, nameAt(at))) at += 1
      await store.insert(tx, { id, userId, name: nameAt(at), createdAt: clock.now() })
      await store.followGuardians(tx, id)
      const wallet = await findIn(tx, id, said)
      if (wallet) emit(userId, 'wallet:created', viewWallet(wallet))
      return true
    })
  }

  return async (): Promise<void> => {
    let after = ''
    for (;;) {
      const userIds = await store.usersAfter(db, after, PART)
      const last = userIds.at(-1)
      if (last === undefined) return
      after = last
      const held = await askApart(
        userIds,
        (some) => custody.walletsOf({ userIds: some }),
        (err, userId) => log.error({ err, userId }, 'Lost wallets of an account could not be asked for'),
      )
      const known = await store.known(
        db,
        held.map(({ walletId }) => walletId),
      )
      for (const { walletId, userId } of held) {
        if (known.has(walletId)) continue
        try {
          if (!(await write(userId, walletId))) continue
          log.warn({ walletId }, 'A wallet that the database had lost was put back from what custody holds')
          await prepare(walletId)
        } catch (error) {
          log.error({ err: error, walletId }, 'A lost wallet could not be put back yet')
        }
      }
    }
  }
}
