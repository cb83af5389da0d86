import { useAtomValue, useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { guidedAtom } from '#state/guided.ts'
import { transactionsAtom } from '#state/perwallet.ts'
import { useStart } from '#state/start.ts'
import { NextSteps } from './NextSteps.tsx'
import { SealCard } from './SealCard.tsx'

/** The steps from a verified wallet to its first protected transfer, for a newcomer. */
export function Start({ wallet }: { wallet: Wallet }) {
  const start = useStart(wallet)
  const transactions = useAtomValue(transactionsAtom(wallet.id))
  const setGuided = useSetAtom(guidedAtom)
  const isGuided = start?.next !== undefined
  useLayoutEffect(() => {
    setGuided(isGuided)
    return () => setGuided(false)
  }, [isGuided, setGuided])
  if (!start) return null
  const isGuarded = start.steps.some(({ step, isDone }) => step === 'guardian' && isDone)
  return (
    <div className="mt-5 grid items-start gap-5 md:mt-7 lg:grid-cols-[minmax(0,1fr)_320px]">
      <NextSteps wallet={wallet} start={start} transactions={transactions} acts />
      <SealCard state={start.isOver ? 'whole' : isGuarded ? 'guarded' : 'open'} />
    </div>
  )
}
