import type { Wallet } from '#contract/wallet.ts'
import { changeOf } from '#domain/walletview.ts'
import { walletStateText } from '#text/walletstate.ts'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'

type Props = { id: string; wallet: Wallet; onboarding: boolean }

/** Why the actions of a wallet that is not active are off, and whether that ends. */
export function OffNote({ id, wallet, onboarding }: Props) {
  return (
    <Card pad={false} className="mt-5 flex items-start gap-4 px-4 py-3">
      <Icon name="lock" size={18} className="mt-px text-text-3" />
      <p id={id} className="min-w-0 flex-1 text-ui text-text-2">
        {onboarding ? walletStateText.off.notActive : walletStateText.off[changeOf(wallet.status)]}
      </p>
    </Card>
  )
}
