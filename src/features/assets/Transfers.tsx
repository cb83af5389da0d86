import type { Wallet } from '#contract/wallet.ts'
import { isFrozen } from '#domain/hold.ts'
import { canSend, canTransfer } from '#domain/walletview.ts'
import { openPanel } from '#state/modals.ts'
import { assetText } from '#text/asset.ts'
import { protectionText } from '#text/protection.ts'
import { walletsText } from '#text/wallets.ts'
import { Button } from '#ui/Button.tsx'

const WHY = 'asset-why'

/** Why money does not move now. */
const whyNot = (wallet: Wallet): string | undefined => {
  if (wallet.status !== 'active') return assetText.notActive
  if (!canTransfer(wallet)) return walletsText.locked
  return isFrozen(wallet) ? protectionText.frozen : undefined
}

/** Receive, and Send with the asset chosen. */
export function Transfers({ wallet, assetId }: { wallet: Wallet; assetId: string }) {
  const why = whyNot(wallet)
  const describedBy = why && WHY
  return (
    <>
      {why && (
        <p id={WHY} className="mb-3 text-sm text-text-2">
          {why}
        </p>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button
          size={48}
          icon="arrow-down-left"
          disabled={!canTransfer(wallet)}
          aria-describedby={describedBy}
          onClick={() => openPanel({ id: 'receive-funds', walletId: wallet.id })}
        >
          {walletsText.receive}
        </Button>
        <Button
          size={48}
          icon="arrow-up-right"
          variant="primary"
          acts
          disabled={!canSend(wallet)}
          aria-describedby={describedBy}
          onClick={() => openPanel({ id: 'sends-funds', walletId: wallet.id, draft: { assetId } })}
        >
          {walletsText.send}
        </Button>
      </div>
    </>
  )
}
