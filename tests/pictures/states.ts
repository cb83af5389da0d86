import type { Page } from 'playwright/test'
import { give, type Member, openWallet, verify } from '#tests/e2e/member.ts'
import { appUrl } from '#tests/e2e/sandbox.ts'
import type { Album } from './album.ts'

/** The sheet of a transaction in each state, of every kind that Activity has. */
const RECIPIENT = '0x9F3C88A1D4e07b52C1660F2AB93e7c05dE8841Ab'
const BECH32 = 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'
const LATER = '2030-01-02T03:04:05.000Z'
const REASON = 'The address is not the one on their invoice of last month'
const NOTE = 'Invoice 2025-118, spring brochure, second half'
const EXPIRES = '2030-01-09T03:04:05.000Z'

const funded = async (member: Member) => {
  const wallet = await openWallet(member, 'Harbour Fund')
  await Promise.all([verify(member, wallet), give(member, wallet, '10')])
  return wallet
}

type Decision = 'approved' | 'rejected' | 'pending' | 'skipped'

const approval = (approved: number, ...decisions: Decision[]) => ({
  ...{ required: 2, approved, expiresAt: EXPIRES },
  guardians: decisions.map((decision, index) => ({
    email: `${['tomas', 'ines', 'ida.marguerite'][index]}@lindqvist.example`,
    decision,
    decidedAt: decision === 'approved' || decision === 'rejected' ? LATER : null,
    reason: decision === 'rejected' ? REASON : null,
    counts: true,
  })),
})

const PAID = { fee: '630000000000000', feeInUSD: 1, blockNumber: 31204877, finishedAt: LATER }
const SENT = { kind: 'send', description: NOTE }
const CEILING = { feeCeiling: '1260000000000000' }
const BITCOIN = {
  ...{ blockchain: 'bitcoin:regtest', assetSymbol: 'btc', assetDecimals: 8, amount: '4520000' },
  ...{ sender: BECH32.replace('vxat9t', 'aaaaaa'), recipient: BECH32, amountInUsd: 289282 },
  inputs: [{ address: BECH32.replace('vxat9t', 'aaaaaa'), value: '10000000' }],
  outputs: [
    { address: BECH32, value: '4520000' },
    { address: BECH32.replace('vxat9t', 'aaaaaa'), value: '5478590' },
  ],
}

const STATES: Record<string, object> = {
  waiting: {
    ...{ ...SENT, ...CEILING, status: 'pending-approval', hash: null },
    approval: approval(1, 'approved', 'pending', 'pending'),
  },
  sending: {
    ...SENT,
    ...CEILING,
    status: 'broadcasting',
    approval: approval(2, 'approved', 'approved', 'skipped'),
  },
  unguarded: { ...SENT, ...CEILING, status: 'broadcasting' },
  done: { ...SENT, ...PAID, approval: approval(2, 'approved', 'approved', 'skipped') },
  outvoted: { ...SENT, ...PAID, approval: approval(2, 'rejected', 'approved', 'approved') },
  cancelling: {
    ...{ ...SENT, ...CEILING, status: 'broadcasting', hash: `0x${'b'.repeat(64)}` },
    attempts: [
      { hash: `0x${'a'.repeat(64)}`, cancels: false },
      { hash: `0x${'b'.repeat(64)}`, cancels: true },
    ],
  },
  failed: { ...SENT, ...PAID, status: 'failed', rejectReason: 'The contract undid this transaction.' },
  rejected: {
    ...{ ...SENT, status: 'rejected', hash: null, rejectReason: REASON },
    approval: approval(1, 'approved', 'rejected', 'skipped'),
  },
  expired: {
    ...{ ...SENT, status: 'rejected', hash: null, rejectReason: 'Expired' },
    approval: approval(1, 'approved', 'skipped', 'skipped'),
  },
  'cancelled-network': {
    ...{ ...SENT, ...PAID, status: 'cancelled' },
    rejectReason: 'Cancelled on the network. The fee was paid.',
  },
  receipt: { ...PAID, fee: null, feeInUSD: null, direction: 'income' },
  call: { ...PAID, kind: 'call', description: 'Uniswap' },
  'bitcoin-sending': { ...SENT, ...BITCOIN, status: 'broadcasting', feeCeiling: '1410', confirmations: 1 },
  'bitcoin-done': { ...SENT, ...BITCOIN, fee: '1410', feeInUSD: 90, blockNumber: 812, finishedAt: LATER },
}

const entry = (walletId: string, id: string, more: { direction?: string }) => ({
  ...{ id, hash: `0x${id.repeat(64).slice(0, 64)}`, amount: '1500000000000000000', amountInUsd: 8 },
  ...{ sender: '0x52908400098527886E0F7030069857D2E4169EE7', recipient: RECIPIENT },
  ...{
    status: 'success',
    createdAt: LATER,
    assetSymbol: 'rbnt',
    assetDecimals: 18,
    blockchain: 'redbelly:testnet',
  },
  direction: 'outcome',
  accountTxs: [{ walletId, accountId: 'a1', direction: more.direction ?? 'outcome' }],
  ...more,
})

const open = async (page: Page, at: number) => {
  await page
    .getByRole('button', { name: /^(?:Send|Receive) Funds$/ })
    .nth(at)
    .click()
  await page.getByRole('dialog', { name: 'Transaction Info' }).waitFor()
}

export const states = async ({ signedIn, shoot, chapter }: Album): Promise<void> => {
  const { page, wallet } = await signedIn('mara', funded)
  const items = Object.values(STATES).map((more, index) => entry(wallet.id, index.toString(16), more))
  await page.route(/\/api\/v1\/transactions\?/, (route) =>
    route.fulfill({ json: { items, total: items.length } }),
  )
  const url = `${appUrl()}/wallets?tab=activity`
  await page.goto(url).catch(() => page.goto(url))
  for (const [index, name] of Object.keys(STATES).entries())
    await chapter(`a sheet: ${name}`, async () => {
      await open(page, index)
      await shoot(page, `sheet-${name}`)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    })
}
