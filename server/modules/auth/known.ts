import type { Deps } from '#server/deps.ts'
import { makeIdentity } from '#server/identity.ts'
import { answered } from './refusal.ts'
import { findRow, rowsOf, type SessionRow, statementOf } from './session.ts'

/** Custody hears of a session's use so often at most, and may say then that it is over. */
const KEEP_EVERY = 60_000
const REMEMBERED_MAX = 10_000
/** Sessions that custody is asked about together. */
const AT_ONCE = 500

/**
 * Sessions behind cookies. A row is found by its cookie and believed only where custody signed it; once a minute, and
 * when this process has not seen it before, custody itself is asked, so that a row which is brought back after its
 * session ended soon means nothing.
 */
export const makeSessions = ({ db, clock, custody }: Pick<Deps, 'db' | 'clock' | 'custody'>) => {
  const key = makeIdentity(custody)
  /** When custody was last asked about a session, in ms. */
  const asked = new Map<string, number>()

  const isKept = async ({ id }: SessionRow, cookie: string): Promise<boolean> => {
    const now = clock.now().getTime()
    if (now - (asked.get(id) ?? Number.NEGATIVE_INFINITY) < KEEP_EVERY) return true
    const kept = await answered(custody.keepSession({ grant: cookie }), { SignedOut: false })
    if (kept === false) return false
    if (asked.size >= REMEMBERED_MAX) asked.clear()
    asked.set(id, now)
    return true
  }

  return {
    async find(cookie: string): Promise<SessionRow | undefined> {
      const row = await findRow(db, cookie, clock.now())
      if (!row || !(await key())(statementOf(row), row.signature)) return undefined
      return (await isKept(row, cookie)) ? row : undefined
    },
    /** Those of these sessions that custody still has, whatever their rows say. Keeps none of them alive. */
    async live(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const live = new Set<string>()
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const rows = await rowsOf(db, ids.slice(from, from + AT_ONCE), clock.now())
        const isSigned = await key()
        const signed = rows.filter((row) => isSigned(statementOf(row), row.signature))
        const { hashes } = await custody.liveSessions({ hashes: signed.map(({ tokenHash }) => tokenHash) })
        const known = new Set(hashes)
        for (const { id, tokenHash } of signed) if (known.has(tokenHash)) live.add(id)
      }
      for (const id of ids) if (!live.has(id)) asked.delete(id)
      return live
    },
    /** These have ended: whatever their rows say, custody is asked at once. */
    forget(ids: readonly string[]): void {
      for (const id of ids) asked.delete(id)
    },
  }
}
export type Sessions = ReturnType<typeof makeSessions>
