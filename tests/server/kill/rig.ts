import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { pino } from 'pino'
import { createKeyRing } from '#server/custody/custody.ts'
import { startMailbox } from '#server/sandbox/mailbox.ts'
import { startRelay } from '#server/sandbox/relay.ts'
import { startNode } from '#tests/server/chains/node.ts'
import { makePeople, ORIGIN } from './people.ts'
import type { Point } from './points.ts'

const bundle = async (): Promise<string> => {
  // Inside the checkout, so that the bundle finds the installed packages.
  await mkdir('.cache', { recursive: true })
  const folder = path.resolve(await mkdtemp('.cache/kill-'))
  await build({
    entryPoints: ['tests/server/kill/entry.ts'],
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  })
  await cp('server/db/migrations', path.join(folder, 'migrations'), { recursive: true })
  return folder
}

/** A server that may die at any time, its data, and the people, the chain and the relay that outlive it. */
export const openKillRig = async (databaseUrl: string | undefined) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-kill-'))
  const log = pino({ level: 'silent' })
  const [script, node, mailbox, relay] = await Promise.all([
    bundle(),
    startNode(),
    startMailbox(log),
    startRelay({ log }),
  ])
  await createKeyRing(path.join(folder, 'keys'))
  let child: ChildProcess | undefined
  let url = ''

  const start = async (): Promise<void> => {
    const running = spawn(process.execPath, [path.join(script, 'entry.js')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATA_DIR: path.join(folder, 'data'),
        MASTER_KEY_FILE: path.join(folder, 'keys'),
        SMTP_URL: mailbox.smtpUrl,
        RPC_URL_REDBELLY_TESTNET: node.rpcUrl,
        KYC_CHAIN: 'redbelly:testnet',
        POLICY_DELAY_S: '0',
        WC_RELAY_URL: relay.url,
        PUBLIC_URL: ORIGIN,
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      },
    })
    child = running
    const [message] = await Promise.race([
      once(running, 'message'),
      once(running, 'exit').then(([code]) => {
        throw new Error(`The server ended with ${code} before it listened`)
      }),
    ])
    url = `http://127.0.0.1:${(message as { port: number }).port}`
  }
  await start()

  const people = makePeople({ url: () => url, node, mails: (to) => mailbox.list(to) })

  return {
    ...people,
    node,
    relayUrl: relay.url,

    /** From here on the process dies at this point of what it does. */
    async arm(point: Point): Promise<void> {
      if (!child) throw new Error('Nothing runs')
      child.send(point)
      await once(child, 'message')
    },
    /** Resolves when the process has killed itself; then starts the next one over the same data. */
    async next(): Promise<void> {
      if (!child) throw new Error('Nothing runs')
      if (child.signalCode === null) await once(child, 'exit')
      if (child.signalCode !== 'SIGKILL') throw new Error(`The server ended with ${child.exitCode}`)
      await start()
      people.moved()
    },

    async stop() {
      child?.kill('SIGKILL')
      await Promise.all([node.stop(), mailbox.stop(), relay.stop()])
      for (const place of [folder, script]) await rm(place, { recursive: true, force: true })
    },
  }
}
export type KillRig = Awaited<ReturnType<typeof openKillRig>>
