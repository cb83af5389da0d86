import { useAtomValue } from 'jotai'
import { type FunctionComponent, Suspense } from 'react'
import { closePanel, type PanelId, type PanelProps, panelAtom } from '#state/modals.ts'
import { EntersContext, LeftContext } from '#ui/Overlay.tsx'
import { lazily } from './lazily.ts'
import { useSteps } from './linger.ts'

type Registry = { [I in PanelId]?: FunctionComponent<PanelProps<I>> }

const PANELS: Registry = {
  'add-new-wallet': lazily(() => import('#features/wallets/AddWalletPanel.tsx'), 'AddWalletPanel'),
  'invite-guardian': lazily(() => import('#features/guardians/InvitePanel.tsx'), 'InvitePanel'),
  'sends-funds': lazily(() => import('#features/send/SendPanel.tsx'), 'SendPanel'),
  'transaction-details': lazily(() => import('#features/send/DetailsPanel.tsx'), 'DetailsPanel'),
  'transaction-info': lazily(() => import('#features/activity/TransactionPanel.tsx'), 'TransactionPanel'),
  asset: lazily(() => import('#features/assets/AssetPanel.tsx'), 'AssetPanel'),
  'receive-funds': lazily(() => import('#features/receive/ReceivePanel.tsx'), 'ReceivePanel'),
}

const numbers = new WeakMap<object, number>()
let opened = 0

/** A number of its own for each opening, so that a form which is opened again starts clean. */
const numberOf = (panel: object): number => {
  const known = numbers.get(panel)
  if (known !== undefined) return known
  opened += 1
  numbers.set(panel, opened)
  return opened
}

export function Panels() {
  const { shown, open, enters, onLeft } = useSteps(useAtomValue(panelAtom))
  if (!shown) return null
  const Component = PANELS[shown.id] as FunctionComponent<PanelProps> | undefined
  if (!Component) return null
  return (
    // A boundary of its own for each: one that hides a step while the next one loads would make that step's dialog close.
    <Suspense key={numberOf(shown)} fallback={null}>
      <EntersContext value={enters}>
        <LeftContext value={onLeft}>
          <Component panel={shown} open={open} onClose={closePanel} />
        </LeftContext>
      </EntersContext>
    </Suspense>
  )
}
