// @vitest-environment node
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  encodeFunctionData,
  erc20Abi,
  erc721Abi,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerializedEIP1559,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { digestOf } from '#server/custody/custody.ts'
import {
  approve,
  type Bench,
  bench,
  DAY,
  grant,
  guarded,
  idOf,
  propose,
  RECIPIENT,
  refused,
  type Sending,
  send,
  sending,
  sign,
  TOKEN,
} from './fixture.ts'

const open = async () => {
  const made = await bench()
  const { evmAddress } = await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  return Object.assign(made, { evmAddress })
}

const change = (
  sent: Sending,
  tx: Partial<Sending['tx']>,
  meaning: Partial<Sending['meaning']> = {},
): Sending => ({
  ...sent,
  tx: { ...sent.tx, ...tx },
  meaning: { ...sent.meaning, ...meaning },
})

const cancel = async (made: Bench, name = 'tx-1', userId = 'owner') =>
  made.custody.cancel({ grant: await grant(made, userId), walletId: 'safe', txId: idOf(name) })

const end = ({ custody }: Bench, outcome: 'expired' | 'withdrawn' | 'final', name = 'tx-1') =>
  custody.end({ walletId: 'safe', txId: idOf(name), outcome })

const typesOf = async ({ custody }: Bench) =>
  (await custody.approvalLog({ walletId: 'safe' })).entries.map(({ type }) => type)

test('a signed transaction recovers to the wallet and carries exactly what was asked', async () => {
  const made = await open()
  const { raw, hash, nonce } = await send(made, sending())
  expect(keccak256(raw)).toBe(hash)
  const serializedTransaction = raw as TransactionSerializedEIP1559
  expect(await recoverTransactionAddress({ serializedTransaction })).toBe(made.evmAddress)
  expect(nonce).toBe(0)
  expect(parseTransaction(serializedTransaction)).toMatchObject({
    type: 'eip1559',
    chainId: 153,
    nonce: 0,
    gas: 21000n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    to: RECIPIENT.toLowerCase(),
    value: 1_500_000_000_000_000_000n,
  })
})

test('what was not proposed by the owner is not signed', async () => {
  const made = await open()
  await refused(sign(made, sending()), 'UnknownTransaction')
  const { walletId, meaning, tx } = sending()
  const { chainId, to, value, data } = tx
  const ask = { walletId, meaning, payload: { chainId, to, value, data } }
  await refused(made.custody.propose({ ...ask, grant: 'nobody' }), 'SignedOut')
  await refused(made.custody.propose({ ...ask, grant: await grant(made, 'user-eve') }), 'WrongOwner')
  expect(await typesOf(made)).toEqual(['created'])
  await refused(sign(made, sending()), 'UnknownTransaction')
})

test('the same proposal again is the same transaction, at its first fee ceiling and expiry', async () => {
  const made = await open()
  const first = await propose(made, sending())
  expect(first).toMatchObject({ txId: idOf('tx-1'), required: 0, feeCeiling: '84000000000000' })
  expect(first).not.toHaveProperty('policyVersion')
  await made.reopen()
  const dearer = change(
    sending(),
    { gas: '22000', maxFeePerGas: '1', maxPriorityFeePerGas: '1' },
    { feeCeiling: '99', expiresAt: '2026-03-05T00:00:00.000Z', walletName: 'B' },
  )
  expect(await propose(made, dearer)).toEqual(first)
  expect(await typesOf(made)).toEqual(['created', 'proposed'])
  const other = await refused(propose(made, change(sending(), { value: '1' })), 'TransactionChanged')
  expect(other.details).toEqual({ field: 'Amount', txId: first.txId })
  await made.custody.createWalletKey({ walletId: 'second', userId: 'owner' })
  expect((await propose(made, sending('tx-1', 'second'))).txId).not.toBe(first.txId)
  const { walletId, meaning, tx } = sending()
  const { chainId, to, value, data } = tx
  const ask = { grant: await grant(made, 'owner'), walletId, meaning, payload: { chainId, to, value, data } }
  const drawn = { walletId, to, value: BigInt(value), data }
  const digest = digestOf({ ...drawn, blockchain: 'redbelly:testnet', method: 'eth_sendTransaction' })
  const ids = await Promise.all([
    made.custody.propose(ask),
    made.custody.propose(ask),
    made.custody.propose({ ...ask, source: { kind: 'request', id: 'tx-1', digest } }),
  ])
  expect(new Set([first, ...ids].map(({ txId }) => txId)).size).toBe(4)
  for (const { txId } of ids)
    expect(txId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-/)
})

test('what was begun gives the same bytes for ever, whatever is asked then', async () => {
  const made = await open()
  expect(await made.custody.signedTransaction({ walletId: 'safe', txId: idOf('tx-1') })).toBeNull()
  const first = await send(made, sending())
  expect(await sign(made, sending())).toEqual(first)
  await made.reopen()
  const others: [Partial<Sending['tx']>, number][] = [
    [{ value: '1' }, 7],
    [{ maxFeePerGas: '2000000001' }, 9],
    [{ to: TOKEN }, 0],
  ]
  for (const [tx, mined] of others)
    expect(await sign(made, { ...change(sending(), tx), mined })).toEqual(first)
  made.clock.pass(30 * DAY)
  expect(await sign(made, sending())).toEqual(first)
  expect(await made.custody.signedTransaction({ walletId: 'safe', txId: idOf('tx-1') })).toEqual(first)
  expect(await typesOf(made)).toEqual(['created', 'proposed', 'signing', 'signed'])
})

test('nonces follow each other on each chain, whatever the chain counts below them', async () => {
  const made = await open()
  const on = (name: string, chainId: number, mined: number) => ({
    ...change(sending(name), { chainId }),
    mined,
  })
  expect((await send(made, on('a', 153, 0))).nonce).toBe(0)
  expect((await send(made, on('b', 153, 1))).nonce).toBe(1)
  expect((await send(made, on('c', 151, 0))).nonce).toBe(0)
  await made.reopen()
  expect((await send(made, on('d', 153, 0))).nonce).toBe(2)
  expect((await send(made, on('e', 151, 1))).nonce).toBe(1)
})

test('a chain that counts more than custody signed pauses the sender until it agrees', async () => {
  const made = await open()
  await send(made, sending('a'))
  const ahead = { ...sending('b'), mined: 2 }
  const refusal = await refused(send(made, ahead), 'ChainAhead')
  expect(refusal.details).toEqual({ mined: 2, own: 1 })
  await made.reopen()
  await refused(sign(made, ahead), 'ChainAhead')
  expect((await sign(made, { ...ahead, mined: 1 })).nonce).toBe(1)
})

test('the first nonce is 0: what the chain counts before it was signed by a later state of this custody', async () => {
  const made = await open()
  await refused(send(made, { ...sending('again'), mined: 1 }), 'ChainAhead')
  expect((await sign(made, sending('again'))).nonce).toBe(0)
})

test('what the owner cancelled is never signed, and what is signed is not cancelled', async () => {
  const made = await open()
  await propose(made, sending())
  await refused(cancel(made, 'tx-1', 'user-eve'), 'WrongOwner')
  await refused(cancel(made, 'tx-2'), 'UnknownTransaction')
  expect(await cancel(made)).toEqual({ outcome: 'cancelled' })
  expect(await cancel(made)).toEqual({ outcome: 'cancelled' })
  await made.reopen()
  expect((await refused(sign(made, sending()), 'Ended')).details).toMatchObject({ outcome: 'cancelled' })
  await refused(propose(made, sending()), 'Ended')
  expect(await end(made, 'withdrawn')).toEqual({ outcome: 'cancelled' })
  expect(await typesOf(made)).toEqual(['created', 'proposed', 'cancelled'])

  await send(made, sending('tx-2'))
  await refused(cancel(made, 'tx-2'), 'AlreadySigned')
})

test('without its owner a transaction ends only by time, unsigned, or as final', async () => {
  const made = await open()
  await propose(made, sending('late'))
  await propose(made, sending('back'))
  await send(made, sending('gone'))
  await refused(end(made, 'expired', 'late'), 'OutOfOrder')
  await refused(end(made, 'final', 'late'), 'OutOfOrder')
  await refused(end(made, 'withdrawn', 'gone'), 'AlreadySigned')
  await refused(end(made, 'withdrawn', 'unknown'), 'UnknownTransaction')
  expect(await end(made, 'withdrawn', 'back')).toEqual({ outcome: 'withdrawn' })
  await refused(sign(made, sending('back')), 'Ended')
  made.clock.pass(7 * DAY)
  expect(await end(made, 'expired', 'late')).toEqual({ outcome: 'expired' })
  await refused(sign(made, sending('late')), 'Ended')
  const { hash } = await sign(made, sending('gone'))
  expect(await end(made, 'final', 'gone')).toEqual({ outcome: 'final' })
  expect((await sign(made, sending('gone'))).hash).toBe(hash)
})

test('a fee above the ceiling is refused, at the ceiling it is not', async () => {
  const made = await open()
  const fee = 21000n * 2_000_000_000n
  const below = change(sending('below'), {}, { feeCeiling: String(fee - 1n) })
  const refusal = await refused(send(made, below), 'FeeAboveCeiling')
  expect(refusal.details).toEqual({ fee: '42000000000000', ceiling: '41999999999999' })
  await send(made, change(sending(), {}, { feeCeiling: String(fee) }))
  const tip = change(sending('tip'), { maxPriorityFeePerGas: '2000000001' })
  await refused(send(made, tip), 'BadInput')
})

test('other gas or another gas price than was proposed is refused', async () => {
  const made = await open()
  const asked = await propose(made, sending())
  expect(asked).toMatchObject({
    ...{ gas: '21000', maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1000000000' },
  })
  const others = [
    { gas: '1' },
    { gas: '21001' },
    { maxFeePerGas: '1999999999' },
    { maxPriorityFeePerGas: '0' },
  ]
  for (const other of others) await refused(sign(made, change(sending(), other)), 'TransactionChanged')
  const nothing = change(sending(), { maxFeePerGas: '0', maxPriorityFeePerGas: '0' })
  await refused(sign(made, nothing), 'BadInput')
  await refused(propose(made, change(nothing, { gas: '0' })), 'BadInput')
  expect(await typesOf(made)).toEqual(['created', 'proposed'])
  expect((await sign(made, sending())).nonce).toBe(0)
})

test('after its time a transaction is not proposed, and not signed any more', async () => {
  const made = await open()
  const late = new Date(made.clock.now().getTime() + 1000).toISOString()
  const sent = change(sending(), {}, { expiresAt: late })
  await propose(made, sent)
  made.clock.pass(1000)
  await refused(sign(made, sent), 'Expired')
  await refused(propose(made, sent), 'Ended')
  const other = change(sending('other'), {}, { expiresAt: late })
  await refused(propose(made, other), 'Expired')
  await refused(propose(made, change(other, {}, { expiresAt: '2026-99-99T00:00:00Z' })), 'Expired')
})

test('an unknown wallet is refused', async () => {
  const made = await open()
  await refused(sign(made, sending('tx-1', 'other')), 'UnknownWallet')
  await refused(propose(made, sending('tx-1', 'other')), 'UnknownWallet')
})

const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [RECIPIENT, 5n] })
const moving = (from: `0x${string}`) =>
  encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [from, RECIPIENT, 9n] })
const coin = { type: 'ERC20', symbol: 'USDC', decimals: 6 } as const

test('token sends are signed when their data is exactly the transfer', async () => {
  const made = await open()
  await send(made, change(sending('erc20'), { to: TOKEN, value: '0', data: transfer }, { asset: coin }))
  await send(
    made,
    change(
      sending('erc721'),
      { to: RECIPIENT, value: '0', data: moving(made.evmAddress) },
      { asset: { type: 'ERC721', symbol: 'ART' } },
    ),
  )
  await send(
    made,
    change(sending('deploy'), { to: undefined, value: '0', data: '0x6000' }, { action: 'creation' }),
  )
})

test('a token keeps the decimals and the symbol with which it was first sent', async () => {
  const made = await open()
  const token = (name: string, decimals: number, chainId = 153, symbol = 'USDC') =>
    change(
      sending(name),
      { to: TOKEN, value: '0', data: transfer, chainId },
      { asset: { ...coin, decimals, symbol } },
    )
  await propose(made, token('first', 6))
  await made.reopen()
  const refusal = await refused(propose(made, token('second', 18)), 'BadInput')
  expect(refusal.message).toBe(
    'This token had 6 decimals when it was first sent from here, and 18 now. Nothing was sent.',
  )
  const other = await refused(propose(made, token('other', 6, 153, 'DAI')), 'BadInput')
  expect(other.message).toBe(
    'This token was USDC when it was first sent from here, and is DAI now. Nothing was sent.',
  )
  await send(made, token('third', 6))
  const named = (name: string, to: `0x${string}`) =>
    change(sending(name), { to, value: '0', data: transfer }, { asset: { ...coin, id: 'usdc' } })
  await propose(made, named('named', TOKEN))
  const swapped = await refused(propose(made, named('swapped', RECIPIENT)), 'BadInput')
  expect(swapped.message).toBe(
    'This token was another contract when it was first sent from here. Nothing was sent.',
  )
  await propose(made, token('elsewhere', 18, 151))
})

test('a token keeps nothing of what was never sent', async () => {
  const made = await open()
  const token = (name: string, decimals: number, id = 'usdc', to: `0x${string}` = TOKEN) =>
    change(sending(name), { to, value: '0', data: transfer }, { asset: { ...coin, decimals, id } })
  await propose(made, token('lied', 8))
  await refused(propose(made, token('true', 6)), 'BadInput')
  await cancel(made, 'lied')
  await propose(made, token('swapped', 6, 'usdc', RECIPIENT))
  await refused(propose(made, token('true', 6)), 'BadInput')
  await end(made, 'withdrawn', 'swapped')
  await propose(made, token('true', 6))
  await propose(made, token('second', 6))
  await cancel(made, 'true')
  await made.reopen()
  await refused(propose(made, token('third', 8)), 'BadInput')
  await sign(made, token('second', 6))
  await end(made, 'final', 'second')
  await refused(propose(made, token('third', 8)), 'BadInput')
})

test('what may move any number of a coin is not read as one item', async () => {
  const made = await open()
  const args = [made.evmAddress, RECIPIENT, 500n * 10n ** 18n] as const
  // WETH9 and others ask no allowance of the holder himself.
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args })
  const item = { asset: { type: 'ERC721', symbol: 'WETH' } } as const
  await refused(propose(made, change(sending('item'), { to: TOKEN, value: '0', data }, item)), 'BadInput')
})

test.each<[string, Partial<Sending['tx']>, Partial<Sending['meaning']>]>([
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
  ['an amount with a sign', { value: '-1' }, {}],
  ['an amount over 256 bits', { value: String(2n ** 256n) }, {}],
  ['an amount that is no number', { value: 'x' }, {}],
  ['an amount with a leading zero', { value: '01' }, {}],
  ['an address with a wrong checksum', { to: RECIPIENT.replace('E', 'e') }, {}],
  ['a bad address', { to: '0x12' }, {}],
  ['half a byte', { data: '0x123' }, { action: 'call' }],
])('%s is refused', async (_what, tx, meaning) => {
  const made = await open()
  await refused(propose(made, change(sending(), tx, meaning)), 'BadInput')
  expect(await typesOf(made)).toEqual(['created'])
})

const fileOf = (made: Bench, name = 'tx-1') => join(made.dir, 'signed', 'safe', `${idOf(name)}.json`)

test('signed bytes lie sealed, and open with the log alone when their file is lost', async () => {
  const made = await open()
  const first = await send(made, sending())
  const text = await readFile(fileOf(made), 'utf8')
  expect(text).toMatch(/^v1\./)
  expect(text).not.toContain(first.hash.slice(2))
  await rm(fileOf(made))
  expect(await sign(made, sending())).toEqual(first)
  expect(await made.custody.signedTransaction({ walletId: 'safe', txId: idOf('tx-1') })).toEqual(first)
})

/** As older versions left signed bytes: an open file and nothing in the log. */
const writeOpen = async (made: Bench, name: string, signed: { raw: string; hash: string }) => {
  await mkdir(join(made.dir, 'signed', 'safe'), { recursive: true })
  await writeFile(fileOf(made, name), JSON.stringify({ digest: signed.hash, ...signed }))
}

/** Bytes that another custody signed with the same key. */
const signedElsewhere = async (made: Bench, sent: Sending) => {
  const twin = await bench()
  const secret = made.secrets[0] as Buffer
  await twin.reopen({ dir: join(twin.folder, 'twin'), random: () => Buffer.from(secret) })
  await twin.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  return send(twin, sent)
}

test('what an older version signed goes on as it is, and its nonce is taken', async () => {
  const made = await open()
  const signed = await signedElsewhere(made, sending('before'))
  const { raw, hash } = signed
  await writeOpen(made, 'before', { raw, hash })
  await made.reopen()
  await refused(end(made, 'withdrawn', 'before'), 'AlreadySigned')
  expect(await sign(made, sending('before'))).toEqual(signed)
  expect(await made.custody.signedTransaction({ walletId: 'safe', txId: idOf('before') })).toEqual(signed)
  expect((await send(made, { ...sending('next'), mined: 1 })).nonce).toBe(1)
  await refused(send(made, { ...sending('ahead'), mined: 3 }), 'ChainAhead')
})

test('a file that somebody else signed takes no nonce', async () => {
  const made = await open()
  const raw = await privateKeyToAccount(generatePrivateKey()).signTransaction({
    ...{ type: 'eip1559', chainId: 153, nonce: 1_000_000, gas: 21_000n },
    ...{ maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, to: RECIPIENT },
  })
  await writeOpen(made, 'planted', { raw, hash: keccak256(raw) })
  await made.reopen()
  expect((await send(made, sending('next'))).nonce).toBe(0)
})

test('a planted file does not get a transaction signed, nor passes for one', async () => {
  const made = await guarded(['ada'], 1)
  const other = await open()
  const { raw, hash } = await send(other, sending())
  await propose(made, sending())
  await writeOpen(made, 'tx-1', { raw, hash })
  await refused(sign(made, sending()), 'ApprovalMissing')
  await writeFile(fileOf(made), await readFile(fileOf(other)))
  await refused(sign(made, sending()), 'Broken')
})

test('nor does what this wallet sent before, which everybody has, keep a later one from being sent or cancelled', async () => {
  const made = await guarded(['ada'], 1)
  const [ada] = made.people
  if (!ada) throw new Error('Ada guards it')
  await propose(made, sending('before'))
  await approve(made, ada, 'before')
  const { raw, hash } = await sign(made, sending('before'))
  for (const name of ['sent', 'cancelled', 'withdrawn']) {
    await propose(made, sending(name))
    await writeOpen(made, name, { raw, hash })
    await made.reopen()
    await refused(sign(made, sending(name)), 'ApprovalMissing')
    expect(await made.custody.signedTransaction({ walletId: 'safe', txId: idOf(name) })).toBeNull()
  }
  await cancel(made, 'cancelled')
  expect(await end(made, 'withdrawn', 'withdrawn')).toEqual({ outcome: 'withdrawn' })
  await approve(made, ada, 'sent')
  const sent = await sign(made, sending('sent'))
  expect([sent.nonce, sent.hash === hash]).toEqual([1, false])
  await made.reopen()
  expect(await sign(made, sending('sent'))).toEqual(sent)
})

test('a damaged signed transaction is refused, not signed anew', async () => {
  const made = await open()
  await send(made, sending())
  const folder = join(made.dir, 'signed', 'safe')
  expect(await readdir(folder)).toEqual([`${idOf('tx-1')}.json`])
  await writeFile(fileOf(made), '{}')
  await refused(sign(made, sending()), 'Broken')
  await made.reopen()
  await refused(sign(made, sending()), 'Broken')
})
