import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { schnorr } from '@noble/curves/secp256k1.js'
import { Transaction } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#server/signer/message.ts'
import { outputKey, PARTIES, type Party, type PublicShare } from '#server/signer/share.ts'
import { draftSpend, Spend } from '#server/signer/spend.ts'
import { RECIPIENT, walletLog } from './log.ts'
import { startThree } from './processes.ts'

const run = promisify(execFile)
let three: Awaited<ReturnType<typeof startThree>>
beforeAll(async () => {
  three = await startThree()
}, 120_000)
afterAll(() => three.stop())

let count = 0
/** A wallet with its key and one transaction to be signed, told to all. */
const ready = async () => {
  count += 1
  const walletId = `wallet-${count}`
  const log = walletLog(walletId, Date.now)
  const key = await three.signers.makeKey(walletId, 'regtest')
  log.publish(key)
  log.propose()
  log.sign()
  await three.signers.tell(walletId, log.entries)
  return { walletId, log, key }
}

/** The one transaction that this log means, with a signature of the wallet's key. */
const expectSigned = ({ raw, txid }: { raw: string; txid: string }, key: PublicShare) => {
  const spend = {
    ...{ network: 'regtest', recipient: RECIPIENT, amount: '40000', change: '59500', feeCeiling: '1000' },
    coins: [{ txid: 'ab'.repeat(32), vout: 0, value: '100000' }],
  }
  const draft = draftSpend(Spend.parse(spend), outputKey(key))
  const [signature] = Transaction.fromHex(raw).ins[0]?.witness ?? []
  expect(txid).toBe(draft.txid)
  expect(schnorr.verify(signature!, draft.digests[0]!, outputKey(key))).toBe(true)
}

/** Kills a process right before or after it answers its first question of this name. */
const killAt = (victim: Party, at: Call, phase: 'before' | 'after') => {
  let isDone = false
  three.put(async (party, name, _message, ask) => {
    if (isDone || party !== victim || name !== at) return ask()
    isDone = true
    if (phase === 'before') await three.kill(party)
    const answer = await ask()
    if (phase === 'after') await three.kill(party)
    return answer
  })
}
const deep = Boolean(process.env.DEEP)
const ALL: readonly Call[] = [
  ...(['begin', 'answer', 'finish', 'copy', 'keep'] as const),
  ...(['open', 'offer', 'join', 'close', 'confirm'] as const),
]
/** Of a pair the first one opens and joins, the second one offers and closes. */
const CEREMONY: readonly (readonly [Party, Call])[] = PARTIES.flatMap((party) => {
  const never: readonly Call[] = party === 1 ? ['offer', 'close'] : party === 3 ? ['open', 'join'] : []
  return ALL.filter((call) => !never.includes(call)).map((call) => [party, call] as const)
})
/** The third one is not asked while the first two are there. */
const SIGNING: readonly (readonly [Party, Call])[] = [
  [1, 'open'],
  [1, 'join'],
  [2, 'offer'],
  [2, 'close'],
]
type Point = readonly [Party, Call, 'before' | 'after']
const points = (all: readonly (readonly [Party, Call])[], few: readonly Point[]): readonly Point[] =>
  deep ? all.flatMap((point) => (['before', 'after'] as const).map((phase): Point => [...point, phase])) : few

describe('kill -9', () => {
  test.each(
    points(CEREMONY, [
      [1, 'finish', 'after'],
      [3, 'confirm', 'before'],
    ]),
  )('of signer %i in the ceremony, %s (%s): the key is one key', async (victim, call, phase) => {
    killAt(victim, call, phase)
    const walletId = `ceremony-${victim}-${call}-${phase}`
    const first = await three.signers.makeKey(walletId, 'regtest').catch((error: unknown) => error)
    three.put()
    await three.start(victim)
    const key = await three.signers.makeKey(walletId, 'regtest')
    if (!(first instanceof Error)) expect(first).toEqual(key)
    const log = walletLog(walletId, Date.now)
    log.publish(key)
    log.propose()
    log.sign()
    await three.signers.tell(walletId, log.entries)
    expectSigned(await three.signers.sign(walletId, 'tx-1'), key)
  })

  test.each(
    points(SIGNING, [
      [1, 'join', 'after'],
      [2, 'close', 'before'],
    ]),
  )('of signer %i in signing, %s (%s): the others go on, with one txid', async (victim, call, phase) => {
    const { walletId, key } = await ready()
    killAt(victim, call, phase)
    expectSigned(await three.signers.sign(walletId, 'tx-1'), key)
    three.put()
    await three.start(victim)
    expectSigned(await three.signers.sign(walletId, 'tx-1'), key)
  })
})

test('with one away two sign and no key is made, with two nothing is signed, and both go on once they are back', async () => {
  const { walletId, key } = await ready()
  await three.kill(1)
  expectSigned(await three.signers.sign(walletId, 'tx-1'), key)
  await expect(three.signers.makeKey(`${walletId}-new`, 'regtest')).rejects.toMatchObject({
    code: 'SignersAway',
  })
  expect(await three.signers.makeKey(walletId, 'regtest')).toEqual(key)
  await three.kill(3)
  await expect(three.signers.sign(walletId, 'tx-1')).rejects.toMatchObject({ code: 'SignersAway' })
  await three.start(3)
  expectSigned(await three.signers.sign(walletId, 'tx-1'), key)
  await three.start(1)
  await three.signers.makeKey(`${walletId}-new`, 'regtest')
})

test.runIf(deep)(
  'a signer that lost its folder is put back from what another one kept, and signs',
  async () => {
    const { walletId, key, log } = await ready()
    await three.kill(1)
    const folder = join(three.home, '1', 'signer1')
    const share = JSON.parse(await readFile(join(folder, 'shares', `${walletId}.regtest.json`), 'utf8'))
    await rm(folder, { recursive: true })
    const { command } = three
    const file = join(three.home, 'copies')
    await writeFile(file, await command(2, 'copies', '1'))
    expect(await command(1, 'restore', file)).toMatch(/^[1-9]\d* shares are back/)
    expect(JSON.parse(await readFile(join(folder, 'shares', `${walletId}.regtest.json`), 'utf8'))).toEqual(
      share,
    )
    await expect(command(1, 'restore', file)).rejects.toThrow('only into an empty folder')
    await three.start(1)
    await three.signers.tell(walletId, log.entries)
    await three.kill(2)
    expectSigned(await three.signers.sign(walletId, 'tx-1'), key)
    await three.start(2)
  },
)

test.runIf(deep)('a signer that begins anew under its old name is not known to the others', async () => {
  const { walletId, log } = await ready()
  await three.kill(3)
  await rm(join(three.home, '3', 'signer3'), { recursive: true })
  await three.start(3)
  await three.signers.tell(walletId, log.entries)
  await expect(three.signers.makeKey(`${walletId}-new`, 'regtest')).rejects.toMatchObject({ code: 'Broken' })
  await three.kill(1)
  await expect(three.signers.sign(walletId, 'tx-1')).rejects.toMatchObject({ code: 'SignersAway' })
})

test('shares in one process, short delays and unknown peers are refused for real money', async () => {
  const start = (env: Record<string, string>) =>
    run(process.execPath, [join(three.bundle, 'signer.js')], {
      env: { PATH: process.env.PATH, ...three.envOf(1), ...env },
    }).catch((error: { stderr: string }) => error.stderr)
  expect(await start({ SIGNER: 'all' })).toContain('three shares in one process are as good as one key')
  expect(await start({ POLICY_DELAY_S: '10', SIGNER_PEERS: '' })).toContain('should be at least 3600')
  expect(await start({ SIGNER_PEERS: '2:abc' })).toContain('SIGNER_PEERS should be NUMBER:IDENTITY')
  expect(await start({ SIGNER: '4' })).toContain('SIGNER should be 1, 2 or 3')
})
