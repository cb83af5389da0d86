// @vitest-environment node
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { invitesOf } from '#server/custody/approval/invite.ts'
import { hashEntry, type LogEntry } from '#server/custody/custody.ts'
import { replay } from '#server/custody/state.ts'
import { faultOf } from '#server/custody/verify.ts'
import { approve, guarded, propose, sending, sign } from './fixture.ts'

/** A log as the Guardians tab saves it: read back from text. */
const exported = async () => {
  const made = await guarded(['ada', 'bob'], 2)
  await propose(made, sending())
  await approve(made, made.people[0]!)
  await approve(made, made.people[1]!)
  await sign(made, sending())
  const text = JSON.stringify(await made.custody.approvalLog({ walletId: 'safe' }), null, 2)
  return { folder: made.folder, text }
}
const parsed = (text: string) => JSON.parse(text) as { entries: LogEntry[]; head: string }

const verify = (path: string) =>
  new Promise<{ code: number; said: string }>((done) => {
    execFile(process.execPath, ['--import', 'tsx', 'server/verifylog.ts', path], (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })

test('an exported log holds; with one changed byte the command names the entry', async () => {
  const { folder, text } = await exported()
  const file = join(folder, 'approval-log.json')
  await writeFile(file, text)
  const { entries, head } = parsed(text)
  expect(await verify(file)).toEqual({
    code: 0,
    said: `${entries.length} entries hold together. Head: ${head}\n`,
  })
  const approved = entries.find(({ type }) => type === 'approved')
  const at = text.indexOf('"approved"') + text.slice(text.indexOf('"approved"')).indexOf('Amount: ') + 8
  await writeFile(file, `${text.slice(0, at)}${text[at] === '9' ? '8' : '9'}${text.slice(at + 1)}`)
  const answer = await verify(file)
  expect(answer.code).toBe(1)
  expect(answer.said).toContain(`Entry ${approved?.seq} was changed`)
  // Two processes are started.
}, 60_000)

test('a changed byte anywhere is found', async () => {
  const { text } = await exported()
  expect(await faultOf(JSON.parse(text))).toBeUndefined()
  for (let at = 20; at < text.length; at += 97) {
    const byte = text[at] ?? ''
    if (!/[0-9a-z]/.test(byte)) continue
    const other = byte === '1' ? '2' : byte === 'a' ? 'b' : /\d/.test(byte) ? '1' : 'a'
    const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`
    try {
      JSON.parse(changed)
    } catch {
      continue
    }
    expect(await faultOf(JSON.parse(changed)), `at ${at}: ${text.slice(at - 20, at + 20)}`).toBeDefined()
  }
})

test('a missing tail, an added field and a forged signature are found, though every hash fits', async () => {
  const { text } = await exported()
  const cut = parsed(text)
  cut.entries.pop()
  expect(await faultOf(cut)).toMatch(/^The head is not the hash of entry/)
  expect(await faultOf({ ...cut, head: cut.entries.at(-1)?.hash })).toBeUndefined()

  const longer = parsed(text)
  Object.assign(longer.entries[2]?.data ?? {}, { note: 'unseen' })
  expect(await faultOf(longer)).toMatch(/^Entry 3 /)

  const forged = parsed(text)
  const theirs = forged.entries.filter((entry) => entry.type === 'approved')
  const [first, second] = theirs
  if (first?.type !== 'approved' || second?.type !== 'approved') throw new Error('Two approvals are expected')
  first.data.signature = second.data.signature
  let prevHash = forged.entries[0]?.prevHash ?? ''
  for (const entry of forged.entries) {
    entry.prevHash = prevHash
    entry.hash = hashEntry(entry)
    prevHash = entry.hash
  }
  expect(await faultOf({ ...forged, head: prevHash })).toBe(
    `Entry ${first.seq} carries a signature that its wallet did not give.`,
  )
})

test('a log of the first version, with its texts, still holds and still says the same', async () => {
  const log = JSON.parse(await readFile(join(import.meta.dirname, 'log-v1.json'), 'utf8'))
  expect(await faultOf(log)).toBeUndefined()
  const { state } = replay(log.entries)
  expect(state.policies.map(({ guardians }) => guardians.length)).toEqual([2, 1])
  const now = Date.parse('2026-03-02T12:00:00.000Z')
  expect(invitesOf({ state, now })).toMatchObject([
    { email: 'ada@example.com', status: 'confirmed' },
    { email: 'bob@example.com', status: 'retired' },
  ])
  const approved = log.entries.find(({ type }: LogEntry) => type === 'approved')
  expect(approved.data.message).toMatch(/^Countersign approval v1\n/)
  approved.data.message = approved.data.message.replace('1.5', '9.5')
  expect(await faultOf(log)).toMatch(/^Entry \d+ was changed/)
})

test('what is no log is said to be none', async () => {
  expect(await faultOf([])).toMatch(/^This is no approval log/)
  expect(await faultOf({ entries: [{ seq: 1 }], head: '' })).toBe('Entry 1 is not one that a log can have.')
})
