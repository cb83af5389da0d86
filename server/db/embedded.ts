import {
  Mutex,
  messages,
  type PGlite,
  protocol,
  type QueryOptions,
  TransactionAbortedError,
} from '@electric-sql/pglite'

const { serialize } = protocol

type Message = messages.BackendMessage

/** What the database keeps of a query that it has read. */
interface Statement {
  name: string
  /** The types of its parameters, as numbers of PostgreSQL. */
  types: number[]
  /** The names and types of what it answers. */
  columns: { name: string; dataTypeID: number }[]
  uses: number
}

/** So many queries are kept; the one that was not asked for longest gives way. */
const KEPT = 400
/** After so many calls a query is planned anew: nothing else tells an embedded database that its tables have grown. */
const USES = 500

/**
 * Half of a character that takes two units of UTF-16. The client counts too few bytes where one is in a text, and cuts
 * as many off its end; `pg` sends the sign that is put in its place here.
 */
const HALF = /\p{Cs}/gu

type Query = <T>(
  text: string,
  params?: unknown[],
  options?: Pick<QueryOptions, 'rowMode' | 'parsers'>,
) => Promise<{ rows: T[] }>

/** The part of an embedded database that Drizzle speaks to. */
export interface Prepared {
  query: Query
  /** Whoever asks by anything but `query` of the argument waits until it has ended. */
  transaction<T>(work: (inside: { query: Query }) => Promise<T>): Promise<T>
}

/**
 * Has an embedded database read and plan each query once and not at every call, and tells it all of a call at once, for
 * which its own client takes six turns: these cost more than what is asked. From here on, tables must stay as they are.
 */
export const prepare = (client: PGlite): Prepared => {
  const statements = new Map<string, Statement>()
  const order = new Mutex()
  let count = 0

  /** @throws `DatabaseError` of the first part that fails; nothing of what follows it is done then. */
  const tell = (...parts: Uint8Array[]): Promise<Message[]> =>
    client.execProtocolStream(Buffer.concat([...parts, serialize.sync()]), { syncToFs: false })

  const forget = async (text: string, name: string): Promise<void> => {
    statements.delete(text)
    await tell(serialize.close({ type: 'S', name }))
  }

  const read = async (text: string): Promise<Statement> => {
    count += 1
    const name = `s${count}`
    const answer = await tell(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const types = answer.find(
      (message) => message instanceof messages.ParameterDescriptionMessage,
    )?.dataTypeIDs
    const columns = answer.find((message) => message instanceof messages.RowDescriptionMessage)?.fields
    return { name, types: types ?? [], columns: columns ?? [], uses: 0 }
  }

  const find = async (text: string): Promise<Statement> => {
    const known = statements.get(text)
    if (known && known.uses >= USES) await forget(text, known.name)
    const statement = statements.get(text) ?? (await read(text))
    statement.uses += 1
    // A map is in the order in which its keys were set.
    statements.delete(text)
    statements.set(text, statement)
    const [oldest] = statements
    if (oldest && statements.size > KEPT) await forget(oldest[0], oldest[1].name)
    return statement
  }

  const ask: Query = (text, params = [], options) =>
    order.runExclusive(async () => {
      const { name, types, columns } = await find(text)
      const values = params.map((value, index) => {
        if (value === null || value === undefined) return null
        const write = client.serializers[types[index] ?? 0]
        return String(write ? write(value) : value).replace(HALF, '\ufffd')
      })
      try {
        const answer = await tell(serialize.bind({ statement: name, values }), serialize.execute())
        const readers = columns.map(
          ({ dataTypeID }) => options?.parsers?.[dataTypeID] ?? client.parsers[dataTypeID],
        )
        const value = (field: string | null, at: number) => {
          const read = readers[at]
          return field === null || read === undefined ? field : read(field)
        }
        const rows = answer.filter((message) => message instanceof messages.DataRowMessage)
        return {
          rows: rows.map(({ fields }) => {
            const values = fields.map(value)
            return options?.rowMode === 'array'
              ? values
              : Object.fromEntries(columns.map(({ name }, at) => [name, values[at]]))
          }) as never[],
        }
      } catch (error) {
        // It may have failed by what was kept: next time it is read anew.
        await forget(text, name)
        throw error
      }
    })

  const command = (text: 'begin' | 'commit' | 'rollback') =>
    order.runExclusive(() => tell(serialize.query(text)))

  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    client.runExclusive(() => {
      // Whoever waited behind `close` comes in once it has begun, and would ask what is being taken apart.
      if (!client.ready) throw new Error('The embedded database is closed.')
      return work()
    })

  return {
    query: (text, params, options) =>
      alone(async () => {
        const result = await ask<never>(text, params, options)
        await client.syncToFs()
        return result
      }),
    transaction: (work) =>
      alone(async () => {
        await command('begin')
        let open = true
        const end = (text: 'commit' | 'rollback') => {
          open = false
          return command(text)
        }
        try {
          const result = await work({
            async query(...call) {
              if (!open) throw new Error('This transaction has ended.')
              return ask(...call)
            },
          })
          const ended = await end('commit')
          // What failed inside and was caught there: the database takes all of it back.
          if (ended.some((message) => 'text' in message && message.text === 'ROLLBACK'))
            throw new TransactionAbortedError()
          await client.syncToFs()
          return result
        } catch (error) {
          if (open) await end('rollback')
          throw error
        }
      }),
  }
}
