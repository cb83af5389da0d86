import { expect, test } from 'vitest'
import { parseSecret } from '#domain/otpuri.ts'

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
