import * as z from 'zod/mini'
import { NOTICE_KINDS_KEY } from '#contract/kept.ts'
import { ASKING_KINDS, NOTICE_KINDS, type NoticeKind } from '#contract/notice.ts'
import { persistedAtom } from './persisted.ts'

/** What this browser tells of: what asks for an answer, until its user chooses otherwise. */
export const noticeKindsAtom = persistedAtom<NoticeKind[]>(NOTICE_KINDS_KEY, z.array(z.enum(NOTICE_KINDS)), [
  ...ASKING_KINDS,
])
