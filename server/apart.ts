import type { Custody } from './custody/custody.ts'
import { isInTransaction } from './db/unit.ts'

/** Whoever goes on after failures must not hide this one. */
const leaveToNobody = (error: Error): void => void Promise.reject(error)

/** Custody that refuses to be asked while a transaction is open. */
export const keepApart = (custody: Custody, found: (error: Error) => void = leaveToNobody): Custody =>
  new Proxy(custody, {
    get(target, name, self) {
      const call: unknown = Reflect.get(target, name, self)
      if (typeof call !== 'function') return call
      return (...asked: unknown[]) => {
        if (!isInTransaction()) return call.apply(target, asked)
        const error = new Error(
          `Custody was asked for '${String(name)}' inside a transaction; ask before or after it.`,
        )
        found(error)
        return Promise.reject(error)
      }
    },
  })
