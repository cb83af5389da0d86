import type { Guardian } from './event.ts'
import type { Speaker } from './person/grant.ts'
import { entitled } from './policy.ts'
import { CustodyRefusal } from './refusal.ts'
import type { Sight, Vault } from './vault.ts'

/** The guardian of the rules in force that this person is, by the key that he accepted with. */
export const guardianOf = (
  { keys }: Pick<Vault, 'keys'>,
  { state }: Pick<Sight, 'state'>,
  { userId }: Speaker,
): Guardian | undefined =>
  entitled(state.policies).find(({ address }) => keys.ownerOf(address)?.userId === userId)

/** Only a guardian himself asks for texts and decides. */
export const checkGuardian = (vault: Vault, box: Sight, guardianId: string, who: Speaker): Guardian => {
  const guardian = guardianOf(vault, box, who)
  if (guardian?.id !== guardianId)
    throw new CustodyRefusal(
      'WrongSigner',
      'Only the guardian himself may do this, while he guards the wallet.',
    )
  return guardian
}

/** Only the one for whom a wallet's key was made may do this. */
export const checkOwner = ({ key }: Pick<Sight, 'key'>, { userId }: Pick<Speaker, 'userId'>): void => {
  if (key.userId !== userId)
    throw new CustodyRefusal('WrongOwner', `The key of wallet ${key.walletId} belongs to another user.`)
}
