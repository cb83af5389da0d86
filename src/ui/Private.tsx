import { type ReactNode, useContext } from 'react'
import { kitText } from '#text/kit.ts'
import { HiddenContext } from './hidden.ts'

/** An amount that nobody decides on here: covered for those who want it so. */
export function Private({ children }: { children: ReactNode }) {
  if (!useContext(HiddenContext)) return children
  return (
    <span role="img" aria-label={kitText.hiddenAmount}>
      •••
    </span>
  )
}
