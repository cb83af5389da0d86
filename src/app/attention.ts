import { type Notice, noticeTag } from '#contract/notice.ts'
import type { PushEvent } from '#contract/push.ts'

const ANSWER = 'Click here to confirm or cancel it.'

const itemLink = (tab: string, { id, walletId }: { id: string; walletId: string }) =>
  `/wallets?${new URLSearchParams({ tab, wallet: walletId, item: id })}`

/** What a hidden page tells of an event; undefined for everything that can wait. */
export const noticeOf = (event: PushEvent): Notice | undefined => {
  switch (event.name) {
    case 'wc-session:proposal': {
      const { id, status, proposerMeta } = event.data
      if (status !== 'pending-approval') return undefined
      const link = itemLink('dapps', event.data)
      return { kind: 'proposal', id, title: proposerMeta.name, body: 'wants to connect', link }
    }
    case 'wc-session:request': {
      const { id, status, method } = event.data
      if (status !== 'pending') return undefined
      const link = itemLink('requests', event.data)
      if (method === 'personal_sign') {
        return { kind: 'personal-sign', id, title: 'New personal sign request', body: ANSWER, link }
      }
      if (method === 'eth_sendTransaction') {
        return { kind: 'send-transaction', id, title: 'New send transaction request', body: ANSWER, link }
      }
      return undefined
    }
    case 'transaction-approver:created': {
      const { id, status } = event.data
      if (status !== 'pending') return undefined
      return {
        kind: 'approval',
        id,
        title: 'New transaction approval',
        body: 'Click here to approve or decline it.',
        link: `/guardian-hub?${new URLSearchParams({ filter: 'approvals', item: id })}`,
      }
    }
    default:
      return undefined
  }
}

/** The tags of notices that an event makes pointless: what they ask has been answered. */
export const settledTags = (event: PushEvent): string[] => {
  switch (event.name) {
    case 'wc-session:started':
    case 'wc-session:closed':
      return [noticeTag({ kind: 'proposal', id: event.data.id })]
    case 'wc-session:request-result':
      return [
        noticeTag({ kind: 'personal-sign', id: event.data.id }),
        noticeTag({ kind: 'send-transaction', id: event.data.id }),
      ]
    case 'transaction-approver:updated':
      return event.data.status === 'pending' ? [] : [noticeTag({ kind: 'approval', id: event.data.id })]
    default:
      return []
  }
}

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
