import { reportFault } from '#contract/endpoints/fault.ts'
import { FAULT_MAX_LENGTH } from '#contract/limit.ts'
import type { Call } from '#net/api.ts'
import { api } from '#state/api.ts'
import { loggedAtom } from '#state/auth.ts'
import { store } from '#state/store.ts'

/** Faults that one visit reports at most. */
const MOST = 20

/** Tells the server what this page could not read or draw, each fault once. That it fails is nothing to report. */
export const createFaults = (call: Call): ((error: unknown) => void) => {
  const told = new Set<string>()
  return (error) => {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    if (told.has(message) || told.size >= MOST) return
    told.add(message)
    const body = { name: name.slice(0, FAULT_MAX_LENGTH), message: message.slice(0, FAULT_MAX_LENGTH) }
    void call(reportFault, { body }).catch(() => undefined)
  }
}

const report = createFaults(api.call)

/** Reports a fault of this page; nobody is there to be told before one is signed in. */
export const tell = (error: unknown): void => {
  if (store.get(loggedAtom)) report(error)
}
