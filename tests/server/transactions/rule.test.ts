import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import { ether, type TestNode } from '../chains/node.ts'
import { onChain } from '../chains/onchain.ts'
import { openRig, type Rig, STRANGER } from './rig.ts'

let node: TestNode
let rig: Rig
let userId: string
let wallet: Awaited<ReturnType<Rig['wallet']>>

onChain(openRig, async (both) => {
  ;({ node, rig } = both)
  userId = await rig.user()
  wallet = await rig.wallet(userId, { coins: '10' })
  await rig.fund(wallet.address, '100', 'USDC')
  await rig.fund(wallet.address, undefined, 'SEAL')
})

const INSUFFICIENT = { name: 'InsufficientFundsError', message: 'Amount should be less than your balance' }
const invalid = (message: string) => ({ name: 'ValidationError', message })

describe('refused amounts and recipients', () => {
  const cases: [string, bigint | string, Parameters<Rig['draft']>[3], object][] = [
    ['zero', '0', {}, invalid('Amount is required')],
    ['zeros', '000', {}, invalid('Amount is required')],
    ['above the maximum', ether('1000000000'), {}, invalid('Max is 999999999')],
    ['above the balance', ether('11'), {}, INSUFFICIENT],
    ['nothing left for gas', ether('10'), {}, INSUFFICIENT],
    ['token above its balance', '100000001', { symbol: 'USDC' }, INSUFFICIENT],
    ['more items than owned', '2', { symbol: 'SEAL' }, INSUFFICIENT],
    [
      'short address',
      ether('1'),
      { recipient: STRANGER.slice(0, -1) },
      invalid('Wallet address should be Ethereum address'),
    ],
    [
      'a Bitcoin address',
      ether('1'),
      { recipient: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
      invalid('Wallet address should be Ethereum address'),
    ],
  ]
  test.each(cases)('%s', async (_, amount, about, error) => {
    await expect(rig.send(userId, wallet.id, amount, about)).rejects.toMatchObject(error)
  })

  test('nothing of these was written down', async () => {
    expect(await rig.listed(userId, wallet.id)).toHaveLength(3)
    expect(await rig.assetOf(userId, wallet.id)).toMatchObject({ amount: ether('10').toString() })
  })
})

test('a token needs native coins for gas', async () => {
  const owner = await rig.user()
  const dry = await rig.wallet(owner)
  await rig.fund(dry.address, '5', 'USDC')
  const gas = { name: 'InsufficientFundsError', message: 'Not enough funds for gas' }
  await expect(rig.send(owner, dry.id, '1', { symbol: 'USDC' })).rejects.toMatchObject(gas)
  await node.client.setBalance({ address: dry.address as `0x${string}`, value: 1n })
  await expect(rig.send(owner, dry.id, '1', { symbol: 'USDC' })).rejects.toMatchObject(gas)
})

test('a recipient that refuses coins is named by the contract, before anything is sent', async () => {
  await expect(
    rig.send(userId, wallet.id, ether('1'), { recipient: node.token('USDC').address }),
  ).rejects.toMatchObject({
    name: 'ValidationError',
    message: expect.stringMatching(/^The contract refuses/),
  })
})

test('before identity verification nothing can be sent', async () => {
  const owner = await rig.user()
  const fresh = await rig.wallet(owner, { coins: '1', verified: false })
  await expect(rig.send(owner, fresh.id, ether('0.1'))).rejects.toMatchObject({
    name: 'KycRequiredError',
    message: 'Complete identity verification first',
  })
})

test('only an active wallet sends', async () => {
  const owner = await rig.user()
  const other = await rig.wallet(owner, { coins: '1' })
  await rig.operate({ type: 'wallet', entityId: other.id, status: 'processing-amend' })
  await expect(rig.send(owner, other.id, ether('0.1'))).rejects.toMatchObject({
    name: 'ConflictError',
    message: 'This wallet is processing-amend. Only an active one can send.',
  })
})

test("someone else's wallet and assets do not exist", async () => {
  const stranger = await rig.user()
  const draft = await rig.draft(userId, wallet.id, ether('1'))
  const { transactions, assets, wallets } = rig.services
  const missing = { name: 'NotFoundError' }
  await expect(rig.sendEvm(stranger, wallet.id, draft)).rejects.toMatchObject(missing)
  await expect(transactions.estimate(stranger, wallet.id, draft)).rejects.toMatchObject(missing)
  await expect(transactions.sendBitcoin(await rig.caller(stranger), wallet.id, draft)).rejects.toMatchObject(
    missing,
  )
  await expect(rig.cancel(stranger, wallet.id, 'x')).rejects.toMatchObject(missing)
  await expect(transactions.list(stranger, { walletId: wallet.id })).rejects.toMatchObject(missing)
  await expect(assets.list(stranger, wallet.id)).rejects.toMatchObject(missing)
  await expect(wallets.get(stranger, wallet.id)).rejects.toMatchObject(missing)
  await expect(wallets.rename(stranger, wallet.id, 'Mine now')).rejects.toMatchObject(missing)
  const own = await rig.wallet(stranger)
  await expect(rig.sendEvm(stranger, own.id, draft)).rejects.toMatchObject(missing)
})

test('an EVM asset is refused by the Bitcoin call', async () => {
  const draft = await rig.draft(userId, wallet.id, ether('1'))
  const caller = await rig.caller(userId)
  await expect(rig.services.transactions.sendBitcoin(caller, wallet.id, draft)).rejects.toMatchObject(
    invalid('This is not a Bitcoin asset. Send it with transactions/send-evm.'),
  )
})

test('the estimate is a fifth above the node, never below the assumed units', async () => {
  const { estimate } = rig.services.transactions
  const native = await estimate(userId, wallet.id, await rig.draft(userId, wallet.id, ether('1')))
  expect(native).toMatchObject({ gasLimit: '25200' })
  const token = await estimate(userId, wallet.id, await rig.draft(userId, wallet.id, '1', { symbol: 'USDC' }))
  expect(Number(token.gasLimit)).toBeGreaterThanOrEqual(55_096)
  const item = await estimate(userId, wallet.id, await rig.draft(userId, wallet.id, '1', { symbol: 'SEAL' }))
  expect(Number(item.gasLimit)).toBeGreaterThan(21_000)
})

test('the whole balance less the quoted fee can be sent', async () => {
  const owner = await rig.user()
  const all = await rig.wallet(owner, { coins: '1' })
  const chain = rig.chains.get('redbelly:testnet') as EvmChain
  const fees = await chain.fees()
  // One quote for all: the chain's own is read again every few seconds.
  const held = vi.spyOn(chain, 'fees').mockResolvedValue(fees)
  onTestFinished(() => held.mockRestore())
  const quote = 25_200n * fees.normal.maxFeePerGas
  await expect(rig.send(owner, all.id, ether('1') - quote + 1n)).rejects.toMatchObject(INSUFFICIENT)
  const sent = await rig.send(owner, all.id, ether('1') - quote)
  await rig.settle()
  expect((await rig.listed(owner, all.id))[0]).toMatchObject({ id: sent.id, status: 'success' })
})

test('a fee above the one that was shown is refused, up to it it is the most that is paid', async () => {
  const owner = await rig.user()
  const shown = await rig.wallet(owner, { coins: '1' })
  const chain = rig.chains.get('redbelly:testnet') as EvmChain
  const fees = await chain.fees()
  const held = vi.spyOn(chain, 'fees').mockResolvedValue(fees)
  onTestFinished(() => held.mockRestore())
  const quote = 25_200n * fees.fast.maxFeePerGas
  const draft = await rig.draft(owner, shown.id, ether('0.5'), { gas: 'fast' })
  const send = (maxFee: bigint, key = 'shown') =>
    rig.sendEvm(owner, shown.id, { ...draft, maxFee: maxFee.toString() }, key)
  await expect(send(quote - 1n)).rejects.toMatchObject({
    name: 'ConflictError',
    message: 'Network fees rose. Check the new fee.',
  })
  expect(await rig.assetOf(owner, shown.id)).toMatchObject({ reserved: '0' })
  const sent = await send(quote)
  // The same confirmation at another fee of the day is the same send.
  expect((await send(quote + 1n)).id).toBe(sent.id)
  await rig.settle()
  const [done] = await rig.listed(owner, shown.id)
  expect(done).toMatchObject({ id: sent.id, status: 'success' })
  expect(BigInt(done?.fee ?? 0)).toBeLessThanOrEqual(quote)
})

test('only what is not signed can be cancelled', async () => {
  const [first] = await rig.listed(userId, wallet.id)
  await expect(rig.cancel(userId, wallet.id, first?.id ?? '')).rejects.toMatchObject({
    name: 'NotFoundError',
  })
  const sent = await rig.send(userId, wallet.id, ether('0.1'))
  await rig.settle()
  await expect(rig.cancel(userId, wallet.id, sent.id)).rejects.toMatchObject({
    name: 'ConflictError',
    message: 'This transaction is already signed and on its way.',
  })
})
