import { HUB_FILTERS, type HubFilter, WALLET_TABS, type WalletTab } from '#contract/status.ts'

/** The tab of `?tab=`; anything unknown opens the assets. */
export const walletTab = (value: string | null | undefined): WalletTab =>
  WALLET_TABS.find((tab) => tab === value) ?? 'asset'

/** The tab of `?filter=`; anything unknown opens the approvals. */
export const hubFilter = (value: string | null | undefined): HubFilter =>
  HUB_FILTERS.find((filter) => filter === value) ?? 'approvals'
