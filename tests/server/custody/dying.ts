import type { CustodyOptions } from '#server/custody/custody.ts'
import { openStore, type Store } from '#server/custody/store.ts'
import type { Bench } from './fixture.ts'

/** Lets so many changes of files through, then fails each as if the process had ended there. */
const dying = (store: Store, writes: number): Store => {
  let left = writes
  const change =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (left === 0) throw new Error('The process ended here')
      left -= 1
      return work(...args)
    }
  return {
    ...store,
    create: change(store.create),
    replace: change(store.replace),
    append: change(store.append),
    remove: change(store.remove),
  }
}

/** Custody whose process ends after so many changes of files. */
export const diesAfter = (made: Bench, writes: number, options: Partial<CustodyOptions> = {}) =>
  made.reopen({ ...options, openStore: async (dir) => dying(await openStore(dir), writes) })
