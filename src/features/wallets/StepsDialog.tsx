import type { Wallet } from '#contract/wallet.ts'
import { onboardingText } from '#text/onboarding.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Steps } from './Steps.tsx'

type Props = { wallet: Wallet; open: boolean; onClose: () => void }

export function StepsDialog({ wallet, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={onboardingText.steps.dialog} closeButton>
      <Steps wallet={wallet} className="mt-3" />
    </Dialog>
  )
}
