import { Provider } from 'jotai'
import { store } from '#state/store.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { Boundary } from './Boundary.tsx'
import { Overlays } from './Overlays.tsx'
import { Reach } from './Reach.tsx'
import { Router } from './Router.tsx'

export function App() {
  return (
    <Provider store={store}>
      <Boundary>
        <Reach>
          <Router />
          <Overlays />
        </Reach>
      </Boundary>
      <Toaster />
    </Provider>
  )
}
