import { useContext } from 'react'
import { authText } from '#text/auth.ts'
import { Button } from '#ui/Button.tsx'
import { ReachContext } from '#ui/reach.ts'
import { Spinner } from '#ui/Spinner.tsx'

type Props = { failed: boolean; what: string; retry: () => void; className?: string }

/** In place of what is still loading, waits for the connection to load, or could not be loaded. */
export function Retry({ failed, what, retry, className = '' }: Props) {
  const why = useContext(ReachContext)
  return (
    <div className={`flex flex-col items-center justify-center gap-4 ${className}`}>
      {failed ? (
        <>
          <p role="alert" className="text-body text-text-2">
            {authText.notLoaded(what)}
          </p>
          <Button onClick={retry} acts icon="refresh-cw">
            {authText.tryAgain}
          </Button>
        </>
      ) : why ? (
        <p role="status" className="text-body text-text-2">
          {why}
        </p>
      ) : (
        <span className="late text-text-3">
          <Spinner size={24} label={authText.loading} />
        </span>
      )}
    </div>
  )
}
