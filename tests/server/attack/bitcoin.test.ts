import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { schnorr } from '@noble/curves/secp256k1.js'
import { Transaction } from 'bitcoinjs-lib'
import { afterEach, describe, expect, test } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import { type Asked, type CustodyOptions, CustodyRefusal, type LogEntry } from '#server/custody/custody.ts'
import { chained } from '#server/custody/disk/chain.ts'
import type { LogEvent } from '#server/custody/event.ts'
import type { Signers } from '#server/signer/port.ts'
import { coin, NETWORK, offer, PAYEE, pay, paying } from '../custody/bitcoin.ts'
import {
  approve,
  type Bench,
  confirmGuardian,
  DAY,
  grant,
  guarded,
  idOf,
  refused,
  setPolicy,
} from '../custody/fixture.ts'
import { memoryMirror } from '../custody/mirrors.ts'
import { makeThree, type Three } from '../signer/three.ts'

/**
 * Whoever has taken over the web server, has older files, or has one of three signers, against a wallet on Bitcoin. Custody
 * takes no row of the database, and a chain takes no signature over what is not there: a lie about coins moves nothing.
 */

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** A wallet whose key three real signers hold. */
const wallet = async (names: string[] = [], consensus = 1, options: Partial<CustodyOptions> = {}) => {
  const policyDelayS = DAY / 1000
  const made = await guarded(names, consensus, { policyDelayS })
  const three = await makeThree({ policyDelayS, now: () => made.clock.now().getTime() })
  ends.push(async () => {
    await made.custody.close()
    await three.remove()
  })
  // Whoever closes custody must not close them: they outlive it.
  const signers: Signers = {
    makeKey: (...ask) => three.signers.makeKey(...ask),
    tell: (...ask) => three.signers.tell(...ask),
    sign: (...ask) => three.signers.sign(...ask),
    close: async () => undefined,
  }
  const kept = { signers, policyDelayS, ...options }
  await made.reopen(kept)
  const { address } = await made.custody.addBitcoinAccount({ walletId: 'safe', network: NETWORK })
  const again = made.reopen
  made.reopen = (more = {}) => again({ ...kept, ...more })
  return Object.assign(made, { address, three })
}

const outputsOf = (raw: string) =>
  Transaction.fromHex(raw).outs.map(({ script, value }) => [Buffer.from(script).toString('hex'), value])
const scriptOf = (address: string) => Buffer.from(decodeAddress(address, NETWORK)).toString('hex')

/** Whether a node that knows these values would take it. */
const isTaken = (
  raw: string,
  address: string,
  values: readonly bigint[],
  scripts?: readonly Uint8Array[],
) => {
  const own = decodeAddress(address, NETWORK)
  const signed = Transaction.fromHex(raw)
  return signed.ins.every(({ witness }, index) =>
    schnorr.verify(
      witness[0]!,
      signed.hashForWitnessV1(
        index,
        scripts ? [...scripts] : values.map(() => own),
        [...values],
        Transaction.SIGHASH_DEFAULT,
      ),
      own.subarray(2),
    ),
  )
}

const replacing = async (
  made: Bench,
  txId: string,
  how: Asked<'replaceTransaction'>['how'],
  cancels: boolean,
) =>
  made.custody.replaceTransaction({
    ...{ grant: await grant(made, 'owner'), walletId: 'safe', txId, attempt: 2, cancels, how },
  })

describe('a taken-over web server', () => {
  test('without a session: signs nothing that its owner did not propose, and nothing else than that', async () => {
    const made = await wallet()
    const sent = paying(made)
    await refused(pay(made, sent), 'UnknownTransaction')
    await refused(
      made.custody.replaceTransaction({
        ...{ grant: 'made up', walletId: 'safe', txId: sent.txId, attempt: 2, cancels: true },
        how: { family: 'bitcoin', coins: sent.coins, change: '1' },
      }),
      'SignedOut',
    )
    await offer(made, sent)
    // All that it can choose are coins and change: whatever it says, the payee gets what was shown and nobody else a coin.
    for (const change of ['0', '1', '100000', '899000', '899999'])
      await pay(made, { ...sent, change }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(CustodyRefusal)
      })
    const signed = await made.custody.signedTransaction({ walletId: 'safe', txId: sent.txId })
    expect(outputsOf(signed?.raw ?? '')).toEqual([
      [scriptOf(PAYEE), 100_000n],
      [scriptOf(made.address), 899_000n],
    ])
  })

  test('with lies about coins: what is signed is worth nothing', async () => {
    const made = await wallet()
    const [poor, foreign] = [paying(made), paying(made, 'btc-2')]
    await offer(made, poor)
    await offer(made, foreign)
    // It is worth ten times as much: the rest would go to miners.
    const { raw } = await pay(made, poor)
    expect(isTaken(raw, made.address, [1_000_000n])).toBe(true)
    expect(isTaken(raw, made.address, [10_000_000n])).toBe(false)
    // It is another wallet's.
    const theirs = await pay(made, foreign)
    expect(isTaken(theirs.raw, made.address, [1_000_000n], [decodeAddress(PAYEE, NETWORK)])).toBe(false)
  })

  test('with the owner’s live session: nothing past approvals, by no other rules and by no replacement', async () => {
    const made = await wallet(['ada', 'bob'], 2)
    const [sent, other] = [paying(made), paying(made, 'btc-2')]
    await offer(made, other)
    await refused(pay(made, other), 'ApprovalMissing')
    await setPolicy(made, [], 1, false)
    await refused(pay(made, other), 'ApprovalMissing')
    await refused(offer(made, paying(made, 'btc-3')), 'GuardiansChanged')

    const approved = await wallet(['ada'], 1)
    await offer(approved, sent)
    await approve(approved, approved.people[0]!, sent.name)
    await pay(approved, sent)
    const at = (change: number) => ({ family: 'bitcoin', coins: sent.coins, change: String(change) }) as const
    await refused(replacing(approved, sent.txId, at(898_999), false), 'FeeAboveCeiling')
    await refused(replacing(approved, sent.txId, at(995_999), true), 'FeeAboveCeiling')
    const { raw } = await replacing(approved, sent.txId, at(996_000), true)
    expect(outputsOf(raw)).toEqual([[scriptOf(approved.address), 996_000n]])
  })

  test('with live sessions of the owner and of one of two guardians: what all of them confirmed, and no more', async () => {
    const made = await wallet(['ada', 'bob'], 2)
    const [ada, bob] = made.people
    if (!ada || !bob) throw new Error('They are two')
    const [sent, other] = [paying(made), paying(made, 'btc-2')]
    await offer(made, sent)
    await offer(made, other)
    const given = await approve(made, ada, sent.name)
    await refused(pay(made, sent), 'ApprovalMissing')
    const sessions = { owner: await grant(made, 'owner'), ada: await grant(made, 'user-ada') }
    const seat = (by: keyof typeof sessions, guardianId: string, txId = sent.txId) => ({
      ...{ grant: sessions[by], walletId: 'safe', txId, guardianId },
    })
    // In the other one's seat, and for something else than was read.
    for (const by of ['owner', 'ada'] as const)
      await refused(made.custody.issueApproval(seat(by, bob.id)), 'WrongSigner')
    await refused(made.custody.issueApproval(seat('owner', ada.id, other.txId)), 'WrongSigner')
    const { guardianId: _, ...signature } = given
    await refused(made.custody.approve({ ...seat('ada', bob.id), ...signature }), 'WrongSigner')
    await refused(made.custody.approve({ ...seat('ada', ada.id, other.txId), ...signature }), 'NonceUsed')
    // A guardian's session is no owner's.
    await refused(offer(made, paying(made, 'btc-3'), { grant: sessions.ada }), 'WrongOwner')
    await refused(
      made.custody.setPolicy({
        ...{ grant: sessions.ada, walletId: 'safe', enabled: true, consensus: 1, guardians: [ada.id] },
      }),
      'WrongOwner',
    )
    for (const txId of [sent.txId, other.txId]) await refused(pay(made, { ...sent, txId }), 'ApprovalMissing')

    await approve(made, bob, sent.name)
    await refused(pay(made, { ...sent, change: '1' }), 'FeeAboveCeiling')
    const { raw } = await pay(made, sent)
    expect(outputsOf(raw)).toEqual([
      [scriptOf(PAYEE), 100_000n],
      [scriptOf(made.address), 899_600n],
    ])
    await refused(pay(made, other), 'ApprovalMissing')
    const dearer = { family: 'bitcoin', coins: sent.coins, change: '898500' } as const
    await refused(
      made.custody.replaceTransaction({
        ...{ grant: sessions.owner, walletId: 'safe', txId: sent.txId, attempt: 2, cancels: false },
        ...{ how: dearer, feeCeiling: '1500' },
      }),
      'ApprovalMissing',
    )
  })
})

describe('older files', () => {
  /** One of the signers is the attacker's, and is put back, too. */
  const TAKEN = 1
  /** Takes the wallet's files, its copy and one signer's folder as they are now; answers what puts all of them back. */
  const momentOf = async (
    { dir, three }: Bench & { three: Three },
    mirror: ReturnType<typeof memoryMirror>,
  ) => {
    const copy = await mkdtemp(join(tmpdir(), 'signer-before-'))
    ends.push(() => rm(copy, { recursive: true }))
    await cp(three.folder(TAKEN), copy, { recursive: true })
    const files = ['logs/safe.log', 'heads/safe.head'].map((name) => join(dir, name))
    const before = await Promise.all(files.map((file) => readFile(file)))
    const lines = await mirror.lines('wallet', 'safe', 1)
    const head = (await mirror.heads()).find(({ id }) => id === 'safe')?.head ?? ''
    return async () => {
      for (const [index, file] of files.entries()) await writeFile(file, before[index] ?? '')
      await rm(join(dir, 'signed'), { recursive: true, force: true })
      await mirror.write([{ kind: 'wallet', id: 'safe', from: 1, lines, head }])
      await three.reopen(async () => {
        await rm(three.folder(TAKEN), { recursive: true })
        await cp(copy, three.folder(TAKEN), { recursive: true })
      })
    }
  }

  test('of custody, its copies and one signer, from before its guardians: the others have seen newer ones', async () => {
    const mirror = memoryMirror()
    const made = await wallet([], 1, { mirror })
    await made.custody.close()
    const putBack = await momentOf(made, mirror)
    await made.reopen()
    const ada = await confirmGuardian(made, 'ada')
    await setPolicy(made, [ada], 1)
    const sent = paying(made)
    await offer(made, sent)
    await refused(pay(made, sent), 'ApprovalMissing')
    await made.custody.close()
    await putBack()
    await made.reopen()
    // Custody knows no guardian, and would sign.
    expect(await offer(made, sent)).toMatchObject({ required: 0 })
    await refused(pay(made, sent), 'Broken')
  })

  test('of custody, its copies and one signer, from before a send: its coins are not signed for anybody else', async () => {
    const mirror = memoryMirror()
    const made = await wallet([], 1, { mirror })
    const [sent, other] = [paying(made), paying(made, 'btc-2')]
    await offer(made, sent)
    await made.custody.close()
    const putBack = await momentOf(made, mirror)
    await made.reopen()
    await pay(made, sent)
    await made.custody.close()
    await putBack()
    await made.reopen()
    await offer(made, other)
    await refused(pay(made, { ...other, coins: sent.coins }), 'Broken')
  })
})

describe('a log that custody never wrote', () => {
  /** As whoever has custody's keys, or one signer's, could make it: no approval in it is signed. */
  const forged = (entries: readonly LogEntry[], ...events: LogEvent[]): LogEntry[] => {
    const made = [...entries]
    for (const event of events) made.push(chained(made.at(-1), event, made.at(-1)?.at ?? ''))
    return made
  }
  const begun = (txId: string): LogEvent => {
    const coins = [coin(1_000_000)]
    return {
      type: 'signing',
      data: { family: 'bitcoin', txId, network: NETWORK, coins, change: '899600', approvals: [] },
    }
  }

  test.each([
    ['says that it is to be signed', false],
    ['says that its guardians are gone', true],
  ])('%s: two signers who check by themselves sign nothing', async (_, isWithoutRules) => {
    const made = await wallet(['ada'], 1)
    const sent = paying(made)
    await offer(made, sent)
    const { entries } = await made.custody.approvalLog({ walletId: 'safe' })
    await made.custody.close()
    const rules: LogEvent = {
      type: 'policy',
      data: { version: 3, enabled: false, consensus: 1, guardians: [] },
    }
    const log = forged(entries, ...(isWithoutRules ? [rules] : []), begun(idOf(sent.name)))
    await made.three.signers.tell('safe', log)
    await refused(made.three.signers.sign('safe', sent.txId), 'ApprovalMissing')
  })
})
