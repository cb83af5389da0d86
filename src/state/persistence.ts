import { openDatabase } from './database.ts'
import { openHolder } from './holder.ts'
import { createPersister } from './persist.ts'
import { store } from './store.ts'

type Listener = () => void
let whenEvicted: Listener = () => undefined

export const holder = openHolder()

export const persister = createPersister({
  store,
  database: openDatabase(),
  holder,
  onTrouble: (trouble) => void import('./trouble.ts').then(({ sayTrouble }) => sayTrouble(trouble)),
  onEvicted: () => whenEvicted(),
})

/** The one listener for 'another sign-in has taken the stored state over'. */
export const onEvicted = (listener: Listener): void => {
  whenEvicted = listener
}
