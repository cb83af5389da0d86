import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { connectionAtom } from '#state/online.ts'
import { reachText } from '#text/reach.ts'
import { REACH_ID, ReachContext } from '#ui/reach.ts'

/** Tells all that is drawn whether the server can be asked. */
export function Reach({ children }: { children: ReactNode }) {
  const connection = useAtomValue(connectionAtom)
  const why = connection === 'up' ? undefined : reachText[connection]
  return (
    <ReachContext value={why}>
      {children}
      <p id={REACH_ID} hidden>
        {why && reachText.needsConnection}
      </p>
    </ReachContext>
  )
}
