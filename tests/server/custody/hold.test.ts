import { describe, expect, test } from 'vitest'
import { PAUSED } from '#domain/sendrule.ts'
import { NOT_SENT } from '#server/custody/hold/hold.ts'
import { nonceAfter, seenIn } from '#server/custody/hold/release.ts'
import { faultOf } from '#server/custody/verify.ts'
import {
  asking,
  type Bench,
  guarded,
  idOf,
  propose,
  refused,
  send,
  sending,
  setPolicy,
  sign,
  signed,
} from './fixture.ts'

const CHAIN = 153
const UNKNOWN = `0x${'ab'.repeat(32)}` as const

/** What a block has of the wallet's address. */
const mined = async ({ custody }: Bench, nonce: number, hash: `0x${string}` = UNKNOWN) => {
  const { evmAddress: from } = await custody.wallet({ walletId: 'safe' })
  return custody.noteMined({ chainId: CHAIN, transactions: [{ from, hash, nonce }] })
}
const typesOf = async ({ custody }: Bench) =>
  (await custody.approvalLog({ walletId: 'safe' })).entries.map(({ type }) => type)
const verified = async ({ custody }: Bench) => {
  const log = await custody.approvalLog({ walletId: 'safe' })
  expect(await faultOf(JSON.parse(JSON.stringify(log)))).toBeUndefined()
}

test.each([
  ['everything final', 3, 0, { final: 5, latest: 5, pending: 5 }, 5],
  ['what custody signed and waits', 5, 0, { final: 3, latest: 3, pending: 5 }, 5],
  ['more than is final is mined', 3, 0, { final: 4, latest: 5, pending: 5 }, undefined],
  ['what custody signed is mined and not final', 4, 0, { final: 3, latest: 4, pending: 4 }, undefined],
  ['more waits than custody signed', 3, 0, { final: 3, latest: 3, pending: 4 }, undefined],
  ['a node that counts less than was seen', 3, 5, { final: 3, latest: 3, pending: 3 }, undefined],
  ['a node that counts nothing', 3, 0, { final: 0, latest: 0, pending: 0 }, 3],
] as const)('the nonce after a release, with %s', (_, own, seen, counts, nonce) => {
  expect(nonceAfter(own, seen, counts)).toBe(nonce)
})

test('what holds have seen leaves out a nonce that no chain comes to', () => {
  expect(seenIn([{ nonce: 4 }, {}, { nonce: 1 }, { nonce: Number.MAX_SAFE_INTEGER }], 3)).toBe(5)
  expect(seenIn([], 3)).toBe(0)
})

describe('a transaction that the journal does not know', () => {
  test('holds the sender, also after a restart, and ends what is not signed yet', async () => {
    const made = await guarded([], 1)
    await send(made, sending('tx-1'))
    await propose(made, sending('tx-2'))
    expect(await mined(made, 1)).toEqual({ held: ['safe'] })
    // Seen again, it is the same one.
    expect(await mined(made, 1)).toEqual({ held: [] })
    await made.reopen()
    const { message } = await refused(propose(made, sending('tx-3')), 'Held')
    expect(message).toBe(PAUSED)
    const { details, message: reason } = await refused(sign(made, sending('tx-2')), 'Ended')
    expect([details.outcome, reason]).toEqual(['withdrawn', NOT_SENT])
    expect(await made.custody.overview({ walletIds: ['safe'] })).toMatchObject([
      { held: { owner: false, operator: true, guardians: 0, isWhole: false } },
    ])
    // What was signed is given again as ever; other chains and texts go on.
    expect((await sign(made, sending('tx-1'))).nonce).toBe(0)
    const other = sending('tx-4')
    await propose(made, { ...other, tx: { ...other.tx, chainId: 80002 } })
    await signed(made, 'owner', asking('safe'))
    expect(await made.custody.holds({ walletId: 'safe' })).toMatchObject([
      {
        reason: 'unknown-transaction',
        chainId: CHAIN,
        missing: { owner: false, operator: true, guardians: 0 },
      },
    ])
    await verified(made)
  })

  test('is none that custody signed, nor one of another address', async () => {
    const made = await guarded([], 1)
    const { hash } = await send(made, sending('tx-1'))
    expect(await mined(made, 0, hash)).toEqual({ held: [] })
    expect((await made.custody.overview({ walletIds: ['safe'] }))[0]).not.toHaveProperty('held')
    const from = '0x1111111111111111111111111111111111111111' as const
    const transactions = [{ from, hash: UNKNOWN, nonce: 0 }]
    expect(await made.custody.noteMined({ chainId: CHAIN, transactions })).toEqual({ held: [] })
    await send(made, sending('tx-2'))
  })

  test('under a nonce that custody signed with holds, too: those are other bytes', async () => {
    const made = await guarded([], 1)
    await send(made, sending('tx-1'))
    expect(await mined(made, 0)).toEqual({ held: ['safe'] })
  })

  test('under a nonce that no chain comes to holds without it, for a release would wait for ever', async () => {
    const made = await guarded([], 1)
    await send(made, sending('tx-1'))
    const heldAt = async () => {
      const { entries } = await made.custody.approvalLog({ walletId: 'safe' })
      return entries.flatMap((entry) => (entry.type === 'held' ? [entry.data.nonce] : []))
    }
    expect(await mined(made, Number.MAX_SAFE_INTEGER, `0x${'01'.repeat(32)}`)).toEqual({ held: ['safe'] })
    expect(await mined(made, Number.MAX_SAFE_INTEGER, `0x${'01'.repeat(32)}`)).toEqual({ held: [] })
    await mined(made, 1002, `0x${'02'.repeat(32)}`)
    await mined(made, 1001, `0x${'03'.repeat(32)}`)
    expect(await heldAt()).toEqual([undefined, undefined, 1001])
    await verified(made)
  })

  test('is released by nobody but an operator', async () => {
    const made = await guarded([], 1)
    await mined(made, 0)
    const counts = { walletId: 'safe', chainId: CHAIN, final: 1, latest: 1, pending: 1 }
    const { details } = await refused(made.custody.release(counts), 'NotAllowed')
    expect(details).toMatchObject({ operator: true })
  })
})

test('a bare count pauses the sender for as long as it is said, and ends nothing', async () => {
  const made = await guarded([], 1)
  await propose(made, sending('tx-1'))
  await refused(sign(made, { ...sending('tx-1'), mined: 2 }), 'ChainAhead')
  expect(await typesOf(made)).not.toContain('held')
  expect((await sign(made, { ...sending('tx-1'), mined: 0 })).nonce).toBe(0)
})

test('a guarded wallet that is held ends what its guardians were asked about', async () => {
  const made = await guarded(['ada'], 1)
  await propose(made, sending('tx-1'))
  await mined(made, 0)
  const state = await made.custody.approvalState({ walletId: 'safe', txId: idOf('tx-1') })
  expect(state).toMatchObject({ status: 'ended', end: { outcome: 'withdrawn', reason: NOT_SENT } })
  // Its rules may still be loosened: that starts late, and the chain says nothing against them.
  await setPolicy(made, [], 1)
})
