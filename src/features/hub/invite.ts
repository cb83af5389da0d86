import { useStore } from 'jotai'
import {
  confirmInvite,
  getConfirmationMessage,
  rejectInvite,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import type { Invite } from '#contract/guardian.ts'
import type { Wallet } from '#contract/wallet.ts'
import { inviteMismatch } from '#domain/signedtext.ts'
import { inviteSigner } from '#domain/signer.ts'
import { useAction } from '#state/action.ts'
import { emailAtom } from '#state/auth.ts'
import { refetchGuarded } from '#state/queries.ts'
import { request } from '#state/request.ts'
import { say } from '#state/say.ts'
import { activeWalletIdAtom, userAtom, walletsAtom } from '#state/wallets.ts'
import { hubText } from '#text/hub.ts'
import { refuseMismatch } from './mismatch.ts'

/** Asks for the text, has it signed by the current wallet, and hands in the signature. */
export const acceptInvite = async (
  invite: Invite,
  { wallets, currentId, email }: { wallets: readonly Wallet[]; currentId: string | null; email: string },
): Promise<void> => {
  const signer = inviteSigner(wallets, currentId)
  if (!signer) {
    say(hubText.createFirst, 'error')
    return
  }
  const params = { id: invite.id }
  const walletId = signer.id
  const text = await request(getConfirmationMessage, { params, query: { walletId } })
  const address = signer.accounts.find(({ network }) => network === 'evm')?.address ?? ''
  refuseMismatch(inviteMismatch(text, invite, { email, address }))
  const { message, nonce, timestamp } = text
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

export const useAcceptInvite = (invite: Invite) => {
  const store = useStore()
  return useAction(
    () =>
      acceptInvite(invite, {
        wallets: store.get(walletsAtom),
        currentId: store.get(activeWalletIdAtom),
        email: store.get(userAtom)?.email ?? store.get(emailAtom),
      }),
    { onError: 'error-info' },
  )
}

export const useDeclineInvite = (id: string) =>
  useAction(() => request(rejectInvite, { params: { id }, body: {} }, { into: 'invite' }), {
    onError: 'error-info',
  })
