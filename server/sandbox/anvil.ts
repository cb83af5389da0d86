import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { connect } from './client.ts'
import { freePort } from './port.ts'
import { formerKeeperGone, keepState } from './state.ts'

export type AnvilOptions = {
  chainId: number
  /** Resumed when it is there; holds the whole chain after `stop`. */
  stateFile: string
  log: FastifyBaseLogger
  /** A free one when absent. */
  port?: number | undefined
  /** Seconds between empty blocks (default 1; transactions do not wait for them), or no empty blocks at all. */
  blockTime?: number | 'instant' | undefined
}
export type Anvil = { rpcUrl: string; stop(): Promise<void> }

const READY_WITHIN_MS = 20_000

/**
 * The node must not outlive this process, even after kill -9. Whatever ends this process closes its end of
 * the pipe on standard input; the shell then asks the node to end, waits for the state it writes on exit, and
 * only then moves it over the last one, so that the state file is never half written.
 */
const KEEPER = `trap '' INT TERM HUP
state=$1; shift
echo $$ >"$state.pid"
exec 3<&0
"$@" </dev/null & pid=$!
{ cat <&3 >/dev/null; kill $pid; } &
wait $pid && mv -f "$state.exit" "$state"
code=$?
rm -f "$state.pid"
exit $code`

const ARCHITECTURES: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

const anvilBinary = (): string => {
  const name = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}/bin/anvil`
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `The local chain has no binary for this machine (${name}). Linux and macOS on x64 or arm64 have one.`,
    )
  }
}

const flags = (options: AnvilOptions, port: number): string[] => {
  const { chainId, stateFile, blockTime = 1 } = options
  return [
    ...['--quiet', '--host', '127.0.0.1', '--port', `${port}`, '--no-cors'],
    // From Prague on every block writes the hash of the one before it into the state, which then never rests.
    ...['--chain-id', `${chainId}`, '--hardfork', 'cancun', '--balance', '1000000000'],
    ...(blockTime === 'instant' ? [] : ['--block-time', `${blockTime}`, '--mixed-mining']),
    ...(existsSync(stateFile) ? ['--load-state', stateFile] : []),
    ...[
      '--dump-state',
      `${stateFile}.exit`,
      '--state-interval',
      '86400',
      '--cache-path',
      `${stateFile}.cache`,
    ],
  ]
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode)
    else child.once('exit', resolve)
  })

/** Starts a local EVM node; resolves when it answers. `stop` resolves when its state is on disk. */
export const startAnvil = async (options: AnvilOptions): Promise<Anvil> => {
  const { chainId, stateFile, log } = options
  mkdirSync(dirname(stateFile), { recursive: true })
  await formerKeeperGone(stateFile)
  rmSync(`${stateFile}.cache`, { recursive: true, force: true })

  const port = options.port ?? (await freePort())
  const command = ['-c', KEEPER, 'sh', stateFile, anvilBinary(), ...flags(options, port)]
  // A session of its own: Ctrl-C in the terminal reaches this process only, which then stops the node in order.
  const child = spawn('sh', command, {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    detached: true,
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000)
  })
  const exit = ended(child)
  let running = true
  let stopping = false
  exit.then((code) => {
    running = false
    child.stdin.destroy()
    if (!stopping) log.error({ chainId, code, complaint: complaint.trim() }, 'local chain ended by itself')
  })
  const end = async () => {
    stopping = true
    child.stdin.end()
    return exit
  }

  const rpcUrl = `http://127.0.0.1:${port}`
  const client = connect(rpcUrl)
  const deadline = Date.now() + READY_WITHIN_MS
  while ((await client.getChainId().catch(() => 0)) !== chainId || !running) {
    if (!running)
      throw new Error(`Local chain ${chainId} did not start: ${complaint.trim() || `port ${port} is taken`}`)
    if (Date.now() > deadline) {
      await end()
      throw new Error(`Local chain ${chainId} did not answer on ${rpcUrl} within ${READY_WITHIN_MS / 1000} s`)
    }
    await wait(25)
  }

  const saving = keepState({ client, stateFile, log })
  return {
    rpcUrl,
    stop: async () => {
      await saving.stop()
      const code = await end()
      if (code !== 0)
        throw new Error(`Local chain ${chainId} did not save its state to ${stateFile}: ${complaint.trim()}`)
    },
  }
}
