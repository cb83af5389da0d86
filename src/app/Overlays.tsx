import { useAtomValue } from 'jotai'
import { Suspense, useEffect, useState } from 'react'
import { staleAtom } from '#state/browser.ts'
import { errorInfoAtom, modalsAtom, panelAtom } from '#state/modals.ts'
import { lazily } from './lazily.ts'

const Panels = lazily(() => import('./Panels.tsx'), 'Panels')
const Modals = lazily(() => import('./Modals.tsx'), 'Modals')
const Errors = lazily(() => import('./Errors.tsx'), 'Errors')

/** Whatever lies over the page; its code loads with the first one that opens. */
export function Overlays() {
  const [wanted, setWanted] = useState(false)
  const any = [useAtomValue(panelAtom), useAtomValue(errorInfoAtom), useAtomValue(staleAtom)].some(Boolean)
  const open = useAtomValue(modalsAtom).length > 0 || any
  useEffect(() => {
    if (open) setWanted(true)
  }, [open])
  if (!open && !wanted) return null
  return (
    <Suspense fallback={null}>
      <Panels />
      <Modals />
      <Errors />
    </Suspense>
  )
}
