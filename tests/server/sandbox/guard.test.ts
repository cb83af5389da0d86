// @vitest-environment node
import { expect, test } from 'vitest'
import { assertSandboxAllowed, refusal } from '#server/sandbox/guard.ts'

const options = { testnetOrigin: 'http://127.0.0.1:4174' }
const development = { publicUrl: 'http://localhost:5173' }

test.each([
  ['localhost', { host: 'localhost:4173' }],
  ['127.0.0.1', { host: '127.0.0.1:4173' }],
  ['its own page', { host: 'localhost:4173', origin: 'http://localhost:4173' }],
])('answers %s', (_name, headers) => {
  expect(refusal({ headers, port: 4173 }, options)).toBeUndefined()
})

test.each([
  ['no host', {}, 'ForbiddenError'],
  ['a name that points here', { host: 'attacker.example:4173' }, 'ForbiddenError'],
  ['a name that starts like it', { host: 'localhost.attacker.example:4173' }, 'ForbiddenError'],
  ['the wrong port', { host: 'localhost:8080' }, 'ForbiddenError'],
  ['no port', { host: 'localhost' }, 'ForbiddenError'],
  ['another local address', { host: '192.168.1.5:4173' }, 'ForbiddenError'],
  ['IPv6', { host: '[::1]:4173' }, 'ForbiddenError'],
  ['a tunnel', { host: 'localhost:4173', 'x-forwarded-for': '203.0.113.9' }, 'ForbiddenError'],
  ['a proxy', { host: 'localhost:4173', forwarded: 'for=203.0.113.9' }, 'ForbiddenError'],
  ['a cache', { host: 'localhost:4173', via: '1.1 cache' }, 'ForbiddenError'],
  ['a foreign page', { host: 'localhost:4173', origin: 'https://attacker.example' }, 'OriginError'],
  ['an opaque page', { host: 'localhost:4173', origin: 'null' }, 'OriginError'],
  ['another local page', { host: 'localhost:4173', origin: 'http://localhost:3000' }, 'OriginError'],
  ['the other name’s page', { host: 'localhost:4173', origin: 'http://127.0.0.1:4173' }, 'OriginError'],
  ['the TestNet page', { host: 'localhost:4173', origin: 'http://127.0.0.1:4174' }, 'OriginError'],
])('refuses %s', (_name, headers, name) => {
  expect(refusal({ headers, port: 4173 }, options)?.name).toBe(name)
})

test('lets the TestNet page use what is open to it, and nobody else', () => {
  const visit = (origin: string) => ({
    headers: { host: 'localhost:4173', origin },
    port: 4173,
    testnet: true,
  })
  expect(refusal(visit('http://127.0.0.1:4174'), options)).toBeUndefined()
  expect(refusal(visit('http://localhost:4174'), options)?.name).toBe('OriginError')
  expect(refusal(visit('http://127.0.0.1:4174'), {})?.name).toBe('OriginError')
})

test('counts the port of PUBLIC_URL as right, as the development server needs', () => {
  const headers = { host: 'localhost:5173', origin: 'http://localhost:5173' }
  expect(refusal({ headers, port: 4173 }, development)).toBeUndefined()
  expect(refusal({ headers: { host: 'localhost:4173' }, port: 4173 }, development)).toBeUndefined()
  expect(refusal({ headers: { host: 'localhost:5174' }, port: 4173 }, development)?.name).toBe(
    'ForbiddenError',
  )
})

const place = {
  nodeEnv: undefined,
  host: '127.0.0.1',
  publicUrl: undefined,
  chains: ['redbelly:testnet', 'hardhat', 'bitcoin:regtest'],
  smtpUrl: undefined,
}

test.each([
  {},
  { nodeEnv: 'development', host: 'localhost' },
  { host: '::1', publicUrl: 'http://localhost:5173', smtpUrl: 'smtp://127.0.0.1:1025' },
])('starts with %j', (given) => {
  expect(() => assertSandboxAllowed({ ...place, ...given })).not.toThrow()
})

test.each([
  [{ nodeEnv: 'production' }, 'NODE_ENV is production'],
  [{ host: '0.0.0.0' }, 'HOST is 0.0.0.0'],
  [{ host: '::' }, 'HOST is ::'],
  [{ host: '127.0.0.1.attacker.example' }, 'HOST is 127.0.0.1.attacker.example'],
  [{ publicUrl: 'https://wallet.example' }, 'PUBLIC_URL is https://wallet.example'],
  [{ chains: ['hardhat', 'polygon:mainnet'] }, 'polygon:mainnet is configured'],
  [{ chains: ['bitcoin:mainnet'] }, 'bitcoin:mainnet is configured'],
  [{ smtpUrl: 'smtp://user:secret@mail.example:587' }, 'SMTP_URL is mail.example:587'],
])('does not start with %j', (given, sentence) => {
  expect(() => assertSandboxAllowed({ ...place, ...given })).toThrow(sentence)
})

test('does not print the password of a mail server', () => {
  expect(() => assertSandboxAllowed({ ...place, smtpUrl: 'smtp://user:secret@mail.example' })).toThrow(
    /^(?!.*secret)/,
  )
})
