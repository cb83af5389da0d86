import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('No port')),
      )
    })
  })

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
