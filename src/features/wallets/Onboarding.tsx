import { Link } from 'wouter'
import type { Wallet } from '#contract/wallet.ts'
import { useOffer } from '#state/offer.ts'
import { onboardingText } from '#text/onboarding.ts'
import { OfferCard } from '#ui/OfferCard.tsx'
import { Steps } from './Steps.tsx'
import { Waiting } from './Waiting.tsx'
import { WalletHeader } from './WalletHeader.tsx'

/** The first and only wallet, until its owner is verified. */
export function Onboarding({ wallet }: { wallet: Wallet }) {
  const offer = useOffer()
  return (
    <>
      <WalletHeader wallet={wallet} view="onboarding" />
      <Waiting walletId={wallet.id} />
      <Steps wallet={wallet} className="mt-5 items-start md:mt-7 md:grid-cols-2 md:items-stretch" />
      {offer && <OfferCard {...offer} className="mt-3 md:mt-4" />}
      <p className="mt-5 text-center text-sm text-text-2">
        {onboardingText.noNeed}{' '}
        <Link className="link" href="/guardian-hub">
          {onboardingText.openHub}
        </Link>
      </p>
    </>
  )
}
