import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type CustodyOptions, openCustody } from '#server/custody/custody.ts'
import { serveCustody } from '#server/custody/program/serve.ts'
import type { LineLog } from '#server/line/line.ts'

/** Custody behind its sockets, though in this process, so that a test's clock is its clock. */
export const serveHere = async (
  options: Omit<CustodyOptions, 'mirror' | 'witnesses'>,
  log: LineLog = pino({ level: process.env.TEST_LOG ?? 'silent' }),
) => {
  // Paths of sockets are short.
  const folder = await mkdtemp(join(tmpdir(), 'custody-'))
  const serving = await serveCustody({
    place: { kind: 'sockets', folder },
    log,
    open: (around) => openCustody({ ...options, ...around }),
  })
  return {
    folder,
    url: `unix:${folder}`,
    async close() {
      await serving.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
