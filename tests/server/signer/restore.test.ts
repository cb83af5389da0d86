import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { openStore, readStore } from '#server/custody/store.ts'
import { lockFolder } from '#server/lock.ts'
import { openSignerBackup, packSigner, unpackSigner } from '#server/signer/backup.ts'
import { pathsOf } from '#server/signer/copies.ts'
import { copiesFor, restoreSigner } from '#server/signer/restore.ts'
import { PARTIES, type Party } from '#server/signer/share.ts'
import { FOLDERS } from '#server/signer/signer.ts'
import { guardian, walletLog } from './log.ts'
import { makeThree, type Three } from './three.ts'

const DAY = 86_400_000
const WALLET = 'wallet-1'
let now = Date.parse('2030-01-01T00:00:00Z')
let three: Three
let log: ReturnType<typeof walletLog>
beforeEach(async () => {
  three = await makeThree({ now: () => now })
  log = walletLog(WALLET, () => now)
  log.publish(await three.signers.makeKey(WALLET, 'regtest'))
})
afterEach(() => three.remove())

const gather = async (lines: AsyncIterable<string>): Promise<string[]> => {
  const found: string[] = []
  for await (const line of lines) found.push(...line.split('\n').filter((part) => part !== ''))
  return found
}
async function* each(lines: readonly string[]) {
  yield* lines
}
/** Only these answer from now on. */
const only = (...parties: Party[]) =>
  three.put(async (party, _name, _message, ask) => {
    if (parties.includes(party)) return ask()
    throw new CustodyRefusal('Unreachable', 'It is away')
  })
const open = (party: Party) => openStore(three.folder(party), lockFolder, FOLDERS)
const ring = (party: Party) => three.rings.get(party)!
const begin = (txId: string, vout: number, policyVersion?: number) => {
  log.propose(policyVersion === undefined ? { txId } : { txId, policyVersion })
  log.sign({ txId, coins: [{ txid: 'ab'.repeat(32), vout, value: '100000' }] })
}

test('a signer comes back from its own backup, behind by what came after it', async () => {
  begin('tx-1', 0)
  await three.signers.tell(WALLET, log.entries)
  await three.signers.close()
  const lines = await gather(packSigner(await readStore(three.folder(3)), ring(3), 3))
  await rm(three.folder(3), { recursive: true })
  const store = await open(3)
  await expect(
    gather(
      (async function* () {
        for await (const { name } of openSignerBackup(ring(2), 3, each(lines))) yield name
      })(),
    ),
  ).rejects.toThrow()
  const parts = openSignerBackup(ring(3), 3, each(lines))
  expect(await unpackSigner(store, parts)).toBeGreaterThan(5)
  await expect(unpackSigner(store, openSignerBackup(ring(3), 3, each(lines)))).rejects.toMatchObject({
    code: 'Locked',
  })
  await store.close()
  await three.reopen()
  begin('tx-2', 1)
  await three.signers.tell(WALLET, log.entries)
  only(1, 3)
  await three.signers.sign(WALLET, 'tx-1')
  await three.signers.sign(WALLET, 'tx-2')
})

test.each(PARTIES)(
  'signer %i comes back from what either of the others keeps for it, with its ring only',
  async (lost) => {
    begin('tx-1', 0)
    await three.signers.tell(WALLET, log.entries)
    const { txid } = await three.signers.sign(WALLET, 'tx-1')
    for (const keeper of PARTIES.filter((party) => party !== lost)) {
      await three.signers.close()
      const lines = await gather(copiesFor(await readStore(three.folder(keeper)), lost))
      expect(lines).toHaveLength(1)
      await rm(three.folder(lost), { recursive: true })
      const store = await open(lost)
      await expect(restoreSigner(store, ring(keeper), lost, each(lines))).rejects.toMatchObject({
        code: 'Broken',
      })
      expect(await restoreSigner(store, ring(lost), lost, each(lines))).toBe(1)
      await expect(restoreSigner(store, ring(lost), lost, each(lines))).rejects.toMatchObject({
        code: 'Locked',
      })
      await store.close()
      await three.reopen()
      await three.signers.tell(WALLET, log.entries)
      only(lost, keeper)
      expect((await three.signers.sign(WALLET, 'tx-1')).txid).toBe(txid)
      three.put()
    }
    // It keeps nothing for the others any more, but they know it by its old name.
    await three.signers.makeKey('wallet-2', 'regtest')
  },
)

test('after custody was put back signers refuse what they know better, until two begin anew, by the strictest rules', async () => {
  const anna = guardian('anna')
  await log.guard([anna])
  await log.guard([anna], 1, false)
  const older = [...log.entries]
  log.add({ type: 'message', data: { requestId: 'r-1', digest: '00'.repeat(32) } })
  await three.signers.tell(WALLET, log.entries)
  now += 2 * DAY
  log.entries.splice(0, log.entries.length, ...older)
  begin('tx-1', 0)
  await expect(three.signers.tell(WALLET, log.entries)).rejects.toMatchObject({ code: 'Broken' })
  await three.signers.close()
  for (const party of [1, 3] as const) {
    const store = await open(party)
    for (const path of pathsOf(WALLET)) await store.remove(path)
    await store.close()
  }
  await three.reopen()
  await three.signers.tell(WALLET, log.entries)
  only(1, 3)
  // The rules that were switched off two days ago are new to whoever forgot them.
  await expect(three.signers.sign(WALLET, 'tx-1')).rejects.toMatchObject({ code: 'ApprovalMissing' })
  now += DAY + 1
  begin('tx-2', 1)
  await three.signers.tell(WALLET, log.entries)
  await three.signers.sign(WALLET, 'tx-2')
})
