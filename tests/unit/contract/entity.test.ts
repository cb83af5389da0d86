import { describe, expect, it } from 'vitest'
import { ApprovalRequest } from '#contract/approval.ts'
import { Asset, Token } from '#contract/asset.ts'
import { LoginResult, SignInStarted, TwoFactorSecret } from '#contract/auth.ts'
import { WcRequest, WcSession } from '#contract/dapp.ts'
import { ErrorBody } from '#contract/errorbody.ts'
import { GuardedWallet, Invite, WalletApprover } from '#contract/guardian.ts'
import { Transaction } from '#contract/transaction.ts'
import { BackupCode, User } from '#contract/user.ts'
import { Wallet } from '#contract/wallet.ts'

const AT = '2026-01-02T03:04:05.678Z'
const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const meta = { name: 'App', description: 'An app', url: 'https://app.example', icons: [] }

const wallet = {
  id: 'w',
  name: 'Main',
  vaultId: 'v',
  accounts: [{ id: 'a', network: 'evm', address: EVM }],
  status: 'active',
  features: [
    { type: 'redbelly-kyc', payload: { completed: true } },
    { type: 'approval-flow', payload: { enabled: true, consensus: 2 } },
  ],
  user: { id: 'u', email: 'a@b.de' },
  createdAt: AT,
}
const transaction = {
  id: 't',
  txid: 'x',
  hash: '0x1',
  blockNumber: 1,
  logIndex: 2,
  recipient: EVM,
  sender: EVM,
  amount: '1',
  amountInUsd: 5,
  fee: '2',
  feeInUSD: 1,
  direction: 'outcome',
  status: 'success',
  createdAt: AT,
  finishedAt: AT,
  description: '',
  assetDecimals: 18,
  assetSymbol: 'rbnt',
  rejectReason: 'Rejected',
  approvalConsensus: 2,
  blockchain: 'redbelly:testnet',
  inputs: [{ address: 'bc1', value: '1' }],
  outputs: [{ address: 'bc1', value: '1' }],
  accountTxs: [{ walletId: 'w', accountId: 'a', direction: 'outcome' }],
}
const approval = {
  id: 'r',
  amount: '1',
  status: 'pending',
  txId: 't',
  sender: EVM,
  recipient: EVM,
  description: '',
  initiator: 'a@b.de',
  approverWalletAddress: EVM,
  assetDecimals: 18,
  assetSymbol: 'rbnt',
  walletName: 'Main',
  blockchain: 'redbelly:testnet',
  kind: 'send',
  expiresAt: AT,
  required: 2,
  approved: 1,
  policyVersion: 3,
  recipientKnown: false,
}

const entities = [
  ['Wallet', Wallet, wallet],
  [
    'Asset',
    Asset,
    {
      id: 'a',
      symbol: 'LTD',
      address: EVM,
      decimals: 0,
      type: 'ERC721',
      amount: '2',
      tokenId: '218',
      accountId: 'c',
      blockchain: 'ethereum:sepolia',
    },
  ],
  [
    'Token',
    Token,
    {
      id: 'k',
      address: EVM,
      decimals: 6,
      price: '1.01',
      symbol: 'usdc',
      type: 'ERC20',
      tokenId: '1',
      updatedAt: AT,
      blockchain: 'polygon:amoy',
    },
  ],
  ['Transaction', Transaction, transaction],
  ['ApprovalRequest', ApprovalRequest, approval],
  ['Invite', Invite, { id: 'i', status: 'pending', userEmail: 'a@b.de', walletAddress: EVM }],
  [
    'WalletApprover',
    WalletApprover,
    { id: 'i', walletId: 'w', approverEmail: 'g@b.de', approverWalletAddress: EVM, status: 'confirmed' },
  ],
  [
    'GuardedWallet',
    GuardedWallet,
    { id: 'i', name: 'Main', user: { email: 'a@b.de' }, approverStatus: 'confirmed' },
  ],
  [
    'WcRequest',
    WcRequest,
    {
      id: 'q',
      walletId: 'w',
      sessionId: 's',
      blockchain: 'redbelly:testnet',
      method: 'personal_sign',
      params: ['0x', EVM],
      createdAt: AT,
      expiresAt: AT,
      status: 'pending',
    },
  ],
  [
    'WcSession',
    WcSession,
    {
      id: 's',
      walletId: 'w',
      topic: 'ab',
      peerMeta: meta,
      proposerMeta: meta,
      clientMeta: meta,
      version: 2,
      status: 'connected',
      createdAt: AT,
      deletedAt: AT,
      shouldShow: true,
    },
  ],
  [
    'User',
    User,
    { id: 'u', roles: [{ id: 'r', name: 'User', permissions: ['x'] }], vaultId: 'v', email: 'a@b.de' },
  ],
  ['BackupCode', BackupCode, { value: '00000042', usedAt: AT }],
  ['TwoFactorSecret', TwoFactorSecret, { otpUri: 'otpauth://totp/x?secret=AB' }],
  ['SignInStarted', SignInStarted, { id: '482913557120' }],
  ['LoginResult', LoginResult, { requiredAction: 'setup-2fa', email: 'a@b.de' }],
  ['ErrorBody', ErrorBody, { message: 'No', name: 'ConflictError', traceId: 'x' }],
] as const

describe('entities', () => {
  it.each(entities)('%s keeps its fields and drops what it does not know', (_name, schema, value) => {
    expect(schema.parse({ ...value, surprise: 1 })).toEqual(value)
  })

  it.each([
    ['a wallet', Wallet.parse({ ...wallet, status: 'invented' }).status],
    ['a transaction', Transaction.parse({ ...transaction, status: 'invented' }).status],
    ['an approval', ApprovalRequest.parse({ ...approval, status: 'invented' }).status],
  ])('%s of a newer server has a status that says so', (_name, status) => expect(status).toBe('unknown'))

  it('drops features that it does not know', () => {
    const features = [...wallet.features, { type: 'new', payload: {} }]
    expect(Wallet.parse({ ...wallet, features }).features).toEqual(wallet.features)
  })

  it.each([
    ['no fraction of a smallest unit', { amount: '1.5' }],
    ['no negative amount', { amount: '-1' }],
    ['no exponent', { amount: '1e3' }],
    ['no decimals beyond a byte', { assetDecimals: 256 }],
    ['no date that is none', { createdAt: 'yesterday' }],
  ])('takes %s', (_name, change) => {
    expect(Transaction.safeParse({ ...transaction, ...change }).success).toBe(false)
  })

  it('reads an unknown required action as the check of the second factor', () => {
    expect(LoginResult.parse({ requiredAction: 'dance' }).requiredAction).toBe('check-2fa')
  })
})
