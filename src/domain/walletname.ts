import type { Wallet } from '#contract/wallet.ts'
import { WALLET_NAME_SAME, WALLET_NAME_USED, WalletName } from '#contract/walletrule.ts'
import { visibleWallets } from './walletview.ts'

type Named = Pick<Wallet, 'name' | 'status'>

/**
 * What is wrong with the name of a new wallet, or of the wallet `renamed`; undefined when nothing is.
 * Names of hidden wallets are free; letter case counts.
 */
export const walletNameError = (
  name: string,
  wallets: readonly Named[],
  renamed?: Pick<Wallet, 'name'>,
): string | undefined => {
  const parsed = WalletName.safeParse(name)
  if (!parsed.success) return parsed.error.issues[0]?.message
  if (renamed && parsed.data === renamed.name.trim()) return WALLET_NAME_SAME
  const used = visibleWallets(wallets).some((wallet) => wallet.name.trim() === parsed.data)
  return used ? WALLET_NAME_USED : undefined
}
