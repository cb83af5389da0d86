import { useContext } from 'react'
import { Icon } from './Icon.tsx'
import { ReachContext } from './reach.ts'

/** Why the buttons of a dialog or panel do nothing: the page's own banner lies under the scrim. */
export function OutOfReach({ className = '' }: { className?: string }) {
  const why = useContext(ReachContext)
  if (why === undefined) return null
  return (
    <p
      role="status"
      className={`flex items-center gap-2 rounded-input bg-inv px-3 py-2 text-sm font-500 text-on-inv ${className}`}
    >
      <Icon name="cloud-off" />
      {why}
    </p>
  )
}
