// @vitest-environment node
import { expect, test } from 'vitest'
import type { RefusalCode } from '#server/custody/custody.ts'
import {
  approve,
  asking,
  type Bench,
  bench,
  confirmGuardian,
  DAY,
  grant,
  guarded,
  idOf,
  type Person,
  propose,
  refused,
  type Sending,
  send,
  sending,
  setPolicy,
  sign,
  signed,
  stateOf,
  TOKEN,
} from './fixture.ts'

const MINUTE = 60_000

test('two of three approvals let a transaction be signed, one does not', async () => {
  const made = await guarded(['ada', 'bob', 'cyd'], 2)
  const [ada, bob] = made.people
  expect(await propose(made, sending())).toMatchObject({ required: 2, of: 3, policyVersion: 4 })
  await approve(made, ada!)
  const refusal = await refused(sign(made, sending()), 'ApprovalMissing')
  expect(refusal.message).toBe('Policy v4 asks for 2 of 3 approvals; 1 count.')
  await approve(made, bob!)
  expect(await stateOf(made)).toMatchObject({ status: 'satisfied', approved: 2 })
  const { hash } = await sign(made, sending())
  expect(await stateOf(made)).toMatchObject({ status: 'signed', hash })
})

test('a guarded wallet signs nothing without approvals, proposed or not', async () => {
  const made = await guarded(['ada'], 1)
  await refused(sign(made, sending()), 'UnknownTransaction')
  await propose(made, sending())
  await refused(sign(made, sending()), 'ApprovalMissing')
  expect(await made.custody.signedTransaction({ walletId: 'safe', txId: idOf('tx-1') })).toBeNull()
})

test.each<[string, Partial<Sending['tx']>]>([
  ['Network', { chainId: 151 }],
  ['To', { to: TOKEN }],
  ['Amount', { value: '1500000000000000001' }],
  ['Data', { data: '0x00' }],
  ['To', { to: undefined, data: '0x00' }],
])('after approval another %s is refused by name', async (field, tx) => {
  const made = await guarded(['ada'], 1)
  const signing = sending()
  await propose(made, signing)
  const mutated = { ...signing, tx: { ...signing.tx, ...tx } }
  const bare = await refused(sign(made, mutated), 'TransactionChanged')
  expect(bare.details).toEqual({ field })
  await approve(made, made.people[0]!)
  const refusal = await refused(sign(made, mutated), 'TransactionChanged')
  expect(refusal.details).toEqual({ field })
  expect(refusal.message).toContain(field)
  await sign(made, signing)
})

const call = (asset: Sending['meaning']['asset'], data: `0x${string}`): Sending => {
  const base = sending()
  return {
    ...base,
    tx: { ...base.tx, to: TOKEN, value: '0', data },
    meaning: { ...base.meaning, action: asset.type === 'native' ? 'call' : 'send', asset },
  }
}
const word = (digits: string) => digits.padStart(64, '0')
const erc20 = { type: 'ERC20', symbol: 'USDC', decimals: 6 } as const

const native = { type: 'native' } as const

test.each([
  ['Data', call(native, '0xdeadbeef'), call(native, '0xdeadbeee')],
  [
    'Data',
    call(erc20, `0xa9059cbb${word('01')}${word('05')}`),
    call(erc20, `0xa9059cbb${word('02')}${word('05')}`),
  ],
])('after approval of a contract call another %s is refused by name', async (field, signing, mutated) => {
  const made = await guarded(['ada'], 1)
  await propose(made, signing)
  await approve(made, made.people[0]!)
  const refusal = await refused(sign(made, mutated), 'TransactionChanged')
  expect(refusal.details).toEqual({ field })
})

test('gas and prices are taken at signing, below the approved ceiling', async () => {
  const made = await guarded(['ada'], 1)
  await propose(made, sending())
  await approve(made, made.people[0]!)
  const { tx, ...rest } = sending()
  await refused(sign(made, { ...rest, tx: { ...tx, maxFeePerGas: '4000000001' } }), 'FeeAboveCeiling')
  await refused(sign(made, { ...rest, tx: { ...tx, gas: '20999' } }), 'TransactionChanged')
  const nothing = { ...tx, maxFeePerGas: '0', maxPriorityFeePerGas: '0' }
  await refused(sign(made, { ...rest, tx: nothing }), 'BadInput')
  await sign(made, { ...rest, tx: { ...tx, maxFeePerGas: '4000000000' } })
})

test('an approval counts for its own transaction and wallet only', async () => {
  const made = await guarded(['ada', 'bob'], 1)
  const { custody, people } = made
  await propose(made, sending('tx-1'))
  await propose(made, sending('tx-2'))
  await approve(made, people[0]!, 'tx-1')
  await refused(sign(made, sending('tx-2')), 'ApprovalMissing')

  await custody.createWalletKey({ walletId: 'second', userId: 'owner' })
  const again = await confirmGuardian(made, 'ada', 'second')
  await setPolicy(made, [again], 1, true, 'second')
  await refused(send(made, sending('tx-1', 'second')), 'ApprovalMissing')
  await sign(made, sending('tx-1'))
})

test('one guardian who approves twice counts once', async () => {
  const made = await guarded(['ada', 'bob'], 2)
  await propose(made, sending())
  await approve(made, made.people[0]!)
  const refusal = await refused(approve(made, made.people[0]!), 'AlreadyDecided')
  expect(refusal.details).toEqual({ decision: 'approved' })
  await refused(sign(made, sending()), 'ApprovalMissing')
})

test('the identical approval again, after its answer got lost, changes nothing', async () => {
  const made = await guarded(['ada', 'bob'], 2)
  const { custody, people } = made
  await propose(made, sending())
  const given = await approve(made, people[0]!)
  const { head } = await custody.approvalLog({ walletId: 'safe' })
  const ask = { walletId: 'safe', txId: idOf('tx-1'), ...given }
  const state = await custody.approve({ grant: await grant(made, 'user-ada'), ...ask })
  expect(state.approved).toBe(1)
  await refused(custody.approve({ grant: await grant(made, 'user-bob'), ...ask }), 'AlreadyDecided')
  expect((await custody.approvalLog({ walletId: 'safe' })).head).toBe(head)
})

test("a retired guardian's approval does not count", async () => {
  const made = await guarded(['ada', 'bob'], 1)
  const [ada, bob] = made.people
  await propose(made, sending())
  await approve(made, ada!)
  await setPolicy(made, [bob!], 1)
  await refused(sign(made, sending()), 'ApprovalMissing')
  const state = await stateOf(made)
  expect(state).toMatchObject({ status: 'waiting', approved: 0, required: 1 })
  expect(state.guardians.map(({ email, counts, why }) => [email, counts, why])).toEqual([
    ['ada@example.com', false, 'removed'],
    ['bob@example.com', true, undefined],
  ])
  await refused(approve(made, ada!), 'AlreadyDecided')
  await propose(made, sending('tx-2'))
  await refused(approve(made, ada!, 'tx-2'), 'NotEntitled')
  await approve(made, bob!)
  await sign(made, sending())
})

test('a waiting transaction keeps the number of approvals it was proposed with', async () => {
  const made = await guarded(['ada', 'bob'], 2)
  const { people } = made
  await propose(made, sending())
  await approve(made, people[0]!)
  await setPolicy(made, people, 1)
  await refused(sign(made, sending()), 'ApprovalMissing')
  await setPolicy(made, people, 1, false)
  await refused(sign(made, sending()), 'ApprovalMissing')
  expect(await stateOf(made)).toMatchObject({
    required: 2,
    of: 2,
  })
  await send(made, sending('tx-2'))
})

test('when too few guardians are left, the transaction can never be signed', async () => {
  const made = await guarded(['ada', 'bob'], 2)
  await propose(made, sending())
  await setPolicy(made, [made.people[1]!], 1)
  expect(await stateOf(made)).toMatchObject({
    status: 'unreachable',
  })
})

test('a decline counts against the transaction and cannot be taken back', async () => {
  const made = await guarded(['ada', 'bob'], 1)
  const { custody, people } = made
  const [ada, bob] = people
  await propose(made, sending())
  const ask = { walletId: 'safe', txId: idOf('tx-1'), reason: 'Rejected' }
  const [adas, bobs] = [await grant(made, 'user-ada'), await grant(made, 'user-bob')]
  for (const [who, code] of [
    [bobs, 'WrongSigner'],
    [await grant(made, 'owner'), 'WrongSigner'],
    [await grant(made, 'user-eve'), 'WrongSigner'],
    ['user-ada', 'SignedOut'],
  ] as const)
    await refused(custody.decline({ ...ask, grant: who, guardianId: ada!.id }), code)
  const first = await custody.decline({ ...ask, grant: adas, guardianId: ada!.id })
  expect(first).toMatchObject({ status: 'waiting' })
  await refused(approve(made, ada!), 'AlreadyDecided')
  const state = await custody.decline({ ...ask, grant: bobs, guardianId: bob!.id })
  expect(state).toMatchObject({ status: 'unreachable', approved: 0 })
  await refused(sign(made, sending()), 'ApprovalMissing')
})

test('an expired transaction takes no approval and is not signed', async () => {
  const made = await guarded(['ada', 'bob'], 1)
  await propose(made, sending())
  await approve(made, made.people[0]!)
  made.clock.pass(7 * DAY)
  await refused(approve(made, made.people[1]!), 'Expired')
  await refused(sign(made, sending()), 'Expired')
  await refused(propose(made, sending('tx-2')), 'Expired')
  expect(await stateOf(made)).toMatchObject({
    status: 'expired',
  })
})

test('an issued text is signed for its user, wallet and record only, within five minutes, byte for byte', async () => {
  const made = await guarded(['ada', 'bob'], 1)
  const { custody, clock, people } = made
  await propose(made, sending('tx-1'))
  await propose(made, sending('tx-2'))
  const guardianId = people[0]!.id
  const [adas, bobs] = [await grant(made, 'user-ada'), await grant(made, 'user-bob')]
  const mine = { grant: adas, walletId: 'safe', txId: idOf('tx-1'), guardianId }
  await refused(custody.issueApproval({ ...mine, grant: bobs }), 'WrongSigner')
  await refused(custody.issueApproval({ ...mine, txId: idOf('tx-9') }), 'UnknownTransaction')
  const text = await custody.issueApproval(mine)
  const ask = {
    grant: adas,
    walletId: 'safe',
    recordId: idOf('tx-1'),
    signerWalletId: 'wallet-ada',
    ...text,
  }
  const wrong: [Partial<typeof ask>, RefusalCode][] = [
    [{ message: text.message.replace('1.5', '1.6') }, 'NotIssued'],
    [{ message: 'Countersign approval v1' }, 'NotIssued'],
    [{ nonce: 'aa'.repeat(16) }, 'NotIssued'],
    [{ timestamp: text.timestamp + 1 }, 'NotIssued'],
    [{ recordId: idOf('tx-2') }, 'NotIssued'],
    [{ grant: bobs }, 'NotIssued'],
    [{ signerWalletId: 'wallet-bob' }, 'WrongSigner'],
  ]
  for (const [change, code] of wrong) await refused(custody.signIssued({ ...ask, ...change }), code)
  const { signature } = await custody.signIssued(ask)
  clock.pass(5 * MINUTE)
  const { nonce, timestamp } = text
  await refused(custody.signIssued(ask), 'NonceExpired')
  await refused(custody.approve({ ...mine, nonce, timestamp, signature }), 'NonceExpired')
})

test('an approval is taken only from the wallet that the text names, and a nonce works once', async () => {
  const made = await guarded(['ada', 'bob'], 2)
  const { custody, people } = made
  const [ada, bob] = people
  await propose(made, sending())
  const [adas, bobs] = [await grant(made, 'user-ada'), await grant(made, 'user-bob')]
  const ask = { grant: adas, walletId: 'safe', txId: idOf('tx-1'), guardianId: ada!.id }
  const { nonce, timestamp, message } = await custody.issueApproval(ask)
  const { signature: foreign } = await signed(made, 'user-bob', asking('wallet-bob'))
  await refused(custody.approve({ ...ask, nonce, timestamp, signature: foreign }), 'BadSignature')
  const { signature } = await custody.signIssued({
    grant: adas,
    walletId: 'safe',
    recordId: idOf('tx-1'),
    signerWalletId: 'wallet-ada',
    message,
    nonce,
    timestamp,
  })
  const proof = { ...ask, nonce, timestamp, signature }
  await refused(custody.approve({ ...proof, grant: bobs, guardianId: bob!.id }), 'NotIssued')
  await refused(custody.approve({ ...proof, guardianId: bob!.id }), 'WrongSigner')
  await refused(custody.approve({ ...proof, grant: bobs }), 'WrongSigner')
  await custody.approve(proof)
  await refused(custody.approve({ ...proof, grant: bobs, guardianId: bob!.id }), 'NonceUsed')
})

test('issued texts and used nonces survive a restart', async () => {
  const made = await guarded(['ada', 'bob'], 1)
  await propose(made, sending())
  const adas = await grant(made, 'user-ada')
  const ask = { grant: adas, walletId: 'safe', txId: idOf('tx-1'), guardianId: made.people[0]!.id }
  const text = await made.custody.issueApproval(ask)
  await made.reopen()
  const signing = {
    grant: adas,
    walletId: 'safe',
    recordId: idOf('tx-1'),
    signerWalletId: 'wallet-ada',
    ...text,
  }
  const given = await made.custody.signIssued(signing)
  const { nonce, timestamp } = text
  await made.custody.approve({ ...ask, nonce, timestamp, ...given })
  await made.reopen()
  await refused(made.custody.signIssued(signing), 'NonceUsed')
  await sign(made, sending())
})

test('one txId is proposed with one content', async () => {
  const made = await guarded(['ada'], 1)
  await propose(made, sending())
  expect(await propose(made, sending())).toMatchObject({ required: 1, of: 1 })
  const base = sending()
  const refusal = await refused(
    propose(made, { ...base, tx: { ...base.tx, value: '2' } }),
    'TransactionChanged',
  )
  expect(refusal.details).toEqual({ field: 'Amount', txId: idOf('tx-1') })
  expect((await made.custody.approvalLog({ walletId: 'safe' })).entries.map(({ type }) => type)).toEqual([
    'created',
    'invited',
    'invite-confirmed',
    'policy',
    'proposed',
  ])
})

test('an owner is never his own guardian, whatever wallet or e-mail he uses', async () => {
  const made = await bench()
  const { custody } = made
  await custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  const who = { grant: await grant(made, 'owner'), walletId: 'safe' }
  for (const email of ['owner@example.com', ' OWNER@example.com', 'owner+second@example.com'])
    await refused(custody.invite({ ...who, inviteId: 'i', email }), 'SelfGuardian')
})

test('a policy keeps and removes guardians, and never adds one', async () => {
  const made = await guarded(['ada', 'bob'], 1)
  const [ada, bob] = made.people as [Person, Person]
  const eve = { ...ada, id: 'invite-safe-eve' }
  await refused(setPolicy(made, [ada, eve], 1), 'UnprovenGuardian')
  await refused(setPolicy(made, [ada], 0), 'BadInput')
  const { guardians } = await setPolicy(made, [ada, { ...ada, address: TOKEN, email: 'eve@example.com' }], 1)
  expect(guardians).toEqual([ada])
  await refused(setPolicy(made, [ada, bob], 1), 'UnprovenGuardian')
})

test('only the owner of a wallet says who must approve', async () => {
  const made = await guarded(['ada'], 1)
  const rules = { walletId: 'safe', enabled: false, consensus: 1, guardians: [] }
  for (const [who, code] of [
    [await grant(made, 'user-ada'), 'WrongOwner'],
    [await grant(made, 'user-eve'), 'WrongOwner'],
    ['owner', 'SignedOut'],
  ] as const)
    await refused(made.custody.setPolicy({ ...rules, grant: who }), code)
  const ended = await grant(made, 'owner')
  await made.custody.signOut({ grant: ended })
  await refused(made.custody.setPolicy({ ...rules, grant: ended }), 'SignedOut')
  expect((await made.custody.policies({ walletId: 'safe' })).at(-1)).toMatchObject({ enabled: true })
})

test('at most three guardians', async () => {
  const made = await guarded(['ada', 'bob'], 1)
  const owner = await grant(made, 'owner')
  const ask = { walletId: 'safe', inviteId: 'late' }
  await made.custody.invite({ ...ask, grant: owner, email: 'dan@example.com' })
  await made.custody.createWalletKey({ walletId: 'wallet-dan', userId: 'user-dan' })
  await confirmGuardian(made, 'cyd')
  await refused(confirmGuardian(made, 'eve'), 'GuardianLimit')
  await refused(acceptance(made, 'dan', 'late'), 'GuardianLimit')
})

/** Reads, signs and hands in the acceptance of an invitation. */
const acceptance = async (made: Bench, name: string, inviteId: string) => {
  const who = await grant(made, `user-${name}`)
  const signerWalletId = `wallet-${name}`
  const text = await made.custody.issueInvite({
    ...{ grant: who, walletId: 'safe', inviteId },
    guardianWalletId: signerWalletId,
  })
  const signing = { grant: who, walletId: 'safe', recordId: inviteId, signerWalletId, ...text }
  const { signature } = await made.custody.signIssued(signing)
  const { nonce, timestamp } = text
  return made.custody.confirmInvite({
    ...{ grant: who, walletId: 'safe', inviteId },
    ...{ nonce, timestamp, signature },
  })
}

test('an invite is confirmed once, by its own wallet, and not after it expired', async () => {
  const made = await bench()
  const { custody, clock } = made
  await custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  await custody.createWalletKey({ walletId: 'wallet-ada', userId: 'user-ada' })
  await custody.createWalletKey({ walletId: 'wallet-eve', userId: 'user-eve' })
  const [owner, adas, eves] = [
    await grant(made, 'owner'),
    await grant(made, 'user-ada'),
    await grant(made, 'user-eve'),
  ]
  const ask = { grant: adas, walletId: 'safe', inviteId: 'inv', guardianWalletId: 'wallet-ada' }
  await refused(custody.issueInvite(ask), 'Expired')
  await custody.invite({ grant: owner, walletId: 'safe', inviteId: 'inv', email: 'Ada@example.com' })
  await refused(custody.issueInvite({ ...ask, grant: eves, guardianWalletId: 'wallet-eve' }), 'WrongSigner')
  await refused(custody.issueInvite({ ...ask, guardianWalletId: 'wallet-eve' }), 'WrongSigner')
  const text = await custody.issueInvite(ask)
  const { nonce, timestamp } = text
  const { signature: foreign } = await signed(made, 'owner', asking('safe'))
  const confirm = { grant: adas, walletId: 'safe', inviteId: 'inv', nonce, timestamp }
  await refused(custody.confirmInvite({ ...confirm, grant: eves, signature: foreign }), 'WrongSigner')
  await refused(custody.confirmInvite({ ...confirm, signature: foreign }), 'BadSignature')
  await refused(custody.confirmInvite({ ...confirm, inviteId: 'other', signature: foreign }), 'Expired')
  const signing = { grant: adas, walletId: 'safe', recordId: 'inv', signerWalletId: 'wallet-ada', ...text }
  const { signature } = await custody.signIssued(signing)
  const proof = { ...confirm, signature }
  expect(await custody.confirmInvite(proof)).toEqual(await custody.confirmInvite(proof))
  await custody.invite({ grant: owner, walletId: 'safe', inviteId: 'next', email: 'eve@example.com' })
  await refused(custody.confirmInvite({ ...proof, grant: eves, inviteId: 'next' }), 'NonceUsed')
  await refused(custody.issueInvite(ask), 'AlreadyDecided')
  clock.pass(14 * DAY)
  await refused(acceptance(made, 'eve', 'next'), 'Expired')
  expect(await custody.invites({ walletId: 'safe' })).toMatchObject([
    { id: 'inv', email: 'Ada@example.com', status: 'confirmed' },
    { id: 'next', status: 'retired' },
  ])
})

test('a text that was issued before an invite was taken back, declined or sent again counts as it is then', async () => {
  const made = await guarded([], 1)
  const { custody, clock } = made
  const owner = await grant(made, 'owner')
  const invite = async (name: string) => {
    const ask = { walletId: 'safe', inviteId: `to-${name}` }
    await custody.createWalletKey({ walletId: `wallet-${name}`, userId: `user-${name}` })
    await custody.invite({ ...ask, grant: owner, email: `${name}@example.com` })
    const who = await grant(made, `user-${name}`)
    const text = await custody.issueInvite({ ...ask, grant: who, guardianWalletId: `wallet-${name}` })
    const { nonce, timestamp } = text
    const signerWalletId = `wallet-${name}`
    const signing = { grant: who, walletId: 'safe', recordId: ask.inviteId, signerWalletId, ...text }
    const { signature } = await custody.signIssued(signing)
    return { ...ask, grant: who, nonce, timestamp, signature }
  }
  const [ada, bob, cyd] = [await invite('ada'), await invite('bob'), await invite('cyd')]
  const of = ({ grant: who, walletId, inviteId }: typeof ada) => ({ grant: who, walletId, inviteId })
  await refused(custody.endInvite({ ...of(ada), grant: bob.grant }), 'WrongSigner')
  await refused(custody.renewInvite(of(ada)), 'WrongOwner')
  await custody.endInvite({ ...of(ada), grant: owner })
  await custody.endInvite(of(bob))
  for (const ended of [ada, bob]) {
    await refused(custody.confirmInvite(ended), 'AlreadyDecided')
    await refused(custody.endInvite(of(ended)), 'AlreadyDecided')
    await refused(custody.renewInvite({ ...of(ended), grant: owner }), 'AlreadyDecided')
    await refused(custody.invite({ ...of(ended), grant: owner, email: 'ada@example.com' }), 'AlreadyDecided')
  }
  clock.pass(4 * MINUTE)
  await custody.renewInvite({ ...of(cyd), grant: owner })
  await custody.confirmInvite(cyd)
  expect((await custody.invites({ walletId: 'safe' })).map(({ status }) => status)).toEqual([
    'retired',
    'rejected',
    'confirmed',
  ])
  expect((await custody.policies({ walletId: 'safe' })).at(-1)?.guardians).toMatchObject([{ id: 'to-cyd' }])
})
