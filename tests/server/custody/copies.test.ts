import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCustodyBackup, packCustody, unpackCustody } from '#server/custody/backup.ts'
import { openOperator } from '#server/custody/custody.ts'
import { openStore, readStore } from '#server/custody/store.ts'
import { asking, type Bench, bench, DAY, digestedMessage, guarded, refused } from './fixture.ts'
import { memoryMirror } from './mirrors.ts'
import { codeOf, EMAIL, enter, prove } from './person.ts'

test('one head of nobody among the copies keeps no owner from the operator’s help, or can be dealt with by him', async () => {
  const made = await guarded([], 1)
  const { custody } = made
  await enter(made, 'lost@example.com')
  const kept = memoryMirror()
  await made.reopen({ mirror: kept })
  await made.custody.close()
  const decoy = { kind: 'wallet', id: 'decoy', head: 'v1.junk.junk.junk' }
  const mirror = { ...kept, heads: async () => [...(await kept.heads()), decoy] }
  await made.reopen({ mirror })
  expect(custody).toBeDefined()
  // What the sentence tells him to do.
  const operator = await made.custody
    .close()
    .then(() =>
      openOperator({ dir: made.dir, keyRing: made.keyRing, clock: made.clock, policyDelayS: 0, mirror }),
    )
  const { said } = await operator.startAgain('decoy')
  await operator.close()
  await made.reopen({ mirror })
  const kind = await made.operator.recover({ email: 'lost@example.com' }).then(
    ({ told }) => told?.kind,
    (error: Error) => `${error.message} / ${said.map(({ text }) => text).join(' ')}`,
  )
  expect(kind).toBe('notice')
})

test('a second restore from the same backup has everybody wait again', async () => {
  const mirror = memoryMirror()
  const made = await bench({ policyDelayS: DAY / 1000 })
  await made.reopen({ mirror })
  const { secret, session } = await enter(made)
  await made.custody.createWalletKey({ walletId: 'safe', userId: session.userId })

  const restore = async (of: Bench, name: string): Promise<string> => {
    await of.custody.close()
    const packed: string[] = []
    for await (const line of packCustody(await readStore(of.dir), of.keyRing)) packed.push(line.trimEnd())
    const dir = join(made.folder, name)
    const store = await openStore(dir)
    const lines = async function* () {
      yield* packed
    }
    await unpackCustody(store, made.keyRing, openCustodyBackup(made.keyRing, lines()))
    await store.close()
    const { keyRing, clock } = made
    const operator = await openOperator({ dir, keyRing, clock, policyDelayS: 0, mirror, takesOlder: true })
    await operator.restored(async () => new Map([[153, { final: 0, latest: 0, pending: 0 }]]))
    await operator.close()
    return dir
  }
  const first = await restore(made, 'first')
  made.clock.pass(10 * DAY)
  // Nobody signed in since; whatever happened after this backup is not in it.
  const dir = await restore({ ...made, dir: first }, 'second')
  await made.reopen({ mirror, dir })
  await made.operator.release({ walletId: 'safe', counts: [[153, { final: 0, latest: 0, pending: 0 }]] })
  const { half } = await prove(made, EMAIL)
  const { cookie } = await made.custody.completeOtp({ half, code: codeOf(made, secret) })
  await refused(made.custody.signMessage({ grant: cookie, ...digestedMessage(asking('safe')) }), 'OnHold')
})
