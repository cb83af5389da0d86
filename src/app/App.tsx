import { Provider, useAtomValue } from 'jotai'
import { Suspense, useEffect } from 'react'
import { hideAmountsAtom } from '#state/display.ts'
import { spokenAtom } from '#state/language.ts'
import { dockAtom } from '#state/sandbox.ts'
import { store } from '#state/store.ts'
import { outdatedAtom } from '#state/version.ts'
import { HiddenContext } from '#ui/hidden.ts'
import { part } from '#ui/part.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { Boundary } from './Boundary.tsx'
import { lazily } from './lazily.ts'
import { Overlays } from './Overlays.tsx'
import { Reach } from './Reach.tsx'
import { Router } from './Router.tsx'

/** Never loaded where there is real money. */
const Dock = part(() => import('./Dock.tsx'), 'Dock')
const UpdateScreen = lazily(() => import('./UpdateScreen.tsx'), 'UpdateScreen')

type Props = { onDrawn?: (() => void) | undefined }

export function App({ onDrawn }: Props) {
  useEffect(() => onDrawn?.(), [onDrawn])
  // Everything below is drawn anew in another language, and keeps what was typed.
  useAtomValue(spokenAtom, { store })
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
  const hasDock = useAtomValue(dockAtom)
  const hidden = useAtomValue(hideAmountsAtom)
  if (outdated)
    return (
      <Suspense fallback={null}>
        <UpdateScreen side={outdated} />
      </Suspense>
    )
  return (
    <Reach>
      <HiddenContext value={hidden}>
        <Router />
        {hasDock && (
          <Suspense fallback={null}>
            <Dock />
          </Suspense>
        )}
        <Overlays />
      </HiddenContext>
    </Reach>
  )
}
