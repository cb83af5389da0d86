// @vitest-environment node
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { transactionId } from '#server/custody/approval/proposal.ts'
import { NETWORK, offer, pay, paying } from '../custody/bitcoin.ts'
import { type Bench, confirmGuardian, grant, guarded, refused, setPolicy } from '../custody/fixture.ts'
import { makeThree, type Three } from '../signer/three.ts'

/** Whoever writes custody's folder without its key ring, and has an account of his own. */

let three: Three | undefined
afterEach(() => three?.remove())

const withBitcoin = async () => {
  const made = await guarded([], 1)
  three = await makeThree({ now: () => made.clock.now().getTime(), policyDelayS: 0 })
  const signers = { ...three.signers, close: async () => undefined }
  await made.reopen({ signers })
  await made.custody.addBitcoinAccount({ walletId: 'safe', network: NETWORK })
  return { made, signers }
}

const giveTo = async ({ dir }: Bench, walletId: string, userId: string) => {
  const file = join(dir, 'wallets', `${walletId}.json`)
  const key = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...key, userId }))
}

/** The thief sends from a wallet as its owner does. */
const take = async (made: Bench) => {
  const sent = paying(made)
  await offer(made, sent, { grant: await grant(made, 'thief') })
  const txId = transactionId({ key: { userId: 'thief', walletId: 'safe' } }, { kind: 'key', id: sent.name })
  return pay(made, { ...sent, txId })
}

test.each([
  ['is closed', true],
  ['is open', false],
])(
  'a key file that names another owner since custody %s gives him no coin and no wallet',
  async (_, closed) => {
    const { made, signers } = await withBitcoin()
    if (closed) await made.custody.close()
    await giveTo(made, 'safe', 'thief')
    if (closed) await made.reopen({ signers })
    await refused(take(made), 'Broken')
    expect(await made.custody.walletsOf({ userIds: ['thief'] })).toEqual([])
  },
)

test('nor does one that names another guardian make him one', async () => {
  const made = await guarded([], 1)
  await setPolicy(made, [await confirmGuardian(made, 'ada')], 1)
  await made.custody.close()
  await giveTo(made, 'wallet-ada', 'thief')
  await made.reopen()
  await refused(made.custody.exportLog({ grant: await grant(made, 'thief'), walletId: 'safe' }), 'WrongOwner')
})
