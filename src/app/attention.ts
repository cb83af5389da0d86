import type { Notice } from '#contract/notice.ts'
import type { PushEvent } from '#contract/push.ts'
import { noticeOf, settledTags } from '#domain/notice.ts'

interface AttentionDeps {
  /** Nobody sees the page. */
  isHidden(): boolean
  isAllowed(): boolean
  show(notice: Notice): Promise<void>
  close(tag: string): Promise<void>
}

/** Hears every event and tells the user, when he does not look, of those that wait for him. */
export const createAttention =
  ({ isHidden, isAllowed, show, close }: AttentionDeps) =>
  (event: PushEvent): void => {
    for (const tag of settledTags(event)) void close(tag)
    const notice = noticeOf(event)
    if (notice && isHidden() && isAllowed()) void show(notice)
  }
