import { store } from './store.ts'
import { serverVersionAtom } from './version.ts'

/** The fields, for a server of this contract version or a newer one; an older one refuses what it does not know. */
export const newer = <T extends object>(since: number, fields: T): Partial<T> =>
  (store.get(serverVersionAtom)?.version ?? since) >= since ? fields : {}
