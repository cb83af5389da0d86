import * as z from 'zod/mini'
import { NOTICE_KINDS_KEY } from '#contract/kept.ts'
import type { PushPayload } from '#contract/notice.ts'
import type { ReadKept } from './kept.ts'

/** A page keeps an entry with more about it. */
const Entry = z.object({ value: z.array(z.string()) })

/**
 * Whether this browser's user wants to hear of such. The server is told it, too, but not while there is no connection.
 * What cannot be read is left to the server.
 */
export const createWants =
  (readKept: ReadKept) =>
  async (kind: PushPayload['kind']): Promise<boolean> => {
    const entry = Entry.safeParse(await readKept(NOTICE_KINDS_KEY))
    return !entry.success || entry.data.value.includes(kind)
  }
