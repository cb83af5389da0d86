import { type Custody, type IsSigned, makeIsSigned } from '#server/custody/custody.ts'

/** What tells custody's signatures from others. Its key is asked for once, and again where that failed. */
export const makeIdentity = (custody: Pick<Custody, 'identity'>): (() => Promise<IsSigned>) => {
  let known: Promise<IsSigned> | undefined
  return () => {
    known ??= custody.identity({}).then(({ publicKey }) => makeIsSigned(publicKey))
    known.catch(() => {
      known = undefined
    })
    return known
  }
}
