import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Mirror, openOperator } from '#server/custody/custody.ts'
import { openAnchor } from '#server/custody/disk/anchor.ts'
import { pausedOf } from '#server/custody/operator/paused.ts'
import { type Bench, bench, guarded, propose, refused, send, sending, setPolicy, sign } from './fixture.ts'
import { memoryMirror } from './mirrors.ts'
import { enter } from './person.ts'

const CHAIN = 153

/** Takes the wallet's files and its copy as they are now; answers what puts both back. */
const momentOf = async ({ dir }: Bench, kept: Mirror): Promise<() => Promise<void>> => {
  const files = ['logs/safe.log', 'heads/safe.head'].map((name) => join(dir, name))
  const before = await Promise.all(files.map((file) => readFile(file)))
  const lines = await kept.lines('wallet', 'safe', 1)
  const head = (await kept.heads()).find(({ id }) => id === 'safe')?.head ?? ''
  return async () => {
    for (const [index, file] of files.entries()) await writeFile(file, before[index] ?? '')
    await kept.write([{ kind: 'wallet', id: 'safe', from: 1, lines, head }])
  }
}

describe('an anchor', () => {
  test('is asked again before a wallet whose copy was missing is believed while custody runs', async () => {
    const made = await guarded(['ada', 'ben'], 1)
    const anchor = join(made.folder, 'anchor')
    const kept = memoryMirror()
    await made.reopen({ mirror: kept, anchor })
    await made.custody.close()
    const putBack = await momentOf(made, kept)

    // Stricter rules, anchored.
    await made.reopen({ mirror: kept, anchor })
    await setPolicy(made, made.people, 2)
    await made.custody.close()

    // Whoever writes rows takes the copy's head away before a start, so that the wallet is refused.
    let isHidden = true
    const mirror = {
      ...kept,
      heads: async () => (await kept.heads()).filter(({ id }) => !isHidden || id !== 'safe'),
    }
    await made.reopen({ mirror, anchor })
    // While custody runs both sides are put back to the older moment.
    await putBack()
    isHidden = false
    made.clock.pass(60_000)
    const required = await made.custody.required({ walletId: 'safe' }).then(
      (found) => found.required,
      () => 'refused',
    )
    expect(required).toBe('refused')
  })

  test('lets no nonce be signed with two different bytes after both sides were put back while custody runs', async () => {
    const made = await guarded([], 1)
    const anchor = join(made.folder, 'anchor')
    const kept = memoryMirror()
    await made.reopen({ mirror: kept, anchor })
    await made.custody.close()
    const putBack = await momentOf(made, kept)
    await made.reopen({ mirror: kept, anchor })
    // It waits in a mempool: no chain counts it yet.
    const first = await send(made, sending('tx-1'))
    await made.custody.close()

    let isHidden = true
    const mirror = {
      ...kept,
      heads: async () => (await kept.heads()).filter(({ id }) => !isHidden || id !== 'safe'),
    }
    await made.reopen({ mirror, anchor })
    await putBack()
    await rm(join(made.dir, 'signed'), { recursive: true })
    isHidden = false
    made.clock.pass(60_000)
    const other = sending('tx-2')
    const second = await send(made, { ...other, tx: { ...other.tx, value: '1' } }).catch(() => undefined)
    const twice = second?.nonce === first.nonce && second.raw !== first.raw
    expect(twice ? 'two different bytes with one nonce' : 'once').toBe('once')
  })

  test('of a log that grew while custody ran reads no entry of it at the next start, and its file stays small', async () => {
    const made = await bench()
    const path = join(made.folder, 'anchor')
    const head = (seq: number) => ({ seq, hash: `hash ${seq}` })
    const running = openAnchor(path, made.keyRing)
    for (let seq = 1; seq <= 1_200; seq += 1) {
      running.note('wallet', 'busy', head(seq))
      await running.write()
    }
    expect((await readFile(path, 'utf8')).split('\n').length).toBeLessThan(300)
    const next = openAnchor(path, made.keyRing)
    next.note('wallet', 'busy', head(1_200))
    const asked: number[] = []
    const hashOf = async (_kind: string, _id: string, seq: number) => {
      asked.push(seq)
      return `hash ${seq}`
    }
    await next.check(hashOf, () => false)
    expect(asked).toEqual([])
    next.note('wallet', 'busy', head(1_199))
    await refused(next.checkOne('wallet', 'busy', hashOf), 'Broken')
  })

  test('lets one wallet whose copy is of another story keep nobody else out', async () => {
    const made = await guarded(['ada', 'ben'], 1)
    const kept = memoryMirror()
    await made.reopen({ mirror: kept })
    await made.custody.close()
    const files = ['logs/safe.log', 'heads/safe.head'].map((name) => join(made.dir, name))
    const before = await Promise.all(files.map((file) => readFile(file)))
    const copyOf = async () => ({
      ...{ kind: 'wallet', id: 'safe', from: 1, lines: await kept.lines('wallet', 'safe', 1) },
      head: (await kept.heads()).find(({ id }) => id === 'safe')?.head ?? '',
    })
    const common = await copyOf()
    await made.reopen({ mirror: kept })
    await setPolicy(made, made.people, 2)
    await made.custody.close()
    const lost = await copyOf()

    // A backup is put back, and the wallet goes on from there, anchored.
    for (const [index, file] of files.entries()) await writeFile(file, before[index] ?? '')
    await kept.write([common])
    const anchor = join(made.folder, 'anchor')
    made.clock.pass(60_000)
    await made.reopen({ mirror: kept, anchor })
    for (const consensus of [2, 1]) await setPolicy(made, made.people, consensus)
    await made.custody.close()
    // Whoever writes rows has a copy of the other story.
    await kept.write([lost])
    const others = await made.reopen({ mirror: kept, anchor }).then(
      async (custody) => (await custody.wallet({ walletId: 'wallet-ada' })).userId,
      (error: Error) => error.message,
    )
    expect(others).toBe('user-ada')
  })

  test('opens again after start-again took less of one wallet than it knew', async () => {
    const made = await guarded(['ada'], 1)
    const anchor = join(made.folder, 'anchor')
    const kept = memoryMirror()
    await made.reopen({ mirror: kept, anchor })
    await made.custody.close()
    // The disk lost the end of the log, and its copies are spoiled.
    const file = join(made.dir, 'logs/safe.log')
    const text = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
    await writeFile(file, `${text.slice(0, 1).join('\n')}\n`)
    const mirror = { ...kept }
    const count = text.length
    await kept.write([
      {
        ...{ kind: 'wallet', id: 'safe', from: 1, lines: text.map(() => 'junk') },
        head: (await kept.heads()).find(({ id }) => id === 'safe')?.head ?? '',
      },
    ])
    expect(count).toBeGreaterThan(2)
    const { dir, keyRing, clock } = made
    const operator = await openOperator({ dir, keyRing, clock, policyDelayS: 0, mirror, anchor })
    const { said } = await operator.startAgain('safe')
    await operator.close()
    expect(said[0]?.text).toContain('held')
    const opened = await made.reopen({ mirror, anchor }).then(
      () => 'open',
      (error: Error) => error.message,
    )
    expect(opened).toBe('open')
  })
})

describe('a head of nobody among the copies, under an id that no file can have,', () => {
  for (const kind of ['wallet', 'person'])
    test(`lets an operator go on: ${kind}`, async () => {
      const made = await guarded([], 1)
      await enter(made, 'lost@example.com')
      const kept = memoryMirror()
      await made.reopen({ mirror: kept })
      const decoy = { kind, id: 'de/coy', head: 'v1.junk.junk.junk' }
      const mirror = { ...kept, heads: async () => [...(await kept.heads()), decoy] }
      await made.reopen({ mirror })
      const outcome = async (work: Promise<unknown>) =>
        work.then(
          () => 'answered',
          (error: Error) => error.message,
        )
      expect({
        status: await outcome(made.operator.status({})),
        recover: await outcome(made.operator.recover({ email: 'lost@example.com' })),
        clock: await outcome(made.operator.correctClock({})),
      }).toEqual({ status: 'answered', recover: 'answered', clock: 'answered' })
    })
})

test('an older keyring-check opens no import where the logs of all persons are gone', async () => {
  const made = await guarded([], 1)
  const mark = join(made.dir, 'keyring-check')
  const first = await readFile(mark)
  await made.custody.closeImport({})
  const anchor = join(made.folder, 'anchor')
  const kept = memoryMirror()
  await made.reopen({ mirror: kept, anchor })
  await enter(made, 'somebody@example.com')
  await made.custody.close()
  const mirror = {
    ...kept,
    lines: async (kind: string, id: string, from: number) =>
      kind === 'person' ? [] : kept.lines(kind, id, from),
  }
  await writeFile(mark, first)
  await rm(join(made.dir, 'people'), { recursive: true })
  await rm(join(made.dir, 'people-heads'), { recursive: true })
  const isOpen = await made.reopen({ mirror, anchor }).then(
    (custody) => custody.importOpen({}),
    () => false,
  )
  expect(isOpen).toBe(false)
})

test('status is content once a release went back to what the chain waits for', async () => {
  const made = await guarded([], 1)
  const { custody, operator } = made
  await send(made, sending('tx-1'))
  const { evmAddress: from } = await custody.wallet({ walletId: 'safe' })
  await custody.noteMined({
    chainId: CHAIN,
    transactions: [{ from, hash: `0x${'ab'.repeat(32)}`, nonce: 1 }],
  })
  await operator.release({ walletId: 'safe', counts: [[CHAIN, { final: 6, latest: 6, pending: 6 }]] })
  await send(made, sending('tx-2'))
  const truth = { final: 1, latest: 1, pending: 1 }
  await operator.release({ walletId: 'safe', counts: [[CHAIN, truth]] })
  const parts = {
    senders: () => operator.senders({}),
    forgotten: async () => [],
    missing: async () => [],
  }
  const after = async (count: number) =>
    pausedOf(
      parts,
      async () => new Map([[CHAIN, { final: count, latest: count, pending: count }]]),
      async () => new Map(),
    )
  const said = await after(1)
  await propose(made, sending('tx-3'))
  await sign(made, { ...sending('tx-3'), mined: 1 })
  expect({ back: said.map(({ text }) => text), next: (await after(2)).map(({ text }) => text) }).toEqual({
    back: [],
    next: [],
  })
})
