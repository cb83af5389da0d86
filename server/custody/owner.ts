import type { Speaker } from './person/grant.ts'
import { CustodyRefusal } from './refusal.ts'
import type { Sight } from './vault.ts'

/** Only the one for whom a wallet's key was made may do this. */
export const checkOwner = ({ key }: Pick<Sight, 'key'>, { userId }: Pick<Speaker, 'userId'>): void => {
  if (key.userId !== userId)
    throw new CustodyRefusal('WrongOwner', `The key of wallet ${key.walletId} belongs to another user.`)
}
