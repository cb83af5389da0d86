import type { FastifyBaseLogger } from 'fastify'
import type { Client } from 'pg'

/** What other processes on one PostgreSQL say. May be missed while the line is broken: it tells that something is there, never what. */
export interface Notices {
  close(): Promise<void>
}

const AGAIN_MS = 1_000

/**
 * Listens on a channel, and again whenever the line breaks. `missed` is called when something may not have been heard;
 * nobody else can have it called, for every role may notify.
 */
export const openNotices = ({
  databaseUrl,
  channel,
  heard,
  missed,
  log,
}: {
  databaseUrl: string
  channel: string
  heard: (text: string) => void
  missed?: () => void
  log: FastifyBaseLogger
}): Notices => {
  let client: Client | undefined
  let closed = false
  let again: NodeJS.Timeout | undefined

  const later = (of: Client, error?: unknown) => {
    if (closed || client !== of) return
    if (error) log.warn({ err: error }, 'What other processes say is not heard for a moment')
    clearTimeout(again)
    again = setTimeout(() => void open(), AGAIN_MS)
  }
  const open = async (): Promise<void> => {
    const { default: pg } = await import('pg')
    const own = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
    client = own
    own.on('notification', ({ payload }) => heard(payload ?? ''))
    own.on('error', (error) => later(own, error))
    own.on('end', () => later(own))
    try {
      await own.connect()
      await own.query(`listen ${channel}`)
      missed?.()
    } catch (error) {
      own.end().catch(() => undefined)
      later(own, error)
    }
  }
  const first = open()

  return {
    async close() {
      closed = true
      clearTimeout(again)
      await first
      await client?.end().catch(() => undefined)
    },
  }
}
