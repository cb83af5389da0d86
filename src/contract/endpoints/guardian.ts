import * as z from 'zod/mini'
import { ApprovalLogEntry, ApprovalRequest } from '#contract/approval.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Invite, SignatureMessage, WalletApprover } from '#contract/guardian.ts'
import { DEFAULT_REJECT_REASON } from '#contract/limit.ts'
import { Reason } from '#contract/line.ts'
import { Empty, ReadQuery } from '#contract/page.ts'
import { Id, list } from '#contract/primitive.ts'
import { emailRule } from '#contract/rule.ts'
import { Wallet } from '#contract/wallet.ts'

export const MEMBER_MAIL_REQUIRED = 'Member mail is required'

const nonce = z.string().check(z.minLength(1), z.maxLength(128))
const timestamp = z.number().check(z.int())
const signature = z.string().check(z.minLength(1), z.maxLength(512))
const message = z.string().check(z.minLength(1), z.maxLength(8192))

const Signature = z.object({ signature: z.string() })

export const inviteApprover = endpoint({
  method: 'POST',
  path: 'wallets/{id}/invite-approver',
  access: 'owner',
  body: z.strictObject({ email: emailRule(MEMBER_MAIL_REQUIRED) }),
  reply: WalletApprover,
  status: 201,
})

export const listApprovers = endpoint({
  method: 'GET',
  path: 'wallets/{id}/approvers',
  access: 'owner',
  query: ReadQuery,
  reply: list(WalletApprover),
})

export const retireApprover = endpoint({
  method: 'POST',
  path: 'wallets/{id}/approvers/{approverId}/retire',
  access: 'owner',
  body: Empty,
  reply: WalletApprover,
})

export const setupApprovalFlow = endpoint({
  method: 'POST',
  path: 'wallets/{id}/setup-approval-flow',
  access: 'owner',
  body: z.strictObject({ consensus: z.number().check(z.int()) }),
  reply: Wallet,
})

export const enableApprovalFlow = endpoint({
  method: 'POST',
  path: 'wallets/{id}/enable-approval-flow',
  access: 'owner',
  body: Empty,
  reply: Wallet,
})

export const disableApprovalFlow = endpoint({
  method: 'POST',
  path: 'wallets/{id}/disable-approval-flow',
  access: 'owner',
  body: Empty,
  reply: Wallet,
})

export const listInvites = endpoint({
  method: 'GET',
  path: 'invites',
  access: 'sid',
  query: ReadQuery,
  reply: list(Invite),
})

/** The text names the wallet that has to sign it: the one asked for, else the caller's first active one. */
export const getConfirmationMessage = endpoint({
  method: 'GET',
  path: 'invites/{id}/get-confirmation-signature-message',
  access: 'guardian',
  query: z.strictObject({ walletId: z.optional(Id) }),
  reply: SignatureMessage,
})

export const signInviteConfirmation = endpoint({
  method: 'POST',
  path: 'invites/{id}/sign-invite-confirmation',
  access: 'guardian',
  body: z.strictObject({ message, nonce, timestamp, walletId: Id }),
  reply: Signature,
})

export const confirmInvite = endpoint({
  method: 'POST',
  path: 'invites/{id}/confirm',
  access: 'guardian',
  body: z.strictObject({ nonce, signature, timestamp, walletId: Id }),
  reply: Invite,
})

export const rejectInvite = endpoint({
  method: 'POST',
  path: 'invites/{id}/reject',
  access: 'guardian',
  body: Empty,
  reply: Invite,
})

export const resendInvite = endpoint({
  method: 'POST',
  path: 'invites/{id}/resend',
  access: 'owner',
  body: Empty,
  reply: Invite,
})

export const listApprovals = endpoint({
  method: 'GET',
  path: 'approval-flow',
  access: 'sid',
  query: ReadQuery,
  reply: list(ApprovalRequest),
})

export const getApprovalMessage = endpoint({
  method: 'GET',
  path: 'approval-flow/{txId}/get-approve-signature-message',
  access: 'guardian',
  reply: SignatureMessage,
})

export const signApproval = endpoint({
  method: 'POST',
  path: 'approval-flow/{txId}/sign-approval',
  access: 'guardian',
  body: z.strictObject({ message, nonce, timestamp, walletId: Id }),
  reply: Signature,
})

export const approveTransaction = endpoint({
  method: 'POST',
  path: 'approval-flow/{txId}/approve',
  access: 'guardian',
  body: z.strictObject({ nonce, signature, timestamp }),
  reply: ApprovalRequest,
})

export const rejectTransaction = endpoint({
  method: 'POST',
  path: 'approval-flow/{txId}/reject',
  access: 'guardian',
  body: z.strictObject({
    reason: z._default(Reason, DEFAULT_REJECT_REASON),
  }),
  reply: ApprovalRequest,
})

/** Also open to the wallet's confirmed guardians. */
export const getApprovalLog = endpoint({
  method: 'GET',
  path: 'wallets/{id}/approval-log',
  access: 'owner',
  reply: z.object({ entries: z.array(ApprovalLogEntry), head: z.string() }),
})
