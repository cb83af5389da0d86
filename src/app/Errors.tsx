import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { closeError, errorInfoAtom } from '#state/modals.ts'
import { lazily } from './lazily.ts'
import { useLinger } from './linger.ts'
import { StaleDialog } from './StaleDialog.tsx'

const ErrorInfo = lazily(() => import('./ErrorInfo.tsx'), 'ErrorInfo')

export function Errors() {
  const { shown, open } = useLinger(useAtomValue(errorInfoAtom))
  return (
    <>
      {shown && (
        <Suspense fallback={null}>
          <ErrorInfo info={shown} open={open} onClose={closeError} />
        </Suspense>
      )}
      <StaleDialog />
    </>
  )
}
