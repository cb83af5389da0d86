import { atom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { updateMyUser } from '#contract/endpoints/user.ts'
import type { Wallet } from '#contract/wallet.ts'
import { isCountersigned, type Start, startOf } from '#domain/start.ts'
import { configAtom } from './config.ts'
import { loadedAtom } from './loaded.ts'
import { persistedAtom } from './persisted.ts'
import { approversAtom, assetsAtom, transactionsAtom } from './perwallet.ts'
import { request } from './request.ts'
import { store } from './store.ts'
import { userAtom, visibleWalletsAtom } from './wallets.ts'

/** Whether the steps to the first protected transfer were dismissed here; his record says it for all of his devices. */
export const startHiddenAtom = persistedAtom('start-hidden', z.boolean(), false)

const hiddenAtom = atom((get) => get(startHiddenAtom) || get(userAtom)?.startHidden === true)

/** For good. A server that cannot be told now, or does not know of it, leaves it to this device. */
export const hideStart = (): void => {
  store.set(startHiddenAtom, true)
  request(updateMyUser, { body: { startHidden: true } }, { into: 'user' }).catch(() => undefined)
}

/** Whoever has had a transfer countersigned, in whichever wallet, is no newcomer. */
const newcomerAtom = atom(
  (get) => !get(visibleWalletsAtom).some(({ id }) => get(transactionsAtom(id)).some(isCountersigned)),
)

const LISTS = ['assets', 'approvers', 'transactions']

/**
 * How far a newcomer has come with this wallet; undefined while its lists have not been read, and for everybody else.
 * Whoever sees his first transfer countersigned goes on seeing it until he leaves.
 */
export const useStart = (wallet: Pick<Wallet, 'id' | 'features' | 'status'>): Start | undefined => {
  const known = useMemo(
    () =>
      atom((get) => {
        const loaded = get(loadedAtom)
        if (!get(userAtom) || get(hiddenAtom) || LISTS.some((list) => !loaded[`${list}/${wallet.id}`]))
          return undefined
        return startOf({
          wallet,
          isSandbox: Boolean(get(configAtom)?.sandbox),
          assets: get(assetsAtom(wallet.id)),
          approvers: get(approversAtom(wallet.id)),
          transactions: get(transactionsAtom(wallet.id)),
        })
      }),
    [wallet],
  )
  const start = useAtomValue(known)
  const isNewcomer = useAtomValue(newcomerAtom)
  const [seen, setSeen] = useState<string>()
  const shown = start !== undefined && isNewcomer
  useEffect(() => {
    if (shown) setSeen(wallet.id)
  }, [shown, wallet.id])
  return isNewcomer || seen === wallet.id ? start : undefined
}
