import type { SessionTypes } from '@walletconnect/types'
import { recoverMessageAddress, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  approveSession,
  confirmRequest,
  connectSession,
  getSession,
  listRequests,
} from '#contract/endpoints/dapp.ts'
import { ether } from '#tests/server/chains/node.ts'
import { type Dapp, openDapp } from '#tests/server/dapps/dapp.ts'
import { confirmation } from '#tests/server/dapps/shown.ts'
import { createTestDatabase } from '#tests/server/transactions/database.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'
import type { Holder } from './people.ts'
import type { Point } from './points.ts'
import { type KillRig, openKillRig } from './rig.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 120_000 })

/** Each kill takes seconds, on a PostgreSQL 15 s more: the killed process's lease of the WalletConnect client runs out. */
const skipped = process.env.DEEP === undefined

const CALLS: Point[] = [
  'after handing in',
  'after it is mined',
  'after the balance is reserved',
  'after the nonce is taken',
  'after signing',
  'after the signed bytes are stored',
  'before the answer is out',
  'after the answer is out',
]
const TEXTS: Point[] = [
  'before the answer is out',
  'after the answer is out',
  'before the text is signed',
  'after the text is signed',
]

describe.skipIf(skipped)('a process that is killed while it does what a dApp asked for', () => {
  let rig: KillRig
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let dapp: Dapp
  let owner: Holder
  let session: SessionTypes.Struct
  let address: `0x${string}`

  beforeAll(async () => {
    database = await createTestDatabase()
    rig = await openKillRig(database?.url)
    dapp = await openDapp(rig.relayUrl)
    owner = await rig.join('owner')
    address = owner.address as `0x${string}`
    await rig.fund(owner, 'RBNT', '100')
    const { client, walletId } = owner
    const proposal = await dapp.connect()
    const { id } = await client.ok(connectSession, { body: { uri: proposal.uri, walletId } })
    await rig.until(async () =>
      expect((await client.ok(getSession, { params: { id } })).status).toBe('pending-approval'),
    )
    await client.ok(approveSession, { params: { id }, body: { walletId } })
    session = await proposal.session
  })
  afterAll(async () => {
    await dapp?.close()
    await rig?.stop()
    await database?.drop()
  })

  const confirm = async (id: string) =>
    owner.client.call(confirmRequest, await confirmation(owner.client, id))
  const arrival = () =>
    rig.until(async () => {
      const query = { walletId: owner.walletId, status: 'pending' as const }
      const [request] = (await owner.client.ok(listRequests, { query })).items
      if (!request) throw new Error('The request is not there')
      return request.id
    })
  /** Answers what the dApp hears when the process that its owner confirms at dies at this point. */
  const through = async (point: Point, method: string, params: unknown[]): Promise<string> => {
    // What the one before left is done, so that it does not spring this trap.
    await rig.until(async () => {
      for (const { status } of await rig.outgoing(owner)) expect(status).toBe('success')
    })
    const answer = dapp.ask(session, method, params)
    const id = await arrival()
    await rig.arm(point)
    // Whether the reply still gets out is a matter of luck.
    void confirm(id).catch(() => undefined)
    await rig.next()
    // What custody was not told of, or not in time, waits for its owner; he gets the one signature.
    const isOpen = point === 'before the text is signed' || point === 'after the text is signed'
    expect([point, (await confirm(id)).status]).toEqual([point, isOpen ? 200 : 409])
    return answer
  }
  const sign = (point: Point, text: string) => through(point, 'personal_sign', [toHex(text), address])
  const signerOf = async (message: string, signature: string) =>
    recoverMessageAddress({ message, signature: signature as `0x${string}` })
  /** Whatever the killed ones left to be said is said before the answer to one more request. */
  const settled = async () => {
    const answer = dapp.ask(session, 'personal_sign', [toHex('the last one'), address])
    expect((await confirm(await arrival())).status).toBe(200)
    expect(await signerOf('the last one', await answer)).toBe(address)
  }

  test('leaves a transaction that the next one finishes: once, and the dApp hears its hash once', async () => {
    const points = CALLS
    const value = ether('1')
    const before = await rig.node.balance(STRANGER)
    const hashes: string[] = []
    for (const point of points) {
      const call = { from: address, to: STRANGER, value: toHex(value) }
      hashes.push(await through(point, 'eth_sendTransaction', [call]))
    }
    await settled()

    const sent = await rig.until(async () => {
      const rows = await rig.outgoing(owner)
      expect(rows.map(({ status }) => status)).toEqual(points.map(() => 'success'))
      return rows
    })
    expect(new Set(hashes).size).toBe(points.length)
    expect(sent.map(({ hash }) => hash).sort()).toEqual([...hashes].sort())
    expect([...dapp.answers.values()]).toEqual([...points, 'the last one'].map(() => 1))
    expect(await rig.node.client.getTransactionCount({ address })).toBe(points.length)
    const fees = sent.reduce((sum, { fee }) => sum + BigInt(fee ?? 0), 0n)
    const spent = value * BigInt(points.length)
    expect((await rig.node.balance(STRANGER)) - before).toBe(spent)
    expect(await rig.node.balance(address)).toBe(ether('100') - spent - fees)
    await rig.until(async () => {
      const [coins] = await rig.assetsOf(owner, 'RBNT')
      expect(coins?.amount).toBe((await rig.node.balance(address)).toString())
    })
  })

  test('leaves a signature that the next one gives: once', async () => {
    dapp.answers.clear()
    const points = TEXTS
    for (const point of points) expect(await signerOf(point, await sign(point, point))).toBe(address)
    await settled()
    expect([...dapp.answers.values()]).toEqual([...points, 'the last one'].map(() => 1))
  })
})
