import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeyRing } from '#server/custody/custody.ts'
import { readSettings } from '#server/custody/program/settings.ts'
import { readEnv } from '#server/env.ts'
import { realNeeds, sandboxNeeds } from '#server/needs.ts'
import { risksOf } from '#server/risk.ts'
import { UNSAFE } from '#server/unsafe.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-needs-'))
  await createKeyRing(join(folder, 'keys'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** As the start does: every setting has to reach its check. */
const needs = async (overrides: Record<string, string>) => {
  const env = readEnv({
    DATA_DIR: folder,
    MASTER_KEY_FILE: join(folder, 'keys'),
    SMTP_URL: 'smtp://127.0.0.1',
    ...overrides,
  })
  return env.sandbox ? sandboxNeeds(env, overrides.NODE_ENV) : realNeeds(env)
}

it.each([
  [{ PORT: 'http' }, 'PORT should be a whole number from 0 to 65535.'],
  [{ MASTER_KEY_FILE: '' }, 'MASTER_KEY_FILE should be set: see README.md. To try the product: npm start.'],
  [{ SMTP_URL: '' }, 'SMTP_URL should be set: see README.md. To try the product: npm start.'],
  [{ HOST: '0.0.0.0' }, 'PUBLIC_URL should be set: see README.md. To try the product: npm start.'],
  [{ MASTER_KEY_FILE: '/nowhere' }, /\/nowhere cannot be read; MASTER_KEY_FILE must name a readable file/],
  [
    { COUNTERSIGN_SANDBOX: '1', NODE_ENV: 'production' },
    /NODE_ENV is production, and the sandbox hands out sign-in codes/,
  ],
  [{ COUNTERSIGN_SANDBOX: '1', HOST: '0.0.0.0' }, /HOST is 0.0.0.0, which other machines can reach/],
  [
    { COUNTERSIGN_SANDBOX: '1', PUBLIC_URL: 'https://wallet.example' },
    /PUBLIC_URL is https:\/\/wallet.example, which is not this machine/,
  ],
  [
    { COUNTERSIGN_SANDBOX: '1', SMTP_URL: 'smtp://mail.example' },
    /SMTP_URL is mail.example, which sends real mail/,
  ],
  [
    { COUNTERSIGN_SANDBOX: '1', RPC_URL_POLYGON_MAINNET: 'https://rpc.example' },
    /polygon:mainnet is configured, and it holds real money/,
  ],
  [
    { COUNTERSIGN_SANDBOX: '1', BITCOIN_NETWORK: 'mainnet' },
    /bitcoin:mainnet is configured, and it holds real money/,
  ],
])('%j is refused', async (overrides, sentence) => {
  await expect(needs(overrides)).rejects.toThrow(sentence)
})

it('starts with all that it needs, and the sandbox with nothing', async () => {
  await expect(needs({})).resolves.toMatchObject({ smtpUrl: 'smtp://127.0.0.1' })
  await expect(needs({ COUNTERSIGN_SANDBOX: '1', MASTER_KEY_FILE: '', SMTP_URL: '' })).resolves.toBeDefined()
})

/** A production start that nothing is wrong with. */
const SAFE = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://db.example/countersign',
  PUBLIC_URL: 'https://wallet.example',
  SMTP_URL: 'smtps://mail.example',
  CUSTODY_URL: 'unix:/run/countersign',
  TRUST_PROXY: 'hops:1',
}
const found = (overrides: Record<string, string>, readable: string[] = []) =>
  risksOf(readEnv({ ...SAFE, DATA_DIR: '/var/lib/countersign', ...overrides }), (path) =>
    readable.includes(path),
  )

it.each([
  ['embedded-database', { DATABASE_URL: '' }],
  ['short-policy-delay', { POLICY_DELAY_S: '3599' }],
  ['no-public-url', { PUBLIC_URL: '' }],
  ['plain-mail', { SMTP_URL: 'smtp://mail.example' }],
  ['plain-mail', { SMTP_URL: 'smtp://mail.example?requireTLS=false' }],
  ['plain-mail', { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' }],
  ['plain-mail', { SMTP_URL: 'smtp://mail.example?requireTLS=true&ignoreTLS=true' }],
  ['any-proxy', { TRUST_PROXY: '1' }],
  ['sandbox', { COUNTERSIGN_SANDBOX: '1', POLICY_DELAY_S: '86400' }],
  ['custody-inside', { CUSTODY_URL: '' }],
  ['custody-within-reach', { CUSTODY_KEY_FILE: '/etc/custody.keys' }, ['/etc/custody.keys']],
  ['custody-within-reach', {}, ['/var/lib/countersign/custody']],
  ['custody-within-reach', {}, ['/var/lib/countersign/custody.keys']],
  ['custody-within-reach', {}, ['/run/countersign/operator']],
  ['custody-within-reach', {}, ['/run/countersign/operator/custody.sock']],
  [
    'custody-within-reach',
    { CUSTODY_URL: 'tls://custody.example:7000', CUSTODY_CERTIFICATES: '/etc/certificates' },
    ['/etc/certificates/operator.key'],
  ],
  ['custody-within-reach', { CUSTODY_DATABASE_URL: 'postgres://db.example/custody' }],
] as [string, Record<string, string>, string[]?][])(
  'production is refused for %s with %j',
  (name, overrides, readable) => {
    expect(found(overrides, readable).map((risk) => risk.name)).toEqual([name])
  },
)

it.each([
  [{}],
  [{ POLICY_DELAY_S: '3600' }],
  [{ SMTP_URL: 'smtp://mail.example?requireTLS=true' }],
  [{ TRUST_PROXY: '10.0.0.0/8' }],
  [{ TRUST_PROXY: '0' }],
  [{ CUSTODY_KEY_FILE: '/etc/custody.keys' }],
])('production has nothing against %j', (overrides) => {
  expect(found(overrides)).toEqual([])
})

/** In a folder where no sandbox was before. */
const apart = () => ({ ...SAFE, DATA_DIR: join(folder, 'web') })

it('names the way around each risk, takes it when it is named, and knows no other names', async () => {
  const wrong = { ...apart(), POLICY_DELAY_S: '60', TRUST_PROXY: '1' }
  await expect(needs(wrong)).rejects.toThrow(
    /^POLICY_DELAY_S should be at least 3600: .* To start all the same: ALLOW_UNSAFE=short-policy-delay\.\nTRUST_PROXY should say hops:1.* ALLOW_UNSAFE=any-proxy\.$/,
  )
  await expect(needs({ ...wrong, ALLOW_UNSAFE: 'short-policy-delay' })).rejects.toThrow(/^TRUST_PROXY/)
  const taken = await needs({ ...wrong, ALLOW_UNSAFE: 'any-proxy, short-policy-delay' })
  expect(taken).toMatchObject({ allowed: [{ name: 'short-policy-delay' }, { name: 'any-proxy' }] })
  await expect(needs({ ...apart(), ALLOW_UNSAFE: 'plain-mail,everything' })).rejects.toThrow(
    `ALLOW_UNSAFE should name only ${UNSAFE.join(', ')}.`,
  )
  await expect(needs({ ...wrong, NODE_ENV: '' })).resolves.toMatchObject({ allowed: [] })
  await expect(
    needs({ ...SAFE, COUNTERSIGN_SANDBOX: '1', PUBLIC_URL: '', SMTP_URL: '', ALLOW_UNSAFE: 'sandbox' }),
  ).resolves.toBeDefined()
})

it('really looks whether it can read what is custody’s', async () => {
  const safe = apart()
  await mkdir(join(safe.DATA_DIR, 'custody'), { recursive: true })
  await expect(needs(safe)).rejects.toThrow(
    `This server can read ${join(safe.DATA_DIR, 'custody')}, which is custody's alone: run the two as different users.`,
  )
  await rm(join(safe.DATA_DIR, 'custody'), { recursive: true })
  await expect(needs(safe)).resolves.toMatchObject({ custodyRing: undefined, allowed: [] })
})

it('custody itself keeps to the least delay in production', () => {
  const settings = (more: Record<string, string>) =>
    readSettings({ CUSTODY_KEY_FILE: 'keys', NODE_ENV: 'production', POLICY_DELAY_S: '60', ...more })
  expect(() => settings({})).toThrow(
    /POLICY_DELAY_S should be at least 3600\. .*ALLOW_UNSAFE=short-policy-delay/,
  )
  expect(settings({ ALLOW_UNSAFE: 'short-policy-delay,plain-mail' }).policyDelayS).toBe(60)
  expect(settings({ NODE_ENV: '' }).policyDelayS).toBe(60)
  expect(() => settings({ ALLOW_UNSAFE: 'delay' })).toThrow(/ALLOW_UNSAFE should name only/)
})
