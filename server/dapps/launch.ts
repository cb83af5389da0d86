import { spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** The process of a WalletConnect client, just begun. */
export interface Launched {
  /** What it says, and hears, until one of both ends is gone. */
  stream: Duplex
  pid: number | undefined
  kill(): void
  /** Resolves when the process is gone. */
  gone: Promise<void>
}
export type Launch = () => Launched

/** Beside the bundle, else as it is written. */
const BUNDLED = !import.meta.url.endsWith('.ts')
const PROGRAM = fileURLToPath(new URL(BUNDLED ? './dapps.js' : './program/program.ts', import.meta.url))

/**
 * Starts the WalletConnect client as a process of its own. It inherits nothing of what this one knows: no environment
 * but where programs are found, and no open file but the one over which both speak.
 */
export const launchProgram =
  (program: string = PROGRAM, args: readonly string[] = []): Launch =>
  () => {
    const execArgv = program.endsWith('.ts') ? ['--import', 'tsx'] : []
    const child = spawn(process.execPath, [...execArgv, program, ...args], {
      // A group of its own: Ctrl-C reaches only this process, which then ends it in order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    })
    return {
      stream: child.stdio[3] as Duplex,
      pid: child.pid,
      kill: () => child.kill('SIGKILL'),
      gone: new Promise((resolve) => {
        child.once('error', () => resolve())
        child.once('exit', () => resolve())
      }),
    }
  }
