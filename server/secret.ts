import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits: what cookies and one-time tokens are made of. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Tokens are random enough that a plain hash hides them. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

export const randomDigits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join('')

/** In constant time for texts of one length. */
export const sameText = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
