import { navigate } from 'wouter/use-browser-location'
import { getRequest, getSession } from '#contract/endpoints/dapp.ts'
import type { WalletTab } from '#contract/status.ts'
import { readAsk } from '#domain/ask.ts'
import { walletTab } from '#domain/query.ts'
import { proposalModal, requestModal } from '#state/apply.ts'
import { openPanel, panelAtom, raiseModal } from '#state/modals.ts'
import { transactionsLoadAtom } from '#state/queries.ts'
import { request } from '#state/request.ts'
import { soughtAtom } from '#state/sought.ts'
import { store } from '#state/store.ts'
import { activeWalletIdAtom } from '#state/wallets.ts'
import { isRead } from './read.ts'

/** Opens the dialog of an item, if it still waits for an answer. */
const openItem = async (tab: string, id: string): Promise<void> => {
  if (tab === 'dapps') {
    const session = await request(getSession, { params: { id } }, { into: 'session' })
    store.set(activeWalletIdAtom, session.walletId)
    if (session.status === 'pending-approval') raiseModal(proposalModal(session))
  } else if (tab === 'requests') {
    const item = await request(getRequest, { params: { id } }, { into: 'request' })
    store.set(activeWalletIdAtom, item.walletId)
    const modal = item.status === 'pending' ? requestModal(item) : undefined
    if (modal) raiseModal(modal)
  }
}

/** Opens the sheet of a transaction, unless somebody is busy in another one. */
const openTransaction = async (walletId: string, transactionId: string): Promise<void> => {
  await isRead(transactionsLoadAtom(walletId))
  if (!store.get(panelAtom)) openPanel({ id: 'transaction-info', walletId, transactionId })
}

/** What a link to an item of a tab opens. */
const open = (tab: WalletTab, walletId: string | null, id: string): void => {
  if (tab === 'activity' && walletId) void openTransaction(walletId, id)
  // An item that cannot be read is gone: the list that the link leads to says so.
  else openItem(tab, id).catch(() => undefined)
}

/** Goes where a notification leads: its wallet becomes active, its item opens, and neither stays in the address. */
export const followLink = (link: string): void => {
  const url = new URL(link, location.origin)
  const ask = readAsk(url)
  url.searchParams.delete('open')
  const [wallet, item] = [url.searchParams.get('wallet'), url.searchParams.get('item')]
  url.searchParams.delete('wallet')
  url.searchParams.delete('item')
  if (wallet) store.set(activeWalletIdAtom, wallet)
  navigate(`${url.pathname}${url.search}`, { replace: url.pathname === location.pathname })
  if (ask) void import('./asks.ts').then(({ answer }) => answer(ask))
  if (!item) return
  if (url.pathname === '/guardian-hub') store.set(soughtAtom, item)
  else open(walletTab(url.searchParams.get('tab')), wallet, item)
}
