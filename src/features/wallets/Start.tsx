import { useAtomValue } from 'jotai'
import type { Wallet } from '#contract/wallet.ts'
import type { Start as Progress } from '#domain/start.ts'
import { transactionsAtom } from '#state/perwallet.ts'
import { NextSteps } from './NextSteps.tsx'
import { SealCard } from './SealCard.tsx'

/** The steps from a verified wallet to its first protected transfer. */
export function Start({ wallet, start }: { wallet: Wallet; start: Progress }) {
  const transactions = useAtomValue(transactionsAtom(wallet.id))
  const isGuarded = start.steps.some(({ step, isDone }) => step === 'guardian' && isDone)
  return (
    <div className="mt-5 grid items-start gap-5 md:mt-7 lg:grid-cols-[minmax(0,1fr)_320px]">
      <NextSteps wallet={wallet} start={start} transactions={transactions} acts />
      <SealCard state={start.isOver ? 'whole' : isGuarded ? 'guarded' : 'open'} />
    </div>
  )
}
