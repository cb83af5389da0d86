import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { walletBadge } from '#domain/badge.ts'
import { portfolioUsd, tokenIndex } from '#domain/portfolio.ts'
import { usdText } from '#domain/usd.ts'
import { canTransfer, isKycCompleted, type WalletView } from '#domain/walletview.ts'
import { openPanel } from '#state/modals.ts'
import { useOnline } from '#state/online.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { tokensAtom } from '#state/wallets.ts'
import { ActionTile } from '#ui/ActionTile.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { useDesktop } from '#ui/media.ts'
import { UsdTotal } from '#ui/UsdTotal.tsx'
import { AccountChips } from './AccountChips.tsx'
import { ConnectButton } from './ConnectButton.tsx'
import { LockedNote } from './LockedNote.tsx'
import { WalletMenu } from './WalletMenu.tsx'

const LOCKED = 'wallet-locked'

type Props = { wallet: Wallet; view: WalletView | 'onboarding' }

export function WalletHeader({ wallet, view }: Props) {
  const assets = useAtomValue(assetsAtom(wallet.id))
  const tokens = useAtomValue(tokensAtom)
  const badge = walletBadge(wallet.status)
  const onboarding = view === 'onboarding'
  const open = onboarding || view === 'full' || view === 'restricted'
  const locked = wallet.status === 'active' && !onboarding && !isKycCompleted(wallet)
  return (
    <header>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="sr-only">{wallet.name}</h1>
        <WalletMenu wallet={wallet} />
        {(view === 'restricted' || (onboarding && wallet.status !== 'active')) && (
          <Badge tone={badge.tone}>{badge.text}</Badge>
        )}
        {open && <AccountChips accounts={wallet.accounts} />}
      </div>
      {open && (
        <>
          <div className="mt-1 flex flex-wrap items-end justify-between gap-4">
            <p>
              <span className="sr-only">Total: </span>
              <UsdTotal>{usdText(portfolioUsd(assets, tokenIndex(tokens)))}</UsdTotal>
            </p>
            {onboarding ? <ConnectButton wallet={wallet} look="primary" /> : <Actions wallet={wallet} />}
          </div>
          {locked && <LockedNote id={LOCKED} wallet={wallet} />}
        </>
      )}
    </header>
  )
}

function Actions({ wallet }: { wallet: Wallet }) {
  const online = useOnline()
  const desktop = useDesktop()
  const allowed = canTransfer(wallet)
  const why = wallet.status === 'active' && !allowed ? LOCKED : undefined
  const send = () => openPanel({ id: 'sends-funds', walletId: wallet.id })
  const receive = () => openPanel({ id: 'receive-funds', walletId: wallet.id })
  const canSend = allowed && online
  if (desktop) {
    return (
      <div className="flex gap-2">
        <Button
          variant="primary"
          icon="arrow-up-right"
          disabled={!canSend}
          aria-describedby={why}
          onClick={send}
        >
          Send
        </Button>
        <Button icon="arrow-down-left" disabled={!allowed} aria-describedby={why} onClick={receive}>
          Receive
        </Button>
        <ConnectButton wallet={wallet} look="button" />
      </div>
    )
  }
  return (
    <div className="grid w-full grid-cols-3 gap-2">
      <ActionTile
        icon="arrow-up-right"
        variant="primary"
        disabled={!canSend}
        aria-describedby={why}
        onClick={send}
      >
        Send
      </ActionTile>
      <ActionTile
        icon="arrow-down-left"
        variant="secondary"
        disabled={!allowed}
        aria-describedby={why}
        onClick={receive}
      >
        Receive
      </ActionTile>
      <ConnectButton wallet={wallet} look="tile" />
    </div>
  )
}
