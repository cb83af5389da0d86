import { createContext } from 'react'

/** Whether amounts are covered. */
export const HiddenContext = createContext(false)
