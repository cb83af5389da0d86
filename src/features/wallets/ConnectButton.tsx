import type { Wallet } from '#contract/wallet.ts'
import { openModal } from '#state/modals.ts'
import { walletsText } from '#text/wallets.ts'
import { ActionTile } from '#ui/ActionTile.tsx'
import { Button } from '#ui/Button.tsx'

type Props = {
  wallet: Wallet
  look: 'button' | 'wide' | 'primary' | 'tile'
  /** Id of the sentence that says why it is off. */
  why: string | undefined
}

/** Needs an active wallet, but no identity verification: that is what one connects for. */
export function ConnectButton({ wallet, look, why }: Props) {
  const active = wallet.status === 'active'
  const action = {
    icon: 'link-2',
    acts: true,
    disabled: !active,
    'aria-describedby': active ? undefined : why,
    onClick: () => openModal({ id: 'connect-to', walletId: wallet.id }),
    children: walletsText.connectTo,
  } as const
  if (look === 'tile') return <ActionTile {...action} />
  if (look === 'button') return <Button {...action} />
  const wide = 'w-full min-h-48px md:min-h-40px md:w-auto'
  if (look === 'wide') return <Button {...action} className={`${wide} md:mt-1`} />
  return <Button {...action} variant="primary" className={wide} />
}
