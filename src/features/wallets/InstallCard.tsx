import { useAtom, useAtomValue } from 'jotai'
import { install, installAtom } from '#state/browser.ts'
import { OFFER_PAUSE, offerClosedAtom } from '#state/offer.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { Tile } from '#ui/Tile.tsx'

const TITLE = 'Install Countersign'

/** Offers the app itself, where the browser can install it. Whoever closes it, or the other offer, is left alone. */
export function InstallCard({ className = '' }: { className?: string }) {
  const canInstall = useAtomValue(installAtom)
  const [closedAt, setClosedAt] = useAtom(offerClosedAtom)
  const closed = closedAt !== null && Date.now() - Date.parse(closedAt) < OFFER_PAUSE
  if (!canInstall || closed) return null
  return (
    <section
      aria-label={TITLE}
      className={`relative flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-15px md:flex-nowrap md:items-center md:px-19px ${className}`}
    >
      <Tile icon="download" tone="accent" shape="square" />
      <div className="min-w-0 flex-1 pr-10 md:pr-0">
        <h2 className="text-ui font-550">{TITLE}</h2>
        <p className="text-sm text-text-3">Open it like any other app, in a window of its own.</p>
      </div>
      <Button className="w-full md:w-auto" onClick={() => void install()}>
        Install
      </Button>
      <IconButton
        icon="x"
        iconSize={16}
        label="Close"
        onClick={() => setClosedAt(new Date().toISOString())}
        className="absolute! right-2 top-2 md:static!"
      />
    </section>
  )
}
