import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { WebSocket } from 'ws'
import { bundleServer } from '#server/bundle.ts'
import { createKeyRing } from '#server/custody/custody.ts'
import { SERVERS } from '#server/custody/program/caller.ts'
import { errorOf, faultOf, unreachable } from '#server/custody/program/fault.ts'
import { VERSION } from '#server/custody/program/message.ts'
import { socketPath } from '#server/custody/program/place.ts'
import { openDatabase } from '#server/db/client.ts'
import { leases } from '#server/db/schema/lease.ts'
import { makeLine } from '#server/line/line.ts'
import { startMailbox } from '#server/sandbox/mailbox.ts'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import { startRelay } from '#server/sandbox/relay.ts'
import { nameOf } from '#server/signer/program/place.ts'
import { PARTIES, type Party } from '#server/signer/share.ts'
import { startNode } from '#tests/server/chains/node.ts'
import { freePort, type ServerProcess, spawnServer } from '#tests/server/main/process.ts'
import { createTestDatabase } from '#tests/server/transactions/database.ts'
import { makePeople, ORIGIN } from './people.ts'
import { openTap, type Passing } from './tap.ts'

/** Who can be killed: custody, the first or the other server, the WalletConnect client of whichever has it, or the signers. */
export type Victim = 'custody' | 'web' | 'other' | 'dapps' | 'signers'

/** At which message a victim is killed: the nth of these since it was said. */
export interface Point extends Pick<Passing, 'what' | 'phase'> {
  nth: number
}

const log = pino({ level: 'silent' })
const RAW = /"raw":"((?:0x)?[0-9a-f]+)"/
const TX_ID = /"txId":"([^"]+)"/

/** The process of the WalletConnect client, where this server has it. */
const clientOf = ({ child: { pid } }: ServerProcess): number | undefined =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]) || undefined

/**
 * A whole installation of real processes on a real PostgreSQL: custody, servers, the WalletConnect client, and with
 * `bitcoin` the three signers in one. What they say to each other and to the relay goes through here, where any of them can
 * be killed in the middle of it.
 */
export const openHouse = async ({ bitcoin = false } = {}) => {
  const ends: (() => Promise<unknown>)[] = []
  // Paths of sockets are short.
  const folder = await mkdtemp(join(tmpdir(), 'house-'))
  await mkdir('.cache', { recursive: true })
  // Inside the checkout, so that the bundle finds the installed packages.
  const bundle = resolve(await mkdtemp('.cache/house-'))
  for (const made of [folder, bundle]) ends.push(() => rm(made, { recursive: true, force: true }))
  const created = await createTestDatabase()
  if (!created) throw new Error('A house needs a PostgreSQL.')
  ends.push(created.drop)
  const [node, mailbox, relay, regtest] = await Promise.all([
    startNode(),
    startMailbox(log),
    startRelay({ log }),
    bitcoin ? startRegtest({ log }) : undefined,
    bundleServer(bundle),
  ])
  for (const started of [node, mailbox, relay, regtest]) if (started) ends.push(started.stop)
  // These servers know real chains: what is mined counts after a few more blocks.
  const mining = setInterval(() => void node.client.mine({ blocks: 1 }).catch(() => undefined), 100)
  ends.push(async () => clearInterval(mining))
  const database = await openDatabase({ databaseUrl: created.url, log })
  ends.push(database.close)
  const rings = { custody: join(folder, 'custody.keys'), web: join(folder, 'web.keys') }
  for (const ring of Object.values(rings)) await createKeyRing(ring)

  /** The signed bytes that were answered for each send. */
  const signed = new Map<string, Set<string>>()
  let trap: { point: Point; victim: Victim; sprung: () => void } | undefined
  let seen = 0
  let healing: Promise<void> = Promise.resolve()

  const hear = async (passing: Passing): Promise<boolean> => {
    const { what, phase, text, question } = passing
    const raw = RAW.exec(text)?.[1]
    const txId = TX_ID.exec(question)?.[1]
    if (raw && txId) signed.set(txId, (signed.get(txId) ?? new Set()).add(raw))
    if (trap?.point.what !== what || trap.point.phase !== phase) return true
    seen += 1
    if (seen < trap.point.nth) return true
    const { victim, sprung } = trap
    trap = undefined
    await strike(victim)
    sprung()
    // What a server asked right before its end is still done; the others say and hear nothing any more.
    return victim === 'web' || victim === 'other'
  }

  const inner = join(folder, 'inner')
  const outer = join(folder, 'outer')
  for (const caller of SERVERS) {
    const at = socketPath(outer, caller)
    await mkdir(join(outer, caller), { recursive: true })
    const tap = await openTap({ at, target: () => `ws+unix:${socketPath(inner, caller)}:/`, hear })
    ends.push(tap.stop)
  }
  const asSigners = { inner: join(folder, 'signers'), outer: join(folder, 'to-signers') }
  for (const party of regtest ? PARTIES : []) {
    const [at, to] = [asSigners.outer, asSigners.inner].map((place) =>
      socketPath(place, 'custody', nameOf(party)),
    ) as [string, string]
    await mkdir(dirname(at), { recursive: true })
    const say = (passing: Passing) => hear({ ...passing, what: `signer ${passing.what}` })
    const tap = await openTap({ at, target: () => `ws+unix:${to}:/`, hear: say })
    ends.push(tap.stop)
  }
  let signers: ServerProcess | undefined
  const startSigners = async () => {
    signers = spawnServer(join(bundle, 'signer.js'), {
      ...{ SIGNER: 'all', DATA_DIR: join(folder, 'signers-data'), POLICY_DELAY_S: '0' },
      SIGNER_URL: `unix:${asSigners.inner}`,
    })
    await signers.says('is ready for custody')
  }
  const relayTap = await openTap({ target: (path) => new URL(path, relay.url).href, hear })
  ends.push(relayTap.stop)
  const tappedRelay = new URL(relay.url)
  tappedRelay.port = String(relayTap.port)

  // Its files are in a folder, or in a database that the servers cannot enter.
  const files = process.env.TEST_CUSTODY_STORE === 'postgres' ? await createTestDatabase() : undefined
  if (files) ends.push(files.drop)
  const custodyPlace = {
    ...{ DATA_DIR: join(folder, 'custody'), CUSTODY_KEY_FILE: rings.custody, POLICY_DELAY_S: '0' },
    ...{ CUSTODY_URL: `unix:${inner}`, ...(files && { CUSTODY_DATABASE_URL: files.url }) },
    ...(regtest && { SIGNERS_URL: `unix:${asSigners.outer}` }),
  }
  let custody: ServerProcess
  const startCustody = async () => {
    custody = spawnServer(join(bundle, 'custody.js'), custodyPlace)
    await custody.says('Custody is ready')
  }
  interface Web {
    url: string
    server: ServerProcess
  }
  const webs: Web[] = []
  const startWeb = async (port: number): Promise<Web> => {
    const server = spawnServer(join(bundle, 'main.js'), {
      ...{ PORT: String(port), PUBLIC_URL: ORIGIN, DATA_DIR: join(folder, `web-${port}`) },
      ...{ MASTER_KEY_FILE: rings.web, DATABASE_URL: created.url, CUSTODY_URL: `unix:${outer}` },
      ...{ SMTP_URL: mailbox.smtpUrl, WC_RELAY_URL: tappedRelay.href },
      ...{ RPC_URL_REDBELLY_TESTNET: node.rpcUrl, KYC_CHAIN: 'redbelly:testnet', POLICY_DELAY_S: '0' },
      ...(regtest && { ESPLORA_URL: regtest.url }),
    })
    await server.says('is ready')
    return { url: `http://127.0.0.1:${port}`, server }
  }
  const end = async ({ child, ended }: ServerProcess, signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  ends.push(async () => {
    for (const { server } of webs) await end(server, 'SIGKILL')
    await end(custody, 'SIGKILL')
    if (signers) await end(signers, 'SIGKILL')
  })

  /** What a killed server held runs out: so much time passes. */
  const passLeases = () => database.db.update(leases).set({ expiresAt: sql`now()` })

  const strike = async (victim: Victim): Promise<void> => {
    if (victim === 'dapps') {
      const pid = webs.map(({ server }) => clientOf(server)).find((each) => each !== undefined)
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      return
    }
    if (victim === 'signers') {
      if (signers) await end(signers, 'SIGKILL')
      healing = startSigners()
      return
    }
    if (victim === 'custody') {
      await end(custody, 'SIGKILL')
      healing = startCustody()
      return
    }
    const at = victim === 'web' ? 0 : 1
    const web = webs[at]
    if (!web) throw new Error('There is no such server')
    await end(web.server, 'SIGKILL')
    healing = (async () => {
      // Nobody else's would be taken from him.
      if (webs.length === 1) await passLeases()
      webs[at] = await startWeb(Number(new URL(web.url).port))
    })()
  }

  /** One of them is lost for good, with its ring; another one takes its place. */
  const loseSigner = async (party: Party): Promise<void> => {
    if (signers) await end(signers, 'SIGKILL')
    const own = join(folder, 'signers-data', 'signers')
    for (const gone of [String(party), `${party}.keys`]) await rm(join(own, gone), { recursive: true })
    await startSigners()
  }

  if (regtest) await startSigners()
  await startCustody()
  webs.push(await startWeb(await freePort()))
  const people = makePeople({ url: () => webs[0]?.url ?? '', node, mails: (to) => mailbox.list(to) })

  return {
    ...people,
    node,
    /** Throws where the house has none. */
    get regtest(): Regtest {
      if (!regtest) throw new Error('This house has no Bitcoin')
      return regtest
    },
    relayUrl: relay.url,
    rings,
    databaseUrl: created.url,
    custodyData: join(folder, 'custody'),
    custodyDatabaseUrl: files?.url,
    signed,

    /** Where the servers are. */
    urls: () => webs.map(({ url }) => url),
    hasClient: (at: number) => clientOf((webs[at] as Web).server) !== undefined,
    async addWeb() {
      webs.push(await startWeb(await freePort()))
    },

    /** From here on the victim dies at this message; resolves when it is there again. */
    arm(victim: Victim, point: Point): Promise<void> {
      seen = 0
      return new Promise<void>((resolve) => {
        trap = { victim, point, sprung: resolve }
      }).then(() => healing)
    },
    strike,
    loseSigner,
    /** Resolves when whoever was killed is there again. */
    whole: () => healing,
    /** What custody says that it signed for a send. */
    async bytesOf(walletId: string, txId: string): Promise<unknown> {
      const ws = new WebSocket(`ws+unix:${socketPath(inner, 'chains')}:/`)
      const line = makeLine({
        within: 10_000,
        send: (text) => ws.send(text),
        answer: async () => null,
        faultOf,
        errorOf,
        lost: unreachable,
      })
      ws.on('message', (data) => line.receive(String(data)))
      await once(ws, 'open')
      try {
        await line.ask('hello', { version: VERSION, mirrors: false })
        return await line.ask('call', { name: 'signedTransaction', message: { walletId, txId } })
      } finally {
        ws.terminate()
      }
    },

    /** An operator's command at the running custody: what it says. */
    async command(...args: string[]): Promise<string> {
      const operator = spawnServer(
        join(bundle, 'operator.js'),
        {
          ...{ ...custodyPlace, DATABASE_URL: created.url, PUBLIC_URL: ORIGIN },
          RPC_URL_REDBELLY_TESTNET: node.rpcUrl,
        },
        args,
      )
      await operator.ended
      return operator.output()
    },
    mailsTo: (email: string) => mailbox.list(email),

    /** Both end in order. */
    async close() {
      for (const { server } of webs) await end(server, 'SIGTERM')
      await end(custody, 'SIGTERM')
    },
    async open() {
      await startCustody()
      for (const [at, { url }] of webs.entries()) webs[at] = await startWeb(Number(new URL(url).port))
    },

    async stop() {
      for (const each of ends.reverse()) await each()
    },
  }
}
export type House = Awaited<ReturnType<typeof openHouse>>
