import { randomUUID } from 'node:crypto'
import type { Invite, WalletApprover } from '#contract/guardian.ts'
import { MAX_GUARDIANS } from '#contract/limit.ts'
import { emailKey, ownAddressError } from '#domain/email.ts'
import type { Tx } from '#server/db/client.ts'
import type { Emit } from '#server/db/unit.ts'
import { AppError, conflict, invalid, notFound, tooMany } from '#server/error.ts'
import type { Caller } from '#server/http/access.ts'
import type { Outbox } from '#server/mail/outbox.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import type { GuardianDeps } from './deps.ts'
import { inviteLetter } from './letters.ts'
import type { PolicyChanges } from './policy.ts'
import * as store from './store.ts'
import { viewApprover, viewInvite } from './view.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LIFE_MS = 14 * 24 * HOUR
/** Invitations are mails to strangers: nobody may send them without end. */
const INVITES_PER_HOUR = 30

export const limitReached = () => new AppError('GuardianLimitError', 'Guardian Limit Reached')

/** The owner's side of invitations that nobody answered yet. */
export const makeInvitations = (deps: GuardianDeps, outbox: Outbox, policy: PolicyChanges) => {
  const { db, clock, log, linkBase } = deps

  const mail = (tx: Tx, { approver, owner, walletName }: store.Seat) =>
    outbox.add(tx, [
      inviteLetter({
        to: approver.email,
        owner: owner.email,
        walletName,
        expiresAt: approver.expiresAt,
        base: linkBase(),
      }),
    ])

  const seatOf = async (tx: Tx, id: string): Promise<store.Seat> => {
    const seat = await store.find(tx, id)
    if (!seat) throw notFound('This invite does not exist')
    return seat
  }

  const tellBoth = (emit: Emit, seat: store.Seat): void => {
    emit(seat.owner.id, 'wallet-approver:updated', viewApprover(seat.approver))
    if (seat.guardianId) emit(seat.guardianId, 'approver-invite:updated', viewInvite(seat))
  }

  /** Ends an invitation that is still open. False when it is not. */
  const endIn = async (tx: Tx, emit: Emit, id: string, status: 'rejected' | 'retired'): Promise<boolean> => {
    if (!(await store.move(tx, id, 'pending', { status, endedAt: clock.now() }))) return false
    tellBoth(emit, await seatOf(tx, id))
    return true
  }

  const checkRate = async (tx: Tx, ownerId: string): Promise<void> => {
    const since = new Date(clock.now().getTime() - HOUR)
    if ((await store.invitedBy(tx, ownerId, since)) >= INVITES_PER_HOUR) {
      throw tooMany(HOUR / 1000, 'Too many invites. Try again later.')
    }
  }

  return {
    end: ({ id, walletId }: store.ApproverRow, status: 'rejected' | 'retired'): Promise<boolean> =>
      policy.inTurn(walletId, (tx, emit) => endIn(tx, emit, id, status)),

    async invite(wallet: WalletRow, email: string): Promise<WalletApprover> {
      const key = emailKey(email)
      const isOwn = ownAddressError(wallet.email, email)
      if (isOwn) throw invalid(isOwn)
      const approver = await policy.inTurn(wallet.id, async (tx, emit) => {
        const now = clock.now()
        const seats = (await store.ofWallet(tx, wallet.id)).map((seat) => seat.approver)
        if (seats.filter(({ status }) => status === 'confirmed').length >= MAX_GUARDIANS) throw limitReached()
        const same = seats.find(
          (seat) => seat.emailKey === key && ['pending', 'confirmed'].includes(seat.status),
        )
        const isOver = same?.status === 'pending' && same.expiresAt <= now
        if (same && !isOver) throw conflict('This e-mail is already invited to guard this wallet')
        if (same) await endIn(tx, emit, same.id, 'retired')
        await checkRate(tx, wallet.userId)
        const id = randomUUID()
        await store.insert(tx, {
          id,
          walletId: wallet.id,
          email: email.trim(),
          emailKey: key,
          status: 'pending',
          createdAt: now,
          mailedAt: now,
          expiresAt: new Date(now.getTime() + LIFE_MS),
        })
        const seat = await seatOf(tx, id)
        await mail(tx, seat)
        emit(seat.owner.id, 'wallet-approver:invited', viewApprover(seat.approver))
        if (seat.guardianId) emit(seat.guardianId, 'approver-invite:created', viewInvite(seat))
        return seat.approver
      })
      return viewApprover(approver)
    },

    /** Mails an open invitation again; it then stays open for as long as a new one. */
    async resend(owner: Caller, id: string): Promise<Invite> {
      const found = await store.find(db, id)
      if (found?.owner.id !== owner.id) throw notFound('This invite does not exist')
      const seat = await policy.inTurn(found.approver.walletId, async (tx, emit) => {
        const { approver } = await seatOf(tx, id)
        const now = clock.now()
        if (approver.status !== 'pending' || approver.expiresAt <= now) {
          throw conflict('Only a pending invite can be sent again')
        }
        const wait = approver.mailedAt.getTime() + MINUTE - now.getTime()
        if (wait > 0) throw tooMany(wait / 1000, 'An invite can be sent again once a minute')
        const expiresAt = new Date(now.getTime() + LIFE_MS)
        if (!(await store.move(tx, id, 'pending', { mailedAt: now, expiresAt }))) {
          throw conflict('Only a pending invite can be sent again')
        }
        const fresh = await seatOf(tx, id)
        await mail(tx, fresh)
        tellBoth(emit, fresh)
        return fresh
      })
      return viewInvite(seat)
    },

    /** Nobody answered in time. */
    async expire(): Promise<void> {
      for (const { id, walletId } of await store.expired(db, clock.now())) {
        try {
          await policy.inTurn(walletId, (tx, emit) => endIn(tx, emit, id, 'retired'))
        } catch (error) {
          log.error({ err: error, inviteId: id }, 'An invite could not be ended yet')
        }
      }
    },
  }
}

export type Invitations = ReturnType<typeof makeInvitations>
