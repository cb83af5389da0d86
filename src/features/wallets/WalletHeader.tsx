import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { walletBadge } from '#domain/badge.ts'
import { portfolioUsd, tokenIndex } from '#domain/portfolio.ts'
import { usdText } from '#domain/usd.ts'
import { canTransfer, isKycCompleted, type WalletView } from '#domain/walletview.ts'
import { openPanel } from '#state/modals.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { tokensAtom } from '#state/wallets.ts'
import { walletsText } from '#text/wallets.ts'
import { ActionTile } from '#ui/ActionTile.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { useDesktop } from '#ui/media.ts'
import { UsdTotal } from '#ui/UsdTotal.tsx'
import { AccountChips } from './AccountChips.tsx'
import { ConnectButton } from './ConnectButton.tsx'
import { HeldNote } from './HeldNote.tsx'
import { LockedNote } from './LockedNote.tsx'
import { OffNote } from './OffNote.tsx'
import { WalletMenu } from './WalletMenu.tsx'

/** Id of the sentence that says why actions are off. */
const WHY = 'wallet-why'

type Props = { wallet: Wallet; view: WalletView | 'onboarding' }

export function WalletHeader({ wallet, view }: Props) {
  const assets = useAtomValue(assetsAtom(wallet.id))
  const tokens = useAtomValue(tokensAtom)
  const badge = walletBadge(wallet.status)
  const onboarding = view === 'onboarding'
  const open = onboarding || view === 'full' || view === 'restricted'
  const active = wallet.status === 'active'
  const locked = active && !onboarding && !isKycCompleted(wallet)
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="sr-only">{wallet.name}</h1>
        <WalletMenu wallet={wallet} />
        {(view === 'restricted' || (onboarding && !active)) && <Badge tone={badge.tone}>{badge.text}</Badge>}
        {open && <AccountChips accounts={wallet.accounts} />}
      </div>
      {open && (
        <>
          <div className="mt-3 flex flex-wrap items-end justify-between gap-4 md:mt-1">
            <p>
              <span className="sr-only">{walletsText.total}</span>
              <UsdTotal>{usdText(portfolioUsd(assets, tokenIndex(tokens)))}</UsdTotal>
            </p>
            {onboarding ? (
              <ConnectButton wallet={wallet} look="primary" why={WHY} />
            ) : (
              <Actions wallet={wallet} />
            )}
          </div>
          <HeldNote wallet={wallet} />
          {locked && <LockedNote id={WHY} wallet={wallet} />}
          {!active && <OffNote id={WHY} wallet={wallet} onboarding={onboarding} />}
        </>
      )}
    </header>
  )
}

function Actions({ wallet }: { wallet: Wallet }) {
  const desktop = useDesktop()
  const allowed = canTransfer(wallet)
  const why = allowed ? undefined : WHY
  const send = () => openPanel({ id: 'sends-funds', walletId: wallet.id })
  const receive = () => openPanel({ id: 'receive-funds', walletId: wallet.id })
  if (desktop) {
    return (
      <div className="flex gap-2">
        <Button
          variant="primary"
          icon="arrow-up-right"
          acts
          disabled={!allowed}
          aria-describedby={why}
          onClick={send}
        >
          {walletsText.send}
        </Button>
        <Button icon="arrow-down-left" disabled={!allowed} aria-describedby={why} onClick={receive}>
          {walletsText.receive}
        </Button>
        <ConnectButton wallet={wallet} look="button" why={WHY} />
      </div>
    )
  }
  return (
    <div className="grid w-full grid-cols-3 gap-2">
      <ActionTile
        icon="arrow-up-right"
        variant="primary"
        acts
        disabled={!allowed}
        aria-describedby={why}
        onClick={send}
      >
        {walletsText.send}
      </ActionTile>
      <ActionTile
        icon="arrow-down-left"
        variant="secondary"
        disabled={!allowed}
        aria-describedby={why}
        onClick={receive}
      >
        {walletsText.receive}
      </ActionTile>
      <ConnectButton wallet={wallet} look="tile" why={WHY} />
    </div>
  )
}
