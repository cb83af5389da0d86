import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import type { Gift } from './bitcoin/faucet.ts'
import type { Order, Reply } from './bitcoin/program.ts'

/** Beside the bundle, else as it is written. */
const BUNDLED = !import.meta.url.endsWith('.ts')
const PROGRAM = fileURLToPath(new URL(BUNDLED ? './regtest.js' : './bitcoin/program.ts', import.meta.url))
const READY_WITHIN_MS = 30_000

export interface RegtestOptions {
  log: FastifyBaseLogger
  /** The chain is kept there; without it, only in memory. */
  folder?: string | undefined
  /** A free one when absent. */
  port?: number | undefined
  /** Seconds between blocks; without it, a block comes only when it is asked for. */
  blockTime?: number | undefined
}

/** Starts a Bitcoin chain for trying things out; resolves when it answers. It ends with this process. */
export const startRegtest = async ({ log, folder = '', port = 0, blockTime = 0 }: RegtestOptions) => {
  const child = fork(PROGRAM, [String(port), folder, String(blockTime)], {
    execArgv: BUNDLED ? [] : ['--import', 'tsx'],
    // A group of its own: Ctrl-C reaches this process only, which then ends it in order.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Without it, parts of the node would be asked of native code that is not built here.
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NODE_BACKEND: 'js' },
      // Bitcoin Core instead of bcoin, where somebody has it.
      BITCOIND_PATH: process.env.BITCOIND_PATH,
    },
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000)
  })
  const waiting = new Map<number, { done(result: string | number): void; failed(error: Error): void }>()
  let asked = 0
  let stopping = false
  const gone = new Promise<void>((resolve) => {
    child.once('exit', (code) => {
      for (const { failed } of waiting.values()) failed(new Error('The Bitcoin chain ended'))
      if (!stopping) log.error({ code, complaint: complaint.trim() }, 'The Bitcoin chain ended by itself')
      resolve()
    })
  })

  const listening = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), READY_WITHIN_MS)
    child.once('message', (message: { port: number }) => {
      clearTimeout(timer)
      resolve(message.port)
    })
    void gone.then(() => {
      clearTimeout(timer)
      reject(new Error(complaint.trim() || 'The Bitcoin chain did not start.'))
    })
  })
  child.on('message', (reply: Reply) => {
    const question = waiting.get(reply.id)
    waiting.delete(reply.id)
    if ('error' in reply) question?.failed(new Error(reply.error))
    else question?.done(reply.result)
  })

  const ask = (order: Order): Promise<string | number> =>
    new Promise((done, failed) => {
      const id = ++asked
      waiting.set(id, { done, failed })
      child.send({ id, order })
    })

  return {
    /** ESPLORA_URL of the server beside it. */
    url: `http://127.0.0.1:${listening}`,
    pid: child.pid,
    /** Mines so many blocks with what waits, or without; resolves with the height. */
    mine: async (blocks = 1, { empty = false } = {}) => Number(await ask({ do: 'mine', blocks, empty })),
    /** Whether blocks come only when they are asked for. */
    async hold(held: boolean) {
      await ask({ do: 'hold', held })
    },
    /** Pays all of them in one transaction, which waits for a block; resolves with its txid. */
    give: async (gifts: Gift[]) => String(await ask({ do: 'give', gifts })),
    /** Replaces the last blocks; what was in them waits again, or is forgotten. */
    reorganise: async (depth: number, { forget = false } = {}) =>
      Number(await ask({ do: 'reorganise', depth, forget })),
    async stop() {
      stopping = true
      // It may be gone before its answer is read.
      ask({ do: 'stop' }).catch(() => undefined)
      await gone
    },
  }
}
export type Regtest = Awaited<ReturnType<typeof startRegtest>>
