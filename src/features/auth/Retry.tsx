import { authText } from '#text/auth.ts'
import { Button } from '#ui/Button.tsx'
import { Spinner } from '#ui/Spinner.tsx'

type Props = { failed: boolean; what: string; retry: () => void; className?: string }

/** In place of what is still loading, or could not be loaded. */
export function Retry({ failed, what, retry, className = '' }: Props) {
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
      ) : (
        <span className="late text-text-3">
          <Spinner size={24} label={authText.loading} />
        </span>
      )}
    </div>
  )
}
