import { describe, expect, test } from 'vitest'
import type { ApprovalRequest } from '#contract/approval.ts'
import { approvalMismatch, inviteMismatch } from '#domain/signedtext.ts'

const FROM = '0x52908400098527886E0F7030069857D2E4169EE7'
const TO = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const TOKEN = '0xde709f2102306220921060314715629080e2fb77'

const card = (change: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  ...{ id: 'part', txId: 'tx-1', status: 'pending', initiator: 'owner@example.com' },
  ...{ amount: '1500000000000000000', assetSymbol: 'rbnt', assetDecimals: 18, kind: 'send' },
  ...{ sender: FROM, recipient: TO, walletName: 'Savings', blockchain: 'redbelly:testnet' },
  ...{ feeCeiling: '84000000000000', feeSymbol: 'RBNT', expiresAt: '2026-03-08T12:00:00.000Z' },
  ...{ required: 2, approved: 0, policyVersion: 4, recipientKnown: true, approverWalletAddress: TO },
  ...change,
})

const LINES = {
  Transaction: 'tx-1',
  Wallet: `Savings ${FROM}`,
  Network: 'Redbelly Testnet (eip155:153)',
  Action: 'send',
  Amount: '1.5 RBNT',
  Units: '1500000000000000000',
  Asset: 'native',
  To: TO,
  Data: 'none',
  Note: '-',
  'Fee up to': '0.000084 RBNT',
  Policy: 'v4, 2 of 3',
  'Log head': 'ab'.repeat(32),
  Expires: '2026-03-08T12:00:00.000Z',
  Nonce: 'aa',
  Timestamp: '7',
}
const text = (
  change: Partial<Record<keyof typeof LINES, string>> = {},
  title = 'Countersign approval v2',
) => ({
  message: [
    title,
    ...Object.entries({ ...LINES, ...change }).map(([label, value]) => `${label}: ${value}`),
  ].join('\n'),
  nonce: 'aa',
  timestamp: 7,
})

describe('an approval', () => {
  test('that says what the card shows may be signed', () => {
    expect(approvalMismatch(text(), card())).toBeUndefined()
  })

  test('repeats the note of the card letter for letter', () => {
    const noted = card({ description: 'Invoice 12' })
    expect(approvalMismatch(text({ Note: 'Invoice 12' }), noted)).toBeUndefined()
    for (const Note of ['-', 'invoice 12', 'Invoice 12 ', 'Invoice 13'])
      expect(approvalMismatch(text({ Note }), noted)).toEqual({ line: 'Note' })
    // Of a dApp's transaction the card has the dApp's name there, which is no word of the owner.
    const call = card({ kind: 'call', description: 'Swap' })
    expect(approvalMismatch(text({ Action: 'call' }), call)).toBeUndefined()
    expect(approvalMismatch(text({ Action: 'call', Note: 'Swap' }), call)).toEqual({ line: 'Note' })
  })

  test.each([
    ['Transaction', 'tx-2'],
    ['Wallet', `Savings ${TO}`],
    ['Wallet', `Other ${FROM}`],
    ['Network', 'Redbelly Mainnet (eip155:151)'],
    ['Action', 'call'],
    ['Amount', '1.6 RBNT'],
    ['Amount', '1.5 USDC'],
    ['Units', '15000000000000000000'],
    ['Asset', TOKEN],
    ['To', FROM],
    ['Note', 'also all the rest'],
    ['Fee up to', '0.00084 RBNT'],
    ['Policy', 'v5, 2 of 3'],
    ['Policy', 'v4, 1 of 3'],
    ['Expires', '2027-03-08T12:00:00.000Z'],
    ['Nonce', 'bb'],
    ['Timestamp', '8'],
  ] as const)('with another %s is refused: %s', (line, value) => {
    expect(approvalMismatch(text({ [line]: value }), card())).toEqual({ line })
  })

  test.each([
    ['another title', text({}, 'Countersign approval v3')],
    ['a line more', { ...text(), message: `${text().message}\nTo: ${FROM}` }],
    ['a line less', { ...text(), message: text().message.split('\n').slice(0, -1).join('\n') }],
    ['lines in another order', { ...text(), message: text().message.split('\n').toReversed().join('\n') }],
    ['an invitation', text({}, 'Countersign invite v2')],
    ['nothing', { ...text(), message: '' }],
  ])('with %s is refused', (_, signed) => {
    expect(approvalMismatch(signed, card())).toEqual({ form: true })
  })

  test('of a token names its contract and its smallest units', () => {
    const tokens = card({
      ...{ assetAddress: TOKEN.toUpperCase().replace('0X', '0x'), assetSymbol: 'usdc', assetDecimals: 6 },
      amount: '1234567',
    })
    const lines = { Amount: '1.234567 USDC', Units: '1234567', Asset: TOKEN, Data: '68 bytes keccak256 0x00' }
    expect(approvalMismatch(text(lines), tokens)).toBeUndefined()
    expect(approvalMismatch(text({ ...lines, Asset: FROM }), tokens)).toEqual({ line: 'Asset' })
    expect(approvalMismatch(text({ ...lines, Units: '12345670' }), tokens)).toEqual({ line: 'Units' })
  })

  test('of bitcoin names satoshi as coins; in an old address each capital counts', () => {
    const own = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
    const recipient = 'mfcGAzvis9JQAb6avB6WBGiGrgWzLxuGaC'
    const coins = card({
      ...{ assetSymbol: 'btc', assetDecimals: 8, amount: '100000', blockchain: 'bitcoin:regtest' },
      ...{ sender: own, recipient, feeCeiling: '1000', feeSymbol: 'BTC' },
    })
    const lines = {
      ...{ Wallet: `Savings ${own}`, To: recipient, Amount: '0.001 BTC', Units: '100000' },
      ...{ Network: 'Bitcoin Regtest (bip122:0f9188f13cb7b2c71f2a335e3a4fc328)' },
      'Fee up to': '0.00001 BTC',
    }
    expect(approvalMismatch(text(lines), coins)).toBeUndefined()
    expect(approvalMismatch(text({ ...lines, To: recipient.toUpperCase() }), coins)).toEqual({ line: 'To' })
    const more = text({ ...lines, 'Fee up to': '0.0001 BTC' })
    expect(approvalMismatch(more, coins)).toEqual({ line: 'Fee up to' })
  })

  test('of an item names the item', () => {
    const item = card({
      assetAddress: TOKEN,
      assetSymbol: 'APE',
      assetDecimals: 0,
      assetTokenId: '12',
      amount: '1',
    })
    const lines = { Amount: '1 APE', Units: '1', Asset: `${TOKEN}#12` }
    expect(approvalMismatch(text(lines), item)).toBeUndefined()
    expect(approvalMismatch(text({ ...lines, Asset: `${TOKEN}#13` }), item)).toEqual({ line: 'Asset' })
  })

  test('of a call is about the very bytes that the card shows', () => {
    const call = card({
      ...{ kind: 'call', recipient: TOKEN, amount: '0' },
      call: { data: '0xdeadbeef', bytes: 4, danger: false },
    })
    const lines = {
      ...{ Action: 'call', Amount: '0 RBNT', Units: '0', To: TOKEN },
      Data: '4 bytes keccak256 0xd4fd4e189132273036449fc9e11198c739161b4c0116a9a2dccdfa1c492006f1',
    }
    expect(approvalMismatch(text(lines), call)).toBeUndefined()
    const other = { ...lines, Data: `4 bytes keccak256 0x${'0'.repeat(64)}` }
    expect(approvalMismatch(text(other), call)).toEqual({ line: 'Data' })
  })
})

describe('an approval of a higher fee', () => {
  const raises = { txId: 'tx-0', feeCeiling: '42000000000000' }
  const FEE = 'Countersign fee approval v1'
  const feeText = (change: Record<string, string> = {}, title = FEE) => ({
    ...text(),
    message: [
      title,
      ...Object.entries({ ...LINES, ...change }).flatMap(([label, value]) => {
        if (label === 'Transaction')
          return [`${label}: ${value}`, `Raises the fee of: ${change.Raises ?? 'tx-0'}`]
        if (label === 'Fee up to')
          return [`Fee so far up to: ${change.Before ?? '0.000042 RBNT'}`, `${label}: ${value}`]
        return label === 'Raises' || label === 'Before' ? [] : [`${label}: ${value}`]
      }),
    ].join('\n'),
  })

  test('that says what the card shows may be signed', () => {
    expect(approvalMismatch(feeText(), card({ raises }))).toBeUndefined()
  })

  test.each([
    ['Raises the fee of', { Raises: 'tx-9' }],
    ['Fee so far up to', { Before: '0.00001 RBNT' }],
    ['Fee up to', { 'Fee up to': '0.00084 RBNT' }],
    ['Amount', { Amount: '1.6 RBNT' }],
  ])('not with another line %s', (line, change) => {
    expect(approvalMismatch(feeText(change), card({ raises }))).toEqual({ line })
  })

  test('is none of a transaction, and the other way about', () => {
    expect(approvalMismatch(feeText(), card())).toEqual({ form: true })
    expect(approvalMismatch(text(), card({ raises }))).toEqual({ form: true })
    expect(approvalMismatch(feeText({}, 'Countersign approval v2'), card())).toEqual({ form: true })
  })
})

describe('an invitation', () => {
  const invite = { id: 'inv-1', userEmail: 'owner@example.com', walletAddress: FROM }
  const own = { email: 'ada@example.com', address: TO }
  const accepted = (change: Record<string, string> = {}) => ({
    message: [
      'Countersign invite v2',
      ...Object.entries({
        ...{ Invite: 'inv-1', 'E-mail': 'Ada@example.com', Wallet: FROM, Owner: 'owner@example.com' },
        ...{ 'Guardian wallet': TO, Expires: '2026-03-15T12:00:00.000Z', Nonce: 'aa', Timestamp: '7' },
        ...change,
      }).map(([label, value]) => `${label}: ${value}`),
    ].join('\n'),
    nonce: 'aa',
    timestamp: 7,
  })

  test('says whose wallet is guarded by whom', () => {
    expect(inviteMismatch(accepted(), invite, own)).toBeUndefined()
    for (const [line, value] of [
      ['Invite', 'inv-2'],
      ['E-mail', 'eve@example.com'],
      ['Wallet', TO],
      ['Owner', 'eve@example.com'],
      ['Guardian wallet', FROM],
      ['Nonce', 'bb'],
    ] as const)
      expect(inviteMismatch(accepted({ [line]: value }), invite, own)).toEqual({ line })
    expect(inviteMismatch(text(), invite, own)).toEqual({ form: true })
  })
})
