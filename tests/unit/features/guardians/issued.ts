import type { ApprovalRequest } from '#contract/approval.ts'
import type { Invite } from '#contract/guardian.ts'
import { unitsToText } from '#domain/amount.ts'
import { caip2, chainName } from '#domain/chain.ts'
import { approvalText, inviteText } from '#server/custody/message.ts'

const PROOF = { nonce: 'n-1', timestamp: 17 }

/** The text that the server would issue for what a card shows: a native send. */
export const issuedApproval = (card: ApprovalRequest) => ({
  message: approvalText(
    {
      transaction: card.txId,
      wallet: `${card.walletName} ${card.sender}`,
      network: `${chainName(card.blockchain)} (${caip2(card.blockchain)})`,
      action: 'send',
      amount: `${unitsToText(card.amount, card.assetDecimals)} ${card.assetSymbol.toUpperCase()}`,
      asset: 'native',
      to: card.recipient ?? '-',
      data: 'none',
      fee: `${unitsToText(card.feeCeiling ?? '0')} RBNT`,
      expires: card.expiresAt,
    },
    {
      units: card.amount,
      policy: { version: card.policyVersion, required: card.required, of: card.required },
      logHead: 'ab',
      ...PROOF,
    },
  ),
  ...PROOF,
})

export const issuedInvite = (invite: Invite, own: { email: string; address: string }) => ({
  message: inviteText({
    inviteId: invite.id,
    email: own.email,
    walletAddress: invite.walletAddress,
    owner: invite.userEmail,
    guardianAddress: own.address,
    expires: '2030-01-01T00:00:00.000Z',
    ...PROOF,
  }),
  ...PROOF,
})
