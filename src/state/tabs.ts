import type { ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import { HUB_FILTERS, type HubFilter, WALLET_TABS, type WalletTab } from '#contract/status.ts'
import type { Wallet } from '#contract/wallet.ts'

/** The tabs that the wallets screen can show, by what they are of. */
export type WalletTabs = Partial<Record<WalletTab, ComponentType<{ wallet: Wallet }>>>

const known = <T extends string>(values: readonly [T, ...T[]], value: string | null): T =>
  values.find((candidate) => candidate === value) ?? values[0]

export const readTab = (value: string | null): WalletTab => known(WALLET_TABS, value)
export const readFilter = (value: string | null): HubFilter => known(HUB_FILTERS, value)

const useParam = <T extends string>(name: string, read: (value: string | null) => T) => {
  const [params, setParams] = useSearchParams()
  const choose = (value: T) =>
    setParams(
      (current) => {
        current.set(name, value)
        return current
      },
      { replace: true },
    )
  return [read(params.get(name)), choose] as const
}

/** The tab in `?tab=`; an unknown one is 'asset'. */
export const useWalletTab = () => useParam('tab', readTab)

/** The filter in `?filter=`; an unknown one is 'approvals'. */
export const useHubFilter = () => useParam('filter', readFilter)
