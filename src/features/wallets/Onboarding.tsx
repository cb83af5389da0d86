import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import type { Wallet } from '#contract/wallet.ts'
import { useOffer } from '#state/offer.ts'
import { transactionsAtom } from '#state/perwallet.ts'
import { useStart } from '#state/start.ts'
import { onboardingText } from '#text/onboarding.ts'
import { OfferCard } from '#ui/OfferCard.tsx'
import { NextSteps } from './NextSteps.tsx'
import { SealCard } from './SealCard.tsx'
import { Steps, useStepsDone } from './Steps.tsx'
import { Waiting } from './Waiting.tsx'
import { WalletHeader } from './WalletHeader.tsx'
import { WHY } from './why.ts'

/** The first and only wallet, until its owner is verified. */
export function Onboarding({ wallet }: { wallet: Wallet }) {
  const offer = useOffer()
  const start = useStart(wallet)
  const transactions = useAtomValue(transactionsAtom(wallet.id))
  const { connected, verified } = useStepsDone(wallet)
  return (
    <>
      <WalletHeader wallet={wallet} view="onboarding" />
      <Waiting walletId={wallet.id} />
      <div className="mt-5 grid items-start gap-5 md:mt-7 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="min-w-0">
          <Steps wallet={wallet} why={WHY} />
          {start && <NextSteps wallet={wallet} start={start} transactions={transactions} className="mt-6" />}
        </div>
        <SealCard state="steps" done={Number(connected) + Number(verified)} of={2} />
      </div>
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
