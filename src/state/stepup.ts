import { CanceledError, RequestError } from '#net/error.ts'
import { modalsAtom, raiseModal } from './modals.ts'
import { store } from './store.ts'

const ID = 'step-up'

let given = false

/** The server took the code. */
export const factorGiven = (): void => {
  given = true
  store.set(modalsAtom, (queue) => queue.filter(({ id }) => id !== ID))
}

/** True once a second factor was given; false when the dialog was closed without. */
const askFactor = (act: string | undefined): Promise<boolean> =>
  new Promise((resolve) => {
    given = false
    raiseModal({ id: ID, act })
    const stop = store.sub(modalsAtom, () => {
      if (store.get(modalsAtom).some(({ id }) => id === ID)) return
      stop()
      resolve(given)
    })
  })

/**
 * Makes a call, and once more after the second factor where the server wants a fresh one for it (D-226). `act` says what
 * for: 'To remove a Guardian.'
 */
export const withFactor = async <T>(call: () => Promise<T>, act?: string): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'StepUpRequiredError') throw error
    if (!(await askFactor(act))) throw new CanceledError()
    return call()
  }
}
