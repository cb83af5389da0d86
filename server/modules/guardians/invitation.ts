import { randomUUID } from 'node:crypto'
import type { Invite, WalletApprover } from '#contract/guardian.ts'
import { atRevision } from '#server/db/changes.ts'
import { conflict, notFound, tooMany } from '#server/error.ts'
import type { Caller } from '#server/http/access.ts'
import { type Answers, answering } from '#server/modules/approvals/refusal.ts'
import type { GuardianDeps } from './deps.ts'
import type { PolicyChanges } from './policy.ts'
import * as store from './store.ts'
import { viewApprover, viewInvite } from './view.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Invitations are mails to strangers: nobody may send them without end. */
const INVITES_PER_HOUR = 30

const INVITING: Answers = { BadInput: 'ValidationError' }

/** The owner's side of invitations that nobody answered yet. */
export const makeInvitations = (deps: GuardianDeps, policy: PolicyChanges) => {
  const { db, clock, log, custody } = deps

  const seatOf = async (id: string): Promise<store.Seat> => {
    const seat = await store.find(db, id)
    if (!seat) throw notFound('This invite does not exist')
    return seat
  }

  const checkRate = async (ownerId: string): Promise<void> => {
    const since = new Date(clock.now().getTime() - HOUR)
    if ((await store.invitedBy(db, ownerId, since)) >= INVITES_PER_HOUR) {
      throw tooMany(HOUR / 1000, 'Too many invites. Try again later.')
    }
  }

  return {
    async invite({ id: ownerId, grant }: Caller, walletId: string, email: string): Promise<WalletApprover> {
      const inviteId = randomUUID()
      await policy.change(walletId, async () => {
        await checkRate(ownerId)
        await answering(custody.invite({ grant, walletId, inviteId, email }), INVITING)
      })
      return atRevision(db, { userId: ownerId, list: 'approver' }, inviteId, async () =>
        viewApprover((await seatOf(inviteId)).approver),
      )
    },

    /** Mails an open invitation again; it then stays open for as long as a new one. */
    async resend({ id: ownerId, grant }: Caller, inviteId: string): Promise<Invite> {
      const { owner, approver } = await seatOf(inviteId)
      if (owner.id !== ownerId) throw notFound('This invite does not exist')
      const { walletId } = approver
      await policy.change(walletId, async () => {
        const { status, mailedAt } = (await seatOf(inviteId)).approver
        if (status !== 'pending') throw conflict('Only a pending invite can be sent again')
        const wait = mailedAt.getTime() + MINUTE - clock.now().getTime()
        if (wait > 0) throw tooMany(wait / 1000, 'An invite can be sent again once a minute')
        await answering(custody.renewInvite({ grant, walletId, inviteId }))
      })
      return viewInvite(await seatOf(inviteId))
    },

    /** Nobody answered in time. */
    async expire(): Promise<void> {
      for (const { id, walletId } of await store.expired(db, clock.now())) {
        try {
          await policy.follow(walletId)
        } catch (error) {
          log.error({ err: error, inviteId: id }, 'An invite could not be ended yet')
        }
      }
    },
  }
}
