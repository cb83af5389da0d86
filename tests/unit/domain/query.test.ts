import { describe, expect, it } from 'vitest'
import { marketingCookie, marketingIdOf } from '#domain/marketing.ts'
import { otpSecret } from '#domain/otpuri.ts'
import { hubFilter, walletTab } from '#domain/query.ts'
import { shortId } from '#domain/shortid.ts'

describe('tabs in the address bar', () => {
  it.each(['asset', 'activity', 'dapps', 'requests', 'guardians'])('?tab=%s opens that tab', (tab) => {
    expect(walletTab(tab)).toBe(tab)
  })

  it.each([null, undefined, '', 'nope', 'ASSET', 'constructor'])('?tab=%s opens the assets', (tab) => {
    expect(walletTab(tab)).toBe('asset')
  })

  it.each(['approvals', 'invites'])('?filter=%s opens that tab of the hub', (filter) => {
    expect(hubFilter(filter)).toBe(filter)
  })

  it.each([null, undefined, '', 'nope'])('?filter=%s opens the approvals', (filter) => {
    expect(hubFilter(filter)).toBe('approvals')
  })
})

describe('the marketing cookie', () => {
  it('lasts 30 days on all paths and is secure on https only', () => {
    expect(marketingCookie('spring', '', false)).toBe(
      'MARKETING_ID=spring; path=/; max-age=2592000; SameSite=Lax',
    )
    expect(marketingCookie('spring', '', true)).toBe(
      'MARKETING_ID=spring; path=/; max-age=2592000; SameSite=Lax; Secure',
    )
  })

  it('is readable by scripts', () => {
    expect(marketingCookie('spring', '', true)).not.toMatch(/httponly/i)
  })

  it.each([
    ['a b;c=d', 'a%20b%3Bc%3Dd'],
    ['ü', '%C3%BC'],
    ['a\ud800b', 'ab'],
  ])('encodes %j as %s', (id, value) => {
    expect(marketingCookie(id, '', false)).toMatch(new RegExp(`^MARKETING_ID=${value};`))
  })

  it('holds at most 256 characters and no half of one', () => {
    const value = (id: string) => /=([^;]*);/.exec(marketingCookie(id, '', false) ?? '')?.[1] ?? ''
    expect(value('a'.repeat(256))).toHaveLength(256)
    expect(value('a'.repeat(300))).toHaveLength(256)
    expect(decodeURIComponent(value('ü'.repeat(300)))).toBe('ü'.repeat(42))
  })

  it.each([null, ''])('is not set for %j', (id) => {
    expect(marketingCookie(id, '', false)).toBeUndefined()
  })

  it.each(['MARKETING_ID=first', 'a=b; MARKETING_ID=first', 'MARKETING_ID='])(
    'keeps the first one: %s',
    (cookies) => {
      expect(marketingCookie('second', cookies, false)).toBeUndefined()
    },
  )

  it('is not confused by cookies of similar names', () => {
    expect(marketingCookie('mine', 'OLD_MARKETING_ID=x; MARKETING_IDS=y', false)).toMatch(
      /^MARKETING_ID=mine;/,
    )
  })

  it.each([
    ['MARKETING_ID=a%20b', 'a b'],
    ['x=y; MARKETING_ID=first; z=1', 'first'],
    ['MARKETING_ID=%E0%A4%A', undefined],
    ['x=y', undefined],
    ['', undefined],
  ])('is read from %j as %j', (cookies, id) => {
    expect(marketingIdOf(cookies)).toBe(id)
  })
})

describe('sign-in texts', () => {
  it.each([
    ['482913557120', '48'],
    ['a3f81b7c', '38'],
    ['7', '7'],
    ['abc', ''],
  ])('the short id of %s is %s', (id, short) => {
    expect(shortId(id)).toBe(short)
  })

  it.each([
    ['otpauth://totp/Countersign:a%40b.de?secret=JBSWY3DPEHPK3PXP&issuer=Countersign', 'JBSWY3DPEHPK3PXP'],
    ['otpauth://totp/Countersign:secret=no?issuer=Countersign&period=30&secret=ABC234', 'ABC234'],
    ['otpauth://totp/Countersign', undefined],
  ])('the secret of %s is %s', (uri, secret) => {
    expect(otpSecret(uri)).toBe(secret)
  })
})
