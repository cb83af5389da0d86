import type { Wallet } from '#contract/wallet.ts'
import { openModal } from '#state/modals.ts'
import { useOnline } from '#state/online.ts'
import { ActionTile } from '#ui/ActionTile.tsx'
import { Button } from '#ui/Button.tsx'

type Props = { wallet: Wallet; look: 'button' | 'primary' | 'tile' }

/** Needs an active wallet, but no identity verification: that is what one connects for. */
export function ConnectButton({ wallet, look }: Props) {
  const online = useOnline()
  const action = {
    icon: 'link-2',
    disabled: !online || wallet.status !== 'active',
    onClick: () => openModal({ id: 'connect-to', walletId: wallet.id }),
  } as const
  if (look === 'tile') return <ActionTile {...action}>Connect to...</ActionTile>
  if (look === 'button') return <Button {...action}>Connect to...</Button>
  return (
    <Button {...action} variant="primary" className="w-full min-h-48px md:min-h-40px md:w-auto">
      Connect to...
    </Button>
  )
}
