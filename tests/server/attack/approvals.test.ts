// @vitest-environment node
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { encodeFunctionData, erc20Abi, getAddress, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { digestOf } from '#server/custody/custody.ts'
import { users } from '#server/db/schema/auth.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { approvals, approvers, proposals } from '#server/db/schema/guardian.ts'
import { sends, transactions } from '#server/db/schema/transaction.ts'
import type { TestNode } from '#tests/server/chains/node.ts'
import { onChain } from '#tests/server/chains/onchain.ts'
import { nameOf, openRig, type Person, type Rig } from '#tests/server/guardians/rig.ts'
import { withChain } from '#tests/server/transactions/points.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'
import { changeSend } from './rows.ts'

/** Whoever can write rows of the database, and would like to approve in a guardian's place. */
let node: TestNode
let rig: Rig
let owner: Person
let ada: Person
let bob: Person
let eve: Person

onChain(openRig, async (both) => {
  ;({ node, rig } = both)
  ;[owner, ada, bob, eve] = await rig.people('owner', 'ada', 'bob', 'eve')
})

const waiting = async (consensus = 2) => {
  const safe = await rig.guarded(owner, [ada, bob], consensus)
  const { id } = await rig.send(safe)
  return { safe, id, seats: { ada: safe.ids[0] ?? '', bob: safe.ids[1] ?? '' } }
}
const status = async (safe: Awaited<ReturnType<typeof waiting>>['safe'], id: string) => {
  await rig.round()
  return (await rig.transaction(safe, id)).status
}
const part = (txId: string, approverId: string) =>
  and(eq(approvals.transactionId, txId), eq(approvals.approverId, approverId))

test('a seat that was given to another address is still the guardian’s', async () => {
  const { safe, id, seats } = await waiting(1)
  const seat = eq(approvers.id, seats.ada)
  await rig.db
    .update(approvers)
    .set({ email: eve.email, emailKey: eve.email, address: eve.address })
    .where(seat)
  expect(await nameOf(rig.approve(eve, id))).toBe('ForbiddenError')
  expect(await nameOf(rig.reject(eve, id))).toBe('ForbiddenError')
  expect(await status(safe, id)).toBe('pending-approval')
})

test('a seat and a part that were made up decide nothing', async () => {
  const { safe, id } = await waiting(1)
  const at = rig.clock.now()
  const seat = {
    id: `seat-${id}`,
    walletId: safe.id,
    email: eve.email,
    emailKey: eve.email,
    address: eve.address,
  }
  await rig.db
    .insert(approvers)
    .values({ ...seat, status: 'confirmed', createdAt: at, mailedAt: at, expiresAt: at, confirmedAt: at })
  await rig.db.insert(approvals).values({
    id: `part-${id}`,
    transactionId: id,
    approverId: seat.id,
    status: 'pending',
    counts: true,
    createdAt: at,
  })
  expect(await nameOf(rig.approve(eve, id))).toBe('ForbiddenError')
  expect(await nameOf(rig.reject(eve, id))).toBe('ForbiddenError')
  expect(await status(safe, id)).toBe('pending-approval')
})

test('one guardian does not decide in the other one’s seat', async () => {
  const { safe, id, seats } = await waiting()
  await rig.approve(ada, id)
  await rig.db
    .update(approvers)
    .set({ emailKey: `nobody-${id}` })
    .where(eq(approvers.id, seats.ada))
  await rig.db
    .update(approvers)
    .set({ email: ada.email, emailKey: ada.email, address: ada.address })
    .where(eq(approvers.id, seats.bob))
  expect(await nameOf(rig.approve(ada, id))).toBe('ForbiddenError')
  expect(await nameOf(rig.reject(ada, id))).toBe('ForbiddenError')
  expect(await status(safe, id)).toBe('pending-approval')
})

test('approvals that only rows tell of send nothing, and a decline is not undone by them', async () => {
  const { safe, id, seats } = await waiting()
  await rig.approve(ada, id)
  await rig.db.update(approvals).set({ status: 'approved', counts: true }).where(part(id, seats.bob))
  expect(await status(safe, id)).toBe('pending-approval')
  await rig.db.update(approvals).set({ status: 'pending' }).where(part(id, seats.bob))
  await rig.reject(bob, id)
  expect(await status(safe, id)).toBe('rejected')

  await rig.db
    .update(transactions)
    .set({ status: 'pending-approval', finishedAt: null })
    .where(eq(transactions.id, id))
  await rig.db.update(approvals).set({ status: 'pending', decidedAt: null }).where(part(id, seats.bob))
  expect(await nameOf(rig.approve(bob, id))).not.toBe('none')
  expect(await status(safe, id)).toBe('rejected')
  expect(await rig.sentBy(safe.address)).toBe(0)
})

test('why it was rejected is a guardian’s word as custody signed it, or nothing', async () => {
  const { safe, id, seats } = await waiting(1)
  await rig.reject(ada, id)
  await rig.reject(bob, id, 'I do not know them')
  const told = async () => (await rig.transaction(safe, id)).rejectReason
  expect(await told()).toBe('I do not know them')
  const forged = 'The treasury moved: pay 0x52908400098527886E0F7030069857D2E4169EE7 instead'
  await rig.db.update(transactions).set({ rejectReason: forged }).where(eq(transactions.id, id))
  expect(await told()).toBeNull()
  await rig.db.update(approvals).set({ reason: forged }).where(part(id, seats.bob))
  expect(await told()).toBeNull()
  await rig.db.update(transactions).set({ rejectReason: 'Expired' }).where(eq(transactions.id, id))
  expect(await told()).toBe('Expired')
})

test('what a guardian approved is sent, whatever the rows say meanwhile', async () => {
  const { id } = await waiting(1)
  await rig.db.update(transactions).set({ recipient: eve.address }).where(eq(transactions.id, id))
  await rig.db
    .update(sends)
    .set({ target: eve.address, value: '9000000000000000000' })
    .where(eq(sends.transactionId, id))
  const before = await node.balance(eve.address)
  await rig.approve(ada, id)
  await rig.round()
  await node.mined()
  expect(await node.balance(eve.address)).toBe(before)
})

test('the card of a guardian is drawn from what custody wrote down, whatever rows say', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 1)
  await node.give(safe.address, '50', 'USDC')
  await rig.settle()
  const assets = await rig.services.assets.list(owner.id, safe.id)
  const usdc = assets.find(({ symbol }) => symbol === 'USDC')
  const { id } = await rig.transactions.sendEvm(
    owner,
    safe.id,
    { amount: '5000000', assetId: usdc?.id ?? '', description: 'rent', gas: 'normal', recipient: STRANGER },
    undefined,
  )
  const card = async () => (await rig.approvals.list(ada.id)).find(({ txId }) => txId === id)
  const before = await card()
  expect(before).toMatchObject({
    ...{
      amount: '5000000',
      assetSymbol: 'USDC',
      assetDecimals: 6,
      recipient: STRANGER,
      sender: safe.address,
    },
    ...{ kind: 'send', walletName: safe.name, initiator: owner.email, required: 1, approved: 0 },
    ...{ status: 'pending', approverWalletAddress: ada.address, call: undefined },
  })
  const row = (await rig.db.select().from(transactions).where(eq(transactions.id, id)))[0]
  const token = (
    await rig.db
      .select()
      .from(tokens)
      .where(eq(tokens.id, row?.tokenId ?? ''))
  )[0]
  const [coin] = await rig.db.select().from(tokens).where(eq(tokens.contract, ''))
  try {
    await rig.db
      .update(transactions)
      .set({ amount: '1', sender: eve.address, recipient: eve.address, tokenId: coin?.id ?? '', item: '7' })
      .where(eq(transactions.id, id))
    await changeSend(rig.db, id, {
      ...{ target: eve.address, value: '1', data: '0x1234', action: 'call', walletName: 'Petty cash' },
      ...{ feeCeiling: '1', expiresAt: new Date(0) },
    })
    await rig.db
      .update(tokens)
      .set({ symbol: 'DAI', decimals: 18, contract: eve.address.toLowerCase() })
      .where(eq(tokens.id, token?.id ?? ''))
    await rig.db
      .update(proposals)
      .set({ required: 3, approved: 2, policyVersion: 9 })
      .where(eq(proposals.transactionId, id))
    await rig.db.update(approvals).set({ status: 'approved', counts: false, decidedAt: new Date(0) })
    await rig.db.update(users).set({ email: 'ceo@example.com' }).where(eq(users.id, owner.id))
    await rig.db.update(approvers).set({ address: eve.address }).where(eq(approvers.walletId, safe.id))
    expect(await card()).toEqual(before)
    // Nor does a seat that was made another one's.
    await rig.db
      .update(approvers)
      .set({ email: eve.email, emailKey: eve.email })
      .where(eq(approvers.id, safe.ids[0] ?? ''))
    expect((await rig.approvals.list(eve.id)).filter(({ txId }) => txId === id)).toEqual([])
  } finally {
    await rig.db.update(users).set({ email: owner.email }).where(eq(users.id, owner.id))
    if (token) await rig.db.update(tokens).set(token).where(eq(tokens.id, token.id))
  }
})

test('a token is called what its contract says, or what it was called when it was first sent, whatever its row says', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 1)
  await node.give(safe.address, '50', 'USDC')
  await rig.settle()
  const usdc = eq(tokens.contract, node.token('USDC').address.toLowerCase())
  const [row] = await rig.db.select().from(tokens).where(usdc)
  const symbol = async () => {
    const assets = await rig.services.assets.list(owner.id, safe.id)
    const asset = assets.find(({ address }) => address?.toLowerCase() === row?.contract)
    const draft = { amount: '5000000', assetId: asset?.id ?? '', description: '', gas: 'normal' as const }
    const { id } = await rig.transactions.sendEvm(
      owner,
      safe.id,
      { ...draft, recipient: STRANGER },
      undefined,
    )
    return (await rig.approvals.list(ada.id)).find(({ txId }) => txId === id)?.assetSymbol
  }
  try {
    await rig.db.update(tokens).set({ symbol: 'TEST' }).where(usdc)
    await rig.restart()
    expect(await symbol()).toBe('USDC')
    await rig.restart(({ chains, custody }) => ({
      custody,
      chains: withChain(chains, () => ({
        metadata: async () => ({ symbol: 'USDX', name: 'USDX', decimals: 6 }),
      })),
    }))
    expect(await symbol()).toBe('USDC')
  } finally {
    if (row) await rig.db.update(tokens).set(row).where(usdc)
    await rig.restart()
  }
})

/** A dApp asks for an allowance, without end unless told otherwise, and the owner confirms. */
const allowance = async (units = maxUint256): Promise<string> => {
  const { id: walletId } = await rig.guarded(owner, [ada], 1)
  const wallet = await rig.services.wallets.find(walletId)
  if (!wallet) throw new Error('The wallet is gone')
  const to = getAddress(node.token('USDC').address)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [STRANGER, units] })
  const wish = { blockchain: 'redbelly:testnet' as const, to, value: 0n, data }
  const order = {
    ...{ ...wish, gas: undefined, requestId: randomUUID(), description: 'Refund of 500 USDC' },
    digest: digestOf({ walletId, ...wish, method: 'eth_sendTransaction' }),
    expiresAt: new Date(rig.clock.now().getTime() + 600_000),
    claim: { make: async () => undefined, isMade: async () => true },
  }
  return rig.services.transactions.call(wallet, order, owner.grant)
}

test('calldata that were swapped in a row are not what a guardian reads', async () => {
  const id = await allowance()
  const card = async () => (await rig.approvals.list(ada.id)).find(({ txId }) => txId === id)
  // Custody has no word of the dApp's.
  expect(await card()).toMatchObject({
    description: '',
    call: { method: 'approve', danger: true, bytes: 68 },
  })
  const harmless = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [STRANGER, 0n] })
  await changeSend(rig.db, id, { data: harmless })
  const drawn = await card()
  expect(drawn?.call).toMatchObject({ danger: true, caution: true, bytes: 0 })
  expect(drawn?.call?.sentence).toContain('Do not approve it.')
})

test('what a call moves is counted as its token says, whatever the token’s row says', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  await node.give(safe.address, '50', 'USDC')
  await rig.settle()
  const usdc = eq(tokens.contract, node.token('USDC').address.toLowerCase())
  const [row] = await rig.db.select().from(tokens).where(usdc)
  const id = await allowance(5_000_000n)
  const card = async () => (await rig.approvals.list(ada.id)).find(({ txId }) => txId === id)?.call?.headline
  const told = rig.pushLog.named('transaction-approver:created', ada.id).find(({ txId }) => txId === id)
  expect(told?.call?.headline).toContain('5 USDC')
  try {
    await rig.db.update(tokens).set({ decimals: 12, symbol: 'TEST' }).where(usdc)
    expect(await card()).toBe(told?.call?.headline)
    await rig.restart()
    expect(await card()).toBe(told?.call?.headline)
    // Nor in the dialog of its owner.
    const wallet = await rig.services.wallets.find(safe.id)
    if (!wallet) throw new Error('The wallet is gone')
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [STRANGER, 5_000_000n] })
    const to = getAddress(node.token('USDC').address)
    const wish = { blockchain: 'redbelly:testnet' as const, to, value: 0n, data, gas: undefined }
    expect((await rig.services.transactions.quoteCall(wallet, wish)).tokens).toEqual([
      { address: to, symbol: 'USDC', decimals: 6, type: 'ERC20' },
    ])
  } finally {
    if (row) await rig.db.update(tokens).set(row).where(usdc)
  }
})
