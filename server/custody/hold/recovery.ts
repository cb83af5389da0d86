import { signText } from '#server/custody/approval/issue.ts'
import type { Guardian } from '#server/custody/event.ts'
import { recoveryText } from '#server/custody/message.ts'
import { checkFresh, type Speaker } from '#server/custody/person/grant.ts'
import { entitled, strictestGuardians } from '#server/custody/policy.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { WalletState } from '#server/custody/state.ts'
import type { Box, Vault } from '#server/custody/vault.ts'

/**
 * Whose word it takes that a wallet's owner sets up other factors: everybody whom the strictest rules of its journal
 * name, and who guards it now. Rules that were loosened since do not count less.
 */
const askedOf = ({ policies }: Pick<WalletState, 'policies'>): Guardian[] => {
  const all = [...strictestGuardians(policies), ...entitled(policies)]
  return [...new Map(all.map((guardian) => [guardian.id, guardian])).values()]
}

/** Those of them who have not agreed. */
export const missingRecovery = (state: WalletState, recovery: string): Guardian[] => {
  const agreed = state.recoveries.get(recovery)
  return askedOf(state).filter(({ id }) => !agreed?.has(id))
}

/**
 * A guardian's word that the owner, who says that authenticator and backup codes are lost, may set up others. Needs a
 * fresh second factor, and an operator's notice that was mailed to the owner. Again it changes nothing.
 */
export const agreeRecovery = async (
  vault: Vault,
  box: Box,
  _: Input<'agreeRecovery'>,
  who: Speaker,
): Promise<{ missing: number }> => {
  const { keys } = vault
  const { key, state } = box
  const notice = vault.recoveryOf(key.userId)
  // Whoever left and was invited again has a seat for each time.
  const seats = askedOf(state).filter(({ address }) => keys.ownerOf(address)?.userId === who.userId)
  if (!notice || seats.length === 0)
    throw new CustodyRefusal('NotEntitled', 'Nobody asks for your word about this wallet.')
  checkFresh(who)
  for (const guardian of seats) {
    if (state.recoveries.get(notice.id)?.has(guardian.id)) continue
    const signer = await keys.find(keys.ownerOf(guardian.address)?.walletId ?? '')
    const message = recoveryText({
      walletAddress: key.address,
      owner: notice.email,
      notice: `${notice.id} of ${new Date(notice.at).toISOString()}`,
      logHead: box.state.head,
      timestamp: box.now,
    })
    const signature = await signText(vault, signer, message)
    const { id: guardianId, address } = guardian
    await box.append({
      type: 'recovery-agreed',
      data: { recovery: notice.id, guardianId, address, message, signature },
    })
  }
  return { missing: missingRecovery(box.state, notice.id).length }
}
