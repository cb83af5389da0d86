import { INVITE_LIFE_MS, MAX_GUARDIANS } from '#contract/limit.ts'
import { emailKey, ownAddressError } from '#domain/email.ts'
import type { EventData } from '#server/custody/event.ts'
import { checkWholeHeld } from '#server/custody/hold/hold.ts'
import { checkOwner } from '#server/custody/owner.ts'
import { checkFresh, type Speaker } from '#server/custody/person/grant.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Invitation, WalletState } from '#server/custody/state.ts'
import type { Box, Sight, Vault } from '#server/custody/vault.ts'

/** An invitation and what became of it. Times are ISO. */
export interface Invite {
  id: string
  email: string
  status: 'pending' | 'confirmed' | 'retired' | 'rejected'
  /** Absent for guardians of logs in which invitations were not yet written down. */
  invitedAt?: string
  expiresAt?: string
  address?: string
  confirmedAt?: string
  endedAt?: string
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** A guardian, or who was one, by the policies that name him. */
const seatOf = ({ policies }: WalletState, id: string): Omit<Invite, 'id'> | undefined => {
  const named = policies.filter(({ guardians }) => guardians.some((guardian) => guardian.id === id))
  const [first, last] = [named[0], named.at(-1)]
  const guardian = last?.guardians.find((one) => one.id === id)
  if (!first || !last || !guardian) return undefined
  const without = policies.find(({ version }) => version > last.version)
  return {
    email: guardian.email,
    address: guardian.address,
    confirmedAt: iso(first.at),
    status: without ? 'retired' : 'confirmed',
    ...(without && { endedAt: iso(without.at) }),
  }
}

const unanswered = (
  { expiresAt, ended }: Invitation,
  now: number,
): Pick<Invite, 'status'> & { endedAt?: string } => {
  if (ended) return { status: ended.by === 'owner' ? 'retired' : 'rejected', endedAt: ended.at }
  return Date.parse(expiresAt) > now ? { status: 'pending' } : { status: 'retired', endedAt: expiresAt }
}

/** All invitations of a wallet and what became of each. */
export const invitesOf = ({ state, now }: Pick<Sight, 'state' | 'now'>): Invite[] => {
  const guardians = state.policies.flatMap((policy) => policy.guardians)
  const ids = new Set([...state.invitations.keys(), ...guardians.map(({ id }) => id)])
  return [...ids].flatMap((id) => {
    const invitation = state.invitations.get(id)
    const seat = seatOf(state, id)
    if (!invitation) return seat ? [{ id, ...seat }] : []
    const { email, invitedAt, expiresAt } = invitation
    return [{ id, invitedAt, expiresAt, email, ...(seat ?? unanswered(invitation, now)) }]
  })
}

/** An invitation that can still be answered. One that the log does not have is as good as expired. */
export const openInvite = ({ state, now }: Pick<Sight, 'state' | 'now'>, id: string): Invitation => {
  if (state.invites.some(({ inviteId }) => inviteId === id))
    throw new CustodyRefusal('AlreadyDecided', 'This invitation was already accepted.')
  const invitation = state.invitations.get(id)
  if (invitation?.ended) throw new CustodyRefusal('AlreadyDecided', 'This invitation is not open any more.')
  if (!invitation || !(Date.parse(invitation.expiresAt) > now))
    throw new CustodyRefusal('Expired', 'This invitation has expired; the owner can send a new one.')
  return invitation
}

/** An open invitation to this person, by the address that he proved. */
export const inviteTo = (box: Sight, id: string, who: Speaker): Invitation => {
  const invitation = openInvite(box, id)
  if (invitation.emailKey !== who.emailKey)
    throw new CustodyRefusal('WrongSigner', 'This invitation is for another e-mail.')
  return invitation
}

/**
 * The same, where he is about to accept it: nobody becomes a guardian while the owner is frozen, nor by what was asked
 * before that, for it may not have been the owner who asked.
 */
export const inviteToAccept = (
  { freezeOf }: Pick<Vault, 'freezeOf'>,
  box: Sight,
  id: string,
  who: Speaker,
): Invitation => {
  const invitation = inviteTo(box, id, who)
  const freeze = freezeOf(box.key.userId)
  if (freeze && (freeze.isFrozen || Date.parse(invitation.askedAt) <= freeze.at))
    throw new CustodyRefusal(
      'Frozen',
      'The owner’s account was frozen after this invitation; ask for a new one.',
    )
  return invitation
}

const checkInvited = ({ state, now }: Box, email: string, { email: own }: Speaker): void => {
  const isOwn = ownAddressError(own, email)
  if (isOwn) throw new CustodyRefusal('SelfGuardian', isOwn)
  const guardians = state.policies.at(-1)?.guardians ?? []
  if (guardians.length >= MAX_GUARDIANS) throw new CustodyRefusal('GuardianLimit', 'Guardian Limit Reached')
  const open = invitesOf({ state, now }).filter(({ status }) => status === 'pending')
  if ([...guardians, ...open].some((one) => emailKey(one.email) === emailKey(email)))
    throw new CustodyRefusal('AlreadyDecided', 'This e-mail is already invited to guard this wallet')
}

const lifeFrom = (now: number): string => iso(now + INVITE_LIFE_MS)

const write = (box: Box, data: EventData<'invited'>): Promise<void> => box.append({ type: 'invited', data })

/** The owner's: asks somebody to guard the wallet. The same id again for the same address changes nothing. */
export const invite = async (box: Box, { inviteId, email }: Input<'invite'>, who: Speaker): Promise<void> => {
  checkOwner(box, who)
  const known = box.state.invitations.get(inviteId)
  if (known?.emailKey === emailKey(email) && !known.ended) return
  if (known || box.state.invites.some((one) => one.inviteId === inviteId))
    throw new CustodyRefusal('AlreadyDecided', 'This invitation was made before; make a new one.')
  checkWholeHeld(box.state)
  checkInvited(box, email, who)
  checkFresh(who)
  const expiresAt = lifeFrom(box.now)
  await write(box, { inviteId, email: email.trim(), emailKey: emailKey(email), owner: who.email, expiresAt })
}

/** Takes over an open invitation of an older installation, which kept it in the database. Again it changes nothing. */
export const importInvite = async (
  box: Box,
  { inviteId, email, owner, expiresAt }: Input<'importInvite'>,
): Promise<void> => {
  const { invitations, invites } = box.state
  if (invitations.has(inviteId) || invites.some((one) => one.inviteId === inviteId)) return
  await write(box, { inviteId, email: email.trim(), emailKey: emailKey(email), owner, expiresAt })
}

/** The owner's: an open invitation stays open for as long as a new one. */
export const renewInvite = async (
  box: Box,
  { inviteId }: Input<'renewInvite'>,
  who: Speaker,
): Promise<void> => {
  checkOwner(box, who)
  const { email, emailKey: key } = openInvite(box, inviteId)
  await write(box, { inviteId, email, emailKey: key, owner: who.email, expiresAt: lifeFrom(box.now) })
}

/** The owner takes an open invitation back, or the invited one says no. */
export const endInvite = async (box: Box, { inviteId }: Input<'endInvite'>, who: Speaker): Promise<void> => {
  const isOwner = box.key.userId === who.userId
  if (isOwner) openInvite(box, inviteId)
  else inviteTo(box, inviteId, who)
  await box.append({ type: 'invite-ended', data: { inviteId, by: isOwner ? 'owner' : 'invited' } })
}
