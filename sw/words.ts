import * as z from 'zod/mini'
import { NOTICE_WORDS_KEY } from '#contract/kept.ts'
import { ENGLISH, writeAs } from '#domain/notation.ts'
import { SAMPLE } from '#domain/notice.ts'
import { sayIn } from '#domain/sayings.ts'
import type { ReadKept } from './kept.ts'

/** A page keeps an entry with more about it. */
const Entry = z.object({ value: z.record(z.string(), z.string()) })

export type Say = (english: string) => string

/**
 * Says notices in the language that this browser's user reads, as the last page that spoke it has kept it. From then on
 * their numbers are written as he reads them, too.
 */
export const createSpeaker = (readKept: ReadKept) => async (): Promise<Say> => {
  const entry = Entry.safeParse(await readKept(NOTICE_WORDS_KEY))
  const words = entry.success ? entry.data.value : {}
  writeAs({ ...ENGLISH, point: words[SAMPLE]?.includes(',') ? ',' : '.' })
  const say = sayIn(words)
  return (english) => say(english) ?? english
}
