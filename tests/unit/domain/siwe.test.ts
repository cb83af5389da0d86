import { describe, expect, it } from 'vitest'
import { looksLikeSignIn, parseSignIn, signInWarnings } from '#domain/siwe.ts'

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const head = `app.tidewater.example wants you to sign in with your Ethereum account:\n${ADDRESS}\n`
const fields = `URI: https://app.tidewater.example/login
Version: 1
Chain ID: 153
Nonce: 32891756
Issued At: 2026-01-02T03:04:05Z`
const rest = `${fields}
Expiration Time: 2026-01-03T03:04:05Z
Not Before: 2026-01-02T00:00:00Z
Request ID: 7
Resources:
- ipfs://bafy
- https://tidewater.example/terms`

describe('a message to sign in with', () => {
  it('is read field by field', () => {
    expect(parseSignIn(`https://${head}\nI accept the terms.\n\n${rest}`)).toEqual({
      scheme: 'https',
      domain: 'app.tidewater.example',
      address: ADDRESS,
      statement: 'I accept the terms.',
      uri: 'https://app.tidewater.example/login',
      version: '1',
      chainId: '153',
      nonce: '32891756',
      issuedAt: '2026-01-02T03:04:05Z',
      expiresAt: '2026-01-03T03:04:05Z',
      notBefore: '2026-01-02T00:00:00Z',
      requestId: '7',
      resources: ['ipfs://bafy', 'https://tidewater.example/terms'],
    })
  })

  it.each([['\n\n'], ['\n']])('needs no statement (%j)', (gap) => {
    const message = parseSignIn(head + gap + fields)
    expect(message).toMatchObject({ domain: 'app.tidewater.example', chainId: '153', resources: [] })
    expect(message?.statement).toBeUndefined()
    expect(message?.expiresAt).toBeUndefined()
  })

  it.each([
    ['nothing else', 'Hello'],
    ['a missing field', `${head}\n\n${fields.replace(/Nonce.*\n/, '')}`],
    ['a broken address', `${head.replace('0x', '')}\n\n${fields}`],
    ['a line too many', `${head}\n\n${fields}\nAnd all your money`],
    ['a line among the resources', `${head}\n\n${rest}\nAnd all your money`],
    ['fields in another order', `${head}\n\nVersion: 1\n${fields}`],
    ['text before it', `Hello\n${head}\n\n${fields}`],
  ])('is not read with %s', (_, text) => {
    expect(parseSignIn(text)).toBeUndefined()
  })

  it('is recognised by its claim, well formed or not', () => {
    expect(looksLikeSignIn(head)).toBe(true)
    expect(looksLikeSignIn('evil wants you to  sign in with your ETHEREUM account')).toBe(true)
    expect(looksLikeSignIn('Sign in to Tidewater')).toBe(false)
  })
})

describe('whoever signs in', () => {
  const message = parseSignIn(`${head}\n\n${fields}`)
  if (!message) throw new Error('The message does not parse.')

  it('is told nothing when the app and the account are the right ones', () => {
    expect(signInWarnings(message, 'App.Tidewater.example', ADDRESS.toLowerCase())).toEqual([])
  })

  it('is warned of another site and of another account', () => {
    const [site, account] = signInWarnings(message, 'tidewater.evil.example', OTHER)
    expect(site).toContain('signs you in to app.tidewater.example')
    expect(site).toContain('comes from tidewater.evil.example')
    expect(account).toContain(ADDRESS)
    expect(signInWarnings(message, '', ADDRESS)).toHaveLength(1)
  })
})
