import { expect, test } from 'vitest'
import { bench, grant, refused, setPolicy } from './fixture.ts'

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
      blocks: () => blocks.map(at),
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
