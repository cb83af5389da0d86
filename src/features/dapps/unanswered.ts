import type { WcSession } from '#contract/dapp.ts'
import { sessionsAtom } from '#state/perwallet.ts'
import { say } from '#state/say.ts'
import { store } from '#state/store.ts'
import { dappsText } from '#text/dapps.ts'

/** Milliseconds that an app may take to propose something: one that is there does so within a second or two. */
export const PATIENCE = 10_000

/** A link whose app is gone is taken like any other: nobody proposes anything, and nobody would say so. */
export const tellIfUnanswered = ({ id, walletId }: WcSession): void => {
  setTimeout(() => {
    const session = store.get(sessionsAtom(walletId)).find((one) => one.id === id)
    if (session?.status === 'created') say(dappsText.unanswered, 'error')
  }, PATIENCE)
}
