// @vitest-environment node
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const { parseSecret, totp } = await import(resolve('server/sandbox/page/totp.js'))

const SHA1 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const SHA256 = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA'

// RFC 6238, appendix B
test.each([
  [59, SHA1, 'SHA1', '94287082'],
  [1111111109, SHA1, 'SHA1', '07081804'],
  [20000000000, SHA1, 'SHA1', '65353130'],
  [59, SHA256, 'SHA256', '46119246'],
])('at %d s the authenticator shows the code of the standard', async (seconds, secret, algorithm, code) => {
  const link = `otpauth://totp/Countersign:mara?secret=${secret}&algorithm=${algorithm}&digits=8&period=30`
  expect((await totp(parseSecret(link), seconds * 1000)).code).toBe(code)
})

test('a bare secret, as people copy it, gives six digits and the seconds that are left', async () => {
  const secret = parseSecret(' gezd gnbv gy3t qojq gezd gnbv gy3t qojq ')
  expect(await totp(secret, 59_000)).toEqual({ code: '287082', left: 1 })
  expect(await totp(secret, 60_000)).toMatchObject({ left: 30 })
})

test.each(['1', 'not base 32!', 'otpauth://hotp/x?secret=GEZDGNBV', 'otpauth://totp/x'])(
  'refuses %s',
  (text) => {
    expect(() => parseSecret(text)).toThrow()
  },
)
