import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { activityRow } from '#features/activity/row.ts'
import { TransactionPanel } from '#features/activity/TransactionPanel.tsx'
import { configAtom } from '#state/config.ts'
import { transactionsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { walletsAtom } from '#state/wallets.ts'
import { mount, network, text, unmount } from '#tests/unit/features/auth/page.tsx'
import { transaction, wallet } from '#tests/unit/state/fixture.ts'

vi.mock('#ui/CoinIcon.tsx', () => ({ CoinIcon: () => null }))
vi.setConfig({ testTimeout: 20_000 })

const OWN = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
const OTHER = 'mfcGAzvis9JQAb6avB6WBGiGrgWzLxuGaC'

const bitcoin = {
  ...{ blockchain: 'bitcoin:regtest', assetSymbol: 'btc', assetDecimals: 8 },
  ...{ txid: 'ab'.repeat(32), hash: 'ab'.repeat(32), status: 'success' as const },
}
const received = transaction('t1', ['w1'], {
  ...bitcoin,
  ...{ direction: 'income', amount: '123456', recipient: OWN, sender: null },
  accountTxs: [{ walletId: 'w1', accountId: 'a1', direction: 'income' }],
  inputs: [
    { address: OTHER, value: '100000' },
    { address: null, value: '30000' },
  ],
  outputs: [{ address: OWN, value: '123456' }],
})
const sent = transaction('t2', ['w1'], {
  ...bitcoin,
  ...{ amount: '1000000', sender: OWN, recipient: OTHER, fee: '1410', feeInUSD: 90, blockNumber: 7 },
  inputs: [{ address: OWN, value: '123456789' }],
  outputs: [
    { address: OTHER, value: '1000000' },
    { address: OWN, value: '122455379' },
  ],
})

beforeEach(() => {
  network({})
  const accounts = [{ id: 'a1', network: 'regtest' as const, address: OWN }]
  store.set(walletsAtom, [wallet('w1', { accounts })])
  store.set(transactionsAtom('w1'), [received, sent])
  store.set(configAtom, {
    ...{ testnetPageUrl: '', bitcoinNetwork: 'regtest', explorers: {}, googleEnabled: false },
    chains: [{ blockchain: 'bitcoin:regtest', available: true, confirmations: 6 }],
  })
})

afterEach(async () => {
  await unmount()
  store.set(transactionsAtom('w1'), [])
  store.set(walletsAtom, [])
  store.set(configAtom, null)
})

const open = (transactionId: string) =>
  mount(
    <TransactionPanel
      panel={{ id: 'transaction-info', walletId: 'w1', transactionId }}
      open
      onClose={() => undefined}
    />,
  )

/** What stands beside each label of one list of facts. */
const sides = () =>
  [...document.querySelectorAll('section')].map((section) => ({
    title: section.querySelector('h3')?.textContent,
    legs: [...section.querySelectorAll('dl > div')].map((leg) => leg.textContent),
  }))

test('a row counts inputs and outputs where nobody is named, and keeps small amounts', () => {
  expect(activityRow(received, 'w1')).toMatchObject({
    ...{ title: 'Receive Funds', counterparty: '2 inputs, 1 output', amount: '+0.001235 BTC' },
    chain: 'Bitcoin Regtest',
  })
  expect(activityRow(sent, 'w1')).toMatchObject({ counterparty: 'To mfcGAz...uGaC', amount: '-0.01 BTC' })
})

test('the panel lists what goes in and comes out, and names what comes back', async () => {
  await open('t2')
  expect(sides()).toEqual([
    { title: '1 input1.23456789 BTC', legs: ['Wallet w1bcrt1p...gma61.23456789 BTC'] },
    {
      title: '2 outputs1.23455379 BTC',
      legs: ['mfcGAz...uGaC0.01 BTC', 'Back to Wallet w1bcrt1p...gma61.22455379 BTC'],
    },
  ])
  for (const shown of ['-0.01 BTC', 'Fee$ 0.901410 Satoshi', 'Confirmations6 of 6', 'Block7'])
    expect(text()).toContain(shown)
  expect(document.querySelector('a')).toBeNull()
})

test.each([
  [{ confirmations: 2 }, 'Confirmations2 of 6'],
  [{}, 'Confirmations0 of 6'],
  [{ status: 'failed' as const }, undefined],
])('while it is under way, it says how far it is: %j', async (more, said) => {
  store.set(transactionsAtom('w1'), [{ ...sent, status: 'broadcasting', ...more }])
  await open('t2')
  expect(/Confirmations\d of \d/.exec(text())?.[0]).toBe(said)
})

test('what came in comes from its inputs; an input without an address stands as -', async () => {
  await open('t1')
  expect(sides()[0]).toEqual({
    title: '2 inputs0.0013 BTC',
    legs: ['mfcGAz...uGaC0.001 BTC', '-0.0003 BTC'],
  })
  expect(sides()[1]?.legs).toEqual(['Wallet w1bcrt1p...gma60.00123456 BTC'])
  expect(text()).toContain('From-')
})

test('where a chain has an explorer, the panel leads to the transaction there', async () => {
  store.set(transactionsAtom('w1'), [{ ...sent, blockchain: 'bitcoin:testnet' }])
  await open('t2')
  const link = document.querySelector('a')
  expect(link?.href).toBe(`https://mempool.space/testnet/tx/${'ab'.repeat(32)}`)
  expect(link?.rel).toBe('noopener noreferrer')
})

test('hundreds of coins are shown on demand', async () => {
  const inputs = Array.from({ length: 300 }, () => ({ address: OWN, value: '1000' }))
  store.set(transactionsAtom('w1'), [{ ...sent, inputs }])
  await open('t2')
  expect(sides()[0]?.title).toBe('300 inputs0.003 BTC')
  expect(document.querySelector('details details')?.hasAttribute('open')).toBe(false)
  expect(document.querySelector('details details summary')?.textContent).toBe('Show all')
})
