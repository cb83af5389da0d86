import { type Arrivals, createArrivals } from './arrivals.ts'
import { type Store, store } from './store.ts'

/** The client's copy of what the server holds. */
export interface Mirror {
  store: Store
  arrivals: Arrivals
}

export const mirror: Mirror = { store, arrivals: createArrivals() }
