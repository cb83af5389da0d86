import { describe, expect, it } from 'vitest'
import { checkSignIn, looksLikeSignIn, parseSignIn } from '#domain/siwe.ts'

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
  const NOW = Date.parse('2026-01-02T03:10:00Z')
  const context = {
    host: 'app.tidewater.example',
    signer: ADDRESS.toLowerCase(),
    blockchains: ['redbelly:testnet'],
    now: NOW,
  }
  const check = (change: (text: string) => string, more: Partial<typeof context> = {}) => {
    const message = parseSignIn(change(`${head}\n\n${rest}`))
    if (!message) throw new Error('The message does not parse.')
    return checkSignIn(message, { ...context, ...more })
  }
  const as = (from: string | RegExp, to: string) => (text: string) => text.replaceAll(from, to)
  const SITE = 'app.tidewater.example'

  it('is told nothing but that all is in order', () => {
    const fine = ['site', 'address', 'account', 'network', 'times', 'version', 'nonce']
    expect(check((text) => text)).toEqual({ fine, problems: [] })
    expect(check((text) => text, { host: 'App.Tidewater.example' }).problems).toEqual([])
    expect(check((text) => text, { host: `${SITE}:443` }).problems).toEqual([])
    expect(check(as(SITE, `${SITE}:8443`), { host: `${SITE}:8443` }).problems).toEqual([])
  })

  it.each([
    [
      'another site',
      as(SITE, 'bank.example'),
      {},
      'This signs you in to bank.example, but the request comes from app.tidewater.example. Someone may be after your account there.',
    ],
    [
      'another port',
      as(SITE, `${SITE}:8443`),
      {},
      `This signs you in to ${SITE}:8443, but the request comes from ${SITE}. Someone may be after your account there.`,
    ],
    [
      'no host',
      as('', ''),
      { host: '' },
      `This signs you in to ${SITE}, but the request comes from an app without an address. Someone may be after your account there.`,
    ],
    [
      'an address elsewhere',
      as(/URI: .*/g, 'URI: https://evil.example/login'),
      {},
      `Its address, https://evil.example/login, is not one of ${SITE}.`,
    ],
    ['no address', as(/URI: .*/g, 'URI: login'), {}, 'Its address, login, is none.'],
    [
      'another account',
      as('', ''),
      { signer: OTHER },
      `The message is for the account ${ADDRESS}, not for the one that signs.`,
    ],
    [
      'a network that was not asked for',
      as('Chain ID: 153', 'Chain ID: 137'),
      {},
      'It is for the network Polygon, which this connection does not use.',
    ],
    [
      'an unknown network',
      as('Chain ID: 153', 'Chain ID: 0x99'),
      {},
      'It is for the network 0x99, which this connection does not use.',
    ],
    ['another version', as('Version: 1', 'Version: 2'), {}, 'Its version is 2. Only version 1 is known.'],
    [
      'a short nonce',
      as('32891756', '3289175'),
      {},
      'Its nonce is not made of at least 8 letters and digits, so that someone may use it again.',
    ],
    [
      'an end that has passed',
      as('', ''),
      { now: Date.parse('2026-01-03T03:04:05Z') },
      'It expired at 2026-01-03T03:04:05Z.',
    ],
    [
      'a start to come',
      as('', ''),
      { now: Date.parse('2026-01-01T23:59:59Z') },
      'It is not valid before 2026-01-02T00:00:00Z.',
    ],
    [
      'a date to come',
      as('', ''),
      { now: Date.parse('2026-01-02T02:59:00Z') },
      'It is dated in the future: 2026-01-02T03:04:05Z.',
    ],
    [
      'a time that is none',
      as('2026-01-03T03:04:05Z', 'tomorrow'),
      {},
      'tomorrow is not a time as a sign-in has to give it.',
    ],
  ] as const)('is warned of %s', (_, change, more, sentence) => {
    const { fine, problems } = check(change, more)
    expect(problems).toEqual([sentence])
    expect(fine).toHaveLength(6)
  })

  it('hears of everything at once', () => {
    const { fine, problems } = check((text) => as('Version: 1', 'Version: 3')(as('32891756', '1')(text)), {
      host: 'evil.example',
      signer: OTHER,
    })
    expect(problems).toHaveLength(4)
    expect(fine).toEqual(['address', 'network', 'times'])
  })
})
