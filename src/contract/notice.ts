import * as z from 'zod/mini'

/** What waits for an answer; told unless its user turns it off. */
export const ASKING_KINDS = ['proposal', 'personal-sign', 'send-transaction', 'approval'] as const
/** What has become of an owner's money; told to those who turn it on. */
export const TELLING_KINDS = ['approved', 'declined', 'received'] as const
export const NOTICE_KINDS = [...ASKING_KINDS, ...TELLING_KINDS] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** One notification. The tag `{kind}:{id}` makes it one per item across tabs. */
export const Notice = z.object({
  kind: z.enum(NOTICE_KINDS),
  id: z.string(),
  title: z.string(),
  body: z.string(),
  /** Path inside the app that a click leads to. */
  link: z.string().check(z.regex(/^\/[^/\\]/)),
})
export type Notice = z.infer<typeof Notice>

/** What Web Push carries: the worker asks for the rest. */
export const PushPayload = z.pick(Notice, { kind: true, id: true })
export type PushPayload = z.infer<typeof PushPayload>

/** Page to worker. */
export const ToWorker = z.discriminatedUnion('type', [
  z.object({ type: z.literal('notice:show'), notice: Notice }),
  z.object({ type: z.literal('notice:close'), tag: z.string() }),
  z.object({ type: z.literal('notice:close-all') }),
  z.object({ type: z.literal('notice:review') }),
  z.object({ type: z.literal('SKIP_WAITING') }),
])
export type ToWorker = z.infer<typeof ToWorker>

/** Worker to page. */
export const ToPage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('notice:open'), link: z.string() }),
  z.object({ type: z.literal('notice:shown'), tag: z.string() }),
])
export type ToPage = z.infer<typeof ToPage>

export const noticeTag = (notice: Pick<Notice, 'kind' | 'id'>): string => `${notice.kind}:${notice.id}`
