import { useStore } from 'jotai'
import {
  confirmInvite,
  getConfirmationMessage,
  rejectInvite,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import type { Wallet } from '#contract/wallet.ts'
import { inviteSigner } from '#domain/signer.ts'
import { useAction } from '#state/action.ts'
import { refetchGuarded } from '#state/queries.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { activeWalletIdAtom, walletsAtom } from '#state/wallets.ts'

/** The text names the wallet that has to sign it. */
const isNamed =
  (message: string) =>
  ({ status, accounts }: Wallet): boolean =>
    status === 'active' &&
    accounts.some(({ network, address }) => network === 'evm' && message.includes(address))

/** Asks for the text, has it signed, and hands in the signature. */
export const acceptInvite = async (
  id: string,
  wallets: readonly Wallet[],
  currentId: string | null,
): Promise<void> => {
  const preferred = inviteSigner(wallets, currentId)
  if (!preferred) {
    say('Create a wallet first', 'error')
    return
  }
  const params = { id }
  const { message, nonce, timestamp } = await request(getConfirmationMessage, { params })
  const walletId = (wallets.find(isNamed(message)) ?? preferred).id
  const { signature } = await request(signInviteConfirmation, {
    params,
    body: { message, nonce, timestamp, walletId },
  })
  await request(
    confirmInvite,
    { params, body: { nonce, signature, timestamp, walletId } },
    { into: 'invite' },
  )
  void refetchGuarded()
}

export const useAcceptInvite = (id: string) => {
  const store = useStore()
  return useAction(() => acceptInvite(id, store.get(walletsAtom), store.get(activeWalletIdAtom)), {
    onError: 'error-info',
  })
}

export const useDeclineInvite = (id: string) =>
  useAction(() => request(rejectInvite, { params: { id }, body: {} }, { into: 'invite' }), {
    onError: 'error-info',
  })
