import { Provider } from 'jotai'
import { store } from '#state/store.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { Boundary } from './Boundary.tsx'
import { Errors } from './Errors.tsx'
import { Modals } from './Modals.tsx'
import { Panels } from './Panels.tsx'
import { Router } from './Router.tsx'

export function App() {
  return (
    <Provider store={store}>
      <Boundary>
        <Router />
        <Panels />
        <Modals />
        <Errors />
      </Boundary>
      <Toaster />
    </Provider>
  )
}
