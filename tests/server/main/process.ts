import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'

export const canListen = (port: number): Promise<boolean> =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/** One that the system gives to no connection (those are 32768 and more on Linux) before a process listens at it. */
export const freePort = async (): Promise<number> => {
  for (let tries = 0; tries < 200; tries++) {
    const port = 11_000 + Math.floor(Math.random() * 9_000)
    if (await canListen(port)) return port
  }
  throw new Error('No free port found.')
}

export interface ServerProcess {
  child: ChildProcess
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
  /** All that it has written. */
  output(): string
  /** Resolves when this text has been written; rejects when the process ends before. */
  says(text: string): Promise<void>
}

/** A bundled script of the server as a process of its own, with nothing but this environment. */
export const spawnServer = (
  script: string,
  env: Record<string, string>,
  args: string[] = [],
  user: { uid?: number; gid?: number } = {},
): ServerProcess => {
  const child = spawn(process.execPath, [script, ...args], {
    ...user,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  })
  let output = ''
  const listeners = new Set<() => void>()
  const keep = (chunk: Buffer) => {
    output += chunk.toString()
    for (const listener of listeners) listener()
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal))
  })
  return {
    child,
    ended,
    output: () => output,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!output.includes(text)) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
        void ended.then((code) => reject(new Error(`The process ended with ${code}:\n${output}`)))
      }),
  }
}
