// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LogEntry } from '#server/custody/custody.ts'
import { startNode, type TestNode } from '#tests/server/chains/node.ts'
import { openRig, type Person, type Rig, type Safe } from '#tests/server/guardians/rig.ts'

/** A course takes two seconds and more, the longer the more wallets there are; a deep run takes a hundred. */
const RUNS = Number(process.env.RANDOM_RUNS ?? 2)
const SEED = Number(process.env.RANDOM_SEED ?? 1)
const BATCHES = 8
/** So many courses share their people, their server and what it has seen. */
const TOGETHER = 5
const DELAY_S = 3

let node: TestNode
let rig: Rig
let owner: Person
let people: Person[]

const begin = async () => {
  rig = await openRig({ node, policyDelayS: DELAY_S })
  owner = await rig.person('owner')
  people = await rig.people('ada', 'bob', 'cyd')
}

beforeAll(async () => {
  node = await startNode()
  await begin()
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

/** Mulberry32: the same numbers for the same seed. */
const dice = (seed: number) => {
  let state = seed
  return (sides: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % sides
  }
}
type Dice = ReturnType<typeof dice>

/** Answers that a person may get; anything else is a fault of the server. */
const EXPECTED = [
  'ConflictError',
  'ForbiddenError',
  'NotFoundError',
  'ValidationError',
  'SignatureError',
  'TooManyRequestsError',
  'InsufficientFundsError',
]

type Policy = Extract<LogEntry, { type: 'policy' }>

const needed = ({ data }: Policy): number =>
  data.enabled ? Math.min(Math.max(1, data.consensus), data.guardians.length) : 0

/** Written from the rule alone: every version of the last seconds, the pinned and the present one must be met. */
const mayBeSigned = (before: readonly LogEntry[], txId: string, now: number): boolean => {
  const policies = before.filter((entry): entry is Policy => entry.type === 'policy')
  const present = new Set(policies.at(-1)?.data.guardians.map(({ id }) => id))
  const proposed = before.find((entry) => entry.type === 'proposed' && entry.data.txId === txId)
  const pinned = proposed?.type === 'proposed' ? proposed.data.policyVersion : 0
  const approved = new Set(
    before.flatMap((entry) =>
      entry.type === 'approved' && entry.data.txId === txId && present.has(entry.data.guardianId)
        ? [entry.data.guardianId]
        : [],
    ),
  )
  return policies.every((policy, index) => {
    const next = policies[index + 1]
    const binds = !next || policy.data.version === pinned || Date.parse(next.at) + DELAY_S * 1000 > now
    return !binds || policy.data.guardians.filter(({ id }) => approved.has(id)).length >= needed(policy)
  })
}

const act = async (safe: Safe, roll: Dice): Promise<unknown> => {
  const { items } = await rig.services.transactions.list(owner.id, { walletId: safe.id })
  const waiting = items.filter(({ status }) => status === 'pending-approval')
  const txId = waiting[roll(Math.max(1, waiting.length))]?.id ?? 'none'
  const person = people[roll(people.length)] ?? owner
  const approvers = await rig.guardians.approvers(owner.id, safe.id)
  const seat = approvers.find(
    ({ approverEmail, status }) => approverEmail === person.email && status === 'confirmed',
  )
  switch (roll(12)) {
    case 0:
    case 1:
      return rig.send(safe, '0.1')
    case 2:
      return seat ? rig.guardians.retire(owner, safe.id, seat.id) : rig.join(safe, person)
    case 3:
      return rig.guardians.disable(owner, safe.id)
    case 4:
      return rig.guardians.enable(owner, safe.id)
    case 5:
      return rig.guardians.setConsensus(owner, safe.id, 1 + roll(3))
    case 6:
      return rig.transactions.cancel(owner, safe.id, txId)
    case 7:
      return rig.reject(person, txId)
    default:
      return rig.approve(person, txId)
  }
}

const check = async (safe: Safe): Promise<number> => {
  const { items } = await rig.services.transactions.list(owner.id, { walletId: safe.id })
  const outgoing = items.filter(({ direction }) => direction === 'outcome')
  const onChain = await rig.sentBy(safe.address)
  const done = outgoing.filter(({ status }) => status === 'success')
  expect(done.length).toBe(onChain)
  expect(outgoing.filter(({ status }) => status === 'broadcasting')).toEqual([])

  const { entries } = await rig.custody.approvalLog({ walletId: safe.id })
  const signed = entries.flatMap((entry, index) => (entry.type === 'signed' ? [{ entry, index }] : []))
  for (const { entry, index } of signed) {
    expect(mayBeSigned(entries.slice(0, index), entry.data.txId, Date.parse(entry.at))).toBe(true)
  }
  const guarded = done.filter(({ approvalConsensus }) => approvalConsensus != null)
  const hashes = new Set(signed.map(({ entry }) => entry.data.hash))
  for (const { hash } of guarded) expect(hashes).toContain(hash)
  for (const { createdAt, approvalConsensus } of done) {
    if (approvalConsensus != null) continue
    // Nobody had to be asked: no version that was older than this moment and still bound asked for anything.
    const sentAt = Date.parse(createdAt)
    const before = entries.filter(({ at }) => Date.parse(at) < sentAt)
    expect(mayBeSigned(before, 'nobody asked', sentAt)).toBe(true)
  }
  for (const person of people) {
    for (const { txId, status } of await rig.approvals.list(person.id)) {
      const transaction = outgoing.find(({ id }) => id === txId)
      if (transaction && status === 'pending') expect(transaction.status).toBe('pending-approval')
    }
  }
  return onChain
}

test(
  `random courses (${RUNS}) never send more than the rules allow`,
  async () => {
    let sent = 0
    let refused = 0
    for (let run = 0; run < RUNS; run += 1) {
      if (run > 0 && run % TOGETHER === 0) {
        await rig.stop()
        await begin()
      }
      const roll = dice(SEED * 1000 + run)
      const guardians = people.slice(0, 2 + roll(2))
      const safe = await rig.guarded(owner, guardians, 1 + roll(guardians.length))
      // The invites of an hour are limited, and so is the time in which rules linger.
      rig.clock.advance(3600_000)
      await rig.send(safe, '0.1')
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const actions = Array.from({ length: 1 + roll(3) }, () => act(safe, roll))
        for (const result of await Promise.allSettled(actions)) {
          if (result.status === 'fulfilled') continue
          refused += 1
          expect(EXPECTED, `run ${run}: ${result.reason}`).toContain(result.reason.name)
        }
        rig.clock.advance(roll(3) * 1000)
        await rig.round()
      }
      await rig.settle()
      sent += await check(safe)
    }
    // The courses are worth nothing if they never get anywhere, or never hit a wall.
    expect(sent).toBeGreaterThanOrEqual(RUNS / 2)
    expect(refused).toBeGreaterThanOrEqual(RUNS / 2)
  },
  60_000 + RUNS * 10_000,
)
