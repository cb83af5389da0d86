export const WALLET_STATUSES = [
  'active',
  'processing',
  'processing-removal',
  'created',
  'pending-confirmation',
  'pending-removal-confirmation',
  'pending-approval',
  'pending-removal-approval',
  'canceled',
  'rejected',
  'removed',
  'failure',
  'processing-amend',
  'pending-amend-confirmation',
  'pending-amend-approval',
] as const
export type WalletStatus = (typeof WALLET_STATUSES)[number]

export const TRANSACTION_STATUSES = [
  'pending-approval',
  'cancelled',
  'rejected',
  'failed',
  'success',
  'broadcasting',
] as const
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number]

/** Of an invite and of the wallet approver that it becomes: one record seen from two sides. */
export const INVITE_STATUSES = ['pending', 'confirmed', 'rejected', 'retired'] as const
export type InviteStatus = (typeof INVITE_STATUSES)[number]

export const DECISIONS = ['pending', 'approved', 'rejected', 'skipped'] as const
export type Decision = (typeof DECISIONS)[number]

export const REQUEST_STATUSES = ['pending', 'rejected', 'confirmed', 'executed'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

export const SESSION_STATUSES = [
  'created',
  'pending-approval',
  'rejected',
  'connected',
  'disconnected',
] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

export const TWO_FACTOR_STEPS = ['check-2fa', 'setup-2fa', 'restore-2fa'] as const
export type TwoFactorStep = (typeof TWO_FACTOR_STEPS)[number]

export const WALLET_TABS = ['asset', 'activity', 'dapps', 'requests', 'guardians'] as const
export type WalletTab = (typeof WALLET_TABS)[number]

export const HUB_FILTERS = ['approvals', 'invites'] as const
export type HubFilter = (typeof HUB_FILTERS)[number]
