import { expect, test } from 'vitest'
import { parseSecret, secretBytes, totpCode, totpCounter, totpLeft } from '#domain/totp.ts'

const codeAt = async (secret: string, now: number) => {
  const key = await crypto.subtle.importKey(
    'raw',
    secretBytes(secret),
    { name: 'HMAC', hash: 'SHA-1' },
    false,
    ['sign'],
  )
  return totpCode(await crypto.subtle.sign('HMAC', key, totpCounter(now)))
}

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is that of RFC 6238: %s', async (seconds, code) => {
  expect(await codeAt('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', seconds * 1000)).toBe(code)
})

test('a code counts for thirty seconds', () => {
  expect([totpLeft(0), totpLeft(29_999), totpLeft(30_000)]).toEqual([30, 1, 30])
})

test.each([
  ['gezd gnbv gy3t qojq', 'GEZDGNBVGY3TQOJQ'],
  ['otpauth://totp/Countersign:a?secret=GEZDGNBVGY3TQOJQ&issuer=Countersign', 'GEZDGNBVGY3TQOJQ'],
  ['GEZDGNBVGY3TQOJQ====', 'GEZDGNBVGY3TQOJQ'],
  ['123456', undefined],
  ['not a secret 0189', undefined],
  ['otpauth://totp/x', undefined],
])('%j holds the secret %j', (text, secret) => {
  expect(parseSecret(text)).toBe(secret)
})
