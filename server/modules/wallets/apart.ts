import { CustodyRefusal, type RefusalCode } from '#server/custody/custody.ts'

const WALLET_ID = /^[A-Za-z0-9_-]{1,100}$/
/** Custody refuses to be asked about anything else. */
export const isWalletId = (id: string): boolean => WALLET_ID.test(id)

/** What custody refuses a whole list for because of one in it: a spoiled log, or an id that it gives nobody. */
const OF_ONE: readonly RefusalCode[] = ['Broken', 'BadInput']

/** Asks custody about many, and without those for which it refuses. They are told; none of them keeps the others away. */
export const askApart = async <T>(
  ids: readonly string[],
  ask: (ids: string[]) => Promise<T[]>,
  tell: (error: CustodyRefusal, id: string) => void,
): Promise<T[]> => {
  try {
    return await ask([...ids])
  } catch (error) {
    if (!(error instanceof CustodyRefusal) || !OF_ONE.includes(error.code)) throw error
    const [first, second] = ids
    if (second === undefined) {
      if (first !== undefined) tell(error, first)
      return []
    }
    const half = Math.ceil(ids.length / 2)
    return [
      ...(await askApart(ids.slice(0, half), ask, tell)),
      ...(await askApart(ids.slice(half), ask, tell)),
    ]
  }
}
