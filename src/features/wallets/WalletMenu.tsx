import { Suspense, useId, useRef, useState } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { Icon } from '#ui/Icon.tsx'
import { part } from '#ui/part.ts'

const load = () => import('./Switcher.tsx')
const Switcher = part(load, 'Switcher')

/** The wallet's name; it opens the list of all wallets. */
export function WalletMenu({ wallet }: { wallet: Wallet }) {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never')
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const near = () => void load().catch(() => undefined)
  return (
    <div className="min-w-0 max-w-full -mx-10px">
      <button
        ref={button}
        id={id}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={state === 'open'}
        onPointerEnter={near}
        onFocus={near}
        onClick={() => setState('open')}
        className="flex items-center gap-2 rounded-btn px-10px py-2 type-h3 micro hover:bg-sunken aria-expanded:bg-sunken"
      >
        <span className="min-w-0 break-words text-left">{wallet.name}</span>
        <Icon name="chevron-down" size={18} />
      </button>
      {state !== 'never' && (
        <Suspense fallback={null}>
          <Switcher
            open={state === 'open'}
            onClose={() => setState('closed')}
            anchor={button}
            labelledBy={id}
            wallet={wallet}
          />
        </Suspense>
      )}
    </div>
  )
}
