import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Mirror } from '#server/custody/custody.ts'
import type { Db } from './client.ts'
import { custodyHeads, custodyLines } from './schema/custody.ts'

/** Rows of one statement; PostgreSQL takes 65,535 parameters. */
const ROWS = 1_000

const parts = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / ROWS) }, (_, at) => list.slice(at * ROWS, (at + 1) * ROWS))

/** Custody's copies in the database. Never to be waited for inside a transaction: the embedded database has one session. */
export const makeMirror = (db: Db): Mirror => ({
  async heads() {
    const rows = await db.select().from(custodyHeads)
    return rows.map(({ kind, subject, head }) => ({ kind, id: subject, head }))
  },

  async lines(kind, id, from) {
    const rows = await db
      .select({ line: custodyLines.line })
      .from(custodyLines)
      .where(and(eq(custodyLines.kind, kind), eq(custodyLines.subject, id), gte(custodyLines.seq, from)))
      .orderBy(asc(custodyLines.seq))
    return rows.map(({ line }) => line)
  },

  async write(copies) {
    const lines = copies.flatMap(({ kind, id, from, lines: own }) =>
      own.map((line, index) => ({ kind, subject: id, seq: from + index, line })),
    )
    const last = new Map(copies.map(({ kind, id, head }) => [`${kind} ${id}`, { kind, subject: id, head }]))
    await db.transaction(async (tx) => {
      for (const values of parts(lines))
        await tx
          .insert(custodyLines)
          .values(values)
          .onConflictDoUpdate({
            target: [custodyLines.kind, custodyLines.subject, custodyLines.seq],
            set: { line: sql`excluded.line` },
          })
      for (const values of parts([...last.values()]))
        await tx
          .insert(custodyHeads)
          .values(values)
          .onConflictDoUpdate({
            target: [custodyHeads.kind, custodyHeads.subject],
            set: { head: sql`excluded.head` },
          })
    })
  },
})
