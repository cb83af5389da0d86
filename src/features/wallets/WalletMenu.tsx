import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { walletBadge } from '#domain/badge.ts'
import { openModal, openPanel } from '#state/modals.ts'
import { store } from '#state/store.ts'
import { activeWalletIdAtom, visibleWalletsAtom } from '#state/wallets.ts'
import { walletsText } from '#text/wallets.ts'
import { Badge } from '#ui/Badge.tsx'
import { Icon } from '#ui/Icon.tsx'
import { MenuButton } from '#ui/MenuButton.tsx'
import type { MenuEntry } from '#ui/menu.ts'

/** The wallet's name with its dropdown. */
export function WalletMenu({ wallet }: { wallet: Wallet }) {
  const others = useAtomValue(visibleWalletsAtom).filter(({ id }) => id !== wallet.id)
  const items: MenuEntry[] = [
    {
      id: 'add',
      label: walletsText.add,
      icon: 'plus',
      acts: true,
      onSelect: () => openPanel({ id: 'add-new-wallet' }),
    },
    {
      id: 'rename',
      label: walletsText.rename,
      icon: 'pencil',
      acts: true,
      onSelect: () => openModal({ id: 'rename-wallet', walletId: wallet.id }),
    },
  ]
  if (others.length > 0) items.push({ kind: 'separator', id: 'others' }, ...others.map(switchTo))
  return (
    <div className="min-w-0 max-w-full -mx-10px">
      <MenuButton
        items={items}
        className="flex items-center gap-2 rounded-btn px-10px py-2 type-h3 micro hover:bg-sunken data-open:bg-sunken"
      >
        <span className="min-w-0 break-words text-left">{wallet.name}</span>
        <Icon name="chevron-down" size={18} />
      </MenuButton>
    </div>
  )
}

const switchTo = (wallet: Wallet): MenuEntry => {
  const badge = walletBadge(wallet.status)
  return {
    id: wallet.id,
    label: wallet.name,
    tile: [...wallet.name][0] ?? '',
    end: wallet.status === 'active' ? undefined : <Badge tone={badge.tone}>{badge.text}</Badge>,
    onSelect: () => store.set(activeWalletIdAtom, wallet.id),
  }
}
