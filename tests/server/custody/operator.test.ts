import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { openCustodyBackup, packCustody, unpackCustody } from '#server/custody/backup.ts'
import { type Mirror, type Operator, openOperator, pausedOf } from '#server/custody/custody.ts'
import type { CustodyOptions } from '#server/custody/inside.ts'
import { openStore, readStore } from '#server/custody/store.ts'
import { faultOf } from '#server/custody/verify.ts'
import type { Database } from '#server/db/client.ts'
import { makeMirror } from '#server/db/mirror.ts'
import { custodyHeads, custodyLines } from '#server/db/schema/custody.ts'
import { openTestDatabase } from '../transactions/database.ts'
import {
  asking,
  type Bench,
  bench,
  DAY,
  digestedMessage,
  grant,
  guarded,
  propose,
  refused,
  send,
  sending,
  setPolicy,
  sign,
  signed,
  signOut,
} from './fixture.ts'
import { codeOf, enter, prove } from './person.ts'

const CHAIN = 153
const UNKNOWN = `0x${'ab'.repeat(32)}` as const
const COUNTS = { final: 1, latest: 1, pending: 1 }

let database: Database
let mirror: Mirror
beforeEach(async ({ onTestFinished }) => {
  database = await openTestDatabase(pino({ level: 'silent' }))
  // After custody, which may be writing to it.
  onTestFinished(() => database.close())
  mirror = makeMirror(database.db)
})

/** What an operator does while nobody else has custody open; afterwards it is open again. */
const operate = async <T>(
  made: Bench,
  work: (operator: Operator) => Promise<T>,
  options: Partial<CustodyOptions> = {},
): Promise<T> => {
  await made.custody.close()
  const { dir, keyRing, clock } = made
  const operator = await openOperator({ dir, keyRing, clock, policyDelayS: 0, mirror, ...options })
  try {
    return await work(operator)
  } finally {
    await operator.close()
    const { takesOlder: _, ...rest } = options
    await made.reopen({ mirror, ...rest })
  }
}
const counting =
  (counts = COUNTS) =>
  async () =>
    new Map([[CHAIN, counts]])
/** No Bitcoin chain answers. */
const nowhere = async () => new Map()
const texts = (said: { text: string }[]) => said.map(({ text }) => text).join('\n')
const isDone = (said: { isLeft: boolean }[]) => said.every(({ isLeft }) => !isLeft)

const mined = async ({ custody }: Bench, nonce = 0) => {
  const { evmAddress: from } = await custody.wallet({ walletId: 'safe' })
  return custody.noteMined({ chainId: CHAIN, transactions: [{ from, hash: UNKNOWN, nonce }] })
}
const logOf = async ({ custody }: Bench) => custody.approvalLog({ walletId: 'safe' })
const countOf = async (made: Bench) => (await logOf(made)).entries.length
const verified = async (made: Bench) =>
  expect(await faultOf(JSON.parse(JSON.stringify(await logOf(made))))).toBeUndefined()

describe('release', () => {
  test('ends a hold at what the chain finally counted, once, and revives nothing', async () => {
    const made = await guarded([], 1)
    await made.reopen({ mirror })
    await propose(made, sending('tx-1'))
    await mined(made)
    const before = await operate(made, (operator) => operator.status())
    expect(texts(before)).toContain(`Wallet safe is held on chain ${CHAIN}`)
    expect(isDone(before)).toBe(false)
    const early = await operate(made, (operator) =>
      operator.release('safe', counting({ ...COUNTS, final: 0 })),
    )
    expect([isDone(early), texts(early)]).toEqual([false, expect.stringContaining('0 final, 1 mined')])
    const done = await operate(made, (operator) => operator.release('safe', counting()))
    expect([isDone(done), texts(done)]).toEqual([true, expect.stringContaining('next nonce is 1')])
    const entries = await countOf(made)
    const again = await operate(made, (operator) => operator.release('safe', counting()))
    expect([texts(again), await countOf(made)]).toEqual(['Wallet safe is not held.', entries])
    expect(await operate(made, (operator) => operator.status())).toEqual([])
    await refused(sign(made, sending('tx-1')), 'Ended')
    expect((await send(made, { ...sending('tx-2'), mined: 1 })).nonce).toBe(1)
    // The same one, seen again, and one before it are explained.
    expect(await mined(made)).toEqual({ held: [] })
    await verified(made)
  })

  test('of a sender that only waits holds it first: what was proposed before is not sent', async () => {
    const made = await guarded([], 1)
    await made.reopen({ mirror })
    await propose(made, sending('tx-1'))
    await refused(sign(made, { ...sending('tx-1'), mined: 1 }), 'ChainAhead')
    const paused = (counts = COUNTS) =>
      operate(made, async (operator) => pausedOf(operator, counting(counts), nowhere))
    expect(texts(await paused())).toContain(
      `Wallet safe on chain ${CHAIN} sends nothing now: the chain counts 1, custody signed 0.`,
    )
    expect(await paused({ final: 0, latest: 0, pending: 0 })).toEqual([])
    await operate(made, (operator) => operator.release('safe', counting()))
    await refused(sign(made, { ...sending('tx-1'), mined: 1 }), 'Ended')
    // A block that tells of it later explains what was counted.
    expect(await mined(made)).toEqual({ held: [] })
    expect((await send(made, { ...sending('tx-2'), mined: 1 })).nonce).toBe(1)
  })

  test('believes no count that would leave the wallet no nonce, and waits for none that is never reached', async () => {
    const made = await guarded([], 1)
    await made.reopen({ mirror })
    await mined(made, Number.MAX_SAFE_INTEGER)
    const far = (count: number) => counting({ final: count, latest: count, pending: count })
    for (const count of [1_000_001, Number.MAX_SAFE_INTEGER]) {
      const said = await operate(made, (operator) => operator.release('safe', far(count)))
      expect([isDone(said), texts(said)]).toEqual([
        false,
        expect.stringContaining(`said to count ${count} of this address`),
      ])
    }
    const done = await operate(made, (operator) => operator.release('safe', far(0)))
    expect([isDone(done), texts(done)]).toEqual([true, expect.stringContaining('next nonce is 0')])
    expect((await send(made, sending('tx-1'))).nonce).toBe(0)
  })

  test('without a chain that answers is ended by the next send', async () => {
    const made = await guarded([], 1)
    await made.reopen({ mirror })
    await mined(made)
    const said = await operate(made, (operator) => operator.release('safe', async () => new Map()))
    expect([isDone(said), texts(said)]).toEqual([
      false,
      expect.stringContaining('its next send ends the hold'),
    ])
    const { details } = await refused(propose(made, sending('tx-1')), 'Held')
    expect(details).toEqual({ agreed: true })
    const ask = { walletId: 'safe', chainId: CHAIN }
    expect(await made.custody.release({ ...ask, ...COUNTS })).toEqual({ nonce: 1 })
    expect(await made.custody.release({ ...ask, final: 9, latest: 9, pending: 9 })).toEqual({ nonce: 1 })
  })
})

/** A wallet whose copies somebody spoiled: its log is refused. */
const spoiled = async (made: Bench) => {
  await made.custody.close()
  await database.db.delete(custodyHeads).where(eq(custodyHeads.subject, 'safe'))
  await made.reopen({ mirror })
  await refused(logOf(made), 'Broken')
}
const agree = async (made: Bench, userId: string) =>
  made.custody.agreeRelease({ grant: await grant(made, userId), walletId: 'safe' })

describe('start-again', () => {
  test('takes a wallet whose copies were spoiled, held until its owner and the operator agree', async () => {
    const made = await guarded([], 1)
    await made.reopen({ mirror })
    await propose(made, sending('tx-1'))
    const entries = await countOf(made)
    await spoiled(made)
    expect(texts(await operate(made, (operator) => operator.status()))).toContain('Wallet safe: The log of')
    const { said, asked } = await operate(made, (operator) => operator.startAgain('safe'))
    expect(texts(said)).toContain('its owner with a fresh second factor, an operator (release)')
    expect(asked).toMatchObject([{ walletId: 'safe', emails: ['owner@example.com'] }])
    const { said: again } = await operate(made, (operator) => operator.startAgain('safe'))
    expect(texts(again)).toContain('safe is not refused')
    expect(await countOf(made)).toBe(entries + 2)
    await refused(propose(made, sending('tx-2')), 'Held')
    await refused(signed(made, 'owner', asking('safe')), 'Held')
    await refused(setPolicy(made, [], 1, false), 'Held')
    await refused(agree(made, 'stranger'), 'NotEntitled')
    const stale = await grant(made, 'owner')
    made.clock.pass(16 * 60_000)
    await refused(made.custody.agreeRelease({ grant: stale, walletId: 'safe' }), 'StepUpRequired')
    const alone = await operate(made, (operator) => operator.release('safe', counting()))
    expect([isDone(alone), texts(alone)]).toEqual([false, expect.stringContaining('its owner')])
    expect(await agree(made, 'owner')).toEqual({ missing: { owner: false, operator: false, guardians: 0 } })
    const done = await operate(made, (operator) => operator.release('safe', counting()))
    expect(texts(done)).toContain('next nonce is 1')
    await refused(sign(made, sending('tx-1')), 'Ended')
    expect((await send(made, { ...sending('tx-3'), mined: 1 })).nonce).toBe(1)
    await verified(made)
  })

  test('again after a release holds again and asks again, and the word about the first one does not count', async () => {
    const made = await guarded([], 1)
    await made.reopen({ mirror })
    await spoiled(made)
    await operate(made, (operator) => operator.startAgain('safe'))
    await agree(made, 'owner')
    await operate(made, (operator) => operator.release('safe', counting()))
    await setPolicy(made, [], 1, false)
    await signed(made, 'owner', asking('safe'))
    await spoiled(made)
    const { said, asked } = await operate(made, (operator) => operator.startAgain('safe'))
    expect(texts(said)).toContain('its owner with a fresh second factor, an operator (release)')
    expect(asked).toHaveLength(1)
    // Taken once more before anybody agreed, it is the same hold.
    const entries = await countOf(made)
    await spoiled(made)
    const { said: same } = await operate(made, (operator) => operator.startAgain('safe'))
    expect([texts(same), await countOf(made)]).toEqual([expect.stringContaining('held already'), entries])
    const { details } = await refused(propose(made, { ...sending('tx-1'), mined: 1 }), 'Held')
    expect(details).toEqual({ agreed: false })
    // A word in between is about the hold that it saw.
    await agree(made, 'owner')
    await spoiled(made)
    const { said: anew } = await operate(made, (operator) => operator.startAgain('safe'))
    expect(texts(anew)).toContain('its owner with a fresh second factor, an operator (release)')
    await verified(made)
  })

  test('asks the guardians of the strictest rules that either side knows, also where the log has lost them', async () => {
    const made = await guarded(['ada', 'ben'], 2)
    await made.reopen({ mirror })
    await setPolicy(made, [], 1, false)
    const entries = await countOf(made)
    await made.custody.close()
    // The file ends before there were any rules; the copy knows all of them, and has lost its head.
    await database.db.delete(custodyHeads).where(eq(custodyHeads.subject, 'safe'))
    const path = join(made.dir, 'logs', 'safe.log')
    const lines = (await readFile(path, 'utf8')).split('\n')
    await writeFile(path, `${lines.slice(0, 2).join('\n')}\n`)
    await made.reopen({ mirror })
    await refused(logOf(made), 'Broken')
    const { said, asked } = await operate(made, (operator) => operator.startAgain('safe'))
    expect(texts(said)).toContain('its owner with a fresh second factor, 2 of its guardians')
    expect(await countOf(made)).toBe(entries + 1)
    expect(asked[0]?.emails).toEqual(['owner@example.com', 'ada@example.com', 'ben@example.com'])
    expect((await agree(made, 'user-ada')).missing).toEqual({ owner: true, operator: false, guardians: 1 })
    await agree(made, 'user-ada')
    await agree(made, 'owner')
    const still = await operate(made, (operator) => operator.release('safe', counting()))
    expect([isDone(still), texts(still)]).toEqual([false, expect.stringContaining('1 of its guardians')])
    expect((await agree(made, 'user-ben')).missing).toEqual({ owner: false, operator: false, guardians: 0 })
    await verified(made)
    const ask = { walletId: 'safe', chainId: CHAIN, ...COUNTS }
    expect(await made.custody.release(ask)).toEqual({ nonce: 1 })
    // Its last entry is copied before the database goes.
    await made.custody.close()
  })

  test('takes a person whose log is refused: his sessions end, and he waits as after a restore', async () => {
    const made = await bench({ policyDelayS: DAY / 1000 })
    await made.reopen({ mirror })
    const { secret, cookie, session } = await enter(made)
    await made.custody.createWalletKey({ walletId: 'safe', userId: session.userId })
    await made.custody.close()
    await rm(join(made.dir, 'people-heads', `${session.userId}.head`))
    await made.reopen({ mirror })
    await database.db.delete(custodyHeads).where(eq(custodyHeads.subject, session.userId))
    await made.reopen({ mirror })
    await refused(prove(made), 'Broken')
    const { said } = await operate(made, (operator) => operator.startAgain(session.userId))
    expect([isDone(said), texts(said)]).toEqual([true, expect.stringContaining('every session has ended')])
    await refused(made.custody.session({ grant: cookie }), 'SignedOut')
    made.clock.pass(60_000)
    const { half } = await prove(made)
    const again = await made.custody.completeOtp({ half, code: codeOf(made, secret) })
    const { walletId, meaning, tx } = sending()
    const { chainId, to, value, data } = tx
    const payload = { chainId, to, value, data }
    await refused(made.custody.propose({ grant: again.cookie, walletId, meaning, payload }), 'OnHold')
  })

  test('takes older backups of everything, which the anchor refuses: all is held, and then anchored', async () => {
    const made = await guarded(['ada'], 1)
    const anchor = join(made.folder, 'anchor')
    await made.reopen({ mirror, anchor })
    const kept = {
      lines: await database.db.select().from(custodyLines),
      heads: await database.db.select().from(custodyHeads),
      log: await readFile(join(made.dir, 'logs', 'safe.log')),
      head: await readFile(join(made.dir, 'heads', 'safe.head')),
    }
    await setPolicy(made, [], 1, false)
    await made.custody.close()
    await database.db.delete(custodyLines)
    await database.db.delete(custodyHeads)
    await database.db.insert(custodyLines).values(kept.lines)
    await database.db.insert(custodyHeads).values(kept.heads)
    await writeFile(join(made.dir, 'logs', 'safe.log'), kept.log)
    await writeFile(join(made.dir, 'heads', 'safe.head'), kept.head)
    const { message } = await refused(made.reopen({ mirror, anchor }), 'Broken')
    expect(message).toContain('npm run custody -- start-again')
    const options = { anchor, takesOlder: true }
    // An operator who does not come to the end leaves it refused.
    const { dir, keyRing, clock } = made
    const broken = await openOperator({ dir, keyRing, clock, policyDelayS: 0, mirror, ...options })
    await broken.close()
    await refused(made.reopen({ mirror, anchor }), 'Broken')
    const { said } = await operate(made, (operator) => operator.startAgain(undefined), options)
    expect(texts(said)).toMatch(/Wallet safe goes on from entry \d+, held\. Its release takes its owner/)
    expect(texts(said)).toContain('1 of its guardians')
    expect(texts(said)).toContain('Person owner goes on')
    const { said: again } = await operate(made, (operator) => operator.startAgain(undefined), options)
    expect(texts(again)).toBe('Nothing is older than the anchor knows.')
    signOut(made, 'owner')
    await refused(propose(made, sending('tx-1')), 'Held')
  })
})

describe('correct-clock', () => {
  const YEAR = 365 * DAY
  test('takes a time that never came back, for a wallet and its owner', async () => {
    const made = await guarded(['ada'], 1, { policyDelayS: DAY / 1000 })
    await made.reopen({ mirror })
    await grant(made, 'owner')
    made.clock.pass(YEAR)
    const { secret, cookie } = await enter(made, 'late@example.com')
    await setPolicy(made, [], 1, false)
    made.clock.pass(-YEAR)
    made.clock.pass(60_000)
    await refused(send(made, sending('tx-0')), 'Expired')
    expect(texts(await operate(made, (operator) => operator.status()))).toContain('a time that has not come')
    const said = await operate(made, (operator) => operator.correctClock())
    expect(isDone(said)).toBe(true)
    expect(texts(said)).toContain('Wallet safe has the right time again.')
    expect(await operate(made, (operator) => operator.correctClock())).toEqual([])
    // What began under that time has ended, and its codes are good again.
    await refused(made.custody.session({ grant: cookie }), 'SignedOut')
    const { half } = await prove(made, 'late@example.com')
    await made.custody.completeOtp({ half, code: codeOf(made, secret) })
    // Weaker rules begin a day after the correction, not a year.
    made.clock.pass(DAY / 2)
    expect((await made.custody.required({ walletId: 'safe' })).required).toBe(1)
    made.clock.pass(DAY / 2)
    expect((await made.custody.required({ walletId: 'safe' })).required).toBe(0)
    signOut(made, 'owner')
    expect((await send(made, sending('tx-1'))).nonce).toBe(0)
    await verified(made)
  })
})

describe('lift', () => {
  const frozen = async () => {
    const made = await bench()
    await made.reopen({ mirror })
    const { session, cookie } = await enter(made)
    const [code] = await made.custody.makeBackupCodes({ grant: cookie })
    const { half } = await prove(made)
    const { freeze: link = '', ...thief } = await made.custody.completeBackup({
      half,
      code: code?.value ?? '',
    })
    await made.custody.freezeAccount({ link })
    return { made, userId: session.userId, link, thief: thief.cookie }
  }
  const lift = (made: Bench, userId: string, options = {}) =>
    operate(made, (operator) => operator.lift(userId), options)

  test('ends a freeze seven days after a notice by mail, and every session with it', async () => {
    const { made, userId, thief } = await frozen()
    expect((await lift(made, userId)).told).toMatchObject({ email: 'owner@example.com', kind: 'notice' })
    made.clock.pass(7 * DAY - 1000)
    const early = await lift(made, userId)
    expect([early.said.isLeft, early.told]).toEqual([true, undefined])
    made.clock.pass(1000)
    // While the blocks do not say so, too, it is too early.
    const blocks = new Map([[CHAIN, made.clock.now().getTime() - 1000]])
    const witnesses = { database: () => made.clock.now().getTime(), blocks: () => blocks }
    expect((await lift(made, userId, { witnesses })).said.isLeft).toBe(true)
    expect((await lift(made, userId)).told?.kind).toBe('lifted')
    expect((await lift(made, userId)).said).toEqual({
      text: `Person ${userId} is not frozen.`,
      isLeft: false,
    })
    await refused(made.custody.session({ grant: thief }), 'SignedOut')
  })

  test('begins anew when the link is used again', async () => {
    const { made, userId, link } = await frozen()
    await lift(made, userId)
    made.clock.pass(6 * DAY)
    await made.custody.freezeAccount({ link })
    made.clock.pass(DAY)
    expect((await lift(made, userId)).told?.kind).toBe('notice')
  })
})

describe('what was put back from a backup', () => {
  /** Custody's own files in an archive, and from there in an empty folder. */
  const putBack = async (made: Bench): Promise<void> => {
    await made.custody.close()
    const reader = await readStore(made.dir)
    const lines: string[] = []
    for await (const line of packCustody(reader, made.keyRing)) lines.push(line.trimEnd())
    await reader.close()
    await rm(made.dir, { recursive: true })
    const store = await openStore(made.dir)
    const archive = async function* () {
      yield* lines
    }
    await unpackCustody(store, made.keyRing, openCustodyBackup(made.keyRing, archive()))
    await store.close()
  }
  const restored = async (made: Bench, counts = COUNTS): Promise<string> => {
    const { dir, keyRing, clock } = made
    const operator = await openOperator({ dir, keyRing, clock, policyDelayS: 0, mirror, takesOlder: true })
    const said = texts((await operator.restored(counting(counts))).said)
    await operator.close()
    return said
  }

  test('opens for nobody, tells what differs, and holds every wallet until it is released', async () => {
    const made = await guarded([], 1)
    await made.reopen({ mirror })
    const signedBefore = await send(made, sending('tx-1'))
    await propose(made, sending('tx-2'))
    await putBack(made)
    await refused(made.reopen({ mirror }), 'Held')

    const said = await restored(made)
    expect(said).toContain(
      'Wallet safe on chain 153: custody signed 1, the chain counts 1 (1 finally, 1 with what waits).',
    )
    expect(said).toMatch(
      /Wallet safe goes on from entry \d+, held\. Its release takes an operator \(release\)\./,
    )
    expect(await restored(made)).toBe('Custody was not put back from a backup, or this was said already.')

    await made.reopen({ mirror })
    await refused(propose(made, sending('tx-3')), 'SignedOut')
    made.clock.pass(60_000)
    await refused(propose(made, sending('tx-3')), 'Held')
    await refused(sign(made, sending('tx-2')), 'Ended')
    expect(await sign(made, sending('tx-1'))).toEqual(signedBefore)

    await operate(made, (operator) => operator.release('safe', counting()))
    await refused(sign(made, sending('tx-2')), 'Ended')
    expect((await send(made, sending('tx-3'))).nonce).toBe(1)
    await verified(made)
  })

  test('gives back no backup code that was spent since, and has everybody wait', async () => {
    const made = await bench({ policyDelayS: DAY / 1000 })
    await made.reopen({ mirror })
    const { secret, cookie, session } = await enter(made)
    await made.custody.createWalletKey({ walletId: 'safe', userId: session.userId })
    const codes = await made.custody.makeBackupCodes({ grant: cookie })
    await putBack(made)
    const { dir, keyRing, clock } = made
    const operator = await openOperator({ dir, keyRing, clock, policyDelayS: 0, mirror, takesOlder: true })
    expect((await operator.restored(counting())).emails).toEqual(['owner@example.com'])
    await operator.close()
    await made.reopen({ mirror })
    await refused(made.custody.session({ grant: cookie }), 'SignedOut')
    made.clock.pass(60_000)
    const { half } = await prove(made)
    for (const { value: code } of codes.slice(0, 2))
      await refused(made.custody.completeBackup({ half, code }), 'WrongCode')
    const again = await made.custody.completeOtp({ half, code: codeOf(made, secret) })
    const asked = digestedMessage(asking('safe'))
    await refused(made.custody.signMessage({ grant: again.cookie, ...asked }), 'OnHold')
    expect(await made.custody.makeBackupCodes({ grant: again.cookie })).toHaveLength(10)
  })

  test('is over after its release, but on chains that did not count yet, and is held anew by the next restore', async () => {
    const made = await guarded([], 1)
    await made.reopen({ mirror })
    await putBack(made)
    await restored(made)
    await made.reopen({ mirror })
    made.clock.pass(60_000)
    await operate(made, (operator) => operator.release('safe', counting()))
    expect(await operate(made, (operator) => operator.status())).toEqual([])
    // Where nobody counted it still binds, and is named.
    const both = async () =>
      new Map([
        [CHAIN, COUNTS],
        [80002, { final: 0, latest: 0, pending: 0 }],
      ])
    const still = await operate(made, async (operator) => pausedOf(operator, both, nowhere))
    expect(still.map(({ text }) => text)).toEqual([
      expect.stringContaining('Wallet safe on chain 80002 still waits after its release'),
    ])
    expect(texts(await operate(made, (operator) => operator.release('safe', async () => new Map())))).toBe(
      'Wallet safe is not held.',
    )
    expect(await made.custody.holds({ walletId: 'safe' })).toEqual([])
    await signed(made, 'owner', asking('safe'))
    await setPolicy(made, [], 1, false)
    const one = sending('tx-1')
    const elsewhere = { ...one, tx: { ...one.tx, chainId: 80002 } }
    expect((await refused(propose(made, elsewhere), 'Held')).details).toEqual({ agreed: true })

    await putBack(made)
    expect(await restored(made)).toContain('Its release takes an operator (release).')
    await made.reopen({ mirror })
    made.clock.pass(60_000)
    for (const tx of [sending('tx-2'), elsewhere])
      expect((await refused(propose(made, tx), 'Held')).details).toEqual({ agreed: false })
    const ask = { walletId: 'safe', final: 1, latest: 1, pending: 1 }
    for (const chainId of [CHAIN, 80002])
      await refused(made.custody.release({ ...ask, chainId }), 'NotAllowed')
    await operate(made, (operator) => operator.release('safe', counting()))
    expect(await made.custody.release({ ...ask, chainId: 80002 })).toEqual({ nonce: 1 })
    await propose(made, elsewhere)
    await verified(made)
  })

  test('pays nothing twice that was sent after it was made, in the mempool or mined', async () => {
    const made = await guarded([], 1)
    await made.reopen({ mirror })
    await made.custody.close()
    const [rows, heads] = await Promise.all([
      database.db.select().from(custodyLines),
      database.db.select().from(custodyHeads),
    ])
    const reader = await readStore(made.dir)
    const lines: string[] = []
    for await (const line of packCustody(reader, made.keyRing)) lines.push(line.trimEnd())
    await reader.close()
    await made.reopen({ mirror })
    await send(made, sending('tx-1'))
    await made.custody.close()
    // The database is put back to the same earlier moment.
    await database.db.delete(custodyLines)
    await database.db.delete(custodyHeads)
    await database.db.insert(custodyLines).values(rows)
    await database.db.insert(custodyHeads).values(heads)
    await rm(made.dir, { recursive: true })
    const store = await openStore(made.dir)
    const archive = async function* () {
      yield* lines
    }
    await unpackCustody(store, made.keyRing, openCustodyBackup(made.keyRing, archive()))
    await store.close()

    const waits = { final: 0, latest: 0, pending: 1 }
    const { dir, keyRing, clock } = made
    const operator = await openOperator({ dir, keyRing, clock, policyDelayS: 0, mirror, takesOlder: true })
    await operator.restored(counting(waits))
    expect(texts(await operator.release('safe', counting(waits)))).toContain('1 with those that wait')
    expect(texts(await operator.release('safe', counting()))).toContain('its next nonce is 1')
    await operator.close()
    await made.reopen({ mirror })
    made.clock.pass(60_000)
    expect((await send(made, sending('tx-1'))).nonce).toBe(1)
  })
})
