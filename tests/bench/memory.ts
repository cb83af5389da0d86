import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'

export interface Memory {
  /** Bytes that the machine holds for the process. */
  rss: number
  /** Bytes of living objects. */
  heapUsed: number
}

const Targets = z.tuple([z.object({ webSocketDebuggerUrl: z.string() })])
const Usage = z.object({
  result: z.object({ result: z.object({ value: z.object({ rss: z.number(), heapUsed: z.number() }) }) }),
})

/** The server that this process started. */
const findServer = async (): Promise<number> => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  for (const line of stdout.split('\n')) {
    const [pid, parent, ...args] = line.trim().split(/\s+/)
    if (Number(parent) === process.pid && args.join(' ').includes('server/main.js')) return Number(pid)
  }
  throw new Error('The server is not among the processes that this one started.')
}

/** Looks into the server by Node's inspector, which waits at `port` (`--inspect-port`) until a signal opens it. */
export const watchMemory = async (port: number) => {
  process.kill(await findServer(), 'SIGUSR1')
  const list = async (): Promise<z.infer<typeof Targets>> => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/json`).catch(() => undefined)
      if (answer?.ok) return Targets.parse(await answer.json())
      await new Promise((next) => setTimeout(next, 50))
    }
  }
  const [{ webSocketDebuggerUrl }] = await list()
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')
  let id = 0
  const call = async (method: string, params: object = {}): Promise<unknown> => {
    id += 1
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [data] = await once(socket, 'message')
      const answer = JSON.parse(String(data))
      if (answer.id === id) return answer
    }
  }
  return {
    /** After a full garbage collection. */
    async read(): Promise<Memory> {
      await call('HeapProfiler.collectGarbage')
      const expression = 'process.memoryUsage()'
      const usage = await call('Runtime.evaluate', { expression, returnByValue: true })
      return Usage.parse(usage).result.result.value
    },
    close: () => socket.close(),
  }
}
export type MemoryWatch = Awaited<ReturnType<typeof watchMemory>>
