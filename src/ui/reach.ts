import { createContext, type MouseEvent, useContext } from 'react'

/** Why nothing can be asked of the server now; undefined while it can. */
export const ReachContext = createContext<string | undefined>(undefined)

/** Id of the element that says why. */
export const REACH_ID = 'out-of-reach'

const stop = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

interface Control {
  'aria-describedby'?: string | undefined
  disabled?: boolean | undefined
}

/**
 * For a control that asks the server: without a connection it does nothing, but whoever comes to it hears why, so it stays
 * in the tab order. Spread the answer after the control's own attributes.
 */
export const useReach = (acts: boolean | undefined, { disabled, 'aria-describedby': own }: Control) => {
  const why = useContext(ReachContext)
  const cut = acts === true && why !== undefined
  if (!cut) return { cut, attributes: {} }
  const describedBy = disabled && own ? `${own} ${REACH_ID}` : REACH_ID
  return {
    cut,
    attributes: {
      disabled: false,
      'aria-disabled': true,
      'aria-describedby': describedBy,
      onClick: stop,
    } as const,
  }
}
