// @vitest-environment node
import { chmod, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createKeyRing, openCustody } from '#server/custody/custody.ts'
import {
  allFiles,
  asking,
  bench,
  confirmGuardian,
  grant,
  guarded,
  propose,
  refused,
  sending,
  setPolicy,
  signed,
} from './fixture.ts'

const files = (dir: string, name: string) => join(dir, 'wallets', name)

test('a wallet gets one key, whoever calls how often', async () => {
  const { custody, secrets, reopen } = await bench()
  const ask = { walletId: 'safe', userId: 'owner' }
  const all = await Promise.all([custody.createWalletKey(ask), custody.createWalletKey(ask)])
  expect(all[1]).toEqual(all[0])
  expect(secrets).toHaveLength(1)
  expect(all[0]?.evmAddress).toBe(privateKeyToAddress(`0x${secrets[0]?.toString('hex')}`))
  const again = await reopen()
  expect(await again.createWalletKey(ask)).toEqual(all[0])
  expect(await again.wallet({ walletId: 'safe' })).toEqual({ ...all[0], bitcoin: [], former: [] })
  expect(secrets).toHaveLength(1)
})

test("another user cannot take over a wallet's key", async () => {
  const { custody } = await bench()
  await custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  await refused(custody.createWalletKey({ walletId: 'safe', userId: 'mallory' }), 'WrongOwner')
})

test('no file holds a key in any spelling, and only the owner of the files may read them', async () => {
  const made = await guarded(['ada', 'bob'], 2)
  await propose(made, sending())
  expect(made.secrets).toHaveLength(3)
  const all = await allFiles(made.dir)
  expect(all.length).toBeGreaterThan(9)
  for (const { path, bytes } of all) {
    expect((await stat(path)).mode & 0o777, path).toBe(0o600)
    for (const secret of made.secrets)
      for (const spelling of ['hex', 'base64', 'base64url'] as const) {
        expect(bytes.includes(secret), path).toBe(false)
        expect(bytes.includes(secret.toString(spelling)), path).toBe(false)
        expect(bytes.includes(secret.toString(spelling).toUpperCase()), path).toBe(false)
      }
    expect(bytes.includes('ada@example.com'), path).toBe(false)
  }
  for (const folder of ['', 'wallets', 'logs', 'heads', 'pending', 'signed'])
    expect((await stat(join(made.dir, folder))).mode & 0o777).toBe(0o700)
})

test('a crash between any two steps of making a key is continued, never answered with another key', async () => {
  const made = await bench()
  const key = await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  const wallet = files(made.dir, 'safe.json')
  const steps: [string, (() => Promise<unknown>)[]][] = [
    [
      'key aside, no log',
      [() => rm(join(made.dir, 'logs/safe.log')), () => rm(join(made.dir, 'heads/safe.head'))],
    ],
    ['key aside, log without head', [() => rm(join(made.dir, 'heads/safe.head'))]],
    ['key aside, whole log', []],
  ]
  for (const [step, undo] of steps) {
    await made.custody.close()
    await rename(wallet, files(made.dir, 'safe.new'))
    for (const act of undo) await act()
    const custody = await made.reopen()
    await refused(custody.wallet({ walletId: 'safe' }), 'UnknownWallet')
    expect(await custody.createWalletKey({ walletId: 'safe', userId: 'owner' }), step).toEqual(key)
    expect((await custody.approvalLog({ walletId: 'safe' })).entries, step).toHaveLength(1)
    expect(await readdir(join(made.dir, 'wallets')), step).toEqual(['safe.json'])
  }
  expect(made.secrets).toHaveLength(1)
})

test('half written files of a crash are cleared away at the next start', async () => {
  const made = await bench()
  await made.custody.close()
  await writeFile(files(made.dir, 'safe.new.tmp-1'), '{"version":1,')
  const custody = await made.reopen()
  expect(await readdir(join(made.dir, 'wallets'))).toEqual([])
  await custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
})

test.each([
  ['cut off', (text: string) => text.slice(0, -20)],
  ['empty', () => ''],
  ['of another wallet', (text: string) => text.replace('"safe"', '"other"')],
  ['of another user', (text: string) => text.replace('"owner"', '"mallory"')],
])('a key file that is %s is refused and never replaced', async (_what, damage) => {
  const made = await bench()
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  await made.custody.createWalletKey({ walletId: 'fine', userId: 'owner' })
  await made.custody.close()
  const wallet = files(made.dir, 'safe.json')
  const damaged = damage(await readFile(wallet, 'utf8'))
  await writeFile(wallet, damaged)
  const custody = await made.reopen()
  await refused(signed(made, 'owner', asking('safe')), 'Broken')
  await refused(signed(made, 'mallory', asking('safe')), 'Broken')
  await custody.createWalletKey({ walletId: 'safe', userId: 'owner' }).catch(() => undefined)
  expect(await readFile(wallet, 'utf8')).toBe(damaged)
  expect(made.secrets).toHaveLength(2)
  await signed(made, 'owner', asking('fine'))
})

test('a key that is gone while its log is there is a loss, not a reason for a new key', async () => {
  const made = await bench()
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  await rm(files(made.dir, 'safe.json'))
  const custody = await made.reopen()
  const refusal = await refused(custody.createWalletKey({ walletId: 'safe', userId: 'owner' }), 'Broken')
  expect(refusal.message).toMatch(/No new key is made/)
  expect(made.secrets).toHaveLength(1)
})

test("one wallet's sealed key does not open in another wallet's file", async () => {
  const made = await bench()
  await made.custody.createWalletKey({ walletId: 'a', userId: 'owner' })
  await made.custody.createWalletKey({ walletId: 'b', userId: 'owner' })
  await made.custody.close()
  const [a, b] = await Promise.all(
    ['a.json', 'b.json'].map(async (name) => JSON.parse(await readFile(files(made.dir, name), 'utf8'))),
  )
  await writeFile(files(made.dir, 'a.json'), JSON.stringify({ ...a, sealed: b.sealed }))
  await made.reopen()
  await refused(signed(made, 'owner', asking('a')), 'Broken')
})

test('a store opens only with the ring it was sealed with', async () => {
  const made = await bench()
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  await made.custody.close()
  const other = await createKeyRing(join(made.folder, 'other.keys'))
  const refusal = await refused(made.reopen({ keyRing: other }), 'KeyRing')
  expect(refusal.message).toMatch(/does not open this custody store/)
  await made.reopen()
})

test("another wallet's whole key file does not stand in for a wallet's own", async () => {
  const made = await bench()
  await made.custody.createWalletKey({ walletId: 'a', userId: 'owner' })
  await made.custody.createWalletKey({ walletId: 'b', userId: 'owner' })
  await made.custody.close()
  await writeFile(files(made.dir, 'a.json'), await readFile(files(made.dir, 'b.json')))
  const custody = await made.reopen()
  const refusal = await refused(custody.wallet({ walletId: 'a' }), 'Broken')
  expect(refusal.message).toMatch(/key file of wallet a is damaged/)
})

test('closing lets what was asked before come to its end', async () => {
  const made = await bench()
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  const guardian = await confirmGuardian(made, 'ada')
  const rules = { walletId: 'safe', enabled: true, consensus: 1, guardians: [guardian.id] }
  const asked = made.custody.setPolicy({ grant: await grant(made, 'owner'), ...rules })
  await made.custody.close()
  expect(await asked).toMatchObject({ version: 2 })
  const custody = await made.reopen()
  expect(await custody.policies({ walletId: 'safe' })).toHaveLength(2)
})

test('one directory is open once, and a lock left by a dead process does not keep it shut', async () => {
  const made = await bench()
  const { dir, keyRing, clock } = made
  await refused(openCustody({ dir, keyRing, clock, policyDelayS: 0 }), 'Locked')
  await made.custody.close()
  await refused(made.custody.wallet({ walletId: 'safe' }), 'Locked')
  const lock = join(dir, 'lock')
  await writeFile(lock, `${2 ** 22 + 1} 1 left-behind\n`)
  await made.reopen()
  await made.custody.close()
  // Process 1 lives, but began at another time than the one that wrote this.
  await writeFile(lock, '1 1 left-behind\n')
  await made.reopen()
  await made.custody.close()
  const started = (await readFile('/proc/1/stat', 'utf8')).split(') ')[1]?.split(' ')[19]
  await writeFile(lock, `1 ${started} alive\n`)
  await refused(made.reopen(), 'Locked')
  await rm(lock)
})

test('ids that could leave the directory are refused', async () => {
  const { custody } = await bench()
  for (const walletId of ['../safe', 'a/b', '', '.', 'x'.repeat(101)])
    await refused(custody.createWalletKey({ walletId, userId: 'owner' }), 'BadInput')
})

test('a disk that fails leaves the wallet as it was', async () => {
  const made = await bench()
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  const guardian = await confirmGuardian(made, 'ada')
  const head = join(made.dir, 'heads')
  await rename(head, `${head}-away`)
  await expect(setPolicy(made, [guardian], 1)).rejects.toThrow()
  await rename(`${head}-away`, head)
  await chmod(head, 0o700)
  const { version } = await setPolicy(made, [guardian], 1)
  expect(version).toBe(2)
  expect(await made.custody.policies({ walletId: 'safe' })).toHaveLength(2)
})
