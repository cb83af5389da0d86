import { API_PREFIX, type Endpoint, fillPath, type ReplyOf } from '#contract/endpoint.ts'
import { getRequest, getSession } from '#contract/endpoints/dapp.ts'
import { listApprovals } from '#contract/endpoints/guardian.ts'
import { listTransactions } from '#contract/endpoints/transaction.ts'
import { listWallets } from '#contract/endpoints/wallet.ts'
import type { Notice, PushPayload } from '#contract/notice.ts'
import type { Transaction } from '#contract/transaction.ts'
import { approvalNotice, proposalNotice, pushedNotice, requestNotice } from '#domain/notice.ts'
import { visibleWallets } from '#domain/walletview.ts'

/** What has become of an item: it waits, or nobody is asked any more. */
export type Finding = { state: 'waits'; notice: Notice } | { state: 'settled' }

/** Whether this browser's user wants to hear of such. */
type Wants = (kind: PushPayload['kind']) => Promise<boolean>

/** So many transactions of a wallet are looked through. */
const NEWEST = '20'

type Fetch = (path: string, init: RequestInit) => Promise<Response>

/** Nobody is signed in, or whoever is has no such item. */
class NotHis extends Error {}

type Parts = { params?: Record<string, string>; query?: Record<string, string> }

/** Asks with the cookie of the session; rejects when there is no session, no network or no such item. */
export const createAsk =
  (fetch: Fetch) =>
  async <E extends Endpoint>(endpoint: E, { params = {}, query }: Parts = {}): Promise<ReplyOf<E>> => {
    const path = `${API_PREFIX}/${fillPath(endpoint.path, params)}`
    const answer = await fetch(query ? `${path}?${new URLSearchParams(query)}` : path, {
      headers: { accept: 'application/json' },
      credentials: 'same-origin',
      cache: 'no-store',
    })
    if ([401, 403, 404].includes(answer.status))
      throw new NotHis(`${endpoint.path} answered ${answer.status}`)
    if (!answer.ok) throw new Error(`${endpoint.path} answered ${answer.status}`)
    return endpoint.reply?.parse(await answer.json()) as ReplyOf<E>
  }
export type Ask = ReturnType<typeof createAsk>

export const createReader = (ask: Ask, wants: Wants = async () => true) => {
  /** Among the newest of each wallet: it has just happened. */
  const findTransaction = async (id: string): Promise<Transaction | undefined> => {
    const { items } = await ask(listWallets)
    for (const { id: walletId } of visibleWallets(items)) {
      const page = await ask(listTransactions, { query: { walletId, limit: NEWEST } })
      const found = page.items.find((transaction) => transaction.id === id)
      if (found) return found
    }
    return undefined
  }
  const noticeFor = async ({ kind, id }: PushPayload): Promise<Notice | undefined> => {
    switch (kind) {
      case 'proposal':
        return proposalNotice(await ask(getSession, { params: { id } }))
      case 'personal-sign':
      case 'send-transaction':
        return requestNotice(await ask(getRequest, { params: { id } }))
      case 'approval': {
        const { items } = await ask(listApprovals)
        const approval = items.find((item) => item.id === id)
        return approval && approvalNotice(approval)
      }
      case 'approved':
      case 'declined':
      case 'received': {
        const transaction = await findTransaction(id)
        return transaction && pushedNotice(kind, transaction)
      }
      default:
        return kind satisfies never
    }
  }
  return async (item: PushPayload): Promise<Finding> => {
    if (!(await wants(item.kind))) return { state: 'settled' }
    const notice = await noticeFor(item).catch((error: unknown) => {
      if (error instanceof NotHis) return undefined
      throw error
    })
    return notice ? { state: 'waits', notice } : { state: 'settled' }
  }
}
export type Reader = ReturnType<typeof createReader>
