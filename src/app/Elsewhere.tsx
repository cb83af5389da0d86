import { Route, Switch } from 'wouter'
import { FreezeScreen } from '#features/auth/FreezeScreen.tsx'
import { NotFoundScreen } from '#features/auth/NotFoundScreen.tsx'
import { RecoverScreen } from '#features/auth/RecoverScreen.tsx'
import { ReleaseScreen } from '#features/auth/ReleaseScreen.tsx'

/** Pages that few open, signed in or not, and what stands where there is none: the first screen need not know them. */
export function Elsewhere() {
  return (
    <Switch>
      <Route path="/freeze" component={FreezeScreen} />
      <Route path="/recover" component={RecoverScreen} />
      <Route path="/release" component={ReleaseScreen} />
      <Route component={NotFoundScreen} />
    </Switch>
  )
}
