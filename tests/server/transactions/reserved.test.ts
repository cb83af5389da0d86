import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import { ether, startNode, type TestNode } from '#tests/server/chains/node.ts'
import { openRig, type Person, type Rig, type Safe } from '#tests/server/guardians/rig.ts'
import { STRANGER } from './rig.ts'

let node: TestNode
let rig: Rig
let owner: Person
let ada: Person

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({
    node,
    wrap: (ports) => {
      const chain = ports.chains.get('redbelly:testnet') as EvmChain
      // One quote for all that is counted here: the chain's own is read again every few seconds.
      const first = chain.fees()
      vi.spyOn(chain, 'fees').mockImplementation(() => first)
      return ports
    },
  })
  ;[owner, ada] = await rig.people('owner', 'ada')
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

const assetOf = async (safe: Safe, symbol = 'rbnt') => {
  const assets = await rig.services.assets.list(safe.owner.id, safe.id)
  const asset = assets.find((one) => one.symbol === symbol)
  if (!asset) throw new Error(`No ${symbol}`)
  return asset
}

/** What the owner heard last of this asset. */
const heard = (safe: Safe, symbol = 'rbnt') =>
  rig.pushLog
    .named('asset:updated', safe.owner.id)
    .filter((asset) => asset.walletId === safe.id && asset.symbol === symbol)
    .at(-1)

const ceilingOf = async (txId: string): Promise<bigint> => {
  const asked = (await rig.approvals.list(ada.id)).find((request) => request.txId === txId)
  return BigInt(asked?.feeCeiling ?? 0)
}

const sendToken = async (safe: Safe, amount: string) => {
  const { id: assetId } = await assetOf(safe, 'USDC')
  const draft = { amount, assetId, description: '', gas: 'normal', recipient: STRANGER } as const
  return rig.transactions.sendEvm(safe.owner, safe.id, draft, undefined)
}

test('what waits for guardians is reserved with its highest fee, and free again when it ends', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  expect(await assetOf(safe)).toMatchObject({ amount: ether('10').toString(), reserved: '0' })
  const first = await rig.send(safe, '4')
  const one = ether('4') + (await ceilingOf(first.id))
  expect(await assetOf(safe)).toMatchObject({ amount: ether('10').toString(), reserved: one.toString() })
  expect(heard(safe)).toMatchObject({ reserved: one.toString() })

  const second = await rig.send(safe, '1')
  const both = one + ether('1') + (await ceilingOf(second.id))
  expect(heard(safe)).toMatchObject({ reserved: both.toString() })

  await rig.transactions.cancel(owner, safe.id, second.id)
  expect(heard(safe)).toMatchObject({ reserved: one.toString() })
  await rig.reject(ada, first.id)
  expect(heard(safe)).toMatchObject({ amount: ether('10').toString(), reserved: '0' })
})

test('a token reserves itself, and of the coin only the fee; mined it is out of both', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  await node.give(safe.address, '100', 'USDC')
  await rig.settle()
  const sent = await sendToken(safe, '60000000')
  const fee = await ceilingOf(sent.id)
  expect(heard(safe, 'USDC')).toMatchObject({ amount: '100000000', reserved: '60000000' })
  expect(heard(safe)).toMatchObject({ reserved: fee.toString() })
  expect(await assetOf(safe, 'USDC')).toMatchObject({ reserved: '60000000' })

  await rig.approve(ada, sent.id)
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })
  expect(heard(safe, 'USDC')).toMatchObject({ amount: '40000000', reserved: '0' })
  expect(heard(safe)).toMatchObject({ reserved: '0' })
})

test('two at once for the rest of what is available: one is refused', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const waiting = await rig.send(safe, '4')
  const rest = ether('6') - (await ceilingOf(waiting.id))
  const { id: assetId } = await assetOf(safe)
  // Leaves as much as the fee may be, but not twice.
  const amount = (rest - 2n * (await ceilingOf(waiting.id))).toString()
  const draft = { amount, assetId, description: '', gas: 'normal', recipient: STRANGER } as const
  const both = await Promise.allSettled(
    ['tab-1', 'tab-2'].map((key) => rig.transactions.sendEvm(owner, safe.id, draft, key)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((one) => one.status === 'rejected')).toMatchObject({
    reason: { name: 'InsufficientFundsError', message: 'Amount should be less than your balance' },
  })
  const { amount: owned, reserved } = await assetOf(safe)
  expect(BigInt(reserved ?? 0)).toBeLessThanOrEqual(BigInt(owned))
})

test('a guarded send keeps to the ceiling that was shown', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const { id: assetId } = await assetOf(safe)
  const probe = await rig.send(safe, '1')
  const ceiling = await ceilingOf(probe.id)
  const draft = { amount: '1', assetId, description: '', gas: 'normal', recipient: STRANGER } as const
  const shown = (ceiling * 3n) / 4n
  const sent = await rig.transactions.sendEvm(
    owner,
    safe.id,
    { ...draft, maxFee: shown.toString() },
    undefined,
  )
  expect(await ceilingOf(sent.id)).toBe(shown)
})
