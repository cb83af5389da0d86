import { readFileSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import type { NodeClient } from './client.ts'

const CHANGED_EVERY_MS = 2_000
const IDLE_EVERY_MS = 60_000
/** A long chain takes long to write: never spend more than a twentieth of the time on it. */
const PAUSE_PER_WRITE = 20
const FORMER_KEEPER_MS = 15_000

const unzip = promisify(gunzip)

const writeWhole = async (file: string, content: Buffer) => {
  const handle = await open(`${file}.next`, 'w')
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.next`, file)
}

/** Writes the chain's state beside the running node, so that even the death of both costs two seconds at most. */
export const keepState = (parts: { client: NodeClient; stateFile: string; log: FastifyBaseLogger }) => {
  const { client, stateFile, log } = parts
  const halt = new AbortController()
  let savedRoot = ''
  let savedAt = 0

  const saveIfDue = async (): Promise<number> => {
    const { stateRoot } = await client.getBlock()
    if (stateRoot === savedRoot && Date.now() - savedAt < IDLE_EVERY_MS) return CHANGED_EVERY_MS
    const start = Date.now()
    const dump = await client.request<{ Method: 'anvil_dumpState'; Parameters: []; ReturnType: string }>({
      method: 'anvil_dumpState',
      params: [],
    })
    await writeWhole(stateFile, await unzip(Buffer.from(dump.slice(2), 'hex')))
    savedRoot = stateRoot
    savedAt = Date.now()
    return Math.max(CHANGED_EVERY_MS, PAUSE_PER_WRITE * (savedAt - start))
  }

  const loop = (async () => {
    while (!halt.signal.aborted) {
      const pause = await saveIfDue().catch((error: unknown) => {
        if (!halt.signal.aborted) log.warn({ err: error, stateFile }, 'state of a local chain was not saved')
        return CHANGED_EVERY_MS
      })
      await wait(pause, undefined, { signal: halt.signal }).catch(() => undefined)
    }
  })()

  return {
    stop: async () => {
      halt.abort()
      await loop
    },
  }
}

const alive = (pid: number, stateFile: string): boolean => {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    // The number may have passed to another process since.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(stateFile)
  } catch {
    return true
  }
}

/** After a kill -9 the former node may still be writing its last state: wait for it. */
export const formerKeeperGone = async (stateFile: string): Promise<void> => {
  const file = `${stateFile}.pid`
  const deadline = Date.now() + FORMER_KEEPER_MS
  for (;;) {
    let pid: number
    try {
      pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    } catch {
      return
    }
    if (!Number.isInteger(pid) || !alive(pid, stateFile)) return
    if (Date.now() > deadline)
      throw new Error(`Process ${pid} still runs the local chain of ${stateFile}. End it, then start again.`)
    await wait(50)
  }
}
