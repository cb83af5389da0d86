import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transaction } from 'bitcoinjs-lib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import { chained, type LogEntry } from '#server/custody/disk/chain.ts'
import type { LogEvent } from '#server/custody/event.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { guardian, OTHER, RECIPIENT, walletLog } from './log.ts'
import { makeThree, type Three } from './three.ts'

const DAY = 86_400_000
const start = Date.parse('2030-01-01T00:00:00Z')
let now = start
let three: Three
beforeAll(async () => {
  three = await makeThree({ now: () => now })
})
afterAll(() => three.remove())

let count = 0
let walletId = ''
let log: ReturnType<typeof walletLog>
const tell = () => three.signers.tell(walletId, log.entries)
const sign = (txId = 'tx-1') => three.signers.sign(walletId, txId)
const [anna, bert, carl] = [guardian('anna'), guardian('bert'), guardian('carl')]

/** A wallet that has its key, in a log of its own. */
const begin = async () => {
  count += 1
  now = start
  walletId = `wallet-${count}`
  log = walletLog(walletId, () => now)
}
const publish = async () => log.publish(await three.signers.makeKey(walletId, 'regtest'))

beforeEach(begin)

test('what the log says is signed: recipient, amount and change to the wallet alone', async () => {
  await publish()
  log.propose()
  log.sign()
  await tell()
  const { raw, txid } = await sign()
  const signed = Transaction.fromHex(raw)
  expect(signed.getId()).toBe(txid)
  expect(signed.outs).toEqual([
    { script: decodeAddress(RECIPIENT, 'regtest'), value: 40_000n },
    { script: decodeAddress(log.address, 'regtest'), value: 59_500n },
  ])
  // Again it is the same transaction.
  expect((await sign()).txid).toBe(txid)
})

describe('nothing is signed', () => {
  const refused = async (code: string) => {
    await tell()
    await expect(sign()).rejects.toMatchObject({ code })
  }

  test('that the log does not name', async () => {
    await publish()
    log.propose()
    await refused('UnknownTransaction')
  })

  test('with a fee above its ceiling', async () => {
    await publish()
    log.propose({ feeCeiling: '400' })
    log.sign()
    await refused('FeeAboveCeiling')
  })

  test('after its time', async () => {
    await publish()
    log.propose()
    now += 3 * DAY
    log.sign()
    await refused('Expired')
  })

  test('that was begun in time, as custody says, but reached the signers too late', async () => {
    await publish()
    log.propose()
    log.sign()
    now += 3 * DAY
    await refused('Expired')
  })

  test('that was cancelled, before or after it was begun', async () => {
    await publish()
    log.propose()
    log.sign()
    log.add({ type: 'cancelled', data: { txId: 'tx-1' } })
    await refused('Ended')
    await begin()
    await publish()
    log.propose()
    log.add({ type: 'cancelled', data: { txId: 'tx-1' } })
    log.sign()
    await refused('Ended')
  })

  test('while the wallet is held', async () => {
    await publish()
    log.propose()
    log.add({ type: 'held', data: { reason: 'older-state' } })
    log.sign()
    await refused('Held')
  })

  test('of another key than the signers made', async () => {
    const key = await three.signers.makeKey(`${walletId}-other`, 'regtest')
    await three.signers.makeKey(walletId, 'regtest')
    log.publish(key)
    log.propose()
    log.sign()
    await refused('Broken')
  })

  test('with a coin of another open transaction; once that has ended, it is free', async () => {
    await publish()
    log.propose()
    log.sign()
    log.propose({ txId: 'tx-2', recipient: OTHER })
    log.sign({ txId: 'tx-2' })
    await tell()
    await expect(sign('tx-2')).rejects.toMatchObject({ code: 'CoinTaken' })
    log.add({ type: 'ended', data: { txId: 'tx-1', outcome: 'final' } })
    log.propose({ txId: 'tx-3', recipient: OTHER })
    log.sign({ txId: 'tx-3', coins: [{ txid: 'cd'.repeat(32), vout: 1, value: '100000' }] })
    await tell()
    await sign('tx-3')
  })

  test('that guardians read otherwise than it is', async () => {
    await publish()
    await log.guard([anna])
    now += 2 * DAY
    log.propose({ policyVersion: 1 })
    const proposed = log.entries.at(-1) as LogEntry & { type: 'proposed' }
    const exact = { ...proposed.data.exact, recipient: OTHER } as typeof proposed.data.exact
    log.entries.pop()
    log.add({ type: 'proposed', data: { ...proposed.data, exact } })
    await log.approve(anna)
    log.sign()
    await tell()
    await expect(sign()).rejects.toMatchObject({ code: 'Broken', message: expect.stringContaining('(to)') })
  })

  test('without the approvals that the rules ask for, or with an approval of something else', async () => {
    await publish()
    await log.guard([anna, bert], 2)
    log.propose({ policyVersion: 1 })
    await log.approve(anna)
    log.sign()
    await refused('ApprovalMissing')
    await begin()
    await publish()
    await log.guard([anna])
    log.propose({ policyVersion: 1, amount: '1000' })
    await log.approve(anna)
    log.propose({ policyVersion: 1 })
    log.sign()
    await refused('Broken')
  })

  test('by an approval that somebody else signed', async () => {
    await publish()
    await log.guard([anna])
    log.propose({ policyVersion: 1 })
    await log.approve({ ...anna, account: bert.account })
    log.sign()
    await refused('Broken')
  })
})

test('with the approvals that the rules ask for it is signed', async () => {
  await publish()
  await log.guard([anna, bert], 2)
  log.propose({ policyVersion: 1 })
  await log.approve(anna)
  await log.approve(bert)
  log.sign()
  await tell()
  await sign()
})

describe('weaker rules begin late', () => {
  /** Rules that were switched off, and a send that asks nobody. */
  const weaken = async () => {
    await publish()
    await log.guard([anna])
    await log.guard([anna], 1, false)
  }

  test('counted from when a signer first saw them, whatever time custody gave them', async () => {
    await weaken()
    // Custody says that this was two days ago.
    now += 2 * DAY
    log.propose()
    log.sign()
    await tell()
    await expect(sign()).rejects.toMatchObject({ code: 'ApprovalMissing' })
  })

  test('they begin once the delay is over for the signers, too', async () => {
    await weaken()
    await tell()
    now += DAY - 1
    log.propose()
    log.sign()
    await tell()
    await expect(sign()).rejects.toMatchObject({ code: 'ApprovalMissing' })
    now += 2
    log.propose({ txId: 'tx-2' })
    log.sign({ txId: 'tx-2', coins: [{ txid: 'cd'.repeat(32), vout: 1, value: '100000' }] })
    await tell()
    await sign('tx-2')
  })

  test('a clock that custody says to have corrected makes them no older', async () => {
    await weaken()
    await tell()
    log.add({ type: 'clock-corrected', data: { from: new Date(start - 10 * DAY).toISOString() } })
    log.propose()
    log.sign()
    await tell()
    await expect(sign()).rejects.toMatchObject({ code: 'ApprovalMissing' })
  })

  test('what a wallet had before it had an address here counts from its own time', async () => {
    await log.guard([anna])
    await log.guard([anna], 1, false)
    now += 2 * DAY
    await publish()
    log.propose()
    log.sign()
    await tell()
    await sign()
  })
})

test('rules whose versions do not follow each other are no rules', async () => {
  await publish()
  await log.guard([anna, bert], 2)
  log.add({ type: 'policy', data: { version: 1, enabled: false, consensus: 1, guardians: [] } })
  now += 2 * DAY
  log.propose()
  log.sign()
  await tell()
  await expect(sign()).rejects.toMatchObject({ code: 'Broken' })
})

describe('a log', () => {
  const fork = (from: number, event: LogEvent): LogEntry[] => {
    const kept = log.entries.slice(0, from)
    return [...kept, chained(kept.at(-1), event, new Date(now).toISOString()) as LogEntry]
  }

  test('that is shorter, or another one, than what was seen is refused by all', async () => {
    await publish()
    await log.guard([anna])
    await tell()
    await expect(three.signers.tell(walletId, log.entries.slice(0, 2))).rejects.toMatchObject({
      code: 'Broken',
    })
    const other = fork(2, {
      type: 'policy',
      data: { version: 1, enabled: false, consensus: 1, guardians: [] },
    })
    await expect(three.signers.tell(walletId, other)).rejects.toMatchObject({ code: 'Broken' })
    for (const party of [1, 2, 3] as const)
      await expect(three.signer(party).ask('tell', { walletId, entries: [...other] })).rejects.toMatchObject({
        code: 'Broken',
      })
  })

  test('that was changed anywhere, or begins as another wallet’s, is refused', async () => {
    await publish()
    log.propose()
    const changed = log.entries.map((one) =>
      one.type === 'proposed' ? { ...one, data: { ...one.data, txId: 'tx-9' } } : one,
    )
    await expect(three.signers.tell(walletId, changed)).rejects.toMatchObject({ code: 'Broken' })
    await expect(three.signers.tell('wallet-x', log.entries)).rejects.toMatchObject({ code: 'Broken' })
    // What a newer version wrote is not taken without what this one cannot read.
    const more = { txId: 'tx-1', more: 1 } as { txId: string }
    const extended = fork(log.entries.length, { type: 'cancelled', data: more })
    await expect(three.signers.tell(walletId, extended)).rejects.toMatchObject({ code: 'Broken' })
  })

  test('told in pieces and again is one log', async () => {
    await publish()
    await log.guard([carl])
    const first = log.entries.slice(0, 2)
    await three.signers.tell(walletId, first)
    await tell()
    await tell()
    expect(await three.signer(2).ask('head', { walletId })).toEqual({
      seq: log.entries.length,
      hash: log.entries.at(-1)?.hash,
    })
  })
})

describe('a pair', () => {
  const begun = async () => {
    await publish()
    log.propose()
    log.sign()
    await tell()
  }
  const away = (...parties: number[]) =>
    three.put(async (party, _name, _message, ask) => {
      if (parties.includes(party)) throw new CustodyRefusal('Unreachable', 'It is away')
      return ask()
    })
  afterEach(() => {
    three.put()
    three.errors.length = 0
  })

  test.each([1, 2, 3])('signs without signer %i, and nobody alone', async (party) => {
    await begun()
    const { txid } = await sign()
    away(party)
    expect((await sign()).txid).toBe(txid)
    away(...[1, 2, 3].filter((one) => one !== party))
    await expect(sign()).rejects.toMatchObject({ code: 'SignersAway' })
  })

  test('goes on without the one whose piece is wrong, which is named, and asks it last from then on', async () => {
    await begun()
    let asked: number[] = []
    three.put(async (party, name, _message, ask) => {
      asked.push(party)
      const answer = (await ask()) as { pieces?: { scalar: string }[] }
      if (party === 2 && name === 'close')
        return { ...answer, pieces: answer.pieces?.map((piece) => ({ ...piece, scalar: '11'.repeat(32) })) }
      return answer
    })
    await sign()
    expect(three.errors.map(({ signer, text }) => [signer, text])).toEqual([
      [2, 'Signers 1 and 2 do not sign, for signer 2'],
    ])
    asked = []
    await sign()
    expect(asked).not.toContain(2)
    await three.reopen()
  })

  test.each([1, 2, 3])('goes on where signer %i makes others refuse what it says', async (evil) => {
    await begun()
    const forged = (said: object) => ({ ...said, signature: Buffer.alloc(64).toString('base64url') })
    three.put(async (party, name, _message, ask) => {
      const answer = (await ask()) as { said?: object }
      if (party !== evil) return answer
      if (name === 'offer') return forged(answer)
      return name === 'join' ? { ...answer, said: forged(answer.said ?? {}) } : answer
    })
    const { raw } = await sign()
    expect(Transaction.fromHex(raw).outs).toHaveLength(2)
    await three.reopen()
  })

  test('does not sign where one knows less of the log than the other: neither with older files', async () => {
    await publish()
    await log.guard([anna])
    await tell()
    away(1)
    now += 2 * DAY
    log.propose({ policyVersion: 1 })
    await log.approve(anna)
    log.sign()
    await tell()
    three.put()
    // Signer 1 does not know what is to be signed; and if it were told another story, no other one knows that.
    await sign()
    expect(three.errors.some(({ signer }) => signer === 1)).toBe(true)
    away(3)
    await expect(sign()).rejects.toMatchObject({ code: 'SignersAway' })
  })

  test('signs only where both know the log to its last entry, whatever that entry is', async () => {
    await begun()
    away(1)
    log.add({ type: 'message', data: { requestId: 'r-1', digest: '00'.repeat(32) } })
    await tell()
    away(3)
    await expect(sign()).rejects.toMatchObject({
      code: 'SignersAway',
      message: expect.stringContaining('know different logs of this wallet'),
    })
    three.put()
    await sign()
    await tell()
    away(3)
    await sign()
  })

  test('moves nothing where one of it is taken over, with older files and its own word', async () => {
    await publish()
    await tell()
    const older = await mkdtemp(join(tmpdir(), 'older-'))
    await cp(three.folder(1), older, { recursive: true })
    const forged = [...log.entries]
    await log.guard([anna])
    await tell()
    // Signer 1 is put back to before there were guardians, and is told what custody never wrote.
    await three.signers.close()
    await rm(three.folder(1), { recursive: true })
    await cp(older, three.folder(1), { recursive: true })
    await rm(older, { recursive: true })
    await three.reopen()
    const evil = walletLog(walletId, () => now)
    evil.entries.splice(0, 1, ...forged)
    evil.address = log.address
    evil.propose({ recipient: OTHER })
    evil.sign()
    await three.signer(1).ask('tell', { walletId, entries: evil.entries })
    const subject = { kind: 'spend', walletId, txId: 'tx-1' } as const
    const { challenge } = await three.signer(1).ask('open', { subject, partner: 2 })
    for (const party of [2, 3] as const) {
      await expect(
        three.signer(party).ask('offer', { subject, partner: 1, challenge }),
      ).rejects.toMatchObject({ code: 'UnknownTransaction' })
      await expect(
        three.signer(party).ask('tell', { walletId, entries: evil.entries }),
      ).rejects.toMatchObject({ code: 'Broken' })
    }
    await expect(sign()).rejects.toMatchObject({ code: 'UnknownTransaction' })
    // What really was agreed to goes on without it.
    now += 2 * DAY
    log.propose({ txId: 'tx-2', policyVersion: 1 })
    await log.approve(anna, 'tx-2')
    log.sign({ txId: 'tx-2' })
    await tell()
    await sign('tx-2')
  })

  test('says what it says once, to one partner, in one round', async () => {
    await begun()
    const subject = { kind: 'spend', walletId, txId: 'tx-1' } as const
    const [one, two, third] = [three.signer(1), three.signer(2), three.signer(3)]
    const opened = await one.ask('open', { subject, partner: 2 })
    const other = await one.ask('open', { subject, partner: 2 })
    const offer = await two.ask('offer', { subject, partner: 1, challenge: opened.challenge })
    // Said in one round, it is nothing in another one.
    await expect(one.ask('join', { challenge: other.challenge, said: offer })).rejects.toMatchObject({
      code: 'OutOfOrder',
    })
    const stranger = await third.ask('offer', { subject, partner: 1, challenge: opened.challenge })
    await expect(one.ask('join', { challenge: opened.challenge, said: stranger })).rejects.toMatchObject({
      code: 'BadSignature',
    })
    // And the round that heard it is over.
    await expect(one.ask('join', { challenge: opened.challenge, said: offer })).rejects.toMatchObject({
      code: 'OutOfOrder',
    })
    const again = await one.ask('open', { subject, partner: 2 })
    const said = await two.ask('offer', { subject, partner: 1, challenge: again.challenge })
    const joined = await one.ask('join', { challenge: again.challenge, said })
    await expect(one.ask('join', { challenge: again.challenge, said })).rejects.toMatchObject({
      code: 'OutOfOrder',
    })
    const { own } = JSON.parse(said.text) as { own: string }
    const changed = { ...joined.said, text: joined.said.text.replace('"seq":', '"seq": ') }
    await expect(two.ask('close', { challenge: own, said: changed })).rejects.toMatchObject({
      code: 'BadSignature',
    })
  })

  test('gives no piece once the log went on in between', async () => {
    await begun()
    const subject = { kind: 'spend', walletId, txId: 'tx-1' } as const
    const { challenge } = await three.signer(1).ask('open', { subject, partner: 2 })
    const said = await three.signer(2).ask('offer', { subject, partner: 1, challenge })
    log.add({ type: 'cancelled', data: { txId: 'tx-1' } })
    await tell()
    await expect(three.signer(1).ask('join', { challenge, said })).rejects.toMatchObject({ code: 'Ended' })
  })
})

describe('another attempt', () => {
  const coin = { txid: 'ab'.repeat(32), vout: 0, value: '100000' }
  const began = async (more: Parameters<typeof log.propose>[0] = {}) => {
    await publish()
    log.propose({ feeCeiling: '2000', ...more })
    log.sign()
  }

  test('pays more for the same, also after its time, and is another transaction', async () => {
    await began()
    await tell()
    const { txid } = await sign()
    now += 3 * DAY
    log.sign({ attempt: 2, change: '59000' })
    await tell()
    const again = await sign()
    expect(again.txid).not.toBe(txid)
    const { outs } = Transaction.fromHex(again.raw)
    expect(outs.map(({ value }) => value)).toEqual([40_000n, 59_000n])
  })

  test('that cancels pays the wallet alone, without approvals', async () => {
    await began()
    await tell()
    log.sign({ attempt: 2, cancels: true, change: '93000' })
    await tell()
    const { outs } = Transaction.fromHex((await sign()).raw)
    expect(outs).toEqual([{ script: decodeAddress(log.address, 'regtest'), value: 93_000n }])
  })

  test.each<[string, object, string]>([
    ['of the same number as the one before', { coins: [{ ...coin, vout: 1 }] }, 'Broken'],
    ['of a number that leaves one out', { attempt: 3, change: '59000' }, 'Broken'],
    ['that shares no coin', { attempt: 2, change: '59000', coins: [{ ...coin, vout: 1 }] }, 'BadInput'],
    ['that pays no more', { attempt: 2, change: '59600' }, 'BadInput'],
    ['above the fee ceiling', { attempt: 2, change: '57000' }, 'FeeAboveCeiling'],
    [
      'that cancels for more than four ceilings',
      { attempt: 2, cancels: true, change: '91000' },
      'FeeAboveCeiling',
    ],
  ])('%s is not signed', async (_, more, code) => {
    await began()
    log.sign(more)
    await tell()
    await expect(sign()).rejects.toMatchObject({ code })
  })

  test('costs more than was meant where its owner alone decides, and not where guardians did', async () => {
    await began()
    log.add({ type: 'raised', data: { txId: 'tx-1', feeCeiling: '5000' } })
    log.sign({ attempt: 2, change: '56000' })
    await tell()
    await sign()
    await begin()
    await publish()
    await log.guard([anna])
    now += 2 * DAY
    log.propose({ policyVersion: 1, feeCeiling: '2000' })
    await log.approve(anna)
    log.sign()
    log.add({ type: 'raised', data: { txId: 'tx-1', feeCeiling: '5000' } })
    log.sign({ attempt: 2, change: '56000' })
    await tell()
    await expect(sign()).rejects.toMatchObject({ code: 'ApprovalMissing' })
  })

  describe('above what guardians approved first', () => {
    const raised = (more: object = {}) =>
      log.add({ type: 'raised', data: { txId: 'tx-1', feeCeiling: '5000', by: 'raise-1', ...more } })
    const more = () => log.sign({ attempt: 2, change: '56000' })
    const over = (attempt: number) => ({
      type: 'attempt-ended' as const,
      data: { txId: 'tx-1', attempt, reason: 'Too late' },
    })
    const hangs = async () => {
      await publish()
      await log.guard([anna, bert], 2)
      now += 2 * DAY
      log.propose({ policyVersion: 1, feeCeiling: '2000' })
      await log.approve(anna)
      await log.approve(bert)
      log.sign()
      await tell()
      await sign()
    }
    const agreed = async (how: Parameters<typeof log.raise>[0] = {}) => {
      await hangs()
      log.raise(how)
      await log.approve(anna, 'raise-1')
      await log.approve(bert, 'raise-1')
    }
    const refused = async (code: string) => {
      await tell()
      await expect(sign()).rejects.toMatchObject({ code })
    }

    test('it is signed where they approved that anew', async () => {
      await agreed()
      raised()
      more()
      await tell()
      const { outs } = Transaction.fromHex((await sign()).raw)
      expect(outs.map(({ value }) => value)).toEqual([40_000n, 56_000n])
      // And not beyond that.
      log.sign({ attempt: 3, change: '54000' })
      await refused('FeeAboveCeiling')
    })

    test.each<[string, () => void | Promise<void>, string]>([
      ['nobody was asked', () => void raised({ by: 'nobody' }), 'UnknownTransaction'],
      [
        'one of two approved',
        async () => {
          log.raise()
          await log.approve(anna, 'raise-1')
          raised()
        },
        'ApprovalMissing',
      ],
      ['approvals of the transaction itself are taken for it', () => void raised({ by: 'tx-1' }), 'Ended'],
      [
        'nobody has to approve it',
        () => {
          log.raise({ change: { policyVersion: undefined } })
          raised()
        },
        'ApprovalMissing',
      ],
      [
        'a policy demands nobody',
        async () => {
          await log.guard([anna, bert], 2, false)
          await tell()
          now += 2 * DAY
          log.raise({ policyVersion: 2 })
          raised()
        },
        'ApprovalMissing',
      ],
    ])('not where %s', async (_, forge, code) => {
      await hangs()
      await forge()
      more()
      await refused(code)
    })

    test.each<[string, object, string]>([
      ['to another fee', { feeCeiling: '6000' }, 'TransactionChanged'],
      ['of another transaction', { txId: 'tx-1', by: 'raise-2' }, 'TransactionChanged'],
    ])('not by approvals that are about a raise %s', async (_, forged, code) => {
      await agreed()
      log.propose({ txId: 'tx-2', policyVersion: 1, feeCeiling: '2000' })
      log.raise({ id: 'raise-2', txId: 'tx-2' })
      await log.approve(anna, 'raise-2')
      await log.approve(bert, 'raise-2')
      raised(forged)
      more()
      await refused(code)
    })

    test.each<[string, Parameters<typeof log.raise>[0]]>([
      ['another fee so far', { before: '1000' }],
      ['no higher fee', { before: '5000' }],
      [
        'other words',
        { change: { raises: { txId: 'tx-1', feeCeiling: '2000' }, terms: undefined as never } },
      ],
    ])('not by approvals of %s', async (what, how) => {
      await hangs()
      if (what === 'other words') {
        const { terms } = log.entries.find((one) => one.type === 'proposed')!.data as { terms: object }
        log.raise({ change: { terms: { ...terms, fee: '0.00002 BTC' } as never } })
      } else log.raise(how)
      await log.approve(anna, 'raise-1')
      await log.approve(bert, 'raise-1')
      raised()
      more()
      await refused('TransactionChanged')
    })

    test('not by approvals of other words of the same transaction, which the log has by now', async () => {
      await hangs()
      log.propose({ policyVersion: 1, feeCeiling: '2000', amount: '90000000' })
      log.raise()
      await log.approve(anna, 'raise-1')
      await log.approve(bert, 'raise-1')
      raised()
      more()
      await refused('TransactionChanged')
    })

    test('not twice by the same approvals', async () => {
      await agreed()
      raised()
      log.raise({ id: 'raise-2', before: '5000', feeCeiling: '9000' })
      raised({ feeCeiling: '9000', by: 'raise-2' })
      log.sign({ attempt: 2, change: '53000' })
      await refused('ApprovalMissing')
      await begin()
      await agreed()
      raised()
      raised({ feeCeiling: '9000' })
      log.sign({ attempt: 2, change: '53000' })
      await refused('TransactionChanged')
    })

    test('what came too late, or never held, raises nothing: what costs no more than before is signed', async () => {
      await agreed()
      raised()
      more()
      now += 3 * DAY
      await refused('Expired')
      log.add(over(2))
      log.sign({ attempt: 3, change: '58500' })
      await tell()
      await sign()
      // Four times what is believed, and no more.
      log.sign({ attempt: 4, cancels: true, change: '91500' })
      await refused('FeeAboveCeiling')
      await begin()
      await hangs()
      raised({ by: undefined })
      log.sign({ attempt: 2, change: '58500' })
      await tell()
      await sign()
      log.sign({ attempt: 3, change: '56000' })
      await refused('ApprovalMissing')
    })

    test('what one of them heard too late the two others sign', async () => {
      await agreed()
      three.put(async (party, _name, _message, ask) => {
        if (party === 3) throw new CustodyRefusal('Unreachable', 'It is away')
        return ask()
      })
      raised()
      more()
      await tell()
      three.put()
      now += 3 * DAY
      await tell()
      const { outs } = Transaction.fromHex((await sign()).raw)
      expect(outs[1]?.value).toBe(56_000n)
    })

    test('an attempt that is over is not signed, and its coin is still every later one’s', async () => {
      await agreed()
      raised()
      more()
      log.add(over(2))
      await tell()
      // The first one again.
      expect(Transaction.fromHex((await sign()).raw).outs[1]?.value).toBe(59_500n)
      log.sign({ attempt: 3, change: '56000' })
      await refused('FeeAboveCeiling')
      log.add(over(3))
      log.sign({ attempt: 4, change: '58000', coins: [{ ...coin, vout: 1 }] })
      await refused('BadInput')
    })

    test('what was signed is never over, whatever the log says: it is only replaced by what pays more', async () => {
      await began()
      log.sign({ attempt: 2, change: '58500' })
      await tell()
      const { txid } = await sign()
      log.add({ type: 'signed', data: { txId: 'tx-1', hash: txid, approvals: [], attempt: 2 } })
      log.add(over(2))
      await tell()
      expect((await sign()).txid).toBe(txid)
      log.sign({ attempt: 3, change: '58600' })
      await refused('BadInput')
    })

    test('not by whoever guards the wallet no more, nor after its time, nor once it was taken back', async () => {
      await agreed()
      await log.guard([bert, carl], 2)
      raised()
      more()
      await refused('ApprovalMissing')
      await begin()
      await agreed()
      now += 3 * DAY
      raised()
      more()
      await refused('Expired')
      await begin()
      await agreed()
      log.add({ type: 'cancelled', data: { txId: 'raise-1' } })
      raised()
      more()
      await refused('Ended')
    })

    test('what was approved as a higher fee is never signed as a transaction', async () => {
      await agreed()
      log.sign({ txId: 'raise-1', coins: [{ ...coin, vout: 1 }], change: '56000' })
      await tell()
      await expect(sign('raise-1')).rejects.toMatchObject({ code: 'BadInput' })
      // Also not where the log says that it were one, under the words that guardians signed.
      await begin()
      await hangs()
      log.raise({ change: { raises: undefined } })
      await log.approve(anna, 'raise-1')
      await log.approve(bert, 'raise-1')
      log.sign({ txId: 'raise-1', coins: [{ ...coin, vout: 1 }], change: '56000' })
      await tell()
      await expect(sign('raise-1')).rejects.toMatchObject({ code: 'BadInput' })
    })
  })
})
