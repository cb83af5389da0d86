import { createRequire } from 'node:module'

const UNSAFE_ID = /"id":\s*(\d{16,20})[,}]/

/** As the relay needs it: numbers of its calls may be beyond what a double holds. */
const parse = (text: unknown): unknown => {
  if (typeof text !== 'string') throw new Error(`A message should be text, not ${typeof text}`)
  try {
    const value: unknown = JSON.parse(text)
    const isUnsafe =
      typeof value === 'object' && value !== null && 'id' in value && !Number.isSafeInteger(value.id)
    const digits = isUnsafe ? UNSAFE_ID.exec(text.slice(0, 200))?.[1] : undefined
    return digits === undefined ? value : { ...(value as object), id: BigInt(digits) }
  } catch {
    return text
  }
}

/**
 * The library's own parser takes quadratic time for long runs of digits, so that one message of any dApp could stop
 * this server, and it turns texts such as "1n" into bigints, which nobody can write as JSON. This one does neither.
 */
export const replaceParser = (): void => {
  const shared: { safeJsonParse(text: unknown): unknown } = createRequire(import.meta.url)(
    '@walletconnect/safe-json',
  )
  shared.safeJsonParse = parse
}
