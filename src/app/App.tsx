import { Provider, useAtomValue } from 'jotai'
import { Suspense, useEffect } from 'react'
import { store } from '#state/store.ts'
import { outdatedAtom } from '#state/version.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { Boundary } from './Boundary.tsx'
import { lazily } from './lazily.ts'
import { Overlays } from './Overlays.tsx'
import { Reach } from './Reach.tsx'
import { Router } from './Router.tsx'

const UpdateScreen = lazily(() => import('./UpdateScreen.tsx'), 'UpdateScreen')

type Props = { onDrawn?: (() => void) | undefined }

export function App({ onDrawn }: Props) {
  useEffect(() => onDrawn?.(), [onDrawn])
  return (
    <Provider store={store}>
      <Boundary>
        <Content />
      </Boundary>
      <Toaster />
    </Provider>
  )
}

function Content() {
  const outdated = useAtomValue(outdatedAtom)
  if (outdated)
    return (
      <Suspense fallback={null}>
        <UpdateScreen side={outdated} />
      </Suspense>
    )
  return (
    <Reach>
      <Router />
      <Overlays />
    </Reach>
  )
}
