import { atom } from 'jotai'
import { store } from '#state/store.ts'

/** What one screen leaves in memory for the next; taking it forgets it. */
const handover = <T>() => {
  const held = atom<T | undefined>(undefined)
  return {
    give: (value: T) => store.set(held, () => value),
    take: (): T | undefined => {
      const value = store.get(held)
      store.set(held, () => undefined)
      return value
    },
  }
}

/** The otpauth URI that 'Restore 2FA' was answered. */
export const restoredSecret = handover<string>()

/** Two-factor setup or restore has just been completed: new codes are to be generated, once. */
export const freshFactor = handover<true>()
