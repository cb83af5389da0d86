// @vitest-environment node
import { expect, test } from 'vitest'
import { openCustody } from '#server/custody/custody.ts'
import { openStore } from '#server/custody/store.ts'
import { asking, type Bench, bench, grant, propose, refused, send, sending, sign, signed } from './fixture.ts'

/** As on a disk whose locks do not work: another instance that had read everything before this one went on. */
const second = async (made: Bench): Promise<Bench> => {
  const { dir, keyRing, clock } = made
  const custody = await openCustody({
    ...{ dir, keyRing, clock, policyDelayS: 0 },
    openStore: (folder) => openStore(folder, () => ({ release: () => undefined })),
  })
  return { ...made, custody }
}

/** Two instances that both have the wallet in their memory. */
const two = async (): Promise<[Bench, Bench]> => {
  const made = await bench()
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  await grant(made, 'owner')
  await propose(made, sending('both'))
  const stale = await second(made)
  await stale.custody.approvalLog({ walletId: 'safe' })
  return [made, stale]
}

test('an instance whose cache is stale, for another one wrote, signs nothing any more, and says why', async () => {
  const [made, stale] = await two()
  const first = await send(made, sending('first'))
  expect(first.nonce).toBe(0)

  const refusal = await refused(sign(stale, sending('both')), 'Locked')
  expect(refusal.message).toMatch(/Another process wrote to the log of wallet safe\. .*stop the other one/)
  // Not even what needs no entry.
  await refused(sign(stale, sending('first')), 'Locked')
  await refused(
    stale.custody.end({ walletId: 'safe', txId: sending('both').txId, outcome: 'expired' }),
    'Locked',
  )
  // The other one has lost nothing.
  expect((await sign(made, sending('both'))).nonce).toBe(1)
  expect(await sign(made, sending('first'))).toEqual(first)
  await stale.custody.close()
})

test('an instance that wrote nothing but signs again what was signed is found out, too', async () => {
  const made = await bench()
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  await send(made, sending('first'))
  const message = asking('safe')
  await signed(made, 'owner', message)
  const stale = await second(made)
  await sign(stale, sending('first'))
  await stale.custody.messageSignature(message)
  await propose(made, sending('second'))
  await refused(sign(stale, sending('first')), 'Locked')
  await refused(stale.custody.messageSignature(message), 'Locked')
  await stale.custody.close()
})

test('of two that write at the same moment one signs at most', async () => {
  const [made, stale] = await two()
  await propose(made, sending('mine'))
  await stale.custody.close()
  const other = await second(made)
  await other.custody.approvalLog({ walletId: 'safe' })
  const answers = await Promise.allSettled([sign(made, sending('mine')), sign(other, sending('both'))])
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThan(2)
  await other.custody.close()
})
