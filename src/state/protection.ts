import { atom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useReducer } from 'react'
import type { Wallet } from '#contract/wallet.ts'
import { confirmedCount } from '#domain/guardian.ts'
import { type Protection, protectionOf } from '#domain/protection.ts'
import { loadedAtom } from './loaded.ts'
import { approversAtom } from './perwallet.ts'

/** The longest that a timer of browsers can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1

/** Draws once more when that moment has come. */
const useMoment = (at: string | undefined): void => {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    const left = at === undefined ? 0 : Date.parse(at) - Date.now()
    if (left <= 0 || left > LONGEST) return
    const timer = setTimeout(draw, left)
    return () => clearTimeout(timer)
  }, [at])
}

/** How a wallet is protected, by what is known of it already: nothing is asked for. Nobody protects one that is not there. */
export const useProtection = (wallet: Pick<Wallet, 'id' | 'features'> | undefined): Protection => {
  const id = wallet?.id ?? ''
  const known = useMemo(
    () =>
      atom((get) => {
        const approvers = get(approversAtom(id))
        // A list that is not read yet can tell that somebody guards it, but not that nobody does.
        return get(loadedAtom)[`approvers/${id}`] || confirmedCount(approvers) > 0 ? approvers : undefined
      }),
    [id],
  )
  const protection = protectionOf(wallet ?? { features: [] }, useAtomValue(known))
  useMoment(protection.startsAt)
  return protection
}
