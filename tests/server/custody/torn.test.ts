import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asking, bench, DAY, digestedMessage } from './fixture.ts'
import { codeOf, enter, prove, secretOf } from './person.ts'

describe('an append of several entries of which a power cut left the first', () => {
  test('gives nobody another authenticator without the wait after it', async () => {
    const made = await bench({ policyDelayS: DAY / 1000 })
    const owner = await enter(made)
    const { userId } = owner.session
    await made.custody.createWalletKey({ walletId: 'safe', userId })
    const codes = await made.custody.makeBackupCodes({ grant: owner.cookie })
    const { half } = await prove(made)
    const { cookie } = await made.custody.completeBackup({ half, code: codes[0]?.value ?? '' })
    const [log, head] = [
      join(made.dir, `people/${userId}.log`),
      join(made.dir, `people-heads/${userId}.head`),
    ]
    const lines = async () => (await readFile(log, 'utf8')).split('\n').length - 1
    const [before, kept] = [await lines(), await readFile(head)]
    const secret = secretOf((await made.custody.restoreAuthenticator({ grant: cookie })).otpUri)
    await made.custody.completeRestore({ grant: cookie, code: codeOf(made, secret) })
    await made.custody.close()
    expect(await lines()).toBeGreaterThan(before + 1)
    const cut = (await readFile(log, 'utf8')).split('\n').slice(0, before + 1)
    await writeFile(log, `${cut.join('\n')}\n`)
    await writeFile(head, kept)

    await made.reopen()
    made.clock.pass(60_000)
    const again = await prove(made)
    const signedIn = made.custody.completeOtp({ half: again.half, code: codeOf(made, secret) })
    const asked = digestedMessage(asking('safe'))
    // Either the new one is not there at all, or he waits.
    const outcome = await signedIn
      .then(({ cookie: grant }) => made.custody.signMessage({ grant, ...asked }))
      .then(
        () => 'signed at once',
        (error: { code: string }) => error.code,
      )
    expect(['OnHold', 'WrongCode']).toContain(outcome)
  })
})
