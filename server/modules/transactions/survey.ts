import type { Db } from '#server/db/client.ts'
import * as outbox from './outbox.ts'

/** Wallets that a round looks at beside those that have something open: all of them come round. */
const AT_ONCE = 20
/** Wallets that custody is asked about in one call. */
const PART = 500

/** Which wallets are held against custody's journal, and when. */
export const makeSurvey = (
  db: Db,
  /** Answers those of these wallets that have something open. */
  reconcile: (walletIds: readonly string[]) => Promise<Set<string>>,
) => {
  let having: ReadonlySet<string> = new Set()
  let after = ''

  const next = async (limit: number): Promise<string[]> => {
    const ids = await outbox.walletsAfter(db, after, limit)
    after = ids.length < limit ? '' : (ids.at(-1) ?? '')
    return ids
  }

  const inParts = async (walletIds: readonly string[]): Promise<string[]> => {
    const found: string[] = []
    for (let at = 0; at < walletIds.length; at += PART)
      found.push(...(await reconcile(walletIds.slice(at, at + PART))))
    return found
  }

  return {
    /** Every wallet, as a process does that has just begun. */
    async all(): Promise<void> {
      do {
        const found = await inParts(await next(PART))
        having = new Set([...having, ...found])
      } while (after !== '')
    },
    /** Those that had something open, or have by their rows, and a few others. */
    async round(): Promise<void> {
      const open = await outbox.walletsWithOpen(db)
      having = new Set(await inParts([...new Set([...having, ...open, ...(await next(AT_ONCE))])]))
    },
  }
}
