import type { Ask } from '#domain/ask.ts'
import { assetDecimals } from '#domain/asset.ts'
import { fillCrypto } from '#domain/conversion.ts'
import { fillFromLink, PAY_CHECK, payChoose } from '#domain/paylink.ts'
import { assetPrice, tokenIndex } from '#domain/portfolio.ts'
import { canSend, transferWallets } from '#domain/walletview.ts'
import { modalsAtom, openModal, openPanel, type Panel, panelAtom } from '#state/modals.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { assetsLoadAtom, walletsLoadAtom } from '#state/queries.ts'
import { say } from '#state/say.ts'
import { store } from '#state/store.ts'
import { activeWalletAtom, tokensAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { asksText } from '#text/asks.ts'
import { protectionText } from '#text/protection.ts'
import { walletsText } from '#text/wallets.ts'
import { isRead } from './read.ts'

/** The wallet on the screen, if it is one of these; else the first of them. */
const oneOf = <T extends { id: string }>(wallets: readonly T[]): T | undefined => {
  const active = store.get(activeWalletAtom)?.id
  return wallets.find(({ id }) => id === active) ?? wallets[0]
}

/** Why no wallet may do it. */
const whyNone = (): string => {
  const wallets = store.get(visibleWalletsAtom)
  if (wallets.length === 0) return asksText.noWallet
  if (transferWallets(wallets).length > 0) return protectionText.frozen
  return wallets.some(({ status }) => status === 'active') ? walletsText.locked : asksText.notActive
}

/** The send form with what the link asks for. Its owner checks and submits it; the link itself sends nothing. */
const paying = async (walletId: string, link: string): Promise<Panel> => {
  await isRead(assetsLoadAtom(walletId))
  const filled = await fillFromLink(link, store.get(assetsAtom(walletId)))
  if ('refusal' in filled) return { id: 'sends-funds', walletId, note: { tone: 'bad', text: filled.refusal } }
  const { asset, recipient, amount } = filled
  if (!asset)
    return {
      id: 'sends-funds',
      walletId,
      draft: { recipient },
      note: { tone: 'neutral', text: payChoose(amount) },
    }
  const rate = {
    price: assetPrice(asset, tokenIndex(store.get(tokensAtom))),
    decimals: assetDecimals(asset) ?? 18,
  }
  const usd = amount === undefined ? '' : fillCrypto(amount, rate).usd.text
  return {
    id: 'sends-funds',
    walletId,
    draft: { assetId: asset.id, recipient, ...(amount !== undefined && { amount, usd }) },
    note: { tone: 'neutral', text: PAY_CHECK },
  }
}

/** The panel, or why there is none. */
const panelFor = async (ask: Exclude<Ask, { kind: 'connect' }>): Promise<Panel | { why: string }> => {
  if (ask.kind === 'wallet') return { id: 'add-new-wallet' }
  if (ask.kind === 'guardian') {
    const active = store.get(activeWalletAtom)
    return active ? { id: 'invite-guardian', walletId: active.id } : { why: asksText.noWallet }
  }
  const wallets = transferWallets(store.get(visibleWalletsAtom))
  const walletId = oneOf(ask.kind === 'receive' ? wallets : wallets.filter(canSend))?.id
  if (walletId === undefined) return { why: whyNone() }
  switch (ask.kind) {
    case 'send':
      return { id: 'sends-funds', walletId }
    case 'receive':
      return { id: 'receive-funds', walletId }
    case 'pay':
      return paying(walletId, ask.link)
    default:
      return ask satisfies never
  }
}

const connect = (link: string): void => {
  const wallet = oneOf(store.get(visibleWalletsAtom).filter(({ status }) => status === 'active'))
  // One at a time: a page that opens such links can't heap them up.
  if (store.get(modalsAtom).some(({ id }) => id === 'connect-to')) say(asksText.busy, 'error')
  else if (wallet) openModal({ id: 'connect-to', walletId: wallet.id, link })
  else say(asksText.noWallet, 'error')
}

/** Opens what an address asks for, or says why it cannot. What is open already stays: somebody may be typing there. */
export const answer = async (ask: Ask): Promise<void> => {
  if (!(await isRead(walletsLoadAtom))) return
  if (ask.kind === 'connect') return connect(ask.link)
  const panel = await panelFor(ask)
  if ('why' in panel) say(panel.why, 'error')
  else if (store.get(panelAtom)) say(asksText.busy, 'error')
  else openPanel(panel)
}
