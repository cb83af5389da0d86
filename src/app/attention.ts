import { type Notice, type NoticeKind, noticeTag, TELLING_KINDS } from '#contract/notice.ts'
import type { PushEvent } from '#contract/push.ts'
import { noticeOf, settledTags } from '#domain/notice.ts'

interface AttentionDeps {
  /** Nobody sees the page. */
  isHidden(): boolean
  isAllowed(): boolean
  /** The user wants to hear of this kind. */
  wants(kind: NoticeKind): boolean
  show(notice: Notice): Promise<void>
  close(tag: string): Promise<void>
}

/** Hears every event and tells the user, when he does not look, of those that wait for him or that he wants to hear of. */
export const createAttention = ({ isHidden, isAllowed, wants, show, close }: AttentionDeps) => {
  /** What has become of something happens once, however often it is said. */
  const happened = new Set<string>()
  const isNews = (notice: Notice): boolean => {
    if (!TELLING_KINDS.some((kind) => kind === notice.kind)) return true
    const tag = noticeTag(notice)
    const news = !happened.has(tag)
    happened.add(tag)
    return news
  }
  return (event: PushEvent): void => {
    for (const tag of settledTags(event)) void close(tag)
    const notice = noticeOf(event)
    if (notice && isNews(notice) && isHidden() && isAllowed() && wants(notice.kind)) void show(notice)
  }
}
