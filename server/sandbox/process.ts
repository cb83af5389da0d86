import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'

/** Beside the bundle, else as it is written. */
const BUNDLED = !import.meta.url.endsWith('.ts')

const READY_WITHIN_MS = 30_000
const AGAIN_MS = 500

export interface KeptProcess {
  pid(): number | undefined
  stop(): Promise<void>
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve()
    else child.once('exit', () => resolve())
  })

/** A child that ends with this process, however that ends, and is started again when it ends by itself. */
export const keepProcess = async ({
  name,
  source,
  bundled,
  env,
  log,
}: {
  /** As sentences name it. */
  name: string
  /** The program as it is written, and beside the bundle. */
  source: string
  bundled: string
  env: Readonly<Record<string, string | undefined>>
  log: FastifyBaseLogger
}): Promise<KeptProcess> => {
  const program = fileURLToPath(new URL(BUNDLED ? bundled : source, import.meta.url))
  let stopping = false
  let child: ChildProcess
  let again: NodeJS.Timeout | undefined

  const start = (): Promise<void> =>
    new Promise((resolve, reject) => {
      let complaint = ''
      const own = fork(program, [], {
        execArgv: BUNDLED ? [] : ['--import', 'tsx'],
        // A group of its own: Ctrl-C reaches this process only, which then ends it in order.
        detached: true,
        stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      })
      child = own
      own.stderr?.setEncoding('utf8').on('data', (text: string) => {
        process.stderr.write(text)
        complaint = (complaint + text).slice(-2000)
      })
      const timer = setTimeout(() => own.kill('SIGKILL'), READY_WITHIN_MS)
      let ready = false
      own.once('message', () => {
        ready = true
        clearTimeout(timer)
        resolve()
      })
      void ended(own).then(() => {
        clearTimeout(timer)
        if (!ready) return reject(new Error(complaint.trim() || `${name} did not start.`))
        if (stopping) return
        log.error(
          { code: own.exitCode, signal: own.signalCode },
          `${name} ended by itself and is started again`,
        )
        again = setTimeout(restart, AGAIN_MS)
      })
    })

  const restart = () => {
    start().catch((error: unknown) => {
      if (stopping) return
      log.error({ err: error }, `${name} does not start`)
      again = setTimeout(restart, AGAIN_MS)
    })
  }

  await start()
  return {
    pid: () => child.pid,
    async stop() {
      stopping = true
      clearTimeout(again)
      child.kill('SIGTERM')
      await ended(child)
    },
  }
}
