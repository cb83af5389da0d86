import { NOTICE_KINDS, type Notice, noticeTag, PushPayload } from '#contract/notice.ts'
import { UNREAD } from '#domain/notice.ts'
import { closeNotices, type Scope, showNotice } from './notices.ts'
import type { Reader } from './read.ts'
import type { Say } from './words.ts'

const places: Record<PushPayload['kind'], string> = {
  proposal: '/wallets?tab=dapps',
  'personal-sign': '/wallets?tab=requests',
  'send-transaction': '/wallets?tab=requests',
  approval: '/guardian-hub?filter=approvals',
  approved: '/wallets?tab=activity',
  declined: '/wallets?tab=activity',
  received: '/wallets?tab=activity',
}

/** What is said of an item that cannot be read now. */
const unread = ({ kind, id }: PushPayload): Notice => ({
  kind,
  id,
  title: 'Countersign',
  body: UNREAD,
  link: `${places[kind]}&item=${encodeURIComponent(id)}`,
})

/** A message of Web Push: tells of its item, in the words of a hidden page and under the same tag. One for another account says nothing. */
export const onPush = async (
  scope: Scope,
  read: Reader,
  message: unknown,
  speaker: () => Promise<Say> = async () => (english) => english,
): Promise<void> => {
  const payload = PushPayload.safeParse(message)
  if (!payload.success) return
  const say = await speaker()
  const finding = await read(payload.data).catch(() => undefined)
  if (finding?.state === 'settled') await closeNotices(scope, noticeTag(payload.data))
  else {
    const notice = finding?.notice ?? unread(payload.data)
    await showNotice(scope, { ...notice, title: say(notice.title), body: say(notice.body) }, null)
  }
}

const itemOf = (tag: string): PushPayload | undefined => {
  const kind = NOTICE_KINDS.find((known) => tag.startsWith(`${known}:`))
  return kind && { kind, id: tag.slice(kind.length + 1) }
}

/** Takes back notices that were answered while no page was open to hear of it. */
export const reviewNotices = async (scope: Scope, read: Reader): Promise<void> => {
  for (const notification of await scope.registration.getNotifications()) {
    const item = itemOf(notification.tag)
    const finding = item && (await read(item).catch(() => undefined))
    if (finding?.state === 'settled') notification.close()
  }
}
