import { CanceledError, RequestError } from '#net/error.ts'
import { closeModal, modalsAtom, raiseModal } from './modals.ts'
import { store } from './store.ts'

const DIALOG = { id: 'step-up' } as const

let given = false

/** The server took the code. */
export const factorGiven = (): void => {
  given = true
  closeModal(DIALOG)
}

/** True once a second factor was given; false when the dialog was closed without. */
const askFactor = (): Promise<boolean> =>
  new Promise((resolve) => {
    given = false
    raiseModal(DIALOG)
    const stop = store.sub(modalsAtom, () => {
      if (store.get(modalsAtom).some(({ id }) => id === DIALOG.id)) return
      stop()
      resolve(given)
    })
  })

/** Makes a call, and once more after the second factor where the server wants a fresh one for it (D-226). */
export const withFactor = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof RequestError) || error.code !== 'StepUpRequiredError') throw error
    if (!(await askFactor())) throw new CanceledError()
    return call()
  }
}
