import { describe, expect, test } from 'vitest'
import { bench, DAY, grant, refused } from './fixture.ts'
import { enter, prove } from './person.ts'

describe('a frozen account', () => {
  test('gets no guardian whom a thief invited before: one of two is less than one of one', async () => {
    const made = await bench({ policyDelayS: DAY / 1000 })
    const { custody } = made
    const owner = await enter(made)
    await custody.createWalletKey({ walletId: 'safe', userId: owner.session.userId })
    const codes = await custody.makeBackupCodes({ grant: owner.cookie })
    const guardian = await inviteAs(made, owner.cookie, 'ada')
    await custody.setPolicy({
      ...{ grant: owner.cookie, walletId: 'safe', enabled: true, consensus: 1 },
      guardians: [guardian],
    })

    // The thief of a backup code invites somebody of his own at once.
    const { half } = await prove(made)
    const thief = await custody.completeBackup({ half, code: codes[0]?.value ?? '' })
    const invited = { walletId: 'safe', inviteId: 'invite-puppet' }
    await custody.invite({ grant: thief.cookie, ...invited, email: 'puppet@example.com' })
    await custody.freezeAccount({ link: thief.freeze ?? '' })
    await refused(
      accept(made, 'puppet', invited.inviteId).then(async () => {
        const { guardians, consensus } = (await custody.policies({ walletId: 'safe' })).at(-1) ?? {}
        expect({ consensus, guardians: guardians?.map(({ email }) => email) }).toEqual({
          consensus: 1,
          guardians: ['ada@example.com'],
        })
      }),
      'Frozen',
    )
  })
})

const accept = async (made: Awaited<ReturnType<typeof bench>>, name: string, inviteId: string) => {
  const { custody } = made
  const own = { grant: await grant(made, `user-${name}`), guardianWalletId: `wallet-${name}` }
  await custody.createWalletKey({ walletId: own.guardianWalletId, userId: `user-${name}` })
  const text = await custody.issueInvite({ walletId: 'safe', inviteId, ...own })
  const { signature } = await custody.signIssued({
    ...{ grant: own.grant, walletId: 'safe', recordId: inviteId },
    ...{ signerWalletId: own.guardianWalletId, ...text },
  })
  const { nonce, timestamp } = text
  await custody.confirmInvite({ grant: own.grant, walletId: 'safe', inviteId, nonce, timestamp, signature })
  return inviteId
}
const inviteAs = async (made: Awaited<ReturnType<typeof bench>>, cookie: string, name: string) => {
  const inviteId = `invite-${name}`
  await made.custody.invite({ grant: cookie, walletId: 'safe', inviteId, email: `${name}@example.com` })
  return accept(made, name, inviteId)
}
