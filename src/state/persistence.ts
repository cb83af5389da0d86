import { openDatabase } from './database.ts'
import { createPersister } from './persist.ts'
import { say } from './say.ts'
import { store } from './store.ts'

export const NOT_KEPT = 'This browser does not keep data for this page. It is read again at each visit.'

type Listener = () => void
let whenEvicted: Listener = () => undefined

export const persister = createPersister({
  store,
  database: openDatabase(),
  onUnavailable: () => say(NOT_KEPT),
  onEvicted: () => whenEvicted(),
})

/** The one listener for 'another sign-in has taken the stored state over'. */
export const onEvicted = (listener: Listener): void => {
  whenEvicted = listener
}
