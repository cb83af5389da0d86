import { Suspense, useState } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { walletsText } from '#text/wallets.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Icon } from '#ui/Icon.tsx'
import { part } from '#ui/part.ts'

const StepsDialog = part(() => import('./StepsDialog.tsx'), 'StepsDialog')

/** Why Send and Receive are disabled, and how that ends. */
export function LockedNote({ id, wallet }: { id: string; wallet: Wallet }) {
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <Card pad={false} className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3">
      <Icon name="lock" size={18} className="text-text-3" />
      <p id={id} className="min-w-200px flex-1 text-ui text-text-2">
        {walletsText.locked}
      </p>
      <Button size={32} onClick={() => setDialog('open')}>
        {walletsText.showSteps}
      </Button>
      {dialog !== 'never' && (
        <Suspense fallback={null}>
          <StepsDialog wallet={wallet} open={dialog === 'open'} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </Card>
  )
}
