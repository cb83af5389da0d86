import { expect, test } from 'vitest'
import { guarded, propose, send, sending, sign } from './fixture.ts'

const CHAIN = 153
const UNKNOWN = `0x${'ab'.repeat(32)}` as const

test('a node that once counted too much at a release leaves a way back to the nonces that the chain still waits for', async () => {
  const made = await guarded([], 1)
  const { custody, operator } = made
  expect((await send(made, sending('tx-1'))).nonce).toBe(0)
  // The node tells of a transaction that is not there, and counts five that are not there.
  const { evmAddress: from } = await custody.wallet({ walletId: 'safe' })
  await custody.noteMined({ chainId: CHAIN, transactions: [{ from, hash: UNKNOWN, nonce: 1 }] })
  const lie = { final: 6, latest: 6, pending: 6 }
  await operator.release({ walletId: 'safe', counts: [[CHAIN, lie]] })
  expect((await send(made, sending('tx-2'))).nonce).toBe(6)

  // An honest node counts one for ever, since nobody can sign what comes before 6.
  const truth = { final: 1, latest: 1, pending: 1 }
  await operator.release({ walletId: 'safe', counts: [[CHAIN, truth]] })
  await propose(made, sending('tx-3'))
  expect((await sign(made, { ...sending('tx-3'), mined: 1 })).nonce).toBe(1)
})

test('what a node called spent for a while, and was not, is known, so that an operator hands it in again', async () => {
  const made = await guarded([], 1)
  const { txId } = sending('tx-1')
  const signed = await send(made, sending('tx-1'))
  const none = { final: 0, latest: 0, pending: 0 }
  const forgotten = (counts: typeof none) =>
    made.operator.forgotten({ walletId: 'safe', counts: [[CHAIN, counts]] })
  // It is under way: nothing is wrong.
  expect(await forgotten(none)).toEqual([])
  await made.custody.end({
    walletId: 'safe',
    txId,
    outcome: 'final',
    reason: 'Another one took its place',
  })
  expect(await forgotten({ ...none, pending: 1 })).toEqual([])
  expect(await forgotten({ final: 1, latest: 1, pending: 1 })).toEqual([])
  expect(await forgotten(none)).toEqual([{ chainId: CHAIN, nonce: 0, txId, raw: signed.raw }])
})
