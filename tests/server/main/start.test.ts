import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { completeOtp } from '#contract/endpoints/auth.ts'
import { generateBackupCodes, getMyUser, listBackupCodes } from '#contract/endpoints/user.ts'
import { createWallet, listWallets } from '#contract/endpoints/wallet.ts'
import { bundleServer } from '#server/bundle.ts'
import { createKeyRing } from '#server/custody/custody.ts'
import { type Mailbox, startMailbox } from '#server/sandbox/mailbox.ts'
import { Client } from '#tests/server/harness/client.ts'
import { makeUsers, type SignedInClient } from '#tests/server/harness/user.ts'
import { freePort, type ServerProcess, spawnServer } from './process.ts'

let bundle: string
let folder: string
let mailbox: Mailbox
let env: Record<string, string>
/** Real processes on a busy machine take their time. */
vi.setConfig({ testTimeout: 180_000 })

const running: ServerProcess[] = []

beforeAll(async () => {
  // Inside the checkout, so that the bundle finds the installed packages.
  await mkdir('.cache', { recursive: true })
  bundle = resolve(await mkdtemp('.cache/server-'))
  await bundleServer(bundle)
  mailbox = await startMailbox(pino({ level: 'silent' }))
  folder = await mkdtemp(join(tmpdir(), 'countersign-main-'))
  await createKeyRing(join(folder, 'keys'))
  env = {
    NODE_ENV: 'production',
    ALLOW_UNSAFE: 'embedded-database,no-public-url,plain-mail,custody-inside',
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    MASTER_KEY_FILE: join(folder, 'keys'),
    SMTP_URL: mailbox.smtpUrl,
  }
})
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL')
    await ended
  }
  await mailbox.stop()
  for (const made of [bundle, folder]) await rm(made, { recursive: true, force: true })
})

const start = (overrides: Record<string, string> = {}) => {
  const server = spawnServer(join(bundle, 'main.js'), { ...env, ...overrides })
  running.push(server)
  return server
}
const refusal = async (overrides: Record<string, string>) => {
  const server = start(overrides)
  expect(await server.ended).toBe(1)
  return server.output().trim()
}
const url = () => `http://localhost:${env.PORT}`
/** The clock of a process cannot be moved: whoever needs a second code waits for it, so nobody does here. */
const people = () => {
  const clock = {
    now: () => new Date(),
    advance: () => {
      throw new Error('This clock goes by itself')
    },
  }
  return makeUsers({ url: url(), clock, mails: (to) => mailbox.list(to) })
}

describe('a start that is refused says so in one sentence', () => {
  it.each([
    [
      { ALLOW_UNSAFE: 'embedded-database,no-public-url,plain-mail' },
      /^CUSTODY_URL should name a custody .* To start all the same: ALLOW_UNSAFE=custody-inside\.$/,
    ],
    [{ COUNTERSIGN_SANDBOX: '1' }, /NODE_ENV is production, and the sandbox hands out sign-in codes/],
  ])('%j', async (overrides, sentence) => {
    const text = await refusal(overrides)
    expect(text.split('\n')).toHaveLength(1)
    expect(text).toMatch(sentence)
  })
})

// One installation lives through the rest, start after start.
let server: ServerProcess
let owner: SignedInClient
let codes: unknown

it('serves the product and nothing of the sandbox', async () => {
  server = start()
  await server.says(`Countersign is ready:   ${url()}`)
  const visitor = new Client(url())
  expect((await visitor.raw('/healthz')).body).toEqual({ ok: true })
  for (const path of ['/sandbox', '/sandbox/mailbox', '/sandbox/relay']) {
    expect((await visitor.raw(path)).status).toBe(404)
  }
  for (const path of ['/sandbox/faucet', '/sandbox/kyc', '/sandbox/mine']) {
    expect((await visitor.raw(path, { method: 'POST', body: {} })).status).toBe(404)
  }
  expect((await visitor.raw('/api/v1/config')).body).not.toHaveProperty('sandbox')
  expect(server.output()).not.toContain('Sandbox')
  for (const allowed of env.ALLOW_UNSAFE?.split(',') ?? [])
    expect(server.output()).toContain(`"allowed":"${allowed}"`)
})

it('is started once only, keys are not replaced meanwhile', async () => {
  owner = await people().signIn('owner@example.com')
  codes = await owner.ok(generateBackupCodes, { body: {} })
  await owner.ok(createWallet, { body: { name: 'Savings' } })

  const refused = await refusal({ PORT: String(await freePort()) })
  expect(refused).toContain(`The data directory ${env.DATA_DIR} is in use by process ${server.child.pid}.`)
  const early = spawnServer(join(bundle, 'keys.js'), env, ['rotate', '--new-key'])
  expect(await early.ended).toBe(1)
  expect(early.output()).toContain('is in use by process')
})

it('keeps accounts, sessions, codes and wallets over a sudden end', async () => {
  server.child.kill('SIGKILL')
  await server.ended
  server = start()
  await server.says('is ready')
  expect((await owner.ok(getMyUser, {})).email).toBe('owner@example.com')
  expect(await owner.ok(listBackupCodes, {})).toEqual(codes)
  expect((await owner.ok(listWallets, { query: {} })).items.map(({ name }) => name)).toEqual(['Savings'])
  const { requiredAction } = await people().halfSignIn('owner@example.com')
  expect(requiredAction).toBe('check-2fa')
})

it('ends when it is asked to; then the keys can be replaced, and it works on with the new one alone', async () => {
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)

  const rotated = spawnServer(join(bundle, 'keys.js'), env, ['rotate', '--new-key'])
  expect(await rotated.ended).toBe(0)
  expect(rotated.output()).toMatch(/Sealed [1-9]\d* files and [1-9]\d* copies of custody again/)
  expect(rotated.output()).toMatch(/Nothing needs k[0-9a-f]{8} of .* any more/)
  const again = spawnServer(join(bundle, 'keys.js'), env, ['rotate'])
  expect(await again.ended).toBe(0)
  expect(again.output()).toMatch(
    /Sealed 0 files and 0 copies of custody again[\s\S]*Sealed 0 database fields again/,
  )

  const [current] = (await readFile(join(folder, 'keys'), 'utf8')).split('\n')
  await rm(join(folder, 'keys'), { force: true })
  await writeFile(join(folder, 'keys'), `${current}\n`, { mode: 0o400 })
  server = start()
  await server.says('is ready')
  expect(await owner.ok(listBackupCodes, {})).toEqual(codes)
  const { client } = await people().halfSignIn('owner@example.com')
  const wrong = await client.call(completeOtp, { body: { code: '000000' } })
  expect(wrong.body.name).toBe('InvalidCodeError')
})

it.runIf(process.env.DEEP)(
  'starts over as a sandbox: accounts, mails and chains are new, at the same address',
  async () => {
    const [port, data] = [await freePort(), join(folder, 'sandbox')]
    const apart = { PORT: String(port), DATA_DIR: data, NODE_ENV: '', SMTP_URL: '', MASTER_KEY_FILE: '' }
    // With a TestNet page elsewhere the port above need not be free.
    const server = start({ ...apart, COUNTERSIGN_SANDBOX: '1', TESTNET_PAGE_URL: 'https://testnet.example' })
    await server.says(`Countersign is ready:   http://localhost:${port}`)
    const visitor = new Client(`http://localhost:${port}`)
    const address = `0x${'1'.repeat(40)}`
    const balance = async () => {
      const { chains } = (await visitor.raw('/sandbox')).body as { chains: { rpc: string }[] }
      const answer = await fetch(chains[0]?.rpc ?? '', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'eth_getBalance',
          params: [address, 'latest'],
        }),
      })
      return BigInt(((await answer.json()) as { result: string }).result)
    }
    const mails = async () => (await visitor.raw('/sandbox/mailbox')).body
    const post = (path: string, body: object) => visitor.raw(path, { method: 'POST', body })
    await post('/sandbox/faucet', { address, blockchain: 'redbelly:testnet' })
    await post('/api/v1/auth/sign-in', { email: 'somebody@example.com' })
    expect(await balance()).toBeGreaterThan(0n)
    expect(await mails()).toMatchObject({ items: [{ to: 'somebody@example.com' }] })
    await writeFile(join(data, 'mine.txt'), 'not the sandbox’s')

    expect((await post('/sandbox/reset', {})).status).toBe(202)
    await vi.waitFor(async () => expect(await mails()).toEqual({ items: [] }), {
      timeout: 60_000,
      interval: 200,
    })
    expect(await balance()).toBe(0n)
    expect(await readFile(join(data, 'mine.txt'), 'utf8')).toContain('not the sandbox')
    expect((await post('/api/v1/auth/sign-in', { email: 'somebody@example.com' })).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  },
)
