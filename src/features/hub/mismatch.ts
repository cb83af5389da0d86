import type { Mismatch } from '#domain/signedtext.ts'
import { RequestError } from '#net/error.ts'
import { hubText } from '#text/hub.ts'

/** Stops before a signature is asked for under a text that is not what the page shows. */
export const refuseMismatch = (mismatch: Mismatch | undefined): void => {
  if (!mismatch) return
  const message = 'line' in mismatch ? hubText.differs(mismatch.line) : hubText.unknownForm
  throw new RequestError({ name: 'Error', message })
}
