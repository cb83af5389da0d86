// @vitest-environment node
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  keccak256,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  stringToHex,
  type TransactionSerializedEIP1559,
} from 'viem'
import { expect, test } from 'vitest'
import { bench, guarded, RECIPIENT, refused, type Signing, sending, TOKEN } from './fixture.ts'

const open = async () => {
  const made = await bench()
  const { evmAddress } = await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  return Object.assign(made, { evmAddress })
}

const change = (
  signing: Signing,
  tx: Partial<Signing['tx']>,
  intent: Partial<Signing['intent']> = {},
): Signing => ({
  ...signing,
  tx: { ...signing.tx, ...tx },
  intent: { ...signing.intent, ...intent },
})

test('a signed transaction recovers to the wallet and carries exactly what was asked', async () => {
  const { custody, evmAddress } = await open()
  const { raw, hash } = await custody.signEvmTransaction(sending())
  expect(keccak256(raw)).toBe(hash)
  const serializedTransaction = raw as TransactionSerializedEIP1559
  expect(await recoverTransactionAddress({ serializedTransaction })).toBe(evmAddress)
  expect(parseTransaction(serializedTransaction)).toMatchObject({
    type: 'eip1559',
    chainId: 153,
    nonce: 7,
    gas: 21000n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    to: RECIPIENT.toLowerCase(),
    value: 1_500_000_000_000_000_000n,
  })
})

test('one transaction is signed once: the same again gives the same bytes, another one is refused', async () => {
  const { custody, reopen } = await open()
  expect(await custody.signedTransaction({ walletId: 'safe', txId: 'tx-1' })).toBeNull()
  const first = await custody.signEvmTransaction(sending())
  expect(await custody.signEvmTransaction(sending())).toEqual(first)
  const again = await reopen()
  expect(await again.signEvmTransaction(sending())).toEqual(first)
  expect(await again.signedTransaction({ walletId: 'safe', txId: 'tx-1' })).toEqual(first)
  for (const tx of [{ nonce: 8 }, { value: '1' }, { maxFeePerGas: '2000000001' }, { to: TOKEN }]) {
    const refusal = await refused(again.signEvmTransaction(change(sending(), tx)), 'AlreadySigned')
    expect(refusal.details).toEqual({ hash: first.hash })
  }
  const second = await again.signEvmTransaction(change(sending('tx-2'), { nonce: 8 }))
  expect(second.hash).not.toBe(first.hash)
})

test('a fee above the ceiling is refused, at the ceiling it is not', async () => {
  const { custody } = await open()
  const fee = 21000n * 2_000_000_000n
  const below = change(sending(), {}, { feeCeiling: String(fee - 1n) })
  const refusal = await refused(custody.signEvmTransaction(below), 'FeeAboveCeiling')
  expect(refusal.details).toEqual({ fee: '42000000000000', ceiling: '41999999999999' })
  await custody.signEvmTransaction(change(sending(), {}, { feeCeiling: String(fee) }))
})

test('after its time a transaction is not signed any more', async () => {
  const { custody, clock } = await open()
  const late = new Date(clock.now().getTime() + 1000).toISOString()
  clock.pass(1000)
  await refused(custody.signEvmTransaction(change(sending(), {}, { expiresAt: late })), 'Expired')
  await refused(
    custody.signEvmTransaction(change(sending(), {}, { expiresAt: '2026-99-99T00:00:00Z' })),
    'Expired',
  )
})

test('an unknown wallet is refused', async () => {
  const { custody } = await open()
  await refused(custody.signEvmTransaction(sending('tx-1', 'other')), 'UnknownWallet')
  await refused(custody.signMessage({ walletId: 'other', data: '0x6869' }), 'UnknownWallet')
})

const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [RECIPIENT, 5n] })
const moving = (from: `0x${string}`) =>
  encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [from, RECIPIENT, 9n] })
const coin = { type: 'ERC20', symbol: 'USDC', decimals: 6 } as const

test('token sends are signed when their data is exactly the transfer', async () => {
  const { custody, evmAddress } = await open()
  await custody.signEvmTransaction(
    change(sending('erc20'), { to: TOKEN, value: '0', data: transfer }, { asset: coin }),
  )
  await custody.signEvmTransaction(
    change(
      sending('erc721'),
      { to: TOKEN, value: '0', data: moving(evmAddress) },
      { asset: { type: 'ERC721', symbol: 'ART' } },
    ),
  )
  await custody.signEvmTransaction(
    change(sending('deploy'), { to: undefined, value: '0', data: '0x6000' }, { action: 'creation' }),
  )
})

test.each<[string, Partial<Signing['tx']>, Partial<Signing['intent']>]>([
  ['a native send with data', { data: '0x00' }, {}],
  ['a token send with value', { to: TOKEN, data: transfer, value: '1' }, { asset: coin }],
  ['a token send with more data', { to: TOKEN, data: `${transfer}00`, value: '0' }, { asset: coin }],
  [
    'an approval called a send',
    { to: TOKEN, data: `0x095ea7b3${transfer.slice(10)}`, value: '0' },
    { asset: coin },
  ],
  [
    "someone else's token",
    { to: TOKEN, data: moving(TOKEN), value: '0' },
    { asset: { type: 'ERC721', symbol: 'ART' } },
  ],
  ['a send to nobody', { to: undefined }, {}],
  ['a creation with a recipient', { data: '0x6000' }, { action: 'creation' }],
  ['a creation without data', { to: undefined }, { action: 'creation' }],
  ['an unknown chain', { chainId: 1 }, {}],
  ['a tip above the fee', { maxPriorityFeePerGas: '2000000001' }, {}],
  ['an amount with a sign', { value: '-1' }, {}],
  ['an amount over 256 bits', { value: String(2n ** 256n) }, {}],
  ['an amount that is no number', { value: 'x' }, {}],
  ['an amount with a leading zero', { value: '01' }, {}],
  ['an address with a wrong checksum', { to: RECIPIENT.replace('E', 'e') }, {}],
  ['a bad address', { to: '0x12' }, {}],
  ['half a byte', { data: '0x123' }, { action: 'call' }],
])('%s is refused', async (_what, tx, intent) => {
  const { custody } = await open()
  await refused(custody.signEvmTransaction(change(sending(), tx, intent)), 'BadInput')
})

test('a planted file does not get an unapproved transaction signed', async () => {
  const made = await guarded(['ada'], 1)
  const { evmAddress } = await made.custody.wallet({ walletId: 'safe' })
  const other = await open()
  const forged = await other.custody.signEvmTransaction(sending('tx-1'))
  const file = join('signed', 'safe', 'tx-1.json')
  await mkdir(join(made.dir, 'signed', 'safe'))
  await writeFile(join(made.dir, file), await readFile(join(other.dir, file)))
  await refused(made.custody.signEvmTransaction(sending('tx-1')), 'Broken')
  expect(
    await recoverTransactionAddress({ serializedTransaction: forged.raw as TransactionSerializedEIP1559 }),
  ).not.toBe(evmAddress)
})

test('a damaged signed transaction is refused, not signed anew', async () => {
  const made = await open()
  await made.custody.signEvmTransaction(sending())
  const folder = join(made.dir, 'signed', 'safe')
  expect(await readdir(folder)).toEqual(['tx-1.json'])
  await writeFile(join(folder, 'tx-1.json'), '{}')
  await refused(made.custody.signEvmTransaction(sending()), 'Broken')
  await rm(join(folder, 'tx-1.json'))
})

test("a dApp's message is signed as personal_sign", async () => {
  const { custody, evmAddress } = await open()
  const data = stringToHex('Sign in to Example')
  const { signature } = await custody.signMessage({ walletId: 'safe', data })
  expect(await recoverMessageAddress({ message: { raw: data }, signature })).toBe(evmAddress)
  await custody.signMessage({ walletId: 'safe', data: keccak256('0x01') })
  await custody.signMessage({ walletId: 'safe', data: stringToHex('Countersigned by two') })
})

test.each([
  'Countersign approval v1\nTransaction: tx-1',
  ' \n\tCountersign anything',
  'Countersign invite v1',
  'Ｃountersign wide letter',
  '\ufeffCountersign after a mark',
  'Countersign\u00a0no-break space',
])('a text that only custody may issue is refused: %j', async (text) => {
  const { custody } = await open()
  await refused(custody.signMessage({ walletId: 'safe', data: stringToHex(text) }), 'ReservedText')
})
