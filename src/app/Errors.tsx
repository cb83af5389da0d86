import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { closeError, errorInfoAtom } from '#state/modals.ts'
import { LeftContext } from '#ui/Overlay.tsx'
import { lazily } from './lazily.ts'
import { useLinger } from './linger.ts'
import { StaleDialog } from './StaleDialog.tsx'

const ErrorInfo = lazily(() => import('./ErrorInfo.tsx'), 'ErrorInfo')

export function Errors() {
  const { shown, open, onLeft } = useLinger(useAtomValue(errorInfoAtom))
  return (
    <>
      {shown && (
        <Suspense fallback={null}>
          <LeftContext value={onLeft}>
            <ErrorInfo info={shown} open={open} onClose={closeError} />
          </LeftContext>
        </Suspense>
      )}
      <StaleDialog />
    </>
  )
}
