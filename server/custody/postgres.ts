import pg from 'pg'
import { makeQueue } from '#server/async/queue.ts'
import { CustodyRefusal } from './refusal.ts'
import type { Store } from './store.ts'

/** Whether custody's place is a database, which several processes may reach, and not a folder. */
export const isDatabase = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place)

const TABLE = `create table if not exists custody_files (
  path text not null,
  part integer not null,
  text text not null,
  primary key (path, part)
)`

/**
 * A commit is on the disk before it is acknowledged, and a connection whose other end fell silent is given up within
 * ten seconds, so that another process can take over.
 */
const SESSION = `set synchronous_commit = on; set client_min_messages = warning;
set tcp_keepalives_idle = 3; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 2; set tcp_user_timeout = 8000`

/** The server's own word that it ends the session. */
const isEnd = (error: unknown): boolean => error instanceof pg.DatabaseError && /^57P/.test(error.code ?? '')

/** One for each schema, of all the advisory locks that there can be. */
const LOCK = `hashtextextended('countersign custody ' || current_schema(), 0)`

/** Queries of one operation follow each other; everything goes through the one session that holds the lock. */
export interface DatabaseStore extends Store {
  /** Resolves when the session has ended, whoever ended it. */
  readonly ended: Promise<void>
}

/**
 * Files of custody in a PostgreSQL database of its own role. The session that holds the lock is the only way to it: a
 * process that loses the session can write nothing any more. `waits`: until whoever has the lock is gone; else refused
 * with 'Locked'. A part that somebody else wrote meanwhile is refused, too. `reads`: without the lock, beside whoever
 * has it, for whoever only reads.
 */
export const openDatabaseStore = async (
  url: string,
  { waits = false, reads = false } = {},
): Promise<DatabaseStore> => {
  const client = new pg.Client({ connectionString: url, application_name: 'countersign-custody' })
  let open = false
  const ended = new Promise<void>((resolve) => {
    client.on('end', () => {
      open = false
      resolve()
    })
    // Its end follows, but what was asked meanwhile is answered before.
    client.on('error', () => {
      open = false
    })
  })
  await client.connect()
  const rows = async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await client.query(text, values)).rows
  try {
    await client.query(SESSION)
    if (reads) await rows('set default_transaction_read_only = on')
    else if (waits) await rows(`select pg_advisory_lock(${LOCK})`)
    else if ((await rows(`select pg_try_advisory_lock(${LOCK}) as held`))[0]?.held !== true)
      throw new CustodyRefusal('Locked', 'The database of custody is open in another process; stop it first.')
    if (!reads) await client.query(TABLE)
    open = true
  } catch (error) {
    await client.end()
    throw error
  }

  const queue = makeQueue()
  const closed = () =>
    new CustodyRefusal('Locked', 'Custody’s database was closed; another process may have it.')
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    queue.run('store', async () => {
      if (!open) throw closed()
      try {
        return await work()
      } catch (error) {
        throw !open || isEnd(error) ? closed() : error
      }
    })

  /** Parts that this process knows of each file that it wrote or read. */
  const known = new Map<string, number>()

  const read = async (path: string): Promise<string | undefined> => {
    const [row] = await rows(
      `select string_agg(text, '' order by part) as text, count(*)::integer as parts from custody_files where path = $1`,
      [path],
    )
    const parts = Number(row?.parts)
    known.set(path, parts)
    return parts === 0 ? undefined : String(row?.text)
  }
  const insert = async (path: string, part: number, text: string): Promise<boolean> => {
    const done = await rows(
      `insert into custody_files (path, part, text) values ($1, $2, $3) on conflict do nothing returning part`,
      [path, part, text],
    )
    if (done.length > 0) known.set(path, part)
    return done.length > 0
  }
  const replace = async (path: string, text: string): Promise<void> => {
    await rows(
      `with rest as (delete from custody_files where path = $1 and part > 1)
       insert into custody_files (path, part, text) values ($1, 1, $2)
       on conflict (path, part) do update set text = excluded.text`,
      [path, text],
    )
    known.set(path, 1)
  }

  return {
    ended,
    read: (path) => inTurn(() => read(path)),
    create: (path, text) => inTurn(() => insert(path, 1, text)),
    replace: (path, text) => inTurn(() => replace(path, text)),
    append: (path, text) =>
      inTurn(async () => {
        if (!known.has(path)) await read(path)
        if (await insert(path, (known.get(path) ?? 0) + 1, text)) return
        throw new CustodyRefusal(
          'Broken',
          `Somebody else wrote ${path} meanwhile; nothing more is written to it.`,
        )
      }),
    cut: (path, bytes) =>
      inTurn(async () => {
        const text = await read(path)
        if (text !== undefined) await replace(path, Buffer.from(text).subarray(0, bytes).toString())
      }),
    move: (from, to) =>
      inTurn(async () => {
        const text = await read(from)
        if (text === undefined) throw new Error(`There is no ${from} to be moved.`)
        // Whoever dies in between finds both: the same text twice.
        await replace(to, text)
        await rows('delete from custody_files where path = $1', [from])
        known.delete(from)
      }),
    remove: (path) =>
      inTurn(async () => {
        await rows('delete from custody_files where path = $1', [path])
        known.delete(path)
      }),
    list: (folder) =>
      inTurn(async () => {
        const found = await rows(
          `select distinct split_part(substr(path, length($1) + 1), '/', 1) as name from custody_files
           where starts_with(path, $1) order by name`,
          [`${folder}/`],
        )
        return found.map(({ name }) => String(name))
      }),
    mark: (path) =>
      inTurn(async () => {
        const [row] = await rows(
          `select sum(octet_length(text))::integer as bytes, md5(string_agg(part || ' ' || xmin, ',' order by part)) as state
           from custody_files where path = $1 having count(*) > 0`,
          [path],
        )
        return row && { bytes: Number(row.bytes), state: String(row.state) }
      }),
    holding: (text) =>
      inTurn(async () => {
        const found = await rows(
          'select path from custody_files group by path having position($1 in string_agg(text, $2 order by part)) > 0',
          [text, ''],
        )
        return found.map(({ path }) => String(path))
      }),
    close: () =>
      queue.run('store', async () => {
        if (!open) return
        open = false
        await client.end()
      }),
  }
}
