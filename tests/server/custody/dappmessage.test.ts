// @vitest-environment node
import { keccak256, recoverMessageAddress, stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { digestOf } from '#server/custody/custody.ts'
import { openStore, type Store } from '#server/custody/store.ts'
import { asking, bench, confirming, grant, refused, sending, signed, TOKEN } from './fixture.ts'

const open = async () => {
  const made = await bench()
  const { evmAddress } = await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  await made.custody.createWalletKey({ walletId: 'theirs', userId: 'user-eve' })
  return Object.assign(made, { evmAddress })
}
const logOf = async ({ custody }: Pick<Awaited<ReturnType<typeof open>>, 'custody'>) =>
  (await custody.approvalLog({ walletId: 'safe' })).entries.filter(({ type }) => type === 'message')

test("a dApp's message is signed as personal_sign", async () => {
  const made = await open()
  const data = stringToHex('Sign in to Example')
  const { signature } = await signed(made, 'owner', asking('safe', data))
  expect(await recoverMessageAddress({ message: { raw: data }, signature })).toBe(made.evmAddress)
  await signed(made, 'owner', asking('safe', keccak256('0x01')))
  await signed(made, 'owner', asking('safe', stringToHex('Countersigned by two')))
  await refused(signed(made, 'owner', asking('other')), 'UnknownWallet')
})

test.each([
  'Countersign approval v1\nTransaction: tx-1',
  ' \n\tCountersign anything',
  'Countersign invite v1',
  'Ｃountersign wide letter',
  '\ufeffCountersign after a mark',
  'Countersign\u00a0no-break space',
])('a text that only custody may issue is refused: %j', async (text) => {
  const made = await open()
  await refused(signed(made, 'owner', asking('safe', stringToHex(text))), 'ReservedText')
  expect(await logOf(made)).toEqual([])
})

test('only the owner has his wallet sign, and only while his session lasts', async () => {
  const made = await open()
  await refused(signed(made, 'user-eve', asking('safe')), 'WrongOwner')
  const ask = await confirming(made, 'owner', asking('safe'))
  await refused(made.custody.signMessage({ ...ask, grant: 'guessed' }), 'SignedOut')
  await made.custody.signOut({ grant: ask.grant })
  await refused(made.custody.signMessage(ask), 'SignedOut')
  expect(await logOf(made)).toEqual([])
})

test('a request is signed with the one text that was shown, and again with the same signature', async () => {
  const made = await open()
  const asked = asking('safe', stringToHex('Pay 1'), 'r1')
  const ask = await confirming(made, 'owner', asked)
  for (const other of [
    { data: stringToHex('Pay 2') },
    { walletId: 'theirs' },
    { blockchain: 'polygon' },
    { topic: 'cd'.repeat(32) },
    { name: 'Another DApp' },
    { url: 'https://other.example' },
    { digest: '0'.repeat(64) },
  ])
    await refused(
      made.custody.signMessage({ ...ask, ...other }),
      'walletId' in other ? 'WrongOwner' : 'TransactionChanged',
    )
  expect(await logOf(made)).toEqual([])

  const first = await made.custody.signMessage(ask)
  expect(await made.custody.signMessage(ask)).toEqual(first)
  const changed = await confirming(made, 'owner', { ...asked, data: stringToHex('Pay 2') })
  await refused(made.custody.signMessage(changed), 'AlreadySigned')
  await made.reopen()
  expect(await made.custody.signMessage(ask)).toEqual(first)
  await refused(made.custody.signMessage(changed), 'AlreadySigned')
  expect(await logOf(made)).toMatchObject([{ data: { requestId: 'r1', digest: ask.digest } }])
})

test("a dApp's transaction is proposed only as its owner's dialog showed it", async () => {
  const made = await open()
  const { walletId, meaning, tx } = sending()
  const { to, value, data } = tx
  const payload = { chainId: 153, to, value, data }
  const drawn = { walletId, blockchain: 'redbelly:testnet', to, value: BigInt(value), data }
  const digest = digestOf({ ...drawn, method: 'eth_sendTransaction' })
  const source = { kind: 'request' as const, id: 'r1', digest }
  const ask = { grant: await grant(made, 'owner'), walletId, meaning, payload, source }
  await made.custody.createWalletKey({ walletId: 'second', userId: 'owner' })
  for (const other of [
    { walletId: 'second' },
    { payload: { ...payload, chainId: 31337 } },
    { payload: { ...payload, to: TOKEN } },
    { payload: { ...payload, value: '1' } },
    { payload: { ...payload, data: '0x01' }, meaning: { ...meaning, action: 'call' as const } },
    { source: { ...source, digest: '0'.repeat(64) } },
  ])
    await refused(made.custody.propose({ ...ask, ...other }), 'TransactionChanged')
  const { txId } = await made.custody.propose(ask)
  expect((await made.custody.propose(ask)).txId).toBe(txId)
})

test('without a person there is only the signature of what he confirmed', async () => {
  const made = await open()
  const asked = asking('safe', stringToHex('Pay 1'), 'r1')
  await refused(made.custody.messageSignature(asked), 'NotConfirmed')
  const first = await signed(made, 'owner', asked)
  expect(await made.custody.messageSignature(asked)).toEqual(first)
  for (const other of [
    { data: stringToHex('Pay 2') },
    { requestId: 'r2' },
    { topic: 'cd'.repeat(32) },
    { name: 'Another DApp' },
    { walletId: 'theirs' },
  ])
    await refused(made.custody.messageSignature({ ...asked, ...other }), 'NotConfirmed')
})

test('a disk that fails before, in or after the entry never lets out a signature that the log lacks', async () => {
  const steps = ['append', 'replace'] as const
  for (const failing of steps) {
    const made = await open()
    const asked = asking('safe', stringToHex('Pay 1'), 'r1')
    const ask = await confirming(made, 'owner', asked)
    let dead = false
    await made.reopen({
      async openStore(dir) {
        const store = await openStore(dir)
        const broken: Store = {
          ...store,
          async append(path, text) {
            if (dead && failing === 'append') throw new Error('The disk is full')
            await store.append(path, text)
          },
          async replace(path, text) {
            if (dead && failing === 'replace' && path.startsWith('heads/'))
              throw new Error('The disk is full')
            await store.replace(path, text)
          },
        }
        return broken
      },
    })
    await grant(made, 'owner')
    dead = true
    await expect(made.custody.signMessage(ask)).rejects.toThrow('full')
    await made.reopen()
    const log = await logOf(made)
    // A line that is whole counts, whether its head was written or not.
    expect(log).toHaveLength(failing === 'append' ? 0 : 1)
    if (log.length === 0) await refused(made.custody.messageSignature(asked), 'NotConfirmed')
    const first = await made.custody.signMessage(ask)
    expect(await made.custody.messageSignature(asked)).toEqual(first)
    expect(await recoverMessageAddress({ message: 'Pay 1', signature: first.signature })).toBe(
      made.evmAddress,
    )
    expect(await logOf(made)).toHaveLength(1)
  }
})
