import { disableApprovalFlow, enableApprovalFlow, setupApprovalFlow } from '#contract/endpoints/guardian.ts'
import type { Wallet } from '#contract/wallet.ts'
import { approvalFlow, withApprovalFlow } from '#domain/guardian.ts'
import { useAction } from '#state/action.ts'
import { request } from '#state/request.ts'
import { withFactor } from '#state/stepup.ts'
import { changeWallet } from '#state/wallets.ts'
import { stepUpText } from '#text/stepup.ts'

/** Shows the change at once, and takes it back when the server refuses. */
const flipFirst = async (
  wallet: Wallet,
  change: { enabled: boolean } | { consensus: number },
  call: () => Promise<unknown>,
): Promise<void> => {
  const { enabled, consensus } = approvalFlow(wallet)
  const before = 'enabled' in change ? { enabled } : { consensus }
  changeWallet(wallet.id, (current) => withApprovalFlow(current, change))
  try {
    await call()
  } catch (error) {
    changeWallet(wallet.id, (current) => withApprovalFlow(current, before))
    throw error
  }
}

export const switchApproval = (wallet: Wallet, enabled: boolean): Promise<void> =>
  flipFirst(wallet, { enabled }, () =>
    withFactor(
      () =>
        request(
          enabled ? enableApprovalFlow : disableApprovalFlow,
          { params: { id: wallet.id }, body: {} },
          { into: 'wallet' },
        ),
      stepUpText.acts.approvalOff(wallet.name),
    ),
  )

export const setConsensus = (wallet: Wallet, consensus: number): Promise<void> =>
  flipFirst(wallet, { consensus }, () =>
    withFactor(
      () =>
        request(setupApprovalFlow, { params: { id: wallet.id }, body: { consensus } }, { into: 'wallet' }),
      stepUpText.acts.consensus(wallet.name),
    ),
  )

export const useSwitchApproval = (wallet: Wallet) =>
  useAction((enabled: boolean) => switchApproval(wallet, enabled), { onError: 'error-info' })

export const useSetConsensus = (wallet: Wallet) =>
  useAction((consensus: number) => setConsensus(wallet, consensus), { onError: 'error-info' })
