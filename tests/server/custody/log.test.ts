// @vitest-environment node
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { brokenAt, GENESIS, hashEntry } from '#server/custody/custody.ts'
import { approve, guarded, propose, refused, sending, sign } from './fixture.ts'

const walletLog = async () => {
  const made = await guarded(['ada'], 1)
  await propose(made, sending())
  await approve(made, made.people[0]!)
  await sign(made, sending())
  return Object.assign(made, { file: join(made.dir, 'logs', 'safe.log') })
}

test('the log chains everything that decides about a wallet, and its head is the last hash', async () => {
  const { custody } = await walletLog()
  const { entries, head } = await custody.approvalLog({ walletId: 'safe' })
  expect(entries.map(({ seq, type }) => [seq, type])).toEqual([
    [1, 'created'],
    [2, 'invited'],
    [3, 'invite-confirmed'],
    [4, 'policy'],
    [5, 'proposed'],
    [6, 'approved'],
    [7, 'signing'],
    [8, 'signed'],
  ])
  expect(entries[0]?.prevHash).toBe(GENESIS)
  expect(entries.every((entry) => entry.hash === hashEntry(entry))).toBe(true)
  expect(head).toBe(entries.at(-1)?.hash)
  expect(brokenAt(entries)).toBeUndefined()
})

test('any change of a copy of the log is found', async () => {
  const { custody } = await walletLog()
  const { entries } = await custody.approvalLog({ walletId: 'safe' })
  const text = JSON.stringify(entries)
  expect(brokenAt(JSON.parse(text.replace('"consensus":1', '"consensus":0')))).toBe(3)
  expect(brokenAt(JSON.parse(text.replace('ada@example.com', 'eve@example.com')))).toBe(2)
  expect(brokenAt(JSON.parse(text.replace(/"at":"2026/, '"at":"2025')))).toBe(1)
  expect(brokenAt(entries.toSpliced(2, 1))).toBe(3)
  expect(brokenAt(entries.slice(1))).toBe(1)
  expect(brokenAt([...entries.slice(0, 2), ...entries.slice(3, 4), ...entries.slice(2, 3)])).toBe(3)
})

test('a caller who changes what he was given does not change the log', async () => {
  const { custody } = await walletLog()
  const given = await custody.approvalLog({ walletId: 'safe' })
  for (const entry of given.entries) Object.assign(entry.data, { enabled: false, consensus: 0 })
  given.entries.length = 0
  const again = await custody.approvalLog({ walletId: 'safe' })
  expect(brokenAt(again.entries)).toBeUndefined()
  expect(again.entries).toHaveLength(8)
})

test.each<[string, (lines: string[]) => string[], RegExp]>([
  ['a line is gone', (lines) => lines.toSpliced(2, 1), /entry 3/],
  ['two lines are swapped', ([a, b, c, ...rest]) => [a!, c!, b!, ...rest], /entry 2/],
  ['the last lines are gone', (lines) => lines.slice(0, 2), /should reach entry 8/],
  ['all lines are gone', () => [], /should reach entry 8/],
  [
    'one byte is changed',
    (lines) => lines.with(3, `${lines[3]?.slice(0, -9)}AAAAAAAAA`),
    /does not open at entry 4/,
  ],
  ['a line is there twice', (lines) => [lines[0]!, ...lines], /entry 2/],
])('a stored log is refused when %s', async (_what, tamper, sentence) => {
  const made = await walletLog()
  await made.custody.close()
  const lines = (await readFile(made.file, 'utf8')).split('\n').slice(0, -1)
  await writeFile(
    made.file,
    tamper(lines)
      .map((line) => `${line}\n`)
      .join(''),
  )
  await made.reopen()
  const refusal = await refused(sign(made, sending('tx-2')), 'Broken')
  expect(refusal.message).toMatch(sentence)
})

test('a missing log or head is refused, not taken for a wallet without guardians', async () => {
  const made = await walletLog()
  const head = join(made.dir, 'heads', 'safe.head')
  const kept = await readFile(head)
  await rm(head)
  await made.reopen()
  await refused(sign(made, sending('tx-2')), 'Broken')
  await writeFile(head, kept)
  await rm(made.file)
  await made.reopen()
  await refused(sign(made, sending('tx-2')), 'Broken')
  await rm(head)
  await made.reopen()
  await refused(sign(made, sending('tx-2')), 'Broken')
  await refused(made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' }), 'Broken')
})

test('a line that was never acknowledged because of a crash is cut off', async () => {
  const made = await walletLog()
  const { head } = await made.custody.approvalLog({ walletId: 'safe' })
  for (const torn of ['v1.k1.half a li', 'v1.k1.garbage.with-its-line-end\n']) {
    await made.custody.close()
    const whole = await readFile(made.file, 'utf8')
    await appendFile(made.file, torn)
    const custody = await made.reopen()
    expect((await custody.approvalLog({ walletId: 'safe' })).head).toBe(head)
    expect(await readFile(made.file, 'utf8')).toBe(whole)
  }
  await propose(made, sending('tx-2'))
  const custody = await made.reopen()
  expect((await custody.approvalLog({ walletId: 'safe' })).entries).toHaveLength(9)
})

test("one wallet's log does not open as another's", async () => {
  const made = await walletLog()
  await made.custody.createWalletKey({ walletId: 'free', userId: 'owner' })
  await made.custody.close()
  for (const part of ['logs/safe.log', 'heads/safe.head'])
    await writeFile(join(made.dir, part), await readFile(join(made.dir, part.replace('safe', 'free'))))
  await made.reopen()
  await refused(sign(made, sending('tx-2')), 'Broken')
})
