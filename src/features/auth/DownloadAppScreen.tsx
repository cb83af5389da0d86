import type { MouseEvent } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { openModal } from '#state/modals.ts'
import { authText } from '#text/auth.ts'
import { commonText } from '#text/common.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Tile } from '#ui/Tile.tsx'
import { AuthShell } from './AuthShell.tsx'
import { authenticatorIds, authenticators } from './authenticator.ts'
import { StartAgain } from './StartAgain.tsx'
import { StoreLinks } from './StoreLinks.tsx'

const path = '/two-factor/download-app'

/** Both apps; with `?app=` the download screen of one, which its row opens as a dialog. */
export function DownloadAppScreen() {
  const wanted = new URLSearchParams(useSearch()).get('app')
  const app = authenticatorIds.find((id) => id === wanted)
  const [, navigate] = useLocation()
  const toSetup = () => navigate('/two-factor/setup')

  if (app) {
    return (
      <AuthShell key={app} title={authText.downloadApp(authenticators[app].name)} lead={authText.scanStore}>
        <div className="mt-6">
          <StoreLinks app={authenticators[app]} />
        </div>
        <Button variant="primary" size={48} block onClick={toSetup} className="mt-6">
          {authText.haveApp}
        </Button>
        <Button variant="ghost" size={48} block onClick={() => navigate(path)} className="mt-2">
          {commonText.back}
        </Button>
        <StartAgain />
      </AuthShell>
    )
  }
  return (
    <AuthShell key="both" title={authText.downloadAny} lead={authText.downloadLead}>
      <ul className="m-0 mt-6 list-none divide-y divide-line rounded-card border border-line p-0">
        {authenticatorIds.map((id) => (
          <li key={id}>
            <AppLink id={id} />
          </li>
        ))}
      </ul>
      <Button variant="primary" size={48} block onClick={toSetup} className="mt-5">
        {authText.haveApp}
      </Button>
      <StartAgain />
    </AuthShell>
  )
}

function AppLink({ id }: { id: keyof typeof authenticators }) {
  const { name, icon, modal, stores } = authenticators[id]

  function open(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openModal({ id: modal })
  }

  return (
    <Link
      href={`${path}?app=${id}`}
      onClick={open}
      className="flex items-center gap-14px rounded-card px-18px py-4 micro hover:bg-sunken"
    >
      <Tile icon={icon} shape="square" />
      <span className="min-w-0 flex-1">
        <span className="block text-ui font-550 text-text">{name}</span>
        <span className="mt-1 block text-sm text-text-3">{stores.map((store) => store.name).join(', ')}</span>
      </span>
      <Icon name="chevron-right" className="text-text-2" />
    </Link>
  )
}
