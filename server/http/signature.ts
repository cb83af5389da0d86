import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '#server/deps.ts'
import { unauthorized } from '#server/error.ts'

const TIMESTAMP_HEADER = 'x-timestamp'
const SIGNATURE_HEADER = 'x-signature'
/** Milliseconds that the sender's clock may be off, which is also how long a call can be repeated. */
const TOLERANCE = 5 * 60_000

const one = (request: FastifyRequest, name: string) => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

const isSignedWith = (secret: string, text: Buffer[], signature: Buffer): boolean => {
  const hmac = createHmac('sha256', secret)
  for (const part of text) hmac.update(part)
  const expected = hmac.digest()
  return expected.length === signature.length && timingSafeEqual(expected, signature)
}

/** Answers the parsed body of a call whose HMAC over "{x-timestamp}.{body}" is right; else 401, whatever it holds. */
export const signedBody = (request: FastifyRequest, secrets: readonly string[], clock: Clock): unknown => {
  const timestamp = one(request, TIMESTAMP_HEADER)
  const signature = one(request, SIGNATURE_HEADER)
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const fresh =
    /^\d{1,15}$/.test(timestamp) && Math.abs(clock.now().getTime() - Number(timestamp)) <= TOLERANCE
  const signed =
    /^[0-9a-fA-F]{64}$/.test(signature) &&
    secrets.some((secret) =>
      isSignedWith(secret, [Buffer.from(`${timestamp}.`), bytes], Buffer.from(signature, 'hex')),
    )
  if (!fresh || !signed) throw unauthorized('The signature or its time is wrong')
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
