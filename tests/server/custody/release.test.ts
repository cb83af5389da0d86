import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Address, createTestClient, http } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PAUSED } from '#domain/sendrule.ts'
import { openOperator } from '#server/custody/custody.ts'
import { NOT_SENT } from '#server/custody/hold/hold.ts'
import { openDatabase } from '#server/db/client.ts'
import { makeMirror } from '#server/db/mirror.ts'
import { ether, startNode, type TestNode } from '../chains/node.ts'
import { nameOf, openRig, type Person, type Rig, type Safe } from '../guardians/rig.ts'
import { STRANGER } from '../transactions/rig.ts'

const CHAIN = 153
/** Opening a database anew takes seconds: the quick run does it for one of the four. */
const deep = process.env.DEEP !== undefined

let node: TestNode
let rig: Rig
let owner: Person
let ada: Person
beforeAll(async () => {
  node = await startNode()
  rig = await openRig({ node, persistent: true })
  const people = await rig.people('owner', 'ada')
  ;[owner, ada] = people as [Person, Person]
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

let paid = 0n
beforeEach(async () => {
  paid = await node.balance(STRANGER)
})
afterEach(() => chain().setAutomine(true))
/** What the stranger got since the test began, in whole coins. */
const gained = async () => ((await node.balance(STRANGER)) - paid) / ether('1')

const chain = () => createTestClient({ mode: 'anvil', transport: http(node.rpcUrl) })
const BACKUP = '-backup'
/** Both sides as they are now, in one backup of one moment. */
const backUp = () =>
  rig.reopen(async (folder) => {
    await rm(folder + BACKUP, { recursive: true, force: true })
    await cp(folder, folder + BACKUP, { recursive: true })
  })
/** A restore of it after more was sent. */
const putBack = () =>
  rig.reopen(async (folder) => {
    await rm(folder, { recursive: true })
    await cp(folder + BACKUP, folder, { recursive: true })
  })

const sendApproved = async (safe: Safe, isGuarded: boolean) => {
  const sent = await rig.send(safe, '1')
  if (isGuarded) await rig.approve(ada, sent.id)
  return sent
}
/** Everything that the server does in its time, more than once. */
const pass = async () => {
  for (const _ of [1, 2, 3]) {
    await rig.round()
    await rig.services.transactions.tick()
    rig.clock.advance(1000)
  }
}

/** An operator's word, while the server is stopped. */
const release = (safe: Safe) =>
  rig.reopen(async (folder) => {
    const database = await openDatabase({
      dataDir: join(folder, 'database'),
      log: pino({ level: 'silent' }),
    })
    const operator = await openOperator({
      dir: join(folder, 'custody'),
      keyRing: rig.keyRing,
      clock: rig.clock,
      policyDelayS: 0,
      mirror: makeMirror(database.db),
    })
    // No chain answers him: the next send ends the hold.
    await operator.release(safe.id, async () => new Map())
    await operator.close()
    await database.close()
  })

describe.each([
  ['an unguarded wallet', false],
  ['a guarded wallet', true],
])('backups of one moment, put back after more was sent from %s', (_, isGuarded) => {
  const open = async (): Promise<Safe> => (isGuarded ? rig.guarded(owner, [ada], 1) : rig.safe(owner))

  test.skipIf(!deep && !isGuarded)(
    'and mined: nothing is paid twice, what waited ends, and after a release it sends again',
    async () => {
      const safe = await open()
      await sendApproved(safe, isGuarded)
      await rig.settle()
      await chain().setAutomine(false)
      const waiting = await rig.send(safe, '1')
      if (!isGuarded) await rig.idle()
      await backUp()
      if (isGuarded) await rig.approve(ada, waiting.id)
      await pass()
      await chain().setAutomine(true)
      await chain().mine({ blocks: 1 })
      await sendApproved(safe, isGuarded)
      await pass()
      expect([await gained(), await rig.sentBy(safe.address)]).toEqual([3n, 3])

      await putBack()
      await pass()
      expect([await gained(), await rig.sentBy(safe.address)]).toEqual([3n, 3])
      if (isGuarded) {
        expect(await rig.transaction(safe, waiting.id)).toMatchObject({
          status: 'failed',
          rejectReason: NOT_SENT,
        })
        expect(await nameOf(rig.approve(ada, waiting.id))).not.toBe('none')
      }
      await expect(rig.send(safe, '1')).rejects.toThrow(PAUSED)

      await release(safe)
      await sendApproved(safe, isGuarded)
      await pass()
      expect([await gained(), await rig.sentBy(safe.address)]).toEqual([4n, 4])
    },
  )

  test.skipIf(!deep)(
    'and waiting in the mempool: the sender waits until it is mined, and then is held',
    async () => {
      const safe = await open()
      await sendApproved(safe, isGuarded)
      await rig.settle()
      await backUp()
      await chain().setAutomine(false)
      await sendApproved(safe, isGuarded)
      await rig.round()
      await putBack()
      // What is proposed now takes no nonce while another one waits.
      const next = await sendApproved(safe, isGuarded)
      await rig.round()
      const { note, approval } = await rig.transaction(safe, next.id)
      expect(isGuarded ? approval?.note : note).toBe(PAUSED)
      await chain().setAutomine(true)
      await chain().mine({ blocks: 1 })
      await pass()
      expect([await gained(), await rig.sentBy(safe.address)]).toEqual([2n, 2])
      expect(await rig.transaction(safe, next.id)).toMatchObject({ status: 'failed', rejectReason: NOT_SENT })
      await release(safe)
      await sendApproved(safe, isGuarded)
      await pass()
      expect([await gained(), await rig.sentBy(safe.address)]).toEqual([3n, 3])
    },
  )
})

test('a transaction that another holder of the key sent holds the sender', async () => {
  const safe = await rig.safe(owner)
  await chain().impersonateAccount({ address: safe.address as Address })
  await node.client.sendTransaction({
    account: safe.address as Address,
    chain: null,
    to: STRANGER,
    value: ether('1'),
  })
  await chain().stopImpersonatingAccount({ address: safe.address as Address })
  await pass()
  await expect(rig.send(safe, '1')).rejects.toThrow(PAUSED)
  expect(await rig.custody.holds({ walletId: safe.id })).toMatchObject([
    { reason: 'unknown-transaction', chainId: CHAIN },
  ])
})
