// @vitest-environment node
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type EvmChain, isEvm } from '#server/chains/evm/chain.ts'
import type { Tiers } from '#server/chains/evm/fee.ts'
import type { Chain } from '#server/chains/family.ts'
import { ether, startNode, type TestNode } from '#tests/server/chains/node.ts'
import { nameOf, openRig, type Person, type Rig } from '#tests/server/guardians/rig.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'

let node: TestNode
let rig: Rig
let owner: Person
let ada: Person
let bob: Person
let cyd: Person

/** What stands between the services and the chain: a door before the fees, another price, calls that were lost. */
const between = {
  door: undefined as Promise<void> | undefined,
  factor: 1n,
  beforeSigning: undefined as (() => Promise<void>) | undefined,
  beforeDecision: undefined as (() => Promise<void>) | undefined,
}
/** So that it stays above the ceiling although each nearly empty block lowers the base fee by an eighth. */
const FAR_ABOVE = 100n
const dearer = (tiers: Tiers): Tiers => {
  const times = ({ maxFeePerGas, maxPriorityFeePerGas }: Tiers['slow']) => ({
    maxFeePerGas: maxFeePerGas * between.factor,
    maxPriorityFeePerGas,
  })
  return { slow: times(tiers.slow), normal: times(tiers.normal), fast: times(tiers.fast) }
}
const slow = (chain: Chain): Chain => {
  if (!isEvm(chain)) return chain
  const slowed: EvmChain = {
    ...chain,
    async fees() {
      await between.door
      return dearer(await chain.fees())
    },
  }
  return slowed
}

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({
    node,
    wrap: ({ chains, custody }) => ({
      chains: {
        ...chains,
        all: () => chains.all().map(slow),
        get: (blockchain) => {
          const chain = chains.get(blockchain)
          return chain && slow(chain)
        },
      },
      custody: {
        ...custody,
        async approve(ask) {
          await between.beforeDecision?.()
          return custody.approve(ask)
        },
        async decline(ask) {
          await between.beforeDecision?.()
          return custody.decline(ask)
        },
        async signEvmTransaction(ask) {
          await between.beforeSigning?.()
          return custody.signEvmTransaction(ask)
        },
      },
    }),
  })
  ;[owner, ada, bob, cyd] = await rig.people('owner', 'ada', 'bob', 'cyd')
})
afterEach(() => {
  Object.assign(between, { door: undefined, factor: 1n, beforeSigning: undefined, beforeDecision: undefined })
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

test('a guardian removed between the last approval and the signature', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 2)
  const sent = await rig.send(safe)
  let open = () => {}
  between.door = new Promise((resolve) => {
    open = resolve
  })
  await rig.approve(ada, sent.id)
  await rig.approve(bob, sent.id)
  await rig.guardians.retire(owner, safe.id, safe.ids[0] ?? '')
  open()
  await rig.idle()
  await rig.round()
  expect(await rig.sentBy(safe.address)).toBe(0)
  expect(await rig.transaction(safe, sent.id)).toMatchObject({
    status: 'rejected',
    rejectReason: 'A Guardian was removed',
  })
})

test('a guardian removed while custody is asked for the signature; the others are asked again', async () => {
  const safe = await rig.guarded(owner, [ada, bob, cyd], 2)
  const sent = await rig.send(safe)
  between.beforeSigning = async () => {
    between.beforeSigning = undefined
    await rig.guardians.retire(owner, safe.id, safe.ids[1] ?? '')
  }
  await rig.approve(ada, sent.id)
  await rig.approve(bob, sent.id)
  await rig.idle()
  await rig.round()
  expect(await rig.sentBy(safe.address)).toBe(0)
  expect(await rig.transaction(safe, sent.id)).toMatchObject({
    status: 'pending-approval',
    approval: { required: 2, approved: 1 },
  })
  expect(await rig.decisions(sent.id, [ada, bob, cyd])).toEqual({
    ada: 'approved',
    bob: 'approved',
    cyd: 'pending',
  })
  // Its number is free for whatever is sent meanwhile.
  const other = await rig.send(safe)
  await rig.approve(ada, other.id)
  await rig.approve(cyd, other.id)
  await rig.settle()
  expect(await rig.transaction(safe, other.id)).toMatchObject({ status: 'success' })
  await rig.approve(cyd, sent.id)
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })
})

test('withdrawn by its owner while custody signs', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const sent = await rig.send(safe)
  between.beforeSigning = async () => {
    await rig.transactions.cancel(owner, safe.id, sent.id)
  }
  await rig.approve(ada, sent.id)
  await rig.idle()
  await rig.round()
  expect(await rig.sentBy(safe.address)).toBe(0)
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'cancelled', hash: null })
})

test.each(['approve', 'reject'] as const)(
  'a guardian who comes to %s what its owner just withdrew hears so',
  async (decide) => {
    const safe = await rig.guarded(owner, [ada], 1)
    const sent = await rig.send(safe)
    between.beforeDecision = async () => {
      await rig.custody.cancel({ grant: owner.grant, walletId: safe.id, txId: sent.id })
    }
    await expect(rig[decide](ada, sent.id)).rejects.toMatchObject({
      name: 'ConflictError',
      message: 'This transaction was cancelled; send it again.',
    })
  },
)

test('fees above the ceiling are waited for', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 1)
  const sent = await rig.send(safe)
  between.factor = FAR_ABOVE
  await rig.approve(ada, sent.id)
  await rig.idle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({
    status: 'pending-approval',
    approval: { note: 'Network fees are above what was approved. It is sent when they fall.' },
  })
  expect(await rig.decisions(sent.id, [ada, bob])).toEqual({ ada: 'approved', bob: 'skipped' })
  await rig.round()
  expect(await rig.sentBy(safe.address)).toBe(0)

  between.factor = 1n
  await rig.restart()
  await rig.round()
  await rig.settle()
  const done = await rig.transaction(safe, sent.id)
  expect(done).toMatchObject({ status: 'success' })
  expect(done.approval?.note ?? undefined).toBeUndefined()
})

test('fees up to twice the quote are paid', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const sent = await rig.send(safe)
  between.factor = 2n
  await rig.approve(ada, sent.id)
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })
})

test('fees that never fall end it unsent', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const sent = await rig.send(safe, '9')
  between.factor = FAR_ABOVE
  await rig.approve(ada, sent.id)
  await rig.idle()
  rig.clock.advance(7 * 24 * 3600_000)
  await rig.round()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({
    status: 'failed',
    rejectReason: 'Network fees stayed above what was approved. Nothing was sent.',
  })
  expect(await rig.sentBy(safe.address)).toBe(0)
  expect((await rig.send(safe, '9')).status).toBe('pending-approval')
})

test('two last approvals at once send once', async () => {
  const safe = await rig.guarded(owner, [ada, bob, cyd], 2)
  const sent = await rig.send(safe)
  const names = await Promise.all([ada, bob, cyd].map((person) => nameOf(rig.approve(person, sent.id))))
  expect(names.filter((name) => name === 'none').length).toBeGreaterThanOrEqual(2)
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })
  expect(await rig.sentBy(safe.address)).toBe(1)
})

test('a process that dies after custody took the last approval', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const sent = await rig.send(safe)
  const text = await rig.approvals.message(ada, sent.id)
  const { signature } = await rig.approvals.sign(ada, sent.id, { ...text, walletId: ada.walletId })
  await rig.custody.approve({
    walletId: safe.id,
    txId: sent.id,
    guardianId: safe.ids[0] ?? '',
    grant: ada.grant,
    nonce: text.nonce,
    timestamp: text.timestamp,
    signature: signature as `0x${string}`,
  })
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'pending-approval' })
  await rig.restart()
  await rig.round()
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })
  expect(await rig.decisions(sent.id, [ada])).toEqual({ ada: 'approved' })
})

test('a process that dies between custody and the database: the same confirmation asks once', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  await rig.restart(({ chains, custody }) => ({
    chains,
    custody: {
      ...custody,
      async propose(ask) {
        await custody.propose(ask)
        throw new Error('The process died')
      },
    },
  }))
  const assets = await rig.services.assets.list(owner.id, safe.id)
  const assetId = assets.find(({ symbol }) => symbol === 'rbnt')?.id ?? 'none'
  const draft = {
    amount: ether('1').toString(),
    assetId,
    description: '',
    gas: 'normal',
    recipient: STRANGER,
  } as const
  const again = () => rig.transactions.sendEvm(owner, safe.id, draft, 'confirmation')
  const asked = await rig.approvals.list(ada.id)
  await expect(again()).rejects.toThrow('The process died')
  await rig.restart()
  await rig.round()
  expect(await rig.approvals.list(ada.id)).toEqual(asked)
  const sent = await again()
  expect(await again()).toEqual(sent)
  expect(await rig.decisions(sent.id, [ada])).toEqual({ ada: 'pending' })
  const { entries } = await rig.custody.approvalLog({ walletId: safe.id })
  expect(entries.filter(({ type }) => type === 'proposed')).toHaveLength(1)
  await rig.approve(ada, sent.id)
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })
})
