import { useAtomValue } from 'jotai'
import type { WcRequest, WcSession } from '#contract/dapp.ts'
import type { Wallet } from '#contract/wallet.ts'
import type { Stepper } from '#domain/guardian.ts'
import { requestsAtom, sessionsAtom } from '#state/perwallet.ts'
import { useProtection } from '#state/protection.ts'
import { approversLoadAtom, sessionsLoadAtom } from '#state/queries.ts'
import { walletsAtom } from '#state/wallets.ts'

const find = <T extends { id: string }>(items: readonly T[], id: string | undefined): T | undefined =>
  items.find((item) => item.id === id)

/** A session by its id. The dialogs also open for wallets other than the shown one, so the list is kept loaded. */
export const useSession = (walletId: string, id: string | undefined): WcSession | undefined => {
  useAtomValue(sessionsLoadAtom(walletId))
  return find(useAtomValue(sessionsAtom(walletId)), id)
}

export const useWcRequest = (walletId: string, id: string): WcRequest | undefined =>
  find(useAtomValue(requestsAtom(walletId)), id)

export const useWallet = (id: string): Wallet | undefined => find(useAtomValue(walletsAtom), id)

/** How many guardians transactions of the wallet wait for; `count` 0 for none. */
export const useRule = (wallet: Wallet | undefined, walletId: string): Stepper => {
  useAtomValue(approversLoadAtom(walletId))
  return useProtection(wallet).rule
}
