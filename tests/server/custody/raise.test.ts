// @vitest-environment node
import { Transaction } from 'bitcoinjs-lib'
import { type Hex, parseTransaction, type TransactionSerializedEIP1559 } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Asked, CustodyRefusal, hashEntry, type LogEntry } from '#server/custody/custody.ts'
import { faultOf } from '#server/custody/verify.ts'
import { SECRET } from '../harness/grant.ts'
import { totp } from '../harness/user.ts'
import { bitcoinWallet, coin, offer, pay, paying } from './bitcoin.ts'
import {
  approve,
  approveAs,
  type Bench,
  confirmGuardian,
  DAY,
  grant,
  guarded,
  nameOf,
  type Person,
  propose,
  refused,
  sending,
  setPolicy,
  sign,
  signOut,
} from './fixture.ts'
import { prove } from './person.ts'

type How = NonNullable<Asked<'raiseTransaction'>['how']>

const logOf = ({ custody }: Pick<Bench, 'custody'>) => custody.approvalLog({ walletId: 'safe' })
const typesOf = async (made: Bench) => (await logOf(made)).entries.map(({ type }) => type)
const verified = async (made: Bench) =>
  expect(await faultOf(JSON.parse(JSON.stringify(await logOf(made))))).toBeUndefined()

const asking = async (made: Bench, txId: string, feeCeiling: string, who = 'owner', days = 3) =>
  made.custody.askRaise({
    grant: await grant(made, who),
    ...{ walletId: 'safe', txId, feeCeiling },
    expiresAt: new Date(made.clock.now().getTime() + days * DAY).toISOString(),
  })
const raising = ({ custody }: Bench, txId: string, how: How) =>
  custody.raiseTransaction({ walletId: 'safe', txId, how })
const decline = async (made: Bench, guardian: Person, txId: string) =>
  made.custody.decline({
    grant: await grant(made, `user-${nameOf(guardian)}`),
    ...{ walletId: 'safe', txId, guardianId: guardian.id, reason: 'No' },
  })
const stateOf = ({ custody }: Bench, txId: string) => custody.approvalState({ walletId: 'safe', txId })
const replacing = async (made: Bench, txId: string, how: How, more: object = {}) =>
  made.custody.replaceTransaction({
    grant: await grant(made, 'owner'),
    ...{ walletId: 'safe', txId, attempt: 2, cancels: false, how, ...more },
  })

/** Its owner freezes his account by the link of a mail; answers what lifts that. */
const freeze = async (made: Bench) => {
  const { custody, clock } = made
  const codes = await custody.makeBackupCodes({ grant: await grant(made, 'owner') })
  const { half } = await prove(made, 'owner@example.com')
  const { freeze: link = '' } = await custody.completeBackup({ half, code: codes[0]?.value ?? '' })
  await custody.freezeAccount({ link })
  return async () => {
    clock.pass(60_000)
    await custody.undoRestore({ link, code: totp(SECRET, clock.now()) })
    signOut(made, 'owner')
  }
}

const price = (maxFeePerGas: number): How => ({
  ...{ family: 'evm', gas: '21000', maxFeePerGas: String(maxFeePerGas) },
  maxPriorityFeePerGas: String(maxFeePerGas / 2),
})
/** 10 gwei; what hangs was approved up to 4. */
const CEILING = '210000000000000'

/** Sent at 2 gwei after two of three guardians approved 4 gwei. */
const hanging = async (options: { policyDelayS?: number } = {}) => {
  const made = await guarded(['ada', 'ben', 'cyd'], 2, options)
  made.clock.pass(2 * DAY)
  const sent = sending()
  const { txId } = sent
  await propose(made, sent)
  const [ada, ben, cyd] = made.people as [Person, Person, Person]
  for (const one of [ada, ben]) await approve(made, one)
  const first = await sign(made, sent)
  return Object.assign(made, { sent, txId, first, ada, ben, cyd })
}
const asked = async (options: { policyDelayS?: number } = {}) => {
  const made = await hanging(options)
  const { txId: id } = await asking(made, made.txId, CEILING)
  return Object.assign(made, { id })
}
const approved = async (options: { policyDelayS?: number } = {}) => {
  const made = await asked(options)
  for (const one of [made.ada, made.cyd]) await approveAs(made, one, made.id)
  return made
}

test('what hangs costs more once guardians approved that, and under the same nonce', async () => {
  const made = await asked()
  const { id, txId, ada, cyd, first } = made
  expect(await stateOf(made, id)).toMatchObject({
    ...{ status: 'waiting', required: 2, of: 3, approved: 0 },
    raises: { txId, feeCeiling: '84000000000000' },
    exact: { feeCeiling: CEILING, units: '1500000000000000000' },
  })
  await refused(raising(made, id, price(8e9)), 'ApprovalMissing')
  await approveAs(made, ada, id)
  await refused(raising(made, id, price(8e9)), 'ApprovalMissing')
  await approveAs(made, cyd, id)
  // Not beyond what they approved.
  await refused(raising(made, id, price(10.5e9)), 'FeeAboveCeiling')
  expect(await typesOf(made)).not.toContain('raised')
  const second = await raising(made, id, price(8e9))
  const read = (raw: string) => parseTransaction(raw as TransactionSerializedEIP1559)
  const { to, value, nonce } = read(first.raw)
  expect(read(second.raw)).toMatchObject({ to, value, nonce, maxFeePerGas: 8_000_000_000n })
  expect((await typesOf(made)).slice(-3)).toEqual(['raised', 'signing', 'signed'])
  // Again it is the same one, whatever is asked then.
  expect(await raising(made, id, price(9e9))).toEqual(second)
  await made.reopen()
  expect(await raising(made, id, price(9e9))).toEqual(second)
  expect(await made.custody.signedTransaction({ walletId: 'safe', txId })).toEqual(second)
  // From now on it is the ceiling, for its owner, too.
  await refused(replacing(made, txId, price(10.5e9), { attempt: 3 }), 'FeeAboveCeiling')
  await replacing(made, txId, price(10e9), { attempt: 3 })
  await verified(made)
})

test('the text says what it is: which transaction, its fee so far and then', async () => {
  const made = await asked()
  const { id, txId } = made
  const { message } = await made.custody.issueApproval({
    grant: await grant(made, 'user-ada'),
    ...{ walletId: 'safe', txId: id, guardianId: made.ada.id },
  })
  expect(message.split('\n').slice(0, 3)).toEqual([
    'Countersign fee approval v1',
    `Transaction: ${id}`,
    `Raises the fee of: ${txId}`,
  ])
  expect(message).toContain('\nAmount: 1.5 RBNT\n')
  expect(message).toContain('\nFee so far up to: 0.000084 RBNT\nFee up to: 0.00021 RBNT\n')
})

test('it is never signed itself', async () => {
  const made = await approved()
  const { sent, id } = made
  await refused(sign(made, { ...sent, txId: id }), 'BadInput')
  await refused(replacing(made, id, price(3e9)), 'OutOfOrder')
  await refused(asking(made, id, '999999999999999'), 'BadInput')
  await refused(raising(made, made.txId, price(8e9)), 'BadInput')
  expect(await made.custody.signedTransaction({ walletId: 'safe', txId: id })).toBeNull()
})

test('approvals count for one raise, of one transaction, to one fee', async () => {
  const made = await approved()
  await raising(made, made.id, price(8e9))
  const { txId: next } = await asking(made, made.txId, '420000000000000')
  expect(next).not.toBe(made.id)
  await refused(raising(made, next, price(15e9)), 'ApprovalMissing')
  expect((await stateOf(made, made.id)).end).toEqual({ outcome: 'raised' })
  await refused(raising(made, made.txId, price(15e9)), 'BadInput')
})

test('an exported log in which a fee was raised otherwise does not hold, though every hash fits', async () => {
  const made = await approved()
  await raising(made, made.id, price(8e9))
  const { entries } = await logOf(made)
  const forged = (change: (all: LogEntry[]) => LogEntry[]) => {
    let prevHash = entries[0]?.prevHash ?? ''
    const all = change(JSON.parse(JSON.stringify(entries))).map((entry, index) => {
      const link = { ...entry, seq: index + 1, prevHash }
      prevHash = hashEntry(link)
      return { ...link, hash: prevHash }
    })
    return faultOf({ entries: all, head: prevHash })
  }
  const raised = (change: object) => (all: LogEntry[]) => {
    Object.assign(all.find(({ type }) => type === 'raised')?.data ?? {}, change)
    return all
  }
  const unapproved = (all: LogEntry[]) =>
    all.filter(({ type, data }) => type !== 'approved' || data.txId !== made.id)
  expect(await forged((all) => all)).toBeUndefined()
  for (const [change, why] of [
    [raised({ feeCeiling: '420000000000000' }), /its proposal is about another one/],
    [raised({ txId: 'tx-2' }), /its proposal is about another one/],
    [raised({ by: made.txId }), /raises the fee of no other one/],
    [raised({ by: undefined }), /nobody approved that/],
    [unapproved, /asks for 2 of 3 approvals; 0 count/],
  ] as const)
    expect(await forged(change)).toMatch(why)
})

test('of two presses one is asked about, and there is one at a time', async () => {
  const made = await asked()
  const { txId, id } = made
  const [one, other] = await Promise.all([asking(made, txId, CEILING), asking(made, txId, CEILING)])
  expect([one.txId, other.txId]).toEqual([id, id])
  await refused(asking(made, txId, '420000000000000'), 'OutOfOrder')
  await made.custody.cancel({ grant: await grant(made, 'owner'), walletId: 'safe', txId: id })
  await refused(approveAs(made, made.ada, id), 'Ended')
  await refused(raising(made, id, price(8e9)), 'Ended')
  const { txId: next } = await asking(made, txId, '420000000000000')
  expect(next).not.toBe(id)
  made.clock.pass(4 * DAY)
  const { txId: last } = await asking(made, txId, '420000000000000')
  expect([id, next]).not.toContain(last)
  expect((await stateOf(made, next)).end?.outcome).toBe('expired')
  const { items } = await made.custody.openTransactions({ walletIds: ['safe'] })
  expect(items.map((open) => [open.txId, open.raises])).toEqual([
    [txId, undefined],
    [last, txId],
  ])
})

test('a decline, or its time, ends that alone', async () => {
  const made = await asked()
  const { txId, id, first } = made
  await approveAs(made, made.ada, id)
  await decline(made, made.ben, id)
  await decline(made, made.cyd, id)
  await refused(raising(made, id, price(8e9)), 'ApprovalMissing')
  await made.custody.end({ walletId: 'safe', txId: id, outcome: 'withdrawn', reason: 'No' })
  expect(await made.custody.signedTransaction({ walletId: 'safe', txId })).toEqual(first)
  const { txId: next } = await asking(made, txId, CEILING)
  for (const one of [made.ada, made.ben]) await approveAs(made, one, next)
  made.clock.pass(4 * DAY)
  await refused(raising(made, next, price(8e9)), 'Expired')
  await replacing(made, txId, price(3e9))
})

test('what is mined or being cancelled is raised no more', async () => {
  for (const end of ['final', 'cancels'] as const) {
    const made = await approved()
    const { txId, id } = made
    if (end === 'final') await made.custody.end({ walletId: 'safe', txId, outcome: 'final' })
    else await replacing(made, txId, price(4e9), { cancels: true })
    expect((await stateOf(made, id)).end?.outcome).toBe('withdrawn')
    await refused(raising(made, id, price(8e9)), 'Ended')
    await refused(asking(made, txId, CEILING), end === 'final' ? 'Ended' : 'OutOfOrder')
    await verified(made)
  }
})

test('it is the owner’s, of what hangs, to a fee above the one that was approved', async () => {
  const made = await hanging()
  await grant(made, 'other')
  await refused(asking(made, made.txId, CEILING, 'other'), 'WrongOwner')
  await refused(asking(made, made.txId, '84000000000000'), 'BadInput')
  await refused(asking(made, made.txId, CEILING, 'owner', -1), 'Expired')
  const other = sending('tx-2')
  await propose(made, other)
  await refused(asking(made, other.txId, CEILING), 'OutOfOrder')
  await setPolicy(made, [], 1, false)
  await refused(asking(made, made.txId, CEILING), 'OutOfOrder')
})

test('approvals of who guards the wallet no more do not count', async () => {
  const made = await approved()
  await setPolicy(made, [made.ben, made.cyd], 2)
  await refused(raising(made, made.id, price(8e9)), 'ApprovalMissing')
  await approveAs(made, made.ben, made.id)
  await raising(made, made.id, price(8e9))
})

test('stricter rules bind at once, weaker ones late', async () => {
  const made = await approved({ policyDelayS: 86_400 })
  await setPolicy(made, made.people, 3)
  await refused(raising(made, made.id, price(8e9)), 'ApprovalMissing')
  await setPolicy(made, made.people, 1)
  await refused(raising(made, made.id, price(8e9)), 'ApprovalMissing')
  made.clock.pass(DAY + 1)
  await raising(made, made.id, price(8e9))
})

test('guards that came after it was sent are asked, and switched off guards leave it as it was', async () => {
  const made = await guarded([], 1)
  const sent = sending()
  await propose(made, sent)
  await sign(made, sent)
  const ada = await confirmGuardian(made, 'ada')
  await setPolicy(made, [ada], 1)
  const { txId: id } = await asking(made, sent.txId, CEILING)
  await approveAs(made, ada, id)
  // Its owner alone paid more meanwhile: they approved another step.
  await setPolicy(made, [ada], 1, false)
  await replacing(made, sent.txId, price(5e9), { feeCeiling: '105000000000000' })
  await refused(raising(made, id, price(8e9)), 'TransactionChanged')
  await verified(made)
})

test('an account that is frozen while guardians decide, or after that, raises nothing, also not once that is lifted', async () => {
  for (const when of ['before', 'after'] as const) {
    const made = await asked()
    const { id, txId, first } = made
    if (when === 'before') for (const one of [made.ada, made.cyd]) await approveAs(made, one, id)
    const lift = await freeze(made)
    if (when === 'after') for (const one of [made.ada, made.cyd]) await approveAs(made, one, id)
    await refused(raising(made, id, price(8e9)), 'Ended')
    await refused(asking(made, txId, CEILING), 'Frozen')
    await lift()
    await refused(raising(made, id, price(8e9)), 'Ended')
    expect(await typesOf(made)).not.toContain('raised')
    expect(await made.custody.signedTransaction({ walletId: 'safe', txId })).toEqual(first)
    // Asked anew by himself it is raised.
    const { txId: next } = await asking(made, txId, CEILING)
    for (const one of [made.ada, made.cyd]) await approveAs(made, one, next)
    await raising(made, next, price(8e9))
    await verified(made)
  }
})

test('a held wallet raises nothing, also not after', async () => {
  const made = await approved()
  const { evmAddress: from } = await made.custody.wallet({ walletId: 'safe' })
  const mined = { from, hash: `0x${'ab'.repeat(32)}` as Hex, nonce: 1 }
  await made.custody.noteMined({ chainId: 153, transactions: [mined] })
  await refused(raising(made, made.id, price(8e9)), 'Ended')
  await refused(asking(made, made.txId, CEILING), 'Held')
})

describe('on Bitcoin', () => {
  const hangs = async () => {
    const made = await bitcoinWallet(['ada', 'ben'], 2)
    const sent = paying(made)
    await offer(made, sent)
    for (const one of made.people) await approve(made, one, sent.name)
    const first = await pay(made, sent)
    const { txId: id } = await asking(made, sent.txId, '5000')
    const at = (fee: number): How => ({
      ...{ family: 'bitcoin', coins: sent.coins, change: String(900_000 - fee) },
    })
    return Object.assign(made, { sent, first, id, at })
  }

  test('the same is paid at the fee that guardians approved anew', async () => {
    const made = await hangs()
    const { id, at, sent, people } = made
    await refused(raising(made, id, at(3000)), 'ApprovalMissing')
    for (const one of people) await approveAs(made, one, id)
    await refused(raising(made, id, at(5001)), 'FeeAboveCeiling')
    await refused(
      raising(made, id, { family: 'bitcoin', coins: [coin(1_000_000)], change: '895000' }),
      'BadInput',
    )
    expect(await typesOf(made)).not.toContain('raised')
    const second = await raising(made, id, at(3000))
    expect(Transaction.fromHex(second.raw).outs.map(({ value }) => value)).toEqual([100_000n, 897_000n])
    expect(await raising(made, id, at(4000))).toEqual(second)
    expect(await pay(made, sent)).toEqual(second)
    await verified(made)
  })

  test('it is never signed itself', async () => {
    const made = await hangs()
    for (const one of made.people) await approveAs(made, one, made.id)
    await refused(pay(made, { ...made.sent, txId: made.id }), 'BadInput')
  })

  test('nothing is written down that signers may hear of too late: they would refuse it and all after it for good', async () => {
    const made = await hangs()
    for (const one of made.people) await approveAs(made, one, made.id)
    made.said.isAway = true
    await refused(raising(made, made.id, made.at(3000)), 'SignersAway')
    made.said.isAway = false
    made.clock.pass(3 * DAY - 30_000)
    await refused(raising(made, made.id, made.at(3000)), 'Expired')
    expect(await typesOf(made)).not.toContain('raised')
    const back: How = { family: 'bitcoin', coins: made.sent.coins, change: '997000' }
    await replacing(made, made.sent.txId, back, { cancels: true })
    await verified(made)
  })

  /** Begun, and signed by nobody yet. */
  const begun = async () => {
    const made = await hangs()
    for (const one of made.people) await approveAs(made, one, made.id)
    const { sign: signing } = made.signers
    made.signers.sign = () => Promise.reject(new CustodyRefusal('SignersAway', 'Signer 2 went away.'))
    await refused(raising(made, made.id, made.at(3000)), 'SignersAway')
    made.signers.sign = signing
    return made
  }

  test('an attempt that broke off is not signed while its wallet is held', async () => {
    const made = await begun()
    const before = made.said.signed()
    const transactions = [{ walletId: 'safe', hash: 'ab'.repeat(32) }]
    expect(await made.custody.noteSpent({ network: 'regtest', transactions })).toEqual({ held: ['safe'] })
    await refused(raising(made, made.id, made.at(3000)), 'Held')
    expect(await pay(made, made.sent)).toEqual(made.first)
    expect(made.said.signed()).toBe(before)
  })

  test('an attempt that broke off is not signed while its owner’s account is frozen', async () => {
    const made = await begun()
    const lift = await freeze(made)
    const before = made.said.signed()
    await refused(raising(made, made.id, made.at(3000)), 'Frozen')
    // What was sent before goes on.
    expect(await pay(made, made.sent)).toEqual(made.first)
    const ofIt = { walletId: 'safe', txId: made.sent.txId }
    expect(await made.custody.signedTransaction(ofIt)).toEqual(made.first)
    expect(made.said.signed()).toBe(before)
    await lift()
    const { raw } = await raising(made, made.id, made.at(4000))
    expect(Transaction.fromHex(raw).outs[1]?.value).toBe(897_000n)
    await verified(made)
  })

  test('an attempt that broke off goes on', async () => {
    const made = await begun()
    const { raw } = await raising(made, made.id, made.at(4000))
    expect(Transaction.fromHex(raw).outs[1]?.value).toBe(897_000n)
    expect((await typesOf(made)).filter((type) => type === 'raised')).toHaveLength(1)
  })
})
