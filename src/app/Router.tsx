import { useStore } from 'jotai'
import { type ReactNode, Suspense, useState } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { keepWanted } from '#state/asked.ts'
import { authAtom, loggedAtom } from '#state/auth.ts'
import { type Audience, isTurnedAway } from './guard.ts'
import { Elsewhere, FRAMED, Layout, PAGES } from './routes.ts'

/** Asked once per visit: whoever signs in on a page is taken on by that page, not by its guard. */
function Guard({ audience, children }: { audience: Audience; children: ReactNode }) {
  const store = useStore()
  const [away] = useState(() => {
    const turned = isTurnedAway(audience, store.get(authAtom))
    if (turned && audience === 'in') keepWanted()
    return turned
  })
  return away ? <Redirect to="/" replace /> : children
}

function Home() {
  const store = useStore()
  return <Redirect to={store.get(loggedAtom) ? '/wallets' : '/auth'} replace />
}

const framedPaths = new RegExp(`^(?:${FRAMED.map(({ path }) => path).join('|')})/?$`)

export function Router() {
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/" component={Home} />
        {PAGES.map(({ path, audience, Screen }) => (
          <Route key={path} path={path}>
            <Guard audience={audience}>
              <Screen />
            </Guard>
          </Route>
        ))}
        <Route path={framedPaths}>
          <Guard audience="in">
            <Layout>
              {FRAMED.map(({ path, Screen }) => (
                <Route key={path} path={path} component={Screen} />
              ))}
            </Layout>
          </Guard>
        </Route>
        <Route component={Elsewhere} />
      </Switch>
    </Suspense>
  )
}
