import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ether } from '#tests/server/chains/node.ts'
import { createTestDatabase } from '#tests/server/transactions/database.ts'
import { type CrashPoint, crashPoints } from '#tests/server/transactions/points.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'
import type { Holder } from './people.ts'
import { type Point, PROPOSED } from './points.ts'
import { type KillRig, openKillRig } from './rig.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const POINTS: Point[] = [
  PROPOSED,
  ...(Object.keys(crashPoints(() => Promise.reject(new Error('Never called')))) as CrashPoint[]),
]
/** One of them, else all; what is seen needs a process that watches, and one that was killed still holds that lease: so this comes first. */
const ORDER: Point[] = process.env.DEEP ? [...POINTS].reverse() : ['after the signed bytes are stored']

interface Kind {
  name: string
  symbol: string
  amount: string
  guarded: boolean
}
const KINDS: Kind[] = [
  { name: 'coins', symbol: 'RBNT', amount: ether('1').toString(), guarded: false },
  { name: 'coins that a guardian approves', symbol: 'RBNT', amount: ether('1').toString(), guarded: true },
  { name: 'an ERC-20 token', symbol: 'USDC', amount: '1500000', guarded: false },
  { name: 'an ERC-721 item', symbol: 'SEAL', amount: '1', guarded: false },
]
/** All of them take minutes. */
const kinds = process.env.DEEP ? KINDS : KINDS.slice(0, 1)

let rig: KillRig
let database: Awaited<ReturnType<typeof createTestDatabase>>
let guardian: Holder

beforeAll(async () => {
  database = await createTestDatabase()
  rig = await openKillRig(database?.url)
  if (kinds.some(({ guarded }) => guarded)) guardian = await rig.join('guardian')
})
afterAll(async () => {
  await rig.stop()
  await database?.drop()
})

describe.each(kinds)('a process that is killed while it sends $name', ({ symbol, amount, guarded }) => {
  test('leaves what the next one finishes: each send once, with one hash', async () => {
    const owner = await rig.join(`owner-${symbol.toLowerCase()}${guarded ? '-guarded' : ''}`)
    await rig.fund(owner, 'RBNT', '100')
    for (const _ of symbol === 'RBNT' ? [] : ORDER) await rig.fund(owner, symbol)
    if (guarded) await rig.guard(owner, guardian)
    const before = await rig.node.balance(STRANGER)

    const ids: string[] = []
    const used = new Set<string>()
    for (const point of ORDER) {
      const asset = (await rig.assetsOf(owner, symbol)).find(
        ({ id, type }) => type !== 'ERC721' || !used.has(id),
      )
      const assetId = asset?.id ?? 'none'
      used.add(assetId)
      const key = `send-${ids.length}`
      const post = () => rig.send(owner, { assetId, amount, recipient: STRANGER }, key)
      await rig.arm(point)
      // Whether the answer still gets out is a matter of luck.
      const first = await post().catch(() => undefined)
      expect(first?.status ?? 201).toBe(201)
      const approved = guarded && (await rig.approve(guardian, first?.body.id ?? '').catch(() => false))
      await rig.next()
      const again = await post()
      expect(again.status).toBe(201)
      if (first) expect(again.body.id).toBe(first.body.id)
      ids.push(again.body.id)
      // A guardian who got an answer need not come again; without one he looks, and approves what still asks him.
      if (!guarded || approved) continue
      await rig.until(async () => {
        const sent = (await rig.outgoing(owner)).find(({ id }) => id === again.body.id)
        if (sent?.approval?.approved === 0) await rig.approve(guardian, again.body.id)
      })
    }

    const sent = await rig.until(async () => {
      const rows = await rig.outgoing(owner)
      const open = rows.filter(({ status }) => ['pending-approval', 'broadcasting'].includes(status))
      if (open.length > 0) throw new Error(`Not everything is mined: ${JSON.stringify(open)}`)
      return rows
    })
    expect(sent.map(({ status }) => status)).toEqual(ORDER.map(() => 'success'))
    expect(sent.map(({ id }) => id).sort()).toEqual([...ids].sort())
    const hashes = sent.map(({ hash }) => hash as `0x${string}`)
    expect(new Set(hashes).size).toBe(ORDER.length)
    const nonces = await Promise.all(
      hashes.map(async (hash) => (await rig.node.client.getTransaction({ hash })).nonce),
    )
    expect(nonces.sort((a, b) => a - b)).toEqual(ORDER.map((_, nonce) => nonce))
    const address = owner.address as `0x${string}`
    expect(await rig.node.client.getTransactionCount({ address })).toBe(ORDER.length)

    const fees = sent.reduce((sum, { fee }) => sum + BigInt(fee ?? 0), 0n)
    const spent = symbol === 'RBNT' ? BigInt(amount) * BigInt(ORDER.length) : 0n
    expect(await rig.node.balance(address)).toBe(ether('100') - spent - fees)
    expect((await rig.node.balance(STRANGER)) - before).toBe(spent)
    await rig.until(async () => {
      const [coins] = await rig.assetsOf(owner, 'RBNT')
      expect(coins?.amount).toBe((await rig.node.balance(address)).toString())
    })
  })
})
