// @vitest-environment node
import { afterEach, beforeEach, expect, test } from 'vitest'
import { approvalFlow } from '#domain/guardian.ts'
import { onChain } from '#tests/server/chains/onchain.ts'
import { nameOf, openRig, type Person, type Rig, type Safe } from './rig.ts'

const DELAY = 3

let rig: Rig
let owner: Person
let ada: Person
let bob: Person
let cyd: Person

onChain(
  (around) => openRig({ ...around, policyDelayS: DELAY }),
  async (both) => {
    rig = both.rig
    ;[owner, ada, bob, cyd] = await rig.people('owner', 'ada', 'bob', 'cyd')
  },
)

/** How many mails there were when the rules began to be changed. */
let startedAt: number
beforeEach(() => {
  startedAt = rig.mails.length
})
afterEach(() => rig.round())

/** A wallet whose rules are older than the delay. */
const settled = async (people: Person[], consensus: number) => {
  const safe = await rig.guarded(owner, people, consensus)
  rig.clock.advance(DELAY * 1000)
  startedAt = rig.mails.length
  return safe
}
const mailedTo = () => [...new Set(rig.mails.slice(startedAt).map(({ to }) => to))].toSorted()
const everyone = (...people: Person[]) => people.map(({ email }) => email).toSorted()

/** Nothing of this wallet reaches the chain until the last millisecond of the delay. */
const nothingUntil = async (safe: Safe, end: number) => {
  for (const at of [end - 1000, end - 1]) {
    if (at > rig.clock.now().getTime()) rig.clock.advance(at - rig.clock.now().getTime())
    await rig.round()
    expect(await rig.sentBy(safe.address)).toBe(0)
  }
  rig.clock.advance(1)
}

const flowOf = async (safe: Safe) => approvalFlow(await rig.services.wallets.get(owner.id, safe.id))

test('switching guardians off, then sending', async () => {
  const safe = await settled([ada, bob], 2)
  const changed = rig.clock.now().getTime()
  const startsAt = new Date(changed + DELAY * 1000).toISOString()
  await rig.guardians.disable(owner, safe.id)
  expect(await flowOf(safe)).toEqual({
    enabled: false,
    consensus: 2,
    confirmed: 2,
    startsAt,
    until: { consensus: 2, confirmed: 2 },
  })
  expect(mailedTo()).toEqual(everyone(owner, ada, bob))
  for (const { text } of rig.mails.slice(startedAt)) {
    expect(text).toContain('Until then 2 out of 2 Guardians must approve.')
  }
  const theft = await rig.send(safe)
  expect(theft).toMatchObject({ status: 'pending-approval', approvalConsensus: 2 })
  await nothingUntil(safe, changed + DELAY * 1000)
  expect(await flowOf(safe)).toEqual({ enabled: false, consensus: 2, confirmed: expect.any(Number) })

  // What was asked of the guardians stays asked; what is sent from now on is free.
  const free = await rig.send(safe)
  expect(free.status).toBe('broadcasting')
  await rig.settle()
  await rig.round()
  expect(await rig.sentBy(safe.address)).toBe(1)
  expect(await rig.transaction(safe, theft.id)).toMatchObject({ status: 'pending-approval' })
})

test('removing all guardians, then sending', async () => {
  const safe = await settled([ada, bob], 1)
  const earlier = await rig.send(safe)
  const changed = rig.clock.now().getTime()
  for (const id of safe.ids) await rig.guardians.retire(owner, safe.id, id)
  expect(mailedTo()).toEqual(everyone(owner, ada, bob))
  expect(await rig.transaction(safe, earlier.id)).toMatchObject({
    status: 'rejected',
    rejectReason: 'A Guardian was removed',
  })
  const time = new Date(changed + DELAY * 1000).toISOString()
  await expect(rig.send(safe)).rejects.toMatchObject({
    name: 'ConflictError',
    message: `Guardians were changed. You can send again from ${time}.`,
  })
  await nothingUntil(safe, changed + DELAY * 1000)
  expect((await rig.send(safe)).status).toBe('broadcasting')
  await rig.settle()
  expect(await rig.sentBy(safe.address)).toBe(1)
})

test('lowering three approvals to one, then sending', async () => {
  const safe = await settled([ada, bob, cyd], 3)
  const changed = rig.clock.now().getTime()
  await rig.guardians.setConsensus(owner, safe.id, 1)
  expect(mailedTo()).toEqual(everyone(owner, ada, bob, cyd))
  const theft = await rig.send(safe)
  expect(theft).toMatchObject({ status: 'pending-approval', approvalConsensus: 3 })
  await rig.approve(ada, theft.id)
  await nothingUntil(safe, changed + DELAY * 1000)
  await rig.round()
  expect(await rig.transaction(safe, theft.id)).toMatchObject({ status: 'pending-approval' })

  const later = await rig.send(safe)
  expect(later.approvalConsensus).toBe(1)
  await rig.approve(bob, later.id)
  await rig.settle()
  expect(await rig.transaction(safe, later.id)).toMatchObject({ status: 'success' })
  expect(await rig.sentBy(safe.address)).toBe(1)
})

test('an accomplice who joins and approves alone', async () => {
  const safe = await settled([ada], 1)
  const eve = await rig.person('eve')
  await rig.join(safe, eve)
  const changed = rig.clock.now().getTime()
  expect(mailedTo()).toEqual(everyone(owner, ada, eve))
  const theft = await rig.send(safe)
  const { note } = await rig.approve(eve, theft.id)
  expect(await rig.decisions(theft.id, [ada, eve])).toEqual({ ada: 'pending', eve: 'approved' })
  expect((await rig.transaction(safe, theft.id)).approval).toMatchObject({
    required: 1,
    approved: 1,
    lacks: { required: 1, approved: 0 },
    note: 'Guardians or rules were changed since. Both the earlier rules and the new ones have to be met.',
  })
  expect(note).toBe((await rig.transaction(safe, theft.id)).approval?.note)
  await nothingUntil(safe, changed + DELAY * 1000)
  // Nobody objected for the whole delay: eve is a guardian like any other.
  await rig.round()
  await rig.settle()
  expect(await rig.transaction(safe, theft.id)).toMatchObject({ status: 'success' })
  expect(await rig.decisions(theft.id, [ada, eve])).toEqual({ ada: 'skipped', eve: 'approved' })
})

test('what the old guardian declines, an accomplice cannot send even later', async () => {
  const safe = await settled([ada], 1)
  const eve = await rig.person('eve')
  await rig.join(safe, eve)
  const theft = await rig.send(safe)
  await rig.approve(eve, theft.id)
  const changed = rig.clock.now().getTime()
  await rig.reject(ada, theft.id, 'Not by me')
  expect(await rig.transaction(safe, theft.id)).toMatchObject({
    status: 'rejected',
    rejectReason: 'Not by me',
  })
  await nothingUntil(safe, changed + DELAY * 1000)
  await rig.round()
  await rig.settle()
  expect(await rig.sentBy(safe.address)).toBe(0)
  expect(await rig.transaction(safe, theft.id)).toMatchObject({ status: 'rejected', hash: null })
})

test('one no among enough others holds nothing up', async () => {
  const safe = await settled([ada, bob], 1)
  const sent = await rig.send(safe)
  await rig.reject(ada, sent.id)
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'pending-approval' })
  await rig.approve(bob, sent.id)
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })
})

test('an accomplice in place of the guardian', async () => {
  const safe = await settled([ada], 1)
  const eve = await rig.person('eve')
  await rig.join(safe, eve)
  await rig.guardians.retire(owner, safe.id, safe.ids[0] ?? '')
  const changed = rig.clock.now().getTime()
  expect(mailedTo()).toEqual(everyone(owner, ada, eve))
  expect(await nameOf(rig.send(safe))).toBe('ConflictError')
  await nothingUntil(safe, changed + DELAY * 1000)
  const sent = await rig.send(safe)
  await rig.approve(eve, sent.id)
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })
})

test('stricter rules bind at once, also what waits', async () => {
  const safe = await settled([ada, bob], 1)
  const sent = await rig.send(safe)
  await rig.guardians.setConsensus(owner, safe.id, 2)
  expect(await flowOf(safe)).toEqual({ enabled: true, consensus: 2, confirmed: expect.any(Number) })
  const shown = async () => (await rig.transaction(safe, sent.id)).approval
  expect(await shown()).toMatchObject({ required: 1, approved: 0, lacks: { required: 2, approved: 0 } })
  await rig.approve(ada, sent.id)
  await rig.round()
  expect(await rig.sentBy(safe.address)).toBe(0)
  const lacks = { required: 2, approved: 1 }
  expect(await shown()).toMatchObject({ required: 1, approved: 1, lacks })
  expect((await rig.approvals.list(bob.id)).find(({ txId }) => txId === sent.id)).toMatchObject({
    required: 1,
    approved: 1,
    lacks,
  })
  await rig.approve(bob, sent.id)
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })
  expect((await shown())?.lacks).toBeUndefined()
})
