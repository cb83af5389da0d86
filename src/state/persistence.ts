import { openDatabase } from './database.ts'
import { openHolder } from './holder.ts'
import { createPersister, type Trouble } from './persist.ts'
import { say } from './say.ts'
import { store } from './store.ts'

export const TROUBLE: Record<Trouble, string> = {
  failed: 'This browser does not keep data for this page. It is read again at each visit.',
  late: 'What this browser keeps for this page took too long to load. It is read again.',
  cleared: 'What this browser kept for this page was cleared. It is kept again from now on.',
}

type Listener = () => void
let whenEvicted: Listener = () => undefined

export const holder = openHolder()

export const persister = createPersister({
  store,
  database: openDatabase(),
  holder,
  onTrouble: (trouble) => say(TROUBLE[trouble]),
  onEvicted: () => whenEvicted(),
})

/** The one listener for 'another sign-in has taken the stored state over'. */
export const onEvicted = (listener: Listener): void => {
  whenEvicted = listener
}
