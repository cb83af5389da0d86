import type { Reading } from '#state/reading.ts'
import { kitText } from '#text/kit.ts'
import { Button } from '#ui/Button.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

type Props = Pick<Reading<unknown>, 'load'> & {
  /** What the section shows, as in 'Sessions could not be loaded'. */
  what: string
}

/** In place of a section's rows: they are on their way, or could not be read. */
export function Loading({ load, what }: Props) {
  if (load.phase === 'loading') return <Coming what={what} />
  return (
    <div
      role="status"
      className="flex min-h-32 flex-wrap items-center justify-between gap-3 border-t border-line px-15px py-3 md:px-23px"
    >
      <p className="text-ui text-text-2">
        {kitText.notLoaded(what)}
        {load.phase === 'offline' && `. ${kitText.offline}`}
      </p>
      {load.phase === 'failed' && (
        <Button size={32} onClick={load.retry}>
          {kitText.tryAgain}
        </Button>
      )}
    </div>
  )
}

/** Two rows in their geometry. */
function Coming({ what }: { what: string }) {
  return (
    <div role="status" className="late">
      <VisuallyHidden>{kitText.loadingOf(what)}</VisuallyHidden>
      {[1, 2].map((row) => (
        <div
          key={row}
          aria-hidden
          className="flex h-16 items-center gap-14px border-t border-line px-15px md:px-23px"
        >
          <span className="pulse size-10 rounded-input bg-line" />
          <span className="flex-1">
            <span className="pulse block h-11px w-36 rounded-full bg-line" />
            <span className="pulse mt-8px block h-9px w-24 rounded-full bg-line" />
          </span>
        </div>
      ))}
    </div>
  )
}
