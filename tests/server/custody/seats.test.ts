import { expect, test } from 'vitest'
import { DAY, grant, guarded, setPolicy } from './fixture.ts'
import { EMAIL } from './person.ts'

const WEEK = 7 * DAY

test('a guardian who left and came back under a new invitation agrees once, for both of his seats', async () => {
  const made = await guarded(['ada', 'ben'], 2)
  const [ada, ben] = made.people as [(typeof made.people)[0], (typeof made.people)[0]]
  await setPolicy(made, [ben], 1)
  // Ada is asked again: another invitation, so another seat.
  const { custody } = made
  const inviteId = 'invite-safe-ada-again'
  await custody.invite({ grant: await grant(made, 'owner'), walletId: 'safe', inviteId, email: ada.email })
  const signer = { grant: await grant(made, 'user-ada'), guardianWalletId: 'wallet-ada' }
  const text = await custody.issueInvite({ walletId: 'safe', inviteId, ...signer })
  const { signature } = await custody.signIssued({
    grant: signer.grant,
    walletId: 'safe',
    recordId: inviteId,
    signerWalletId: 'wallet-ada',
    ...text,
  })
  const { nonce, timestamp } = text
  await custody.confirmInvite({
    grant: signer.grant,
    walletId: 'safe',
    inviteId,
    nonce,
    timestamp,
    signature,
  })

  const { told } = await made.operator.recover({ email: EMAIL })
  if (told?.kind !== 'notice') throw new Error('no notice')
  await made.operator.recoverMailed({ userId: told.userId, id: told.id })
  for (const name of ['ada', 'ben', 'ada', 'ben'])
    await custody.agreeRecovery({ grant: await grant(made, `user-${name}`), walletId: 'safe' })
  made.clock.pass(WEEK)
  const again = await made.operator.recover({ email: EMAIL })
  expect(again.told?.kind, again.said.map(({ text }) => text).join(' ')).toBe('granted')
})
