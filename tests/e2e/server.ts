import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canListen } from '#tests/server/main/process.ts'
import { keepLog } from './logs.ts'

export interface RunningApp {
  url: string
  port: number
  dataDir: string
  /** Graceful end; keeps the data when it was given from outside. */
  stop(): Promise<void>
  kill(): Promise<void>
  /** It hangs from now on: it takes connections, and answers nothing. */
  hang(): void
  goOn(): void
}

interface Options {
  dist: string
  dataDir?: string
  port?: number
  env?: Record<string, string>
}

/**
 * A port that is free together with the one above it, where the TestNet page lives. Below those that the system gives to
 * connections (32768 and more on Linux), any of which may take it meanwhile.
 */
export const freePorts = async (): Promise<number> => {
  for (let tries = 0; tries < 200; tries++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if ((await canListen(port)) && (await canListen(port + 1))) return port
  }
  throw new Error('No free pair of ports found.')
}

const exited = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((done) => child.once('exit', () => done()))

const healthy = async (url: string, child: ChildProcess, output: () => string): Promise<void> => {
  const until = Date.now() + 90_000
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`The server ended early:\n${output()}`)
    const answer = await fetch(`${url}/healthz`).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((next) => setTimeout(next, 100))
  }
  throw new Error(`The server did not become healthy:\n${output()}`)
}

/** Starts the built product the way `npm start` does. */
export const startApp = async ({ dist, dataDir, port, env }: Options): Promise<RunningApp> => {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'countersign-e2e-')))
  const chosen = port ?? (await freePorts())
  const url = `http://localhost:${chosen}`
  let output = ''
  const child = spawn(process.execPath, [join(dist, 'server/main.js')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      COUNTERSIGN_SANDBOX: '1',
      PORT: String(chosen),
      DATA_DIR: folder,
      ...env,
    },
  })
  const keep = (chunk: Buffer) => {
    keepLog(chunk.toString())
    output = (output + chunk.toString()).slice(-20_000)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  await healthy(url, child, () => output)
  return {
    url,
    port: chosen,
    dataDir: folder,
    stop: async () => {
      child.kill('SIGTERM')
      await exited(child)
      if (!dataDir) await rm(folder, { recursive: true, force: true })
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited(child)
    },
    hang: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
  }
}
