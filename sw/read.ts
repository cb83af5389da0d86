import { API_PREFIX, type Endpoint, fillPath, type ReplyOf } from '#contract/endpoint.ts'
import { getRequest, getSession } from '#contract/endpoints/dapp.ts'
import { listApprovals } from '#contract/endpoints/guardian.ts'
import type { Notice, PushPayload } from '#contract/notice.ts'
import { approvalNotice, proposalNotice, requestNotice } from '#domain/notice.ts'

/** What has become of an item: it waits, or nobody is asked any more. */
export type Finding = { state: 'waits'; notice: Notice } | { state: 'settled' }

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** Asks with the cookie of the session; rejects when there is no session, no network or no such item. */
export const createAsk =
  (fetch: Fetch) =>
  async <E extends Endpoint>(endpoint: E, params: Record<string, string> = {}): Promise<ReplyOf<E>> => {
    const answer = await fetch(`${API_PREFIX}/${fillPath(endpoint.path, params)}`, {
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
      cache: 'no-store',
    })
    if (!answer.ok) throw new Error(`${endpoint.path} answered ${answer.status}`)
    return endpoint.reply?.parse(await answer.json()) as ReplyOf<E>
  }
export type Ask = ReturnType<typeof createAsk>

export const createReader = (ask: Ask) => {
  const noticeFor = async ({ kind, id }: PushPayload): Promise<Notice | undefined> => {
    switch (kind) {
      case 'proposal':
        return proposalNotice(await ask(getSession, { id }))
      case 'personal-sign':
      case 'send-transaction':
        return requestNotice(await ask(getRequest, { id }))
      case 'approval': {
        const { items } = await ask(listApprovals)
        const approval = items.find((item) => item.id === id)
        return approval && approvalNotice(approval)
      }
    }
  }
  return async (item: PushPayload): Promise<Finding> => {
    const notice = await noticeFor(item)
    return notice ? { state: 'waits', notice } : { state: 'settled' }
  }
}
export type Reader = ReturnType<typeof createReader>
