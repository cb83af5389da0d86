import type { ReactNode } from 'react'
import { kitText } from '#text/kit.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import type { IconName } from './icon.ts'
import { SkeletonRows } from './SkeletonRows.tsx'

type Props = {
  load: { phase: 'loading' | 'ready' | 'failed' | 'offline'; retry: () => void }
  icon: IconName
  /** What the list holds, as in 'DApps could not be loaded'. */
  what: string
  className?: string
  /** In place of a list that was read and has no rows. */
  children: ReactNode
}

/** In place of a list without rows: it is on its way, could not be read, or holds nothing. */
export function NoRows({ load, icon, what, className, children }: Props) {
  switch (load.phase) {
    case 'ready':
      return children
    case 'loading':
      return <SkeletonRows label={kitText.loadingOf(what)} className={className} />
    default:
      return (
        <EmptyState
          icon={icon}
          title={kitText.notLoaded(what)}
          className={className}
          action={load.phase === 'failed' && <Button onClick={load.retry}>{kitText.tryAgain}</Button>}
        >
          {load.phase === 'offline' && kitText.offline}
        </EmptyState>
      )
  }
}
