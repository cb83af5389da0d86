import * as z from 'zod/mini'
import { NOTICE_WORDS_KEY } from '#contract/kept.ts'
import { shown } from '#domain/notation.ts'
import { NOTICE_SAYINGS, SAMPLE } from '#domain/notice.ts'
import { saying } from '#text/catalogue.ts'
import { persistedAtom } from './persisted.ts'
import type { Store } from './store.ts'

/** How notices are worded, and numbers written in them, for the service worker; empty in English. */
export const noticeWordsAtom = persistedAtom<Record<string, string>>(
  NOTICE_WORDS_KEY,
  z.record(z.string(), z.string()),
  {},
)

/** To be called once another language is spoken, or numbers are written otherwise. */
export const keepNoticeWords = (store: Pick<Store, 'set'>): void =>
  store.set(
    noticeWordsAtom,
    Object.fromEntries(
      [...NOTICE_SAYINGS.map((english) => [english, saying(english)]), [SAMPLE, shown(SAMPLE)]].filter(
        ([english, said]) => said !== english,
      ),
    ),
  )
