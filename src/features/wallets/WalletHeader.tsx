import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import { walletBadge } from '#domain/badge.ts'
import { holdOf, isFrozen } from '#domain/hold.ts'
import { portfolioUsd, tokenIndex } from '#domain/portfolio.ts'
import { usdText } from '#domain/usd.ts'
import { canTransfer, isKycCompleted, type WalletView } from '#domain/walletview.ts'
import { guidedAtom } from '#state/guided.ts'
import { openPanel } from '#state/modals.ts'
import { assetsAtom } from '#state/perwallet.ts'
import { tokensAtom } from '#state/wallets.ts'
import { saying } from '#text/catalogue.ts'
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
import { ProtectionLine } from './ProtectionLine.tsx'
import { WalletMenu } from './WalletMenu.tsx'
import { WHY } from './why.ts'

/** Id of the words that say who protects the wallet. */
const PROTECTION = 'wallet-protection'

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
        {(view === 'restricted' || (onboarding && !active)) && (
          <Badge tone={badge.tone}>{saying(badge.text)}</Badge>
        )}
        {open && <AccountChips accounts={wallet.accounts} />}
      </div>
      {open && (
        <>
          <div className="mt-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-5 md:mt-1">
            <div>
              <p>
                <span className="sr-only">{walletsText.total}</span>
                <UsdTotal>{usdText(portfolioUsd(assets, tokenIndex(tokens)))}</UsdTotal>
              </p>
              <div className="mt-6px min-h-28px">
                <ProtectionLine key={wallet.id} id={PROTECTION} wallet={wallet} hasTabs={!onboarding} />
              </div>
            </div>
            {onboarding ? (
              <ConnectButton wallet={wallet} look="wide" why={WHY} />
            ) : (
              <Actions wallet={wallet} />
            )}
          </div>
          {holdOf(wallet) && <HeldNote wallet={wallet} />}
          {!active && <OffNote id={WHY} wallet={wallet} onboarding={onboarding} />}
          {locked && <LockedNote id={WHY} wallet={wallet} />}
        </>
      )}
    </header>
  )
}

function Actions({ wallet }: { wallet: Wallet }) {
  const quiet = useAtomValue(guidedAtom)
  const desktop = useDesktop()
  const allowed = canTransfer(wallet)
  const frozen = isFrozen(wallet)
  const why = allowed ? undefined : WHY
  const sending = {
    icon: 'arrow-up-right',
    variant: quiet ? 'secondary' : 'primary',
    acts: true,
    disabled: !allowed || frozen,
    'aria-describedby': frozen ? PROTECTION : why,
    onClick: () => openPanel({ id: 'sends-funds', walletId: wallet.id }),
    children: walletsText.send,
  } as const
  const receive = () => openPanel({ id: 'receive-funds', walletId: wallet.id })
  if (desktop) {
    return (
      <div className="mt-1 flex gap-2">
        <Button {...sending} />
        <Button icon="arrow-down-left" disabled={!allowed} aria-describedby={why} onClick={receive}>
          {walletsText.receive}
        </Button>
        <ConnectButton wallet={wallet} look="button" why={WHY} />
      </div>
    )
  }
  return (
    <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-2">
      <ActionTile {...sending} />
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
