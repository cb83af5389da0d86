import type { SAMPLE_RATES } from '#contract/limit.ts'

/** Where unexpected errors of the page go; `SAMPLE_RATES` says how much of it to keep. */
export interface Reporter {
  start?(rates: typeof SAMPLE_RATES): void
  error(error: unknown): void
}

/** Reports nothing until an installation brings its own. */
let reporter: Reporter = { error: () => undefined }

export const setReporter = (next: Reporter): void => {
  reporter = next
}

export const reportError = (error: unknown): void => reporter.error(error)

/** Something that was left out because it could not be read. */
export const reportOdd = (what: string): void =>
  reportError(new Error(`Left out, because it could not be read: ${what}`))
