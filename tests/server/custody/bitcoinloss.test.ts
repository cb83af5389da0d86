// @vitest-environment node
import { chmod, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transaction } from 'bitcoinjs-lib'
import { describe, expect, test } from 'vitest'
import { openCustodyBackup, packCustody, unpackCustody } from '#server/custody/backup.ts'
import { addKey, loadKeyRing, openOperator } from '#server/custody/custody.ts'
import { rotateKeys } from '#server/custody/rotate.ts'
import { openStore, readStore } from '#server/custody/store.ts'
import { bitcoinWallet, coin, fakeSigners, NETWORK, offer, pay, paying } from './bitcoin.ts'
import { diesAfter } from './dying.ts'
import { type Bench, bench, grant, refused } from './fixture.ts'
import { memoryMirror } from './mirrors.ts'

const logOf = ({ custody }: Pick<Bench, 'custody'>) => custody.approvalLog({ walletId: 'safe' })
const countOf = async (made: Bench, type: string) =>
  (await logOf(made)).entries.filter((entry) => entry.type === type).length

describe('a process that ends at any write', () => {
  test('of an account: it has one address', async () => {
    const ask = { walletId: 'safe', network: NETWORK } as const
    for (let writes = 0; ; writes += 1) {
      const { signers } = fakeSigners()
      const made = await bench()
      await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
      await diesAfter(made, writes, { signers })
      const before = await made.custody.addBitcoinAccount(ask).catch(() => undefined)
      await made.reopen({ signers })
      const { address } = await made.custody.addBitcoinAccount(ask)
      const key = await signers.makeKey('safe', NETWORK)
      expect(await logOf(made)).toMatchObject({
        entries: [{ type: 'created' }, { data: { address, commitments: key.commitments } }],
      })
      if (!before) continue
      expect(before.address).toBe(address)
      expect(writes).toBe(2)
      return
    }
  })

  test('of a signature, or of another attempt: each has one txid, and the coins of its beginning', async () => {
    for (let writes = 0; ; writes += 1) {
      const made = await bitcoinWallet()
      const { signers } = made
      const sent = paying(made)
      await offer(made, sent)
      const who = await grant(made, 'owner')
      const replaced = (coins = sent.coins, change = '899000') =>
        made.custody.replaceTransaction({
          ...{ grant: who, walletId: 'safe', txId: sent.txId, attempt: 2, cancels: false },
          how: { family: 'bitcoin', coins, change },
        })
      await diesAfter(made, writes, { signers })
      const first = await pay(made, sent).catch(() => undefined)
      const second = await replaced().catch(() => undefined)
      await made.reopen({ signers })
      const begun = await countOf(made, 'signing')
      const again = await pay(made, { ...sent, coins: begun > 0 ? [coin(1_000_000)] : sent.coins })
      if (first && !second && begun === 1) expect(again).toEqual(first)
      const latest = await replaced(begun === 2 ? [coin(1_000_000)] : sent.coins)
      if (second) expect(latest).toEqual(second)
      const [input] = Transaction.fromHex(latest.raw).ins
      expect(Buffer.from(input!.hash).reverse().toString('hex')).toBe(sent.coins[0]?.txid)
      expect([await countOf(made, 'signing'), await countOf(made, 'signed')]).toEqual([2, 2])
      if (!second) continue
      expect(writes).toBe(10)
      return
    }
  }, 60_000)
})

describe('older files', () => {
  test('are filled from the copies: no coin is signed twice', async () => {
    const mirror = memoryMirror()
    const made = await bitcoinWallet()
    const { signers } = made
    await made.reopen({ mirror, signers })
    const [sent, other] = [paying(made), paying(made, 'btc-2')]
    await offer(made, sent)
    await offer(made, other)
    await made.custody.close()
    const kept = join(made.folder, 'kept')
    await cp(made.dir, kept, { recursive: true })
    await made.reopen({ mirror, signers })
    const { hash } = await pay(made, sent)
    await made.custody.close()
    await rm(made.dir, { recursive: true })
    await cp(kept, made.dir, { recursive: true })
    await made.reopen({ mirror, signers })
    await refused(pay(made, { ...other, coins: sent.coins }), 'CoinTaken')
    expect((await pay(made, sent)).hash).toBe(hash)
  })

  test('without the newer ones in the copies are refused by the anchor', async () => {
    const mirror = memoryMirror()
    const made = await bitcoinWallet()
    const { signers } = made
    const options = { mirror, signers, anchor: join(made.folder, 'anchor') }
    await made.reopen(options)
    const sent = paying(made)
    await offer(made, sent)
    await made.custody.close()
    const files = ['logs/safe.log', 'heads/safe.head'].map((name) => join(made.dir, name))
    const before = await Promise.all(files.map((file) => readFile(file)))
    const lines = await mirror.lines('wallet', 'safe', 1)
    const head = (await mirror.heads()).find(({ id }) => id === 'safe')?.head ?? ''
    await made.reopen(options)
    await pay(made, sent)
    await made.custody.close()
    for (const [index, file] of files.entries()) await writeFile(file, before[index] ?? '')
    await rm(join(made.dir, 'signed'), { recursive: true })
    await mirror.write([{ kind: 'wallet', id: 'safe', from: 1, lines, head }])
    await refused(made.reopen(options), 'Broken')
  })
})

test('put back from a backup, the wallet keeps its account and sends nothing before it is released', async () => {
  const made = await bitcoinWallet()
  const { signers, address } = made
  const sent = paying(made)
  await offer(made, sent)
  await offer(made, paying(made, 'btc-2'))
  const { hash } = await pay(made, sent)
  await made.custody.close()
  const packed: string[] = []
  for await (const line of packCustody(await readStore(made.dir), made.keyRing)) packed.push(line.trimEnd())
  const dir = join(made.folder, 'restored')
  const store = await openStore(dir)
  const lines = async function* () {
    yield* packed
  }
  await unpackCustody(store, made.keyRing, openCustodyBackup(made.keyRing, lines()))
  await store.close()
  const { keyRing, clock } = made
  const operator = await openOperator({ dir, keyRing, clock, policyDelayS: 0 })
  await operator.restored(async () => new Map())
  await operator.close()
  await made.reopen({ dir, signers })
  expect(await made.custody.wallet({ walletId: 'safe' })).toMatchObject({ bitcoin: [{ address }] })
  expect((await pay(made, sent)).hash).toBe(hash)
  await refused(pay(made, paying(made, 'btc-2')), 'Ended')
  await made.operator.release({ walletId: 'safe', counts: [[153, { final: 0, latest: 0, pending: 0 }]] })
  // Over on one chain, it binds on every other one.
  expect(await made.custody.releaseBitcoin({ walletId: 'safe', network: NETWORK, waiting: [hash] })).toEqual({
    released: true,
  })
})

test('what is signed opens with another key of the ring', async () => {
  const made = await bitcoinWallet()
  const sent = paying(made)
  await offer(made, sent)
  const signed = await pay(made, sent)
  await made.custody.close()
  const ring = await addKey(made.ringFile)
  await rotateKeys({ dir: made.dir, keyRing: ring })
  const [current] = (await readFile(made.ringFile, 'utf8')).split('\n')
  await chmod(made.ringFile, 0o600)
  await writeFile(made.ringFile, `${current}\n`)
  await chmod(made.ringFile, 0o400)
  await made.reopen({ keyRing: await loadKeyRing(made.ringFile), signers: made.signers })
  expect(await made.custody.signedTransaction({ walletId: 'safe', txId: sent.txId })).toEqual(signed)
})
