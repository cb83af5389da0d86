// @vitest-environment node
import { expect, test } from 'vitest'
import type { Regtest } from '#server/sandbox/regtest.ts'
import { onRegtest } from '#tests/server/transactions/bitcoin/onregtest.ts'
import { type BitcoinRig, openBitcoinRig } from '#tests/server/transactions/bitcoin/rig.ts'

let regtest: Regtest
let rig: BitcoinRig
onRegtest((both) => {
  ;({ regtest, rig } = both)
})

const networksOf = ({ accounts }: { accounts: { network: string }[] }) =>
  accounts.map(({ network }) => network)

test('a new wallet is active with its EVM account, then has one on Bitcoin, with an asset of nothing', async () => {
  const userId = await rig.user()
  const wallet = await rig.wallet(userId)
  expect(networksOf(wallet)).toEqual(['evm', 'regtest'])
  expect(wallet.bitcoin).toBe(rig.purseOf(wallet.id).address)
  const said = rig.pushLog.named('wallet:updated', userId)
  expect(said.map(({ status, accounts }) => [status, accounts.length])).toEqual([
    ['processing', 0],
    ['active', 1],
    ['active', 2],
  ])
  expect(await rig.services.wallets.get(userId, wallet.id)).toEqual(said.at(-1))
  expect(await rig.bitcoinOf(userId, wallet.id)).toMatchObject({
    ...{ blockchain: 'bitcoin:regtest', decimals: 8, amount: '0', reserved: '0' },
    accountId: wallet.accounts[1]?.id,
  })
  expect(rig.pushLog.named('asset:created', userId)).toMatchObject([{ symbol: 'btc', walletId: wallet.id }])
})

test('while signers are away a wallet is there without it, and gets it when they are back, once', async () => {
  const userId = await rig.user()
  rig.away(true)
  const { id } = await rig.services.wallets.create(userId, 'Early')
  await rig.pushLog.until('wallet:updated', (data) => data.id === id && data.status === 'active')
  await rig.services.wallets.resume()
  expect(networksOf(await rig.services.wallets.get(userId, id))).toEqual(['evm'])
  rig.away(false)
  await rig.services.wallets.resume()
  const wallet = await rig.services.wallets.get(userId, id)
  expect(networksOf(wallet)).toEqual(['evm', 'regtest'])
  await rig.services.wallets.resume()
  expect(await rig.services.wallets.get(userId, id)).toEqual(wallet)
  expect(rig.pushLog.named('asset:created', userId)).toHaveLength(1)
})

test('wallets of before there was a Bitcoin chain get their accounts at the next start, but not removed ones', async () => {
  const older = await openBitcoinRig(undefined)
  const userId = await older.user()
  const make = async (name: string) => {
    const { id } = await older.services.wallets.create(userId, name)
    await older.pushLog.until('wallet:updated', (data) => data.id === id && data.status === 'active')
    return id
  }
  const [kept, removed] = [await make('Kept'), await make('Removed')]
  await older.services.operations.apply(
    { type: 'wallet', entityId: removed, status: 'removed' },
    async () => {},
  )
  const services = await older.restart({ ESPLORA_URL: regtest.url })
  await services.wallets.start()
  const updated = await older.pushLog.until('wallet:updated', (data) => data.accounts.length === 2)
  expect([updated.id, networksOf(updated)]).toEqual([kept, ['evm', 'regtest']])
  await services.wallets.stop()
  expect(networksOf(await services.wallets.get(userId, removed))).toEqual(['evm'])

  // Another network adds an account and hides none.
  const moved = await older.restart({ ESPLORA_URL: regtest.url, BITCOIN_NETWORK: 'testnet' })
  await moved.wallets.resume()
  const both = await moved.wallets.get(userId, kept)
  expect(networksOf(both)).toEqual(['evm', 'regtest', 'testnet'])
  expect(both.accounts[1]).toEqual(updated.accounts[1])
  expect(both.accounts[2]?.address).toMatch(/^tb1p/)
  await older.stop()
})

test('two processes at once give a wallet one account, and say so once', async () => {
  const userId = await rig.user()
  rig.away(true)
  const { id } = await rig.services.wallets.create(userId, 'Twice')
  await rig.pushLog.until('wallet:updated', (data) => data.id === id && data.status === 'active')
  await rig.services.wallets.resume()
  rig.away(false)
  const other = rig.beside()
  await Promise.all([rig.services.wallets.resume(), other.wallets.resume()])
  expect(networksOf(await rig.services.wallets.get(userId, id))).toEqual(['evm', 'regtest'])
  const told = rig.pushLog.named('wallet:updated', userId).filter(({ accounts }) => accounts.length === 2)
  expect(told).toHaveLength(1)
  await other.stop()
})
