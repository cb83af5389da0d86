import { texts } from './catalogue.ts'

/** What is said where the server cannot be asked; the first screen needs it, too. */
export const reachText = texts('reach', {
  /** Why a button does nothing. */
  needsConnection: 'Needs a connection.',
  offline: 'You are offline.',
  down: 'No connection.',
})
