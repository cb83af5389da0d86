import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { Tile } from './Tile.tsx'

type Props = {
  /** On an iPhone the page has to be on the home screen first. */
  kind: 'enable' | 'home-screen'
  enable: { working: boolean; run: () => unknown }
  close: () => void
  className?: string
}

/** Offers notifications: a question that never outranks the others on its screen. */
export function OfferCard({ kind, enable, close, className = '' }: Props) {
  const offered = kind === 'enable'
  const title = offered ? 'Enable desktop notifications' : 'Add to Home Screen first'
  return (
    <section
      aria-label={title}
      className={`relative flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-15px md:flex-nowrap md:items-center md:px-19px ${className}`}
    >
      <Tile icon={offered ? 'bell' : 'smartphone'} tone="accent" shape="square" />
      <div className="min-w-0 flex-1 pr-10 md:pr-0">
        <h2 className="text-ui font-550">{title}</h2>
        {offered ? (
          <p className="text-sm text-text-3">
            Hear about approvals and app requests while this page is in the background.
          </p>
        ) : (
          <HomeScreenSteps />
        )}
      </div>
      {offered && (
        <Button className="w-full md:w-auto" working={enable.working} onClick={() => void enable.run()}>
          Enable
        </Button>
      )}
      <IconButton
        icon="x"
        iconSize={16}
        label="Close"
        onClick={close}
        className="absolute! right-2 top-2 md:static!"
      />
    </section>
  )
}

function HomeScreenSteps() {
  return (
    <ol className="m-0 mt-1 list-decimal pl-5 text-sm text-text-3">
      <li>Press Share in the browser’s bar.</li>
      <li>Choose Add to Home Screen.</li>
      <li>Open Countersign from there and enable notifications.</li>
    </ol>
  )
}
