// @vitest-environment node
import { expect, test } from 'vitest'
import {
  approve,
  confirmGuardian,
  DAY,
  grant,
  guarded,
  idOf,
  propose,
  refused,
  send,
  sending,
  setPolicy,
  sign,
  stateOf,
} from './fixture.ts'

const HOURS = 3_600_000
const delayed = (names: string[], consensus: number) => guarded(names, consensus, { policyDelayS: 86_400 })

/** The guardians were set long ago; then the owner's session is stolen. */
const settled = async (names: string[], consensus: number) => {
  const made = await delayed(names, consensus)
  made.clock.pass(30 * DAY)
  return made
}

const soon = (made: { clock: { now(): Date } }, txId: string) => {
  const base = sending(txId)
  const expiresAt = new Date(made.clock.now().getTime() + 7 * DAY).toISOString()
  return { ...base, meaning: { ...base.meaning, expiresAt } }
}

const required = async (made: Awaited<ReturnType<typeof delayed>>) => {
  const { required: count, of, sendableFrom, lingering } = await made.custody.required({ walletId: 'safe' })
  return { count, of, sendableFrom, lingering }
}

test('without delay every change works at once', async () => {
  const made = await guarded(['ada'], 1)
  await setPolicy(made, made.people, 1, false)
  expect(await made.custody.required({ walletId: 'safe' })).toEqual({ required: 0, of: 0, guardians: [] })
  await send(made, sending())
})

test('switching off, then sending: guardians must still approve for the whole delay', async () => {
  const made = await settled(['ada', 'bob'], 2)
  const changed = made.clock.now().getTime()
  await setPolicy(made, made.people, 2, false)
  const startsAt = new Date(changed + DAY).toISOString()
  expect(await required(made)).toEqual({
    count: 2,
    of: 2,
    sendableFrom: undefined,
    lingering: { startsAt, consensus: 2, confirmed: 2 },
  })
  await refused(send(made, soon(made, 'theft')), 'ApprovalMissing')
  const wanted = soon(made, 'wanted')
  await propose(made, wanted)
  await approve(made, made.people[0]!, 'wanted')
  await approve(made, made.people[1]!, 'wanted')
  await sign(made, wanted)

  made.clock.pass(DAY - 1)
  await refused(send(made, soon(made, 'theft')), 'ApprovalMissing')
  made.clock.pass(1)
  expect(await required(made)).toMatchObject({ count: 0, lingering: undefined })
  await send(made, soon(made, 'free'))
})

test('retiring all, then sending: nothing can be sent until the delay is over', async () => {
  const made = await settled(['ada', 'bob'], 1)
  const from = new Date(made.clock.now().getTime() + DAY).toISOString()
  await setPolicy(made, [], 1)
  expect(await required(made)).toMatchObject({ count: 1, of: 2, sendableFrom: from })
  const refusal = await refused(propose(made, soon(made, 'a')), 'GuardiansChanged')
  expect(refusal.message).toBe(`Guardians were changed. You can send again from ${from}.`)
  expect(refusal.details).toEqual({ sendableFrom: from })
  made.clock.pass(DAY)
  await send(made, soon(made, 'a'))
})

test('rules that were made from older ones than there are change nothing', async () => {
  const made = await settled(['ada', 'bob'], 2)
  const change = async (after: number, enabled: boolean, consensus: number) =>
    made.custody.setPolicy({
      grant: await grant(made, 'owner'),
      ...{ walletId: 'safe', enabled, consensus, guardians: made.people.map(({ id }) => id), after },
    })
  const before = (await made.custody.policies({ walletId: 'safe' })).at(-1)?.version ?? 0
  await change(before, false, 2)
  // Another process read them before that, and would switch approval on again.
  await refused(change(before, true, 1), 'OutOfOrder')
  expect((await made.custody.policies({ walletId: 'safe' })).at(-1)).toMatchObject({ enabled: false })
  await change(before + 1, true, 1)
})

test('from three to one: three must approve until the delay is over', async () => {
  const made = await settled(['ada', 'bob', 'cyd'], 3)
  await setPolicy(made, made.people, 1)
  const signing = soon(made, 'tx')
  expect(await propose(made, signing)).toMatchObject({ required: 3, of: 3, policyVersion: 4 })
  await approve(made, made.people[0]!, 'tx')
  await refused(sign(made, signing), 'ApprovalMissing')
  made.clock.pass(DAY)
  const later = soon(made, 'later')
  expect(await propose(made, later)).toMatchObject({ required: 1, of: 3, policyVersion: 5 })
  await approve(made, made.people[1]!, 'later')
  await sign(made, later)
  await refused(sign(made, signing), 'ApprovalMissing')
})

test('an accomplice who was just added cannot approve alone', async () => {
  const made = await settled(['ada'], 1)
  const eve = await confirmGuardian(made, 'eve')
  await setPolicy(made, [...made.people, eve], 1)
  const signing = soon(made, 'tx')
  await propose(made, signing)
  await approve(made, eve, 'tx')
  expect(await stateOf(made, 'tx')).toMatchObject({
    status: 'waiting',
  })
  const refusal = await refused(sign(made, signing), 'ApprovalMissing')
  expect(refusal.details).toMatchObject({ version: 2, required: 1, approved: 0 })
  await approve(made, made.people[0]!, 'tx')
  await sign(made, signing)
})

test('an accomplice in place of the guardian blocks, and approves only after the delay', async () => {
  const made = await settled(['ada'], 1)
  const eve = await confirmGuardian(made, 'eve')
  await setPolicy(made, [eve], 1)
  await refused(propose(made, soon(made, 'tx')), 'GuardiansChanged')
  made.clock.pass(DAY)
  const signing = soon(made, 'tx')
  await propose(made, signing)
  await approve(made, eve, 'tx')
  await sign(made, signing)
})

test('what a needed guardian declined stays unsigned, also after the rule that needed him', async () => {
  const made = await settled(['ada'], 1)
  const eve = await confirmGuardian(made, 'eve')
  await setPolicy(made, [...made.people, eve], 1)
  const signing = soon(made, 'tx')
  await propose(made, signing)
  await approve(made, eve, 'tx')
  const ask = { walletId: 'safe', txId: idOf('tx') }
  const [ada] = made.people
  const no = await made.custody.decline({
    ...{ ...ask, grant: await grant(made, 'user-ada') },
    ...{ guardianId: ada!.id, reason: 'Rejected' },
  })
  expect(no).toMatchObject({ status: 'unreachable', approved: 1 })
  await refused(sign(made, signing), 'ApprovalMissing')

  made.clock.pass(2 * DAY)
  await made.reopen({ policyDelayS: 86_400 })
  expect(await stateOf(made, 'tx')).toMatchObject({ status: 'unreachable' })
  await refused(sign(made, signing), 'ApprovalMissing')
})

test('a no that leaves enough others does not block, whatever is changed afterwards', async () => {
  const made = await settled(['ada', 'bob'], 1)
  const signing = soon(made, 'tx')
  await propose(made, signing)
  const [ada, bob] = made.people
  const ask = { grant: await grant(made, 'user-ada'), walletId: 'safe', txId: idOf('tx'), reason: 'Rejected' }
  expect(await made.custody.decline({ ...ask, guardianId: ada!.id })).toMatchObject({ status: 'waiting' })
  await setPolicy(made, [ada!, bob!], 2)
  expect(await stateOf(made, 'tx')).toMatchObject({
    status: 'unreachable',
  })
  await setPolicy(made, [ada!, bob!], 1)
  await approve(made, bob!, 'tx')
  await refused(sign(made, signing), 'GuardiansChanged')
  made.clock.pass(DAY)
  await sign(made, signing)
})

test('several changes in a row do not shorten the delay of any', async () => {
  const made = await settled(['ada', 'bob'], 2)
  await setPolicy(made, made.people, 1)
  made.clock.pass(20 * HOURS)
  await setPolicy(made, made.people, 1, false)
  made.clock.pass(4 * HOURS)
  expect(await required(made)).toMatchObject({ count: 1 })
  made.clock.pass(20 * HOURS - 1)
  expect(await required(made)).toMatchObject({ count: 1 })
  made.clock.pass(1)
  expect(await required(made)).toMatchObject({ count: 0 })
})

test('stricter rules bind at once', async () => {
  const made = await settled(['ada', 'bob'], 1)
  const signing = soon(made, 'tx')
  await propose(made, signing)
  await approve(made, made.people[0]!, 'tx')
  await setPolicy(made, made.people, 2)
  expect(await required(made)).toMatchObject({ count: 2, lingering: undefined })
  const refusal = await refused(sign(made, signing), 'ApprovalMissing')
  expect(refusal.details).toMatchObject({ version: 4, required: 2 })
  await setPolicy(made, made.people, 2, false)
  await setPolicy(made, made.people, 2, true)
  await refused(sign(made, signing), 'ApprovalMissing')
})

test('a first guardian binds at once', async () => {
  const made = await delayed([], 1)
  made.clock.pass(DAY)
  const ada = await confirmGuardian(made, 'ada')
  await setPolicy(made, [ada], 1)
  expect(await required(made)).toMatchObject({ count: 1, of: 1, lingering: undefined })
  await refused(send(made, soon(made, 'tx')), 'ApprovalMissing')
})

test('an approval given before the guardian was removed does not free a delayed transaction', async () => {
  const made = await settled(['ada', 'bob'], 2)
  const signing = soon(made, 'tx')
  await propose(made, signing)
  await approve(made, made.people[0]!, 'tx')
  await approve(made, made.people[1]!, 'tx')
  await setPolicy(made, [made.people[0]!], 1)
  await refused(sign(made, signing), 'ApprovalMissing')
  expect(await stateOf(made, 'tx')).toMatchObject({
    status: 'unreachable',
  })
})

test('a clock that is set back does not bring an old, weaker policy to life', async () => {
  const made = await settled(['ada'], 1)
  made.clock.pass(-60 * DAY)
  await setPolicy(made, [], 1)
  const [first, second] = await made.custody.policies({ walletId: 'safe' })
  expect(second?.at).toBe(first?.at)
  await refused(send(made, soon(made, 'tx')), 'Expired')
  await refused(propose(made, sending()), 'GuardiansChanged')
})

test('the same rules again are no new version', async () => {
  const made = await guarded(['ada', 'bob'], 2)
  expect(await setPolicy(made, [...made.people].reverse(), 2)).toMatchObject({ version: 3 })
  expect(await made.custody.policies({ walletId: 'safe' })).toHaveLength(3)
})
