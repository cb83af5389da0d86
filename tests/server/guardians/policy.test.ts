// @vitest-environment node
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approvalFlow } from '#domain/guardian.ts'
import { brokenAt } from '#server/custody/custody.ts'
import { approvalFlows, approvers } from '#server/db/schema/guardian.ts'
import { beginChange } from '#server/modules/guardians/store.ts'
import { onChain } from '#tests/server/chains/onchain.ts'
import { nameOf, openRig, type Person, type Rig, type Safe } from './rig.ts'

let rig: Rig
let owner: Person
let ada: Person
let bob: Person
let cyd: Person

onChain(openRig, async (both) => {
  rig = both.rig
  ;[owner, ada, bob, cyd] = await rig.people('owner', 'ada', 'bob', 'cyd')
})

const flowOf = async (safe: Safe) => approvalFlow(await rig.services.wallets.get(owner.id, safe.id))
const versionOf = async (safe: Safe) => (await rig.custody.policies({ walletId: safe.id })).at(-1)?.version

test('the switch and the number of approvals are custody’s, told to the owner at once', async () => {
  const safe = await rig.safe(owner)
  expect(await flowOf(safe)).toEqual({ enabled: false, consensus: 1, confirmed: 0 })
  expect(approvalFlow(await rig.guardians.enable(owner, safe.id))).toEqual({
    enabled: true,
    consensus: 1,
    confirmed: 0,
  })
  expect(await nameOf(rig.guardians.setConsensus(owner, safe.id, 2))).toBe('ValidationError')
  await rig.join(safe, ada)
  await rig.join(safe, bob)
  for (const wrong of [0, 3, -1]) {
    expect(await nameOf(rig.guardians.setConsensus(owner, safe.id, wrong))).toBe('ValidationError')
  }
  expect(approvalFlow(await rig.guardians.setConsensus(owner, safe.id, 2))).toEqual({
    enabled: true,
    consensus: 2,
    confirmed: 2,
  })
  const off = await rig.guardians.disable(owner, safe.id)
  expect(approvalFlow(off)).toEqual({ enabled: false, consensus: 2, confirmed: 2 })
  expect(rig.pushLog.named('wallet:updated', owner.id).at(-1)).toEqual(off)
  expect(rig.pushLog.named('approver-invite:updated', ada.id).at(-1)).toMatchObject({ status: 'confirmed' })

  const version = await versionOf(safe)
  const mails = rig.mails.length
  await rig.guardians.disable(owner, safe.id)
  expect(await versionOf(safe)).toBe(version)
  expect(rig.mails).toHaveLength(mails)
  for (const call of ['enable', 'disable'] as const) {
    expect(await nameOf(rig.guardians[call](ada, safe.id))).toBe('NotFoundError')
  }
  expect(await nameOf(rig.guardians.setConsensus(ada, safe.id, 1))).toBe('NotFoundError')
  expect(await nameOf(rig.guardians.approvers(ada.id, safe.id))).toBe('NotFoundError')
})

test('a removal lowers the number of approvals to those who are left, never below one', async () => {
  const safe = await rig.guarded(owner, [ada, bob, cyd], 3)
  const seen: number[] = []
  for (const id of safe.ids) {
    expect(await rig.guardians.retire(owner, safe.id, id)).toMatchObject({ status: 'retired' })
    seen.push((await flowOf(safe)).consensus)
  }
  expect(seen).toEqual([2, 1, 1])
  expect(await nameOf(rig.guardians.retire(owner, safe.id, safe.ids[0] ?? ''))).toBe('ConflictError')
})

test('every change is mailed to the owner and all old and new guardians', async () => {
  const safe = await rig.safe(owner)
  const told = async (change: () => Promise<unknown>, sentence: string, people: Person[]) => {
    const before = rig.mails.length
    await change()
    const mails = rig.mails.slice(before).filter(({ subject }) => subject.includes('changed'))
    expect(mails.map(({ to }) => to).toSorted()).toEqual(people.map(({ email }) => email).toSorted())
    for (const { text, html } of mails) {
      expect(text).toContain(sentence)
      expect(html).toContain(safe.name)
    }
  }
  let first = ''
  await told(
    async () => (first = await rig.join(safe, ada)),
    `${ada.email} is a Guardian of this wallet now.`,
    [owner, ada],
  )
  await told(() => rig.join(safe, bob), `${bob.email} is a Guardian of this wallet now.`, [owner, ada, bob])
  await told(() => rig.guardians.enable(owner, safe.id), 'was switched on', [owner, ada, bob])
  await told(
    () => rig.guardians.setConsensus(owner, safe.id, 2),
    'Required approvals are 2 out of 2 Guardians now; before it was 1 out of 2 Guardians.',
    [owner, ada, bob],
  )
  await told(() => rig.guardians.retire(owner, safe.id, first), `${ada.email} is not a Guardian`, [
    owner,
    ada,
    bob,
  ])
  await told(() => rig.guardians.disable(owner, safe.id), 'was switched off', [owner, bob])
})

test('the log is for the owner and those who guard the wallet now', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 1)
  const log = await rig.guardians.log(owner, safe.id)
  expect(brokenAt(log.entries)).toBeUndefined()
  expect(log.entries.at(-1)?.hash).toBe(log.head)
  expect(await rig.guardians.log(ada, safe.id)).toEqual(log)
  expect(await nameOf(rig.guardians.log(cyd, safe.id))).toBe('NotFoundError')
  expect(await nameOf(rig.guardians.log(ada, 'unknown'))).toBe('NotFoundError')
  await rig.guardians.retire(owner, safe.id, safe.ids[0] ?? '')
  expect(await nameOf(rig.guardians.log(ada, safe.id))).toBe('NotFoundError')
  expect(await nameOf(rig.guardians.log(bob, safe.id))).toBe('none')
})

test('a change that custody took before a crash is written down, told and mailed by the next process', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 2)
  const sent = await rig.send(safe)
  const [, policy] = [0, (await rig.custody.policies({ walletId: safe.id })).at(-1)]
  await beginChange(rig.db, safe.id)
  await rig.custody.setPolicy({
    grant: owner.grant,
    walletId: safe.id,
    enabled: true,
    consensus: 1,
    guardians: policy?.guardians.flatMap(({ id }) => (id === safe.ids[0] ? [] : [id])) ?? [],
  })
  expect(await rig.guardians.approvers(owner.id, safe.id)).toMatchObject([
    { status: 'confirmed' },
    { status: 'confirmed' },
  ])
  const mails = rig.mails.length
  await rig.restart()
  await rig.round()
  expect(await rig.guardians.approvers(owner.id, safe.id)).toMatchObject([
    { approverEmail: bob.email, status: 'confirmed' },
    { approverEmail: ada.email, status: 'retired' },
  ])
  expect(
    rig.mails
      .slice(mails)
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([owner, ada, bob].map(({ email }) => email).toSorted())
  expect(rig.pushLog.named('approver-invite:updated', ada.id).at(-1)).toMatchObject({ status: 'retired' })
  expect(await rig.transaction(safe, sent.id)).toMatchObject({
    status: 'rejected',
    rejectReason: 'A Guardian was removed',
  })
  await rig.round()
  expect(rig.mails).toHaveLength(mails + 3)
})

/** Custody took the acceptance, and then the process died. */
const halfAccepted = async (safe: Safe): Promise<string> => {
  const { id } = await rig.guardians.invite(owner, safe.id, ada.email)
  const text = await rig.guardians.message(ada, id)
  const { nonce, timestamp } = text
  const { signature } = await rig.guardians.sign(ada, id, { ...text, walletId: ada.walletId })
  await beginChange(rig.db, safe.id)
  const proof = { nonce, timestamp, signature: signature as `0x${string}` }
  await rig.custody.confirmInvite({ walletId: safe.id, inviteId: id, grant: ada.grant, ...proof })
  return id
}

test('an acceptance that custody took before a crash makes the guardian', async () => {
  const safe = await rig.safe(owner)
  const id = await halfAccepted(safe)
  await rig.restart()
  await rig.round()
  expect(await rig.guardians.approvers(owner.id, safe.id)).toMatchObject([
    { id, status: 'confirmed', approverWalletAddress: ada.address },
  ])
  expect((await rig.custody.policies({ walletId: safe.id })).at(-1)?.guardians).toMatchObject([{ id }])
})

test('an acceptance that custody took is seen by whatever comes next', async () => {
  const safe = await rig.safe(owner)
  const id = await halfAccepted(safe)
  expect(await nameOf(rig.guardians.reject(ada, id))).toBe('ConflictError')
  expect(await rig.guardians.approvers(owner.id, safe.id)).toMatchObject([{ id, status: 'confirmed' }])

  const other = await rig.safe(owner)
  const second = await halfAccepted(other)
  expect(await rig.guardians.retire(owner, other.id, second)).toMatchObject({ status: 'retired' })
  expect((await rig.custody.policies({ walletId: other.id })).at(-1)?.guardians).toEqual([])
})

test('a guardian of whom an older database knows nothing is written down at the start, and asked', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const ofSafe = eq(approvalFlows.walletId, safe.id)
  const [before] = await rig.db.select().from(approvalFlows).where(ofSafe)
  const id = await rig.join(safe, bob)
  await rig.db.delete(approvers).where(eq(approvers.id, id))
  if (before) await rig.db.update(approvalFlows).set(before).where(ofSafe)
  await rig.restart()
  await rig.guardians.start()
  await rig.guardians.stop()
  const { id: txId } = await rig.send(safe)
  expect(await rig.decisions(txId, [ada, bob])).toEqual({ ada: 'pending', bob: 'pending' })
  const shown = await rig.guardians.approvers(owner.id, safe.id)
  expect(shown.map(({ id }) => id).sort()).toEqual([...safe.ids, id].sort())
})
