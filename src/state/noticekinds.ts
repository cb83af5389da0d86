import * as z from 'zod/mini'
import { ASKING_KINDS, NOTICE_KINDS, type NoticeKind } from '#contract/notice.ts'
import { persistedAtom } from './registry.ts'

/** What this browser tells of: what asks for an answer, until its user chooses otherwise. */
export const noticeKindsAtom = persistedAtom<NoticeKind[]>('notice-kinds', z.array(z.enum(NOTICE_KINDS)), [
  ...ASKING_KINDS,
])
