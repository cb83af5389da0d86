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

/** The WalletConnect client of the server that this process started: it has the sessions with dApps. */
const findClient = async (): Promise<number> => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='])
  const rows = stdout.split('\n').map((line) => {
    const [pid, parent, ...args] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), args: args.join(' ') }
  })
  const child = (parent: number | undefined, script: string) =>
    rows.find((row) => row.parent === parent && row.args.includes(script))?.pid
  const pid = child(child(process.pid, 'server/main.js'), 'server/dapps.js')
  if (pid === undefined) throw new Error('The WalletConnect client is not among the processes of the server.')
  return pid
}

/** The client inherits no options: its inspector opens where Node's always do. */
const PORT = 9229

/** Looks into the client by Node's inspector, which waits until a signal opens it. */
export const watchMemory = async () => {
  process.kill(await findClient(), 'SIGUSR1')
  const list = async (): Promise<z.infer<typeof Targets>> => {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${PORT}/json`).catch(() => undefined)
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
