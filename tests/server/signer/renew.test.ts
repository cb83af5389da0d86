import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { schnorr } from '@noble/curves/secp256k1.js'
import { Transaction } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { decodeAddress } from '#domain/bitcoin.ts'
import { addKey, loadKeyRing } from '#server/custody/keyring.ts'
import type { Call } from '#server/signer/message.ts'
import { outputKey, PARTIES, type Party, type PublicShare } from '#server/signer/share.ts'
import { draftSpend, type Spend } from '#server/signer/spend.ts'
import { walletLog } from './log.ts'
import { startThree } from './processes.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })
const deep = Boolean(process.env.DEEP)

type Processes = Awaited<ReturnType<typeof startThree>>
const COINS = [{ txid: 'ab'.repeat(32), vout: 0, value: '100000' }]

/** A wallet with its key, and with another one in place of that once a signer is lost. */
const walletOf = async (three: Processes, walletId: string) => {
  const log = walletLog(walletId, Date.now)
  const first = await three.signers.makeKey(walletId, 'regtest')
  log.publish(first)
  await three.signers.tell(walletId, log.entries)
  const old = log.address
  return {
    old,
    makeKey: () => three.signers.makeKey(walletId, 'regtest', 2),
    /** What the old key holds goes to this one, by whoever of the three is there. */
    async expectMoved(key: PublicShare) {
      log.publish(key)
      expect(log.address).not.toBe(old)
      const sweeping = { txId: 'sweep-1', network: 'regtest' as const, from: old, to: log.address }
      log.add({ type: 'sweeping', data: { ...sweeping, coins: COINS, amount: '99000' } })
      await three.signers.tell(walletId, log.entries)
      const { raw } = await three.signers.sign(walletId, 'sweep-1')
      const { ins, outs } = Transaction.fromHex(raw)
      expect(outs).toEqual([{ script: decodeAddress(log.address, 'regtest'), value: 99_000n }])
      const spend: Spend = {
        ...{ network: 'regtest', recipient: log.address, amount: 99_000n, change: 0n, feeCeiling: 1000n },
        coins: COINS.map((coin) => ({ ...coin, value: BigInt(coin.value) })),
      }
      const [digest] = draftSpend(spend, outputKey(first)).digests
      expect(schnorr.verify(ins[0]?.witness[0] as Uint8Array, digest as Uint8Array, outputKey(first))).toBe(
        true,
      )
    },
    /** What the present key holds is sent by these two alone. */
    async expectSigns(txId: string, away?: Party) {
      log.propose({ txId })
      log.sign({ txId, coins: [{ txid: 'cd'.repeat(32), vout: Number(txId.slice(3)), value: '100000' }] })
      await three.signers.tell(walletId, log.entries)
      if (away) await three.kill(away)
      expect((await three.signers.sign(walletId, txId)).raw).toMatch(/^02/)
      if (away) await three.start(away)
    },
  }
}

describe.each(['sockets', 'tls'] as const)('three processes over %s', (over) => {
  let three: Processes
  const wallets: Awaited<ReturnType<typeof walletOf>>[] = []
  /** Each message of the making of a key, and which one answers it last of all. */
  const KILLS: readonly (readonly [Party, Call, 'before' | 'after'])[] =
    over === 'tls'
      ? []
      : deep
        ? PARTIES.flatMap((party) =>
            (['begin', 'answer', 'finish', 'copy', 'keep', 'confirm'] as const).flatMap((call) =>
              (['before', 'after'] as const).map((phase) => [party, call, phase] as const),
            ),
          )
        : [
            [1, 'finish', 'after'],
            [2, 'confirm', 'before'],
          ]
  const next = () => wallets.pop() ?? expect.fail('There is a wallet for each test')

  beforeAll(async () => {
    three = await startThree(over)
    for (let made = 0; made < KILLS.length + 1; made += 1)
      wallets.push(await walletOf(three, `wallet-${made}`))
    await expect(next().makeKey()).rejects.toMatchObject({ code: 'OutOfOrder' })
    wallets.push(await walletOf(three, 'wallet-last'))
    await three.lose(3)
  })
  afterAll(() => three?.stop())

  test('make another key in place of one of which a signer was lost, and move there what the last one holds', async () => {
    const wallet = next()
    await wallet.expectMoved(await wallet.makeKey())
    for (const away of deep ? PARTIES : [1 as const]) await wallet.expectSigns(`tx-${away}`, away)
  })

  if (KILLS.length > 0)
    test.each(KILLS)(
      'one of them, %i, is killed at %s (%s): there is one new key',
      async (victim, at, phase) => {
        const wallet = next()
        let isDone = false
        three.put(async (party, name, _message, ask) => {
          if (isDone || party !== victim || name !== at) return ask()
          isDone = true
          if (phase === 'before') await three.kill(victim)
          const answer = await ask()
          if (phase === 'after') await three.kill(victim)
          return answer
        })
        const first = await wallet.makeKey().catch((error: unknown) => error)
        three.put()
        expect(isDone).toBe(true)
        await three.start(victim)
        const key = await wallet.makeKey()
        if (!(first instanceof Error)) expect(first).toEqual(key)
        await wallet.expectMoved(key)
        await wallet.expectSigns('tx-1')
      },
    )
})

describe('npm run signer -- rotate', () => {
  let three: Processes
  beforeAll(async () => {
    three = await startThree()
  })
  afterAll(() => three?.stop())

  test('seals with a fresh key, goes on where it broke off, and the others keep what only that opens', async () => {
    const wallet = await walletOf(three, 'wallet-1')
    const [ring, folder] = [three.keyFile(3), three.folderOf(3)]
    const [first = ''] = loadKeyRing(ring).ids
    await expect(three.command(3, 'rotate')).rejects.toThrow(/is open in process \d+; stop it first/)
    expect(loadKeyRing(ring).ids).toEqual([first])
    await three.kill(3)
    // As one that ended right after it had written the key down.
    await addKey(ring)
    const { currentId } = loadKeyRing(ring)
    expect(await three.command(3, 'rotate')).toMatch(
      new RegExp(`^[1-9]\\d* files are sealed with key '${currentId}'\\.`),
    )
    expect(loadKeyRing(ring).ids).toEqual([currentId, first])
    await three.command(3, 'rotate')
    expect(loadKeyRing(ring).ids).toHaveLength(3)

    const own = join(three.home, 'own')
    await writeFile(own, await three.command(3, 'own'))
    await three.start(3)
    await wallet.expectSigns('tx-1', 1)
    await three.kill(1)
    expect(await three.command(1, 'keep', '3', own)).toBe('1 shares of signer 3 are kept.\n')
    await three.start(1)

    // Its older keys are not needed any more, also where its folder is lost.
    await three.kill(3)
    const [line = ''] = (await readFile(ring, 'utf8')).split('\n')
    await rm(ring)
    await writeFile(ring, `${line}\n`, { mode: 0o400 })
    await rm(folder, { recursive: true })
    const copies = join(three.home, 'copies')
    await writeFile(copies, await three.command(1, 'copies', '3'))
    expect(await three.command(3, 'restore', copies)).toMatch(/^1 shares are back/)
    await three.start(3)
    await wallet.expectSigns('tx-2', 2)
  })
})
