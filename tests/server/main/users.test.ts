import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import { bundleServer } from '#server/bundle.ts'
import { createKeyRing } from '#server/custody/custody.ts'
import { type Mailbox, startMailbox } from '#server/sandbox/mailbox.ts'
import { makeUsers } from '#tests/server/harness/user.ts'
import { freePort, type ServerProcess, spawnServer } from './process.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Nobody has these numbers. */
const CUSTODY = { uid: 61_001, gid: 61_001 }
const WEB = { uid: 61_002, gid: 61_002 }
/** Whether another user can run what lies in this checkout. */
const canRun = () =>
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['--version'], { ...WEB, cwd: resolve('.') }).status === 0

let bundle: string
let folder: string
let mailbox: Mailbox
const running: ServerProcess[] = []

beforeAll(async () => {
  await mkdir('.cache', { recursive: true })
  // Inside the checkout, so that the bundle finds the installed packages.
  bundle = resolve(await mkdtemp('.cache/users-'))
  await bundleServer(bundle)
  chmodSync(bundle, 0o755)
  folder = await mkdtemp(join(tmpdir(), 'users-'))
  chmodSync(folder, 0o755)
  mailbox = await startMailbox(pino({ level: 'silent' }))
})
afterAll(async () => {
  for (const { child, ended } of running.reverse()) {
    child.kill('SIGKILL')
    await ended
  }
  await mailbox.stop()
  for (const made of [bundle, folder]) await rm(made, { recursive: true, force: true })
})

/** What a process of this user can read, enter or call, of these. */
const reachedBy = (user: typeof WEB, paths: Record<string, string>): string[] => {
  const script = `
    import { openSync, readdirSync } from 'node:fs'
    import { connect } from 'node:net'
    const reached = []
    for (const [name, path] of Object.entries(JSON.parse(process.argv[1]))) {
      const tries = {
        file: () => openSync(path, 'r'),
        folder: () => readdirSync(path),
        socket: () => new Promise((done, fail) => connect(path).on('connect', done).on('error', fail)),
      }
      try {
        await tries[name.split(' ').at(-1)]()
        reached.push(name)
      } catch {}
    }
    console.log(JSON.stringify(reached))
    process.exit(0)`
  const { stdout } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, JSON.stringify(paths)],
    { ...user, encoding: 'utf8', cwd: folder },
  )
  return JSON.parse(stdout) as string[]
}

test.runIf(process.env.DEEP && process.platform === 'linux' && canRun())(
  'two users: the server reaches custody’s sockets for servers, and nothing else of it',
  async () => {
    const own = async (name: string, { uid, gid }: typeof WEB, mode: number) => {
      const path = join(folder, name)
      await mkdir(path)
      chownSync(path, uid, gid)
      chmodSync(path, mode)
      return path
    }
    // As the units of README.md make them.
    const [keys, web, sockets] = [
      await own('custody', CUSTODY, 0o700),
      await own('web', WEB, 0o700),
      await own('run', CUSTODY, 0o711),
    ]
    for (const caller of ['web', 'chains', 'dapps'])
      await own(`run/${caller}`, { uid: CUSTODY.uid, gid: WEB.gid }, 0o2750)
    const rings = { custody: join(keys, 'keys'), web: join(web, 'keys') }
    for (const [name, user] of [
      ['custody', CUSTODY],
      ['web', WEB],
    ] as const) {
      await createKeyRing(rings[name])
      chownSync(rings[name], user.uid, user.gid)
    }
    const place = { CUSTODY_URL: `unix:${sockets}`, HOME: folder }
    const custodyEnv = { ...place, DATA_DIR: keys, CUSTODY_KEY_FILE: rings.custody }
    const custody = spawnServer(
      join(bundle, 'custody.js'),
      { ...custodyEnv, NODE_ENV: 'production' },
      [],
      CUSTODY,
    )
    running.push(custody)
    await custody.says('Custody is ready')
    const port = String(await freePort())
    const webEnv = { ...place, DATA_DIR: web, MASTER_KEY_FILE: rings.web }
    const server = spawnServer(
      join(bundle, 'main.js'),
      {
        ...{ ...webEnv, NODE_ENV: 'production', PORT: port, SMTP_URL: mailbox.smtpUrl },
        // Not custody-within-reach: nothing is.
        ALLOW_UNSAFE: 'embedded-database,no-public-url,plain-mail',
      },
      [],
      WEB,
    )
    running.push(server)
    await server.says('is ready')

    const clock = { now: () => new Date(), advance: () => {} }
    const people = makeUsers({ url: `http://localhost:${port}`, clock, mails: (to) => mailbox.list(to) })
    const owner = await people.signIn('owner@example.com')
    const { id } = await owner.ok(createWallet, { body: { name: 'Savings' } })
    await vi.waitFor(
      async () => expect((await owner.ok(getWallet, { params: { id } })).status).toBe('active'),
      { timeout: 20_000, interval: 50 },
    )

    const paths = {
      'ring file': rings.custody,
      'data folder': join(keys, 'custody'),
      'operator folder': join(sockets, 'operator'),
      'operator socket': join(sockets, 'operator/custody.sock'),
    }
    const memory = { 'memory file': `/proc/${custody.child.pid}/mem` }
    expect(reachedBy(WEB, { ...paths, ...memory })).toEqual([])
    expect(reachedBy(WEB, { 'web socket': join(sockets, 'web/custody.sock') })).toEqual(['web socket'])
    // The search works: custody's own user reaches all of it.
    expect(reachedBy(CUSTODY, paths)).toEqual(Object.keys(paths))
    expect(reachedBy(CUSTODY, { 'other ring file': rings.web })).toEqual([])

    const status = (env: Record<string, string>, user: typeof WEB) => {
      const command = spawnServer(join(bundle, 'operator.js'), env, ['status'], user)
      return command.ended.then((code) => ({ code, output: command.output().trim() }))
    }
    expect(await status(custodyEnv, CUSTODY)).toEqual({ code: 0, output: 'Nothing to do.' })
    expect(await status({ ...webEnv, CUSTODY_KEY_FILE: rings.web }, WEB)).toMatchObject({
      code: 1,
      output: expect.stringContaining('EACCES'),
    })
  },
)
