import { expect, test } from 'vitest'
import { bench, DAY, grant, guarded, refused, send, sending, setPolicy } from './fixture.ts'

const MINUTE = 60_000

/** A custody whose clock is so many minutes ahead of database and blocks; undefined says nothing. */
const ahead = async (said: { database?: number; blocks?: readonly number[] }) => {
  const made = await bench()
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  await setPolicy(made, [], 1, false)
  const at = (minutes: number) => made.clock.now().getTime() - minutes * MINUTE
  const { database, blocks = [] } = said
  await made.reopen({
    witnesses: {
      database: () => (database === undefined ? undefined : at(database)),
      blocks: () => new Map(blocks.map((minutes, chain) => [chain, at(minutes)])),
    },
  })
  return made
}

test.each([
  ['nobody else tells the time', {}],
  ['all are near', { database: 9, blocks: [9] }],
  ['one chain stalls', { database: 0, blocks: [500] }],
  ['every chain stalls', { database: 0, blocks: [500, 600] }],
  ['the database is behind, a chain is not', { database: 500, blocks: [1] }],
  ['the clock is behind', { database: -500, blocks: [-500] }],
])('works on where %s', async (_, said) => {
  const made = await ahead(said)
  expect((await setPolicy(made, [], 2, false)).version).toBe(2)
})

test.each([
  ['database and blocks', { database: 11, blocks: [11, 500] }],
  ['the database, where there is no chain', { database: 11 }],
  ['blocks, where the database says nothing', { blocks: [11] }],
])('refuses and writes nothing under a clock ahead of %s', async (_, said) => {
  const made = await ahead(said)
  const key = { walletId: 'safe', data: '0x1234' }
  const { message } = await refused(made.custody.approvalLog({ walletId: 'safe' }), 'ClockAhead')
  expect(message).toContain('is 11 minutes ahead of its database and of every block')
  await refused(
    grant(made, 'owner').then((cookie) => made.custody.session({ grant: cookie })),
    'ClockAhead',
  )
  await refused(made.custody.signedTransaction({ walletId: key.walletId, txId: 'tx-1' }), 'ClockAhead')
  await made.reopen()
  expect((await made.custody.approvalLog({ walletId: 'safe' })).entries).toHaveLength(2)
})

test('a delay is over only when a block of the chain says so, too; another chain does not count', async () => {
  const made = await guarded(['ada'], 1, { policyDelayS: DAY / 1000 })
  made.clock.pass(30 * DAY)
  await setPolicy(made, made.people, 1, false)
  const changed = made.clock.now().getTime()
  let block = changed
  const witnesses = { database: () => made.clock.now().getTime(), blocks: () => new Map([[153, block]]) }
  await made.reopen({ policyDelayS: DAY / 1000, witnesses })
  made.clock.pass(2 * DAY)
  const soon = (name: string) => {
    const base = sending(name)
    const expiresAt = new Date(made.clock.now().getTime() + DAY).toISOString()
    return { ...base, meaning: { ...base.meaning, expiresAt } }
  }
  await refused(send(made, soon('stalled')), 'ApprovalMissing')
  block = changed + DAY - 1
  await refused(send(made, soon('early')), 'ApprovalMissing')
  block = changed + DAY
  await send(made, soon('free'))
})
