import { type ChildProcess, spawn } from 'node:child_process'

/** A process of its own group, so that what it starts ends with it. */
export const start = (
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { child: ChildProcess; output(): string; stop(): Promise<void> } => {
  const child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-10_000)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done())
    child.once('error', () => done())
  })
  return {
    child,
    output: () => output,
    async stop() {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
      await ended
    },
  }
}

/** On a screen that nobody sees. */
export const startUnseen = (command: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  start('xvfb-run', ['--auto-servernum', '--server-args=-screen 0 1400x1000x24', command, ...args], env)

/** Asks until there is an answer; fails with what the process said. */
export const until = async <T>(
  what: string,
  ask: () => Promise<T | undefined>,
  limit = 60_000,
): Promise<T> => {
  const end = Date.now() + limit
  let last: unknown
  while (Date.now() < end) {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      last = error
    }
    await new Promise((next) => setTimeout(next, 50))
  }
  throw new Error(`Waited ${limit / 1000} s for ${what}`, { cause: last })
}
