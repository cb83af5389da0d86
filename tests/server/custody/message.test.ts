// @vitest-environment node
import { keccak256, toHex } from 'viem'
import { expect, test } from 'vitest'
import { bench, grant, guarded, idOf, propose, RECIPIENT, sending, TOKEN } from './fixture.ts'

test('an invite text says letter for letter what is agreed', async () => {
  const made = await bench()
  const { custody, clock } = made
  const owner = await custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  const guardian = await custody.createWalletKey({ walletId: 'wallet-ada', userId: 'user-ada' })
  const expiresAt = '2026-03-15T12:00:00.000Z'
  const ask = { walletId: 'safe', inviteId: 'inv-1' }
  await custody.invite({ ...ask, grant: await grant(made, 'owner'), email: 'ada@example.com' })
  const { message, nonce, timestamp } = await custody.issueInvite({
    ...ask,
    grant: await grant(made, 'user-ada'),
    guardianWalletId: 'wallet-ada',
  })
  expect(timestamp).toBe(clock.now().getTime())
  expect(nonce).toMatch(/^[0-9a-f]{32}$/)
  expect(message).toBe(
    [
      'Countersign invite v2',
      'Invite: inv-1',
      'E-mail: ada@example.com',
      `Wallet: ${owner.evmAddress}`,
      'Owner: owner@example.com',
      `Guardian wallet: ${guardian.evmAddress}`,
      `Expires: ${expiresAt}`,
      `Nonce: ${nonce}`,
      `Timestamp: ${timestamp}`,
    ].join('\n'),
  )
})

test('an approval text says letter for letter what will be signed', async () => {
  const made = await guarded(['ada', 'bob', 'cyd'], 2)
  const { custody, people } = made
  const { evmAddress } = await custody.wallet({ walletId: 'safe' })
  await propose(made, sending())
  const { head } = await custody.approvalLog({ walletId: 'safe' })
  const { message, nonce, timestamp } = await custody.issueApproval({
    walletId: 'safe',
    txId: idOf('tx-1'),
    guardianId: people[0]?.id ?? '',
    grant: await grant(made, 'user-ada'),
  })
  expect(message).toBe(
    [
      'Countersign approval v2',
      `Transaction: ${idOf('tx-1')}`,
      `Wallet: Savings ${evmAddress}`,
      'Network: Redbelly Testnet (eip155:153)',
      'Action: send',
      'Amount: 1.5 RBNT',
      'Units: 1500000000000000000',
      'Asset: native',
      `To: ${RECIPIENT}`,
      'Data: none',
      'Note: -',
      'Fee up to: 0.000084 RBNT',
      'Policy: v4, 2 of 3',
      `Log head: ${head}`,
      'Expires: 2026-03-08T12:00:00.000Z',
      `Nonce: ${nonce}`,
      `Timestamp: ${timestamp}`,
    ].join('\n'),
  )
})

const word = (value: string | bigint) => toHex(BigInt(value), { size: 32 }).slice(2)
const transfer = `0xa9059cbb${word(RECIPIENT)}${word(1_234_567n)}` as const

test.each([
  [
    'ERC20',
    { to: TOKEN, value: '0', data: transfer },
    { asset: { type: 'ERC20', symbol: 'US\u202eDC\nTo: 0x0 with more', decimals: 6 }, action: 'send' },
    {
      Action: 'send',
      Amount: '1.234567 USDCTo: 0x0 with',
      Units: '1234567',
      Note: '-',
      Asset: TOKEN,
      To: RECIPIENT,
      Data: `68 bytes keccak256 ${keccak256(transfer)}`,
    },
  ],
  [
    'call',
    { to: TOKEN, value: '1', data: '0xdeadbeef' },
    { action: 'call' },
    {
      Action: 'call',
      Amount: '0.000000000000000001 RBNT',
      Asset: 'native',
      To: TOKEN,
      Data: `4 bytes keccak256 ${keccak256('0xdeadbeef')}`,
    },
  ],
  [
    'creation',
    { to: undefined, value: '0', data: '0x6000' },
    { action: 'creation' },
    {
      Action: 'contract creation',
      Amount: '0 RBNT',
      Asset: 'native',
      To: '-',
      Data: `2 bytes keccak256 ${keccak256('0x6000')}`,
    },
  ],
] as const)('an approval text describes: %s', async (_what, tx, meaning, expected) => {
  const made = await guarded(['ada'], 1)
  const base = sending()
  await propose(made, { ...base, tx: { ...base.tx, ...tx }, meaning: { ...base.meaning, ...meaning } })
  const { message } = await made.custody.issueApproval({
    walletId: 'safe',
    txId: idOf('tx-1'),
    guardianId: made.people[0]?.id ?? '',
    grant: await grant(made, 'user-ada'),
  })
  const lines = message.split('\n')
  expect(lines).toHaveLength(17)
  for (const [label, value] of Object.entries(expected)) expect(lines).toContain(`${label}: ${value}`)
})
