// @vitest-environment node
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { wallets } from '#server/db/schema/wallet.ts'
import { onChain } from '#tests/server/chains/onchain.ts'
import { nameOf, openRig, type Person, type Rig } from './rig.ts'

const ALIAS = 'This is another spelling of your own address. A Guardian should be somebody else.'
const DAY = 24 * 3600_000

let rig: Rig
let owner: Person
let ada: Person
let bob: Person

onChain(openRig, async (both) => {
  rig = both.rig
  ;[owner, ada, bob] = await rig.people('owner', 'ada', 'bob')
})

test('an invite is mailed, listed on both sides and told to both', async () => {
  const safe = await rig.safe(owner)
  const approver = await rig.guardians.invite(owner, safe.id, ada.email.toUpperCase())
  expect(approver).toEqual({
    id: expect.any(String),
    walletId: safe.id,
    approverEmail: ada.email.toUpperCase(),
    approverWalletAddress: null,
    status: 'pending',
    revision: expect.any(Number),
  })
  const [mail, ...more] = rig.mailsTo(ada.email.toUpperCase())
  expect(more).toEqual([])
  expect(mail?.subject).toBe(`${owner.email} asks you to be a Guardian`)
  for (const body of [mail?.text, mail?.html]) {
    expect(body).toContain(safe.name)
    expect(body).toContain('https://wallet.example/guardian-hub?filter=invites')
  }
  const invite = {
    id: approver.id,
    status: 'pending',
    userEmail: owner.email,
    walletAddress: safe.address,
    walletName: safe.name,
    expiresAt: expect.any(String),
  }
  expect((await rig.guardians.invites(ada.email))[0]).toEqual(invite)
  expect([approver]).toMatchObject(await rig.guardians.approvers(owner.id, safe.id))
  expect(rig.pushLog.named('approver-invite:created', ada.id).at(-1)).toMatchObject(invite)
  expect(rig.pushLog.named('wallet-approver:invited', owner.id).at(-1)).toEqual(approver)
  expect(await rig.guardians.guarded(ada.email)).toEqual([])

  expect(await rig.accept(ada, approver.id)).toMatchObject({ ...invite, status: 'confirmed' })
  const { revision, ...before } = approver
  const joined = { ...before, approverWalletAddress: ada.address, status: 'confirmed' }
  expect(await rig.guardians.approvers(owner.id, safe.id)).toEqual([joined])
  const told = rig.pushLog.named('wallet-approver:updated', owner.id).at(-1)
  expect(told).toMatchObject(joined)
  expect(told?.revision).toBeGreaterThan(revision ?? Number.POSITIVE_INFINITY)
  expect(rig.pushLog.named('approver-invite:updated', ada.id).at(-1)).toMatchObject({ status: 'confirmed' })
  expect(await rig.guardians.guarded(ada.email)).toEqual([
    { id: approver.id, name: safe.name, user: { email: owner.email }, approverStatus: 'confirmed' },
  ])

  const heard = rig.pushLog.named('approver-invite:updated', ada.id).length
  await rig.services.wallets.rename(owner.id, safe.id, 'Renamed')
  expect(rig.pushLog.named('approver-invite:updated', ada.id)).toHaveLength(heard + 1)
  expect((await rig.guardians.guarded(ada.email))[0]?.name).toBe('Renamed')
  await rig.guardians.retire(owner, safe.id, approver.id)
  expect((await rig.guardians.guarded(ada.email))[0]?.approverStatus).toBe('retired')
})

test('nobody guards his own wallet, and nobody is invited twice', async () => {
  const safe = await rig.safe(owner)
  const invite = (email: string) => nameOf(rig.guardians.invite(owner, safe.id, email))
  expect(await invite(owner.email.toUpperCase())).toBe('ValidationError')
  await expect(
    rig.guardians.invite(owner, safe.id, owner.email.replace('@', '+friend@')),
  ).rejects.toMatchObject({ name: 'ValidationError', message: ALIAS })
  const { id } = await rig.guardians.invite(owner, safe.id, bob.email)
  expect(await invite(bob.email.toUpperCase())).toBe('ConflictError')
  await rig.accept(bob, id)
  expect(await invite(bob.email)).toBe('ConflictError')
  await rig.guardians.retire(owner, safe.id, id)
  rig.clock.advance(1000)
  expect(await invite(bob.email)).toBe('none')
  // Whoever was a guardian, was retired and joins again has one entry.
  const again = (await rig.guardians.approvers(owner.id, safe.id)).find(({ status }) => status === 'pending')
  await rig.accept(bob, again?.id ?? '')
  expect((await rig.guardians.guarded(bob.email)).filter(({ name }) => name === safe.name)).toMatchObject([
    { id: again?.id, approverStatus: 'confirmed' },
  ])
})

test('an address without an account finds its invite after signing in', async () => {
  const safe = await rig.safe(owner)
  const email = 'Newcomer@Example.com'
  const { id } = await rig.guardians.invite(owner, safe.id, email)
  expect(rig.mailsTo(email)).toHaveLength(1)
  const account = await rig.account('newcomer@example.com')
  expect(await rig.guardians.invites(account.email)).toMatchObject([{ id, status: 'pending' }])
  expect(await nameOf(rig.guardians.message(account, id))).toBe('ConflictError')
  const { id: walletId, address } = await rig.makeWallet(account.id)
  await rig.accept({ ...account, name: 'new', walletId, address }, id)
  expect(await rig.guardians.approvers(owner.id, safe.id)).toMatchObject([{ approverWalletAddress: address }])
})

test('at most three guardians, whoever accepts first', async () => {
  const safe = await rig.safe(owner)
  const people = await rig.people('a', 'b', 'c', 'd')
  const ids: string[] = []
  for (const { email } of people) ids.push((await rig.guardians.invite(owner, safe.id, email)).id)
  const [last] = people.slice(3)
  const accepted = await Promise.allSettled(
    people.map((person, index) => rig.accept(person, ids[index] ?? '')),
  )
  const failures = accepted.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(failures).toMatchObject([{ name: 'GuardianLimitError', message: 'Guardian Limit Reached' }])
  const statuses = (await rig.guardians.approvers(owner.id, safe.id)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['confirmed', 'confirmed', 'confirmed', 'pending'])
  expect(last).toBeDefined()
  expect(await nameOf(rig.guardians.invite(owner, safe.id, 'fifth@example.com'))).toBe('GuardianLimitError')
})

test('an invite can be sent again once a minute while it is open', async () => {
  const safe = await rig.safe(owner)
  const email = 'slow@example.com'
  const { id } = await rig.guardians.invite(owner, safe.id, email)
  await expect(rig.guardians.resend(owner, id)).rejects.toMatchObject({
    name: 'TooManyRequestsError',
    retryAfter: 60,
  })
  rig.clock.advance(60_000)
  expect(await nameOf(rig.guardians.resend(ada, id))).toBe('NotFoundError')
  expect(await rig.guardians.resend(owner, id)).toMatchObject({ id, status: 'pending' })
  expect(rig.mailsTo(email)).toHaveLength(2)
  await rig.guardians.retire(owner, safe.id, id)
  rig.clock.advance(60_000)
  expect(await nameOf(rig.guardians.resend(owner, id))).toBe('ConflictError')
})

test('a mail that the mail server does not take now is sent later', async () => {
  const safe = await rig.safe(owner)
  const { send } = rig.post
  rig.post.send = async () => {
    throw new Error('Connection refused')
  }
  await rig.guardians.invite(owner, safe.id, 'later@example.com')
  rig.post.send = send
  await rig.round()
  expect(rig.mailsTo('later@example.com')).toEqual([])
  rig.clock.advance(60_000)
  await rig.restart()
  await rig.round()
  await rig.round()
  expect(rig.mailsTo('later@example.com')).toHaveLength(1)
})

test('an invite nobody answers for two weeks is over', async () => {
  const safe = await rig.safe(owner)
  const { id } = await rig.guardians.invite(owner, safe.id, ada.email)
  rig.clock.advance(14 * DAY - 1)
  await rig.round()
  expect(await nameOf(rig.guardians.message(ada, id))).toBe('none')
  rig.clock.advance(1)
  expect(await nameOf(rig.guardians.message(ada, id))).toBe('ConflictError')
  await rig.round()
  expect(await rig.guardians.approvers(owner.id, safe.id)).toMatchObject([{ id, status: 'retired' }])
  expect(rig.pushLog.named('approver-invite:updated', ada.id).at(-1)).toMatchObject({ id, status: 'retired' })
  // It never was a guardian, so there is nothing that he guarded.
  expect((await rig.guardians.guarded(ada.email)).some((guarded) => guarded.id === id)).toBe(false)
  expect(await nameOf(rig.guardians.invite(owner, safe.id, ada.email))).toBe('none')
})

test('a guardian chooses with which of his own active wallets he accepts', async () => {
  const safe = await rig.safe(owner)
  const { id } = await rig.guardians.invite(owner, safe.id, ada.email)
  const second = await rig.makeWallet(ada.id, 'Current')
  expect(await nameOf(rig.guardians.message(ada, id, bob.walletId))).toBe('NotFoundError')
  expect(await nameOf(rig.guardians.message(ada, id, 'nothing'))).toBe('NotFoundError')
  const frozen = await rig.makeWallet(ada.id, 'Frozen')
  await rig.db.update(wallets).set({ status: 'removed' }).where(eq(wallets.id, frozen.id))
  expect(await nameOf(rig.guardians.message(ada, id, frozen.id))).toBe('ConflictError')

  const text = await rig.guardians.message(ada, id, second.id)
  expect(text.message).toContain(`Guardian wallet: ${second.address}`)
  expect(await nameOf(rig.guardians.sign(ada, id, { ...text, walletId: ada.walletId }))).toBe(
    'ValidationError',
  )
  const { nonce, timestamp } = text
  const { signature } = await rig.guardians.sign(ada, id, { ...text, walletId: second.id })
  await rig.guardians.confirm(ada, id, { nonce, timestamp, signature, walletId: second.id })
  expect(await rig.guardians.approvers(owner.id, safe.id)).toMatchObject([
    { status: 'confirmed', approverWalletAddress: second.address },
  ])
})

test('only the invited answers, once, with texts that were issued to him', async () => {
  const safe = await rig.safe(owner)
  const { id } = await rig.guardians.invite(owner, safe.id, ada.email)
  const other = await rig.guardians.invite(owner, safe.id, bob.email)
  for (const stranger of [bob, owner]) {
    expect(await nameOf(rig.guardians.message(stranger, id))).toBe('NotFoundError')
    expect(await nameOf(rig.guardians.reject(stranger, id))).toBe('NotFoundError')
  }
  const text = await rig.guardians.message(ada, id)
  expect(text.message).toContain(`Guardian wallet: ${ada.address}`)
  const ask = { ...text, walletId: ada.walletId }
  const sign = (change: Partial<typeof ask>, who = ada, invite = id) =>
    nameOf(rig.guardians.sign(who, invite, { ...ask, ...change }))
  expect(await sign({ message: 'Send everything to me' })).toBe('ValidationError')
  expect(await sign({ message: text.message.replace('v2', 'v1') })).toBe('ValidationError')
  expect(await sign({ nonce: 'aa' })).toBe('ValidationError')
  expect(await sign({ walletId: safe.id })).toBe('NotFoundError')
  expect(await sign({ walletId: bob.walletId }, bob, other.id)).toBe('ValidationError')
  const second = await rig.makeWallet(ada.id, 'Second')
  expect(await sign({ walletId: second.id })).toBe('ValidationError')

  const { signature } = await rig.guardians.sign(ada, id, ask)
  const { nonce, timestamp, walletId } = ask
  const confirm = (change: object) =>
    nameOf(rig.guardians.confirm(ada, id, { nonce, timestamp, walletId, signature, ...change }))
  expect(await confirm({ signature: `0x${'11'.repeat(65)}` })).toBe('SignatureError')
  expect(await confirm({ signature: 'signature' })).toBe('SignatureError')
  expect(await confirm({ nonce: 'bb' })).toBe('SignatureError')
  expect(await confirm({ timestamp: timestamp + 1 })).toBe('SignatureError')
  expect(await confirm({ walletId: second.id })).toBe('SignatureError')
  expect(await confirm({ walletId: bob.walletId })).toBe('NotFoundError')
  rig.clock.advance(5 * 60_000)
  expect(await confirm({})).toBe('SignatureError')
  expect(await rig.guardians.approvers(owner.id, safe.id)).toMatchObject([
    { status: 'pending' },
    { status: 'pending' },
  ])
  await rig.accept(ada, id)
  expect(await confirm({})).toBe('ConflictError')
  expect(await nameOf(rig.guardians.message(ada, id))).toBe('ConflictError')
  expect(await nameOf(rig.guardians.reject(ada, id))).toBe('ConflictError')

  expect(await rig.guardians.reject(bob, other.id)).toMatchObject({ status: 'rejected' })
  expect(rig.pushLog.named('wallet-approver:updated', owner.id).at(-1)).toMatchObject({
    id: other.id,
    status: 'rejected',
  })
  expect(await nameOf(rig.guardians.retire(owner, safe.id, other.id))).toBe('ConflictError')
  expect(await nameOf(rig.guardians.retire(bob, safe.id, id))).toBe('NotFoundError')
  expect(await nameOf(rig.guardians.retire(owner, safe.id, 'nobody'))).toBe('NotFoundError')
})
