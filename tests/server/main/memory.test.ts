import { mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import {
  confirmInvite,
  getConfirmationMessage,
  inviteApprover,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import { listBackupCodes } from '#contract/endpoints/user.ts'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import { bundleServer } from '#server/bundle.ts'
import { createKeyRing } from '#server/custody/custody.ts'
import { custodySealer, loadKeyRing } from '#server/custody/keyring.ts'
import { type Mailbox, startMailbox } from '#server/sandbox/mailbox.ts'
import { makeUsers, type SignedInClient } from '#tests/server/harness/user.ts'
import { freePort, type ServerProcess, spawnServer } from './process.ts'

vi.setConfig({ testTimeout: 120_000 })

let bundle: string
let folder: string
let mailbox: Mailbox
let custody: ServerProcess
let web: ServerProcess
let people: ReturnType<typeof makeUsers>

beforeAll(async () => {
  // Inside the checkout, so that the bundle finds the installed packages.
  await mkdir('.cache', { recursive: true })
  bundle = resolve(await mkdtemp('.cache/server-'))
  await bundleServer(bundle)
  mailbox = await startMailbox(pino({ level: 'silent' }))
  folder = await mkdtemp(join(tmpdir(), 'apart-'))
  await createKeyRing(join(folder, 'custody.keys'))
  await createKeyRing(join(folder, 'web.keys'))
  const place = { CUSTODY_URL: `unix:${join(folder, 'sockets')}` }
  custody = spawnServer(join(bundle, 'custody.js'), {
    ...{ DATA_DIR: join(folder, 'keys'), CUSTODY_KEY_FILE: join(folder, 'custody.keys'), ...place },
  })
  await custody.says('Custody is ready')
  const port = String(await freePort())
  web = spawnServer(join(bundle, 'main.js'), {
    ...{ NODE_ENV: 'production', PORT: port, DATA_DIR: join(folder, 'web'), ...place },
    ...{ MASTER_KEY_FILE: join(folder, 'web.keys'), SMTP_URL: mailbox.smtpUrl },
    ALLOW_UNSAFE: 'embedded-database,no-public-url,plain-mail,custody-within-reach',
  })
  await web.says('is ready')
  const clock = {
    now: () => new Date(),
    advance: () => {
      throw new Error('This clock goes by itself')
    },
  }
  people = makeUsers({ url: `http://localhost:${port}`, clock, mails: (to) => mailbox.list(to) })
}, 120_000)
afterAll(async () => {
  for (const { child, ended } of [web, custody]) {
    child.kill('SIGTERM')
    await ended
  }
  await mailbox.stop()
  for (const made of [bundle, folder]) await rm(made, { recursive: true, force: true })
})

const CHUNK = 4 * 1024 * 1024
/** Longer than any spelling of a key. */
const OVERLAP = 128

/** Whether a process has these bytes anywhere in memory that it can write, in one of the ways to spell them. */
const holds = async ({ child }: ServerProcess, secret: Buffer): Promise<boolean> => {
  const hex = secret.toString('hex')
  const spellings = [secret, hex, hex.toUpperCase(), secret.toString('base64'), secret.toString('base64url')]
  const needles = spellings.map((spelling) => Buffer.from(spelling))
  const maps = (await readFile(`/proc/${child.pid}/maps`, 'utf8')).split('\n')
  const memory = await open(`/proc/${child.pid}/mem`, 'r')
  const bytes = Buffer.alloc(CHUNK + OVERLAP)
  try {
    for (const line of maps) {
      const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      if (from === '') continue
      const end = Number.parseInt(to, 16)
      for (let at = Number.parseInt(from, 16); at < end; at += CHUNK) {
        const length = Math.min(bytes.length, end - at)
        // Regions of the kernel, and what was given back meanwhile, cannot be read.
        const read = await memory.read(bytes, 0, length, at).catch(() => ({ bytesRead: 0 }))
        const part = bytes.subarray(0, read.bytesRead)
        if (needles.some((needle) => part.includes(needle))) return true
      }
    }
    return false
  } finally {
    await memory.close()
  }
}

const makeWallet = async (client: SignedInClient): Promise<string> => {
  const { id } = await client.ok(createWallet, { body: { name: 'Savings' } })
  const status = async () => (await client.ok(getWallet, { params: { id } })).status
  await vi.waitFor(async () => expect(await status()).toBe('active'), { timeout: 20_000, interval: 50 })
  return id
}

/** As it lies on custody's disk. */
const keyOf = async (walletId: string): Promise<Buffer> => {
  const sealer = custodySealer(loadKeyRing(join(folder, 'custody.keys')), 'wallet-key')
  const file = await readFile(join(folder, 'keys/custody/wallets', `${walletId}.json`), 'utf8')
  const { userId, keyId, address, sealed } = JSON.parse(file)
  return sealer.open(sealed, [walletId, userId, keyId, address])
}
const masterOf = async (ring: string): Promise<Buffer> =>
  Buffer.from((await readFile(join(folder, ring), 'utf8')).trim().split(':')[1] ?? '', 'base64')

it.skipIf(process.platform !== 'linux')(
  'the process that speaks with strangers never holds a key, not even while it has something signed',
  async () => {
    const owner = await people.signIn('owner@example.com')
    const guardian = await people.signIn('guardian@example.com')
    const [safe, own] = [await makeWallet(owner), await makeWallet(guardian)]
    const key = await keyOf(own)
    expect(key).toHaveLength(32)
    const { id } = await owner.ok(inviteApprover, {
      params: { id: safe },
      body: { email: 'guardian@example.com' },
    })
    const issued = await guardian.ok(getConfirmationMessage, { params: { id }, query: { walletId: own } })
    const found = { custody: 0, web: 0 }
    for (let at = 0; at < 5; at += 1) {
      const signing = guardian.ok(signInviteConfirmation, {
        params: { id },
        body: { ...issued, walletId: own },
      })
      if (await holds(web, key)) found.web += 1
      const { signature } = await signing
      if (await holds(custody, key)) found.custody += 1
      if (await holds(web, key)) found.web += 1
      // The search works: what was signed is there.
      if (at === 0) expect(await holds(web, Buffer.from(signature.slice(2, 66), 'hex'))).toBe(true)
    }
    expect(found.web).toBe(0)
    expect(found.custody).toBeGreaterThan(0)
    const [mine, theirs] = [await masterOf('custody.keys'), await masterOf('web.keys')]
    expect([await holds(custody, mine), await holds(web, mine)]).toEqual([true, false])
    expect([await holds(custody, theirs), await holds(web, theirs)]).toEqual([false, true])

    const { nonce, timestamp } = issued
    const { signature } = await guardian.ok(signInviteConfirmation, {
      params: { id },
      body: { ...issued, walletId: own },
    })
    await guardian.ok(confirmInvite, { params: { id }, body: { nonce, timestamp, signature, walletId: own } })
    expect(await readdir(join(folder, 'web'))).not.toContain('custody')
  },
)

it('its operator commands custody while both run', async () => {
  const command = async (...args: string[]) => {
    const made = spawnServer(
      join(bundle, 'operator.js'),
      {
        ...{ DATA_DIR: join(folder, 'keys'), CUSTODY_KEY_FILE: join(folder, 'custody.keys') },
        CUSTODY_URL: `unix:${join(folder, 'sockets')}`,
      },
      args,
    )
    return { code: await made.ended, output: made.output().trim() }
  }
  expect(await command('status')).toEqual({ code: 0, output: 'Nothing to do.' })
  expect(await command('lift', 'nobody')).toMatchObject({
    code: 1,
    output: expect.stringContaining('DATABASE_URL should name'),
  })
  expect(await command('restored')).toMatchObject({
    code: 1,
    output: expect.stringContaining('stop custody and the servers first'),
  })
})

it('a sudden end of custody alone is outlived', async () => {
  const owner = await people.signIn('again@example.com')
  custody.child.kill('SIGKILL')
  await custody.ended
  custody = spawnServer(join(bundle, 'custody.js'), {
    ...{ DATA_DIR: join(folder, 'keys'), CUSTODY_KEY_FILE: join(folder, 'custody.keys') },
    CUSTODY_URL: `unix:${join(folder, 'sockets')}`,
  })
  await custody.says('Custody is ready')
  // The web process may find out about the end only by asking.
  const until = { timeout: 20_000, interval: 100 }
  await vi.waitFor(async () => expect((await owner.call(listBackupCodes, {})).status).toBe(200), until)
  await makeWallet(owner)
})
