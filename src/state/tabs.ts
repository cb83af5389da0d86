import type { ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import type { WalletTab } from '#contract/status.ts'
import type { Wallet } from '#contract/wallet.ts'
import { hubFilter, walletTab } from '#domain/query.ts'

/** The tabs that the wallets screen can show, by what they are of. */
export type WalletTabs = Partial<Record<WalletTab, ComponentType<{ wallet: Wallet }>>>

const useParam = <T extends string>(name: string, read: (value: string | null) => T) => {
  const [params, setParams] = useSearchParams()
  const chosen = read(params.get(name))
  /** Back leads to the one before. */
  const choose = (value: T) => {
    if (value === chosen) return
    setParams((current) => {
      current.set(name, value)
      return current
    })
  }
  return [chosen, choose] as const
}

/** The tab in `?tab=`; an unknown one is 'asset'. */
export const useWalletTab = () => useParam('tab', walletTab)

/** The filter in `?filter=`; an unknown one is 'approvals'. */
export const useHubFilter = () => useParam('filter', hubFilter)
