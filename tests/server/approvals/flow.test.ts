// @vitest-environment node
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { approvals } from '#server/db/schema/guardian.ts'
import type { Operation } from '#server/modules/transactions/operation.ts'
import { ether, type TestNode } from '#tests/server/chains/node.ts'
import { onChain } from '#tests/server/chains/onchain.ts'
import { nameOf, openRig, type Person, type Rig } from '#tests/server/guardians/rig.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'

let node: TestNode
let rig: Rig
let owner: Person
let ada: Person
let bob: Person
let cyd: Person
/** Another owner: how many one invites in an hour is limited. */
let nora: Person

onChain(openRig, async (both) => {
  ;({ node, rig } = both)
  ;[owner, ada, bob, cyd, nora] = await rig.people('owner', 'ada', 'bob', 'cyd', 'nora')
})

test('a guarded send waits, asks every guardian, and goes out with enough approvals', async () => {
  const safe = await rig.guarded(owner, [ada, bob, cyd], 2)
  const before = await node.balance(STRANGER)
  const sent = await rig.send(safe, '1.5')
  expect(sent).toMatchObject({
    status: 'pending-approval',
    approvalConsensus: 2,
    kind: 'send',
    feeCeiling: expect.stringMatching(/^[1-9]\d+$/),
    approval: {
      required: 2,
      approved: 0,
      guardians: [{ email: ada.email, decision: 'pending', counts: true }, {}, {}],
    },
  })
  for (const { id, address } of [ada, bob, cyd]) {
    const asked = rig.pushLog.named('transaction-approver:created', id).filter(({ txId }) => txId === sent.id)
    expect(asked).toEqual([
      {
        id: expect.any(String),
        txId: sent.id,
        status: 'pending',
        amount: ether('1.5').toString(),
        assetSymbol: 'rbnt',
        assetDecimals: 18,
        sender: safe.address,
        recipient: STRANGER,
        description: '',
        initiator: owner.email,
        approverWalletAddress: address,
        walletName: safe.name,
        blockchain: 'redbelly:testnet',
        kind: 'send',
        feeCeiling: expect.stringMatching(/^[1-9]\d+$/),
        feeSymbol: 'RBNT',
        expiresAt: sent.approval?.expiresAt,
        required: 2,
        approved: 0,
        policyVersion: expect.any(Number),
        recipientKnown: false,
        lookalikeOf: null,
        recipientHints: ['burn', 'first'],
        call: undefined,
        revision: expect.any(Number),
      },
    ])
    expect(asked).toMatchObject((await rig.approvals.list(id)).filter(({ txId }) => txId === sent.id))
  }

  expect(await rig.approve(ada, sent.id)).toMatchObject({ status: 'approved', approved: 1 })
  expect(await rig.transaction(safe, sent.id)).toMatchObject({
    status: 'pending-approval',
    approval: { approved: 1, guardians: [{ decision: 'approved', decidedAt: expect.any(String) }, {}, {}] },
  })
  expect(await rig.approve(bob, sent.id)).toMatchObject({
    status: 'approved',
    approved: 2,
    decidedAt: rig.clock.now().toISOString(),
  })
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })
  await rig.idle()
  const { entries } = await rig.custody.approvalLog({ walletId: safe.id })
  expect(entries.slice(-3)).toMatchObject([
    { type: 'signing', data: { txId: sent.id, nonce: 0 } },
    { type: 'signed', data: { txId: sent.id } },
    { type: 'ended', data: { txId: sent.id, outcome: 'final' } },
  ])
  expect(await rig.decisions(sent.id, [ada, bob, cyd])).toEqual({
    ada: 'approved',
    bob: 'approved',
    cyd: 'skipped',
  })
  expect((await node.balance(STRANGER)) - before).toBe(ether('1.5'))

  const told = rig.pushLog
    .named('transaction-approver:updated', cyd.id)
    .filter(({ txId }) => txId === sent.id)
  expect(told.at(-1)).toMatchObject({ status: 'skipped', approved: 2 })
  const seen = rig.pushLog.named('transaction:updated', owner.id).filter(({ id }) => id === sent.id)
  const made = rig.pushLog.named('transaction:created', owner.id).filter(({ id }) => id === sent.id)
  expect([...made, ...seen].map(({ status, approval }) => [status, approval?.approved])).toEqual([
    ['pending-approval', 0],
    ['pending-approval', 1],
    ['pending-approval', 2],
    ['broadcasting', 2],
    ['success', 2],
  ])
  // Nothing of the wallet but the request reaches a guardian.
  const names = new Set(rig.pushLog.events.filter(({ userId }) => userId === cyd.id).map(({ name }) => name))
  expect(
    rig.pushLog.events.filter(
      ({ userId, data }) => userId === cyd.id && (data as { id: string }).id === safe.id,
    ),
  ).toEqual([])
  expect([...names].filter((name) => name.startsWith('asset') || name.startsWith('transaction:'))).toEqual([])

  // 8 of nearly 8.5: of what the wallet holds he learns only that.
  const rest = await rig.send(safe, '8')
  const card = (await rig.approvals.list(ada.id)).find(({ txId }) => txId === rest.id)
  expect(card?.almostAll).toBe(true)
})

test('without approval or without a confirmed guardian a send goes out at once', async () => {
  const off = await rig.safe(owner)
  await rig.join(off, ada)
  expect(await rig.send(off)).toMatchObject({ status: 'broadcasting', approval: undefined })

  const alone = await rig.safe(owner)
  await rig.guardians.enable(owner, alone.id)
  await rig.guardians.invite(owner, alone.id, bob.email)
  const sent = await rig.send(alone)
  expect(sent.status).toBe('broadcasting')
  await rig.settle()
  expect(await rig.transaction(alone, sent.id)).toMatchObject({ status: 'success', approvalConsensus: null })
})

test('declines that leave too few end it with the last reason, and nothing is sent', async () => {
  const safe = await rig.guarded(owner, [ada, bob, cyd], 2)
  const sent = await rig.send(safe)
  expect(await rig.reject(ada, sent.id)).toMatchObject({ status: 'rejected' })
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'pending-approval' })
  expect(await rig.reject(bob, sent.id, 'Too much')).toMatchObject({ status: 'rejected' })
  const ended = await rig.transaction(safe, sent.id)
  expect(ended).toMatchObject({
    status: 'rejected',
    rejectReason: 'Too much',
    finishedAt: expect.any(String),
  })
  expect(await rig.decisions(sent.id, [ada, bob, cyd])).toEqual({
    ada: 'rejected',
    bob: 'rejected',
    cyd: 'skipped',
  })
  await rig.round()
  expect(await rig.sentBy(safe.address)).toBe(0)
  // What it reserved is free again.
  expect(await rig.send(safe, '9')).toMatchObject({ status: 'pending-approval' })
})

test('who declined, and why, is told although the others approve, and only in custody’s words', async () => {
  const safe = await rig.guarded(nora, [ada, bob, cyd], 2)
  const sent = await rig.send(safe)
  const reason = 'This is not the address on the invoice'
  const at = rig.clock.now().toISOString()
  expect(await rig.reject(ada, sent.id, reason)).toMatchObject({ status: 'rejected', reason })
  const declined = { email: ada.email, decision: 'rejected', decidedAt: at, reason }
  expect(rig.pushLog.named('transaction:updated', nora.id).at(-1)?.approval?.guardians[0]).toMatchObject(
    declined,
  )
  const told = rig.pushLog.named('transaction-approver:updated', bob.id).at(-1)
  expect(told).toMatchObject({ txId: sent.id, status: 'pending', declines: [{ decidedAt: at, reason }] })
  expect(JSON.stringify(told)).not.toContain(ada.email)

  await rig.approve(bob, sent.id)
  await rig.approve(cyd, sent.id)
  await rig.settle()
  const reasonNow = async () => (await rig.transaction(safe, sent.id)).approval?.guardians[0]
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success', rejectReason: null })
  expect(await reasonNow()).toMatchObject(declined)
  expect(rig.pushLog.named('transaction:updated', nora.id).at(-1)?.approval?.guardians[0]).toMatchObject(
    declined,
  )
  const past = async () => (await rig.approvals.list(bob.id)).find(({ txId }) => txId === sent.id)
  expect((await past())?.declines).toEqual([{ decidedAt: at, reason }])

  const part = eq(approvals.id, (await rig.approvals.list(ada.id))[0]?.id ?? '')
  const [row] = await rig.db.select().from(approvals).where(part)
  for (const written of [
    { reason: 'All is well' },
    { decidedAt: new Date(0) },
    { signature: null },
    { signature: 'c2lnbmVk' },
    { status: 'skipped' as const },
  ]) {
    await rig.db.update(approvals).set(written).where(part)
    expect((await reasonNow())?.reason, JSON.stringify(written)).toBeUndefined()
    expect((await past())?.declines).toEqual([{ decidedAt: at, reason }])
    await rig.db
      .update(approvals)
      .set(row ?? {})
      .where(part)
  }
  expect(await reasonNow()).toMatchObject(declined)
})

test('a reason that an older version did not keep, or that was changed, is put right while it waits', async () => {
  const safe = await rig.guarded(nora, [ada, bob, cyd], 2)
  const sent = await rig.send(safe)
  await rig.reject(ada, sent.id, 'Ask me first')
  for (const written of [{ reason: null, signature: null }, { reason: 'All is well' }]) {
    await rig.db.update(approvals).set(written).where(eq(approvals.transactionId, sent.id))
    await rig.round()
    expect((await rig.transaction(safe, sent.id)).approval?.guardians).toMatchObject([
      { decision: 'rejected', reason: 'Ask me first' },
      { decision: 'pending', reason: undefined },
      { decision: 'pending', reason: undefined },
    ])
  }
})

test.each([
  [1, 2],
  [2, 2],
  [1, 3],
  [2, 3],
  [3, 3],
])('%i of %i: so many approvals send, one no too many rejects, and the rest is skipped', async (k, n) => {
  const people = [ada, bob, cyd].slice(0, n)
  const safe = await rig.guarded(owner, people, k)
  const named = (yes: number, decision: string) =>
    Object.fromEntries(people.map(({ name }, index) => [name, index < yes ? decision : 'skipped']))

  const wanted = await rig.send(safe)
  expect(wanted).toMatchObject({ status: 'pending-approval', approvalConsensus: k })
  for (const person of people.slice(0, k)) {
    expect(await rig.transaction(safe, wanted.id)).toMatchObject({ status: 'pending-approval' })
    await rig.approve(person, wanted.id)
  }
  await rig.settle()
  expect(await rig.transaction(safe, wanted.id)).toMatchObject({ status: 'success' })
  expect(await rig.decisions(wanted.id, people)).toEqual(named(k, 'approved'))

  const unwanted = await rig.send(safe)
  for (const person of people.slice(0, n - k + 1)) {
    expect(await rig.transaction(safe, unwanted.id)).toMatchObject({ status: 'pending-approval' })
    await rig.reject(person, unwanted.id)
  }
  expect(await rig.transaction(safe, unwanted.id)).toMatchObject({
    status: 'rejected',
    rejectReason: 'Rejected',
  })
  expect(await rig.decisions(unwanted.id, people)).toEqual(named(n - k + 1, 'rejected'))
  await rig.round()
  expect(await rig.sentBy(safe.address)).toBe(1)
})

test('a guardian decides once, and nobody about what is settled', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 2)
  const sent = await rig.send(safe)
  await rig.approve(ada, sent.id)
  expect(await nameOf(rig.approve(ada, sent.id))).toBe('ConflictError')
  expect(await nameOf(rig.reject(ada, sent.id))).toBe('ConflictError')
  await rig.reject(bob, sent.id)
  expect(await nameOf(rig.approvals.message(bob, sent.id))).toBe('ConflictError')
  expect(await nameOf(rig.approve(bob, sent.id))).toBe('ConflictError')
  expect(await nameOf(rig.approve(cyd, sent.id))).toBe('NotFoundError')
  expect(await nameOf(rig.reject(owner, sent.id))).toBe('NotFoundError')
})

test('only texts that were issued are signed, only by the wallet that accepted the invite', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 2)
  const sent = await rig.send(safe)
  const other = await rig.send(safe)
  const text = await rig.approvals.message(ada, sent.id)
  const ask = { ...text, walletId: ada.walletId }
  const sign = (change: Partial<typeof ask>, who = ada, txId = sent.id) =>
    nameOf(rig.approvals.sign(who, txId, { ...ask, ...change }))
  expect(await sign({ message: `${text.message} ` })).toBe('ValidationError')
  expect(await sign({ message: 'Countersign approval v1' })).toBe('ValidationError')
  expect(await sign({ nonce: 'ff'.repeat(16) })).toBe('ValidationError')
  expect(await sign({ timestamp: text.timestamp + 1 })).toBe('ValidationError')
  expect(await sign({}, ada, other.id)).toBe('ValidationError')
  expect(await sign({ walletId: bob.walletId }, bob)).toBe('ValidationError')
  const second = await rig.makeWallet(ada.id, 'Second')
  expect(await sign({ walletId: second.id })).toBe('ForbiddenError')
  expect(await sign({ walletId: bob.walletId })).toBe('ForbiddenError')
  expect(await sign({ walletId: safe.id })).toBe('ForbiddenError')

  const { signature } = await rig.approvals.sign(ada, sent.id, ask)
  const theirs = await rig.approvals.message(bob, sent.id)
  const bobs = await rig.approvals.sign(bob, sent.id, { ...theirs, walletId: bob.walletId })
  const { nonce, timestamp } = text
  const hand = (change: object, who = ada, txId = sent.id) =>
    nameOf(rig.approvals.approve(who, txId, { nonce, timestamp, signature, ...change }))
  expect(await hand({ signature: bobs.signature })).toBe('SignatureError')
  expect(await hand({ signature: '0x12' })).toBe('SignatureError')
  expect(await hand({ nonce: theirs.nonce })).toBe('SignatureError')
  expect(await hand({ timestamp: timestamp - 1 })).toBe('SignatureError')
  expect(await hand({}, bob)).toBe('SignatureError')
  expect(await hand({}, ada, other.id)).toBe('SignatureError')
  rig.clock.advance(5 * 60_000)
  expect(await hand({})).toBe('SignatureError')
  expect(await rig.decisions(sent.id, [ada, bob])).toEqual({ ada: 'pending', bob: 'pending' })
  await rig.approve(ada, sent.id)
  // A used signature is no second approval, not even of another transaction.
  expect(await hand({}, ada, other.id)).toBe('SignatureError')
})

test('a signature is good for its own transaction and guardian, and only while that waits', async () => {
  const safe = await rig.guarded(owner, [ada, bob, cyd], 2)
  const elsewhere = await rig.guarded(owner, [ada, bob], 2)
  const sent = await rig.send(safe)
  const other = await rig.send(elsewhere)
  const text = await rig.approvals.message(ada, sent.id)
  const { nonce, timestamp } = text
  const { signature } = await rig.approvals.sign(ada, sent.id, { ...text, walletId: ada.walletId })
  const hand = (who: Person, txId: string) =>
    nameOf(rig.approvals.approve(who, txId, { nonce, timestamp, signature }))
  expect(await hand(ada, other.id)).toBe('SignatureError')
  expect(await hand(bob, sent.id)).toBe('SignatureError')
  await rig.reject(ada, sent.id)
  expect(await hand(ada, sent.id)).toBe('ConflictError')

  const late = await rig.send(safe)
  rig.clock.advance(7 * 24 * 3600_000 - 60_000)
  const last = await rig.approvals.message(bob, late.id)
  const ask = { ...last, walletId: bob.walletId }
  const ready = { ...last, signature: (await rig.approvals.sign(bob, late.id, ask)).signature }
  rig.clock.advance(60_000)
  const { message: _, ...proof } = ready
  expect(await nameOf(rig.approvals.approve(bob, late.id, proof))).toBe('ConflictError')
  await rig.round()
  expect(await nameOf(rig.approvals.approve(bob, late.id, proof))).toBe('ConflictError')
  expect(await rig.transaction(safe, late.id)).toMatchObject({ status: 'rejected', rejectReason: 'Expired' })
  expect([await rig.sentBy(safe.address), await rig.sentBy(elsewhere.address)]).toEqual([0, 0])
})

test('a removed guardian is out at once', async () => {
  const safe = await rig.guarded(owner, [ada, bob, cyd], 2)
  const sent = await rig.send(safe)
  const text = await rig.approvals.message(bob, sent.id)
  await rig.approve(ada, sent.id)
  await rig.guardians.retire(owner, safe.id, safe.ids[1] ?? '')
  expect(await rig.decisions(sent.id, [ada, bob, cyd])).toEqual({
    ada: 'approved',
    bob: 'skipped',
    cyd: 'pending',
  })
  const told = rig.pushLog
    .named('transaction-approver:updated', bob.id)
    .filter(({ txId }) => txId === sent.id)
  expect(told.at(-1)).toMatchObject({ status: 'skipped' })
  expect(await nameOf(rig.approvals.message(bob, sent.id))).toBe('ForbiddenError')
  const late = { ...text, walletId: bob.walletId }
  expect(await nameOf(rig.approvals.sign(bob, sent.id, late))).toBe('ForbiddenError')
  expect(await nameOf(rig.reject(bob, sent.id))).toBe('ForbiddenError')

  // The one who approved goes too: two of three can not be had any more.
  await rig.guardians.retire(owner, safe.id, safe.ids[0] ?? '')
  expect(await rig.transaction(safe, sent.id)).toMatchObject({
    status: 'rejected',
    rejectReason: 'A Guardian was removed',
    approvalConsensus: 2,
    approval: {
      approved: 0,
      guardians: [
        { email: ada.email, decision: 'approved', counts: false, why: 'removed' },
        { email: bob.email, decision: 'skipped', counts: false, why: 'removed' },
        { email: cyd.email, decision: 'skipped', counts: true },
      ],
    },
  })
  await rig.round()
  expect(await rig.sentBy(safe.address)).toBe(0)
})

test('switching off and lower rules are for new transactions only', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 2)
  const sent = await rig.send(safe)
  await rig.guardians.setConsensus(owner, safe.id, 1)
  await rig.guardians.disable(owner, safe.id)
  await rig.approve(ada, sent.id)
  await rig.round()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({
    status: 'pending-approval',
    approvalConsensus: 2,
  })
  await rig.approve(bob, sent.id)
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'success' })
  expect((await rig.send(safe)).status).toBe('broadcasting')
})

test('its owner may withdraw what waits', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const sent = await rig.send(safe, '9')
  expect(await nameOf(rig.transactions.cancel(ada, safe.id, sent.id))).toBe('NotFoundError')
  const text = await rig.approvals.message(ada, sent.id)
  const { signature } = await rig.approvals.sign(ada, sent.id, { ...text, walletId: ada.walletId })
  expect(await rig.transactions.cancel(owner, safe.id, sent.id)).toMatchObject({
    status: 'cancelled',
  })
  const { nonce, timestamp } = text
  expect(await nameOf(rig.approvals.approve(ada, sent.id, { nonce, timestamp, signature }))).toBe(
    'ConflictError',
  )
  expect(await rig.decisions(sent.id, [ada])).toEqual({ ada: 'skipped' })
  await rig.round()
  expect(await rig.sentBy(safe.address)).toBe(0)
  expect(await rig.send(safe, '9')).toMatchObject({ status: 'pending-approval' })
})

test.each<[string, Omit<Operation, 'entityId'>, string]>([
  [
    'operations',
    { type: 'transaction', status: 'cancelled', reason: 'Asked for by phone' },
    'Asked for by phone',
  ],
  ['the removal of its wallet', { type: 'wallet', status: 'removed' }, 'The wallet was removed'],
])('%s may cancel what waits, and nobody can approve it any more', async (_, operation, reason) => {
  const safe = await rig.guarded(owner, [ada, bob], 2)
  const sent = await rig.send(safe, '9')
  await rig.approve(ada, sent.id)
  const entityId = operation.type === 'wallet' ? safe.id : sent.id
  await rig.operate({ ...operation, entityId })
  // An end is final, also for the one who brought it about.
  expect(await nameOf(rig.operate({ ...operation, entityId }))).toBe('ConflictError')
  expect(
    rig.pushLog
      .named('transaction:updated', owner.id)
      .filter(({ id }) => id === sent.id)
      .at(-1),
  ).toMatchObject({
    status: 'cancelled',
    rejectReason: reason,
  })
  expect(await nameOf(rig.approve(bob, sent.id))).toBe('ConflictError')
  expect(await rig.decisions(sent.id, [ada, bob])).toEqual({ ada: 'approved', bob: 'skipped' })
  await rig.round()
  expect(await rig.sentBy(safe.address)).toBe(0)
})

test('no operation moves what waits to where only a chain or guardians take it', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const { id: entityId } = await rig.send(safe)
  for (const status of ['success', 'broadcasting', 'rejected']) {
    expect(await nameOf(rig.operate({ type: 'transaction', entityId, status }))).toBe('ConflictError')
  }
  await rig.round()
  expect(await rig.transaction(safe, entityId)).toMatchObject({ status: 'pending-approval' })
  expect(await rig.sentBy(safe.address)).toBe(0)
})

test('what nobody answers in time expires', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 2)
  const sent = await rig.send(safe, '9')
  await rig.approve(ada, sent.id)
  rig.clock.advance(7 * 24 * 3600_000 - 60_000)
  await rig.round()
  expect((await rig.transaction(safe, sent.id)).status).toBe('pending-approval')
  rig.clock.advance(60_000)
  expect(await nameOf(rig.approve(bob, sent.id))).toBe('ConflictError')
  await rig.round()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({ status: 'rejected', rejectReason: 'Expired' })
  expect(await rig.decisions(sent.id, [ada, bob])).toEqual({ ada: 'approved', bob: 'skipped' })
  expect(await rig.send(safe, '9')).toMatchObject({ status: 'pending-approval' })
})

test('balance is looked at again before it is sent', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const sent = await rig.send(safe, '9')
  await node.client.setBalance({ address: safe.address as `0x${string}`, value: ether('5') })
  await rig.approve(ada, sent.id)
  await rig.settle()
  expect(await rig.transaction(safe, sent.id)).toMatchObject({
    status: 'failed',
    rejectReason: 'Amount should be less than your balance',
  })
  expect(await rig.sentBy(safe.address)).toBe(0)
})

test('guardians are told of new and of look-alike recipients', async () => {
  const known = '0x52908400098527886E0F7030069857D2E4169EE7'
  const fake = '0x5290111111111111111111111111111111119EE7'
  const safe = await rig.guarded(owner, [ada], 1)
  const first = await rig.send(safe, '1', known)
  await rig.approve(ada, first.id)
  await rig.settle()
  const again = await rig.send(safe, '1', known)
  const wrong = await rig.send(safe, '1', fake.toLowerCase())
  const seen = await rig.approvals.list(ada.id)
  const of = (txId: string) => seen.find((request) => request.txId === txId)
  expect(of(first.id)).toMatchObject({ recipientKnown: false, lookalikeOf: null })
  expect(of(again.id)).toMatchObject({ recipientKnown: true, lookalikeOf: null })
  expect(of(wrong.id)).toMatchObject({ recipientKnown: false, lookalikeOf: known })
})
