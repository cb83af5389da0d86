import type { GuardedWallet, Invite, WalletApprover } from '#contract/guardian.ts'
import { MIN_CONSENSUS } from '#contract/limit.ts'
import type { Reading } from '#contract/page.ts'
import type { List } from '#contract/primitive.ts'
import type { Wallet } from '#contract/wallet.ts'
import { emailKey } from '#domain/email.ts'
import { makeUnderway } from '#server/async/underway.ts'
import type { ApprovalLog } from '#server/custody/custody.ts'
import { atRevision } from '#server/db/changes.ts'
import type { Tx } from '#server/db/client.ts'
import { type Job, startJob } from '#server/db/job.ts'
import type { Emit } from '#server/db/unit.ts'
import { conflict, invalid, notFound } from '#server/error.ts'
import type { Caller } from '#server/http/access.ts'
import { readShort } from '#server/http/reading.ts'
import { type Answers, answering } from '#server/modules/approvals/refusal.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import { makeAcceptance } from './acceptance.ts'
import { withGuardians } from './change.ts'
import type { GuardianDeps } from './deps.ts'
import { makeFollow } from './follow.ts'
import { makeInvitations } from './invitation.ts'
import { makePolicy } from './policy.ts'
import * as store from './store.ts'
import { viewApprover, viewGuarded, viewInvite } from './view.ts'

/** Who may not read a wallet's log is not told that there is one. */
const NO_WALLET: Answers = {
  BadInput: 'NotFoundError',
  UnknownWallet: 'NotFoundError',
  WrongOwner: 'NotFoundError',
}
const ROUND_MS = 15_000
const NO_APPROVER = 'This Guardian does not exist'
const CHANGEABLE: readonly string[] = [
  'active',
  'processing-amend',
  'pending-amend-confirmation',
  'pending-amend-approval',
]

export const makeGuardians = (deps: GuardianDeps) => {
  const { db, custody, wallets, outbox } = deps
  const policy = makePolicy(deps, outbox, makeFollow(deps, outbox))
  const invitations = makeInvitations(deps, policy)
  const acceptance = makeAcceptance(deps, policy)
  const surveying = makeUnderway()
  let job: Job | undefined

  const ownActive = async (userId: string, walletId: string): Promise<WalletRow> => {
    const wallet = await wallets.own(userId, walletId)
    if (!CHANGEABLE.includes(wallet.status)) {
      throw conflict(`This wallet is ${wallet.status}. Only an active one can have Guardians.`)
    }
    return wallet
  }

  const setEnabled = async ({ id, grant }: Caller, walletId: string, enabled: boolean): Promise<Wallet> => {
    await ownActive(id, walletId)
    await policy.change(walletId, (rules) => policy.set(walletId, { ...rules, enabled }, grant))
    return wallets.get(id, walletId)
  }

  const invites = async (email: string): Promise<Invite[]> =>
    (await store.ofEmail(db, emailKey(email))).map(viewInvite)

  const resume = async (): Promise<void> => {
    await policy.resume()
    await invitations.expire()
    await outbox.flush()
  }

  return {
    ...acceptance,
    resend: invitations.resend,
    resume,

    async approvers(userId: string, walletId: string): Promise<WalletApprover[]> {
      await wallets.own(userId, walletId)
      return (await store.ofWallet(db, walletId)).map(({ approver }) => viewApprover(approver))
    },

    async invite(owner: Caller, walletId: string, email: string): Promise<WalletApprover> {
      await ownActive(owner.id, walletId)
      return invitations.invite(owner, walletId, email)
    },

    /** Takes an invitation back, or a guardian his part. */
    async retire(owner: Caller, walletId: string, id: string): Promise<WalletApprover> {
      await wallets.own(owner.id, walletId)
      const seat = await store.find(db, id)
      if (seat?.approver.walletId !== walletId) throw notFound(NO_APPROVER)
      const { status } = seat.approver
      if (status === 'retired' || status === 'rejected') throw conflict(`This Guardian is already ${status}`)
      await policy.change(walletId, async (rules) => {
        const left = rules.guardians.filter((guardian) => guardian.id !== id)
        if (left.length < rules.guardians.length)
          return policy.set(walletId, { ...rules, ...withGuardians(rules, left) }, owner.grant)
        // The row may have shown what custody never knew, or knows no more.
        if ((await store.find(db, id))?.approver.status !== 'pending') return undefined
        return answering(custody.endInvite({ grant: owner.grant, walletId, inviteId: id }))
      })
      return atRevision(db, { userId: owner.id, list: 'approver' }, id, async () => {
        const now = await store.find(db, id)
        if (!now) throw notFound(NO_APPROVER)
        return viewApprover(now.approver)
      })
    },

    async setConsensus({ id, grant }: Caller, walletId: string, consensus: number): Promise<Wallet> {
      await ownActive(id, walletId)
      await policy.change(walletId, async (rules) => {
        const max = Math.max(MIN_CONSENSUS, rules.guardians.length)
        if (consensus < MIN_CONSENSUS || consensus > max) {
          throw invalid(`Consensus should be from ${MIN_CONSENSUS} to ${max}`)
        }
        return policy.set(walletId, { ...rules, consensus }, grant)
      })
      return wallets.get(id, walletId)
    },

    enable: (owner: Caller, walletId: string) => setEnabled(owner, walletId, true),
    disable: (owner: Caller, walletId: string) => setEnabled(owner, walletId, false),

    readApprovers(userId: string, walletId: string, query: Reading): Promise<List<WalletApprover>> {
      return readShort(db, { userId, list: 'approver', walletId }, query, () =>
        this.approvers(userId, walletId),
      )
    },

    invites,
    readInvites: (userId: string, email: string, query: Reading): Promise<List<Invite>> =>
      readShort(db, { userId, list: 'invite' }, query, () => invites(email)),

    /** Wallets that the person guards or guarded, each once. */
    async guarded(email: string): Promise<GuardedWallet[]> {
      const seats = await store.guardedBy(db, emailKey(email))
      return seats
        .filter(({ approver }, index) => {
          const first = seats.findIndex((seat) => seat.approver.walletId === approver.walletId)
          return first === index
        })
        .map(viewGuarded)
    },

    /** Custody's own log of a wallet, for its owner and those who guard it now. */
    async log({ id, grant }: Caller, walletId: string): Promise<ApprovalLog> {
      const wallet = await wallets.find(walletId)
      if (wallet?.accounts.length === 0 && wallet.userId === id) {
        throw conflict(`This wallet is ${wallet.status} and has no log yet`)
      }
      return answering(custody.exportLog({ grant, walletId }), NO_WALLET)
    },

    async start(): Promise<void> {
      await resume()
      surveying.add(
        policy
          .survey()
          .catch((error: unknown) => deps.log.error({ err: error }, 'Guardians could not be compared yet')),
      )
      job = startJob(deps, 'guardians', ROUND_MS, resume)
    },

    async stop(): Promise<void> {
      await job?.stop()
      await surveying.idle()
    },
  }
}

export type Guardians = ReturnType<typeof makeGuardians>

/** A wallet's new name reaches those who guard it. */
export const tellRenamed = async (tx: Tx, emit: Emit, walletId: string): Promise<void> => {
  for (const seat of await store.ofWallet(tx, walletId)) {
    const { approver, guardianId } = seat
    if (guardianId && approver.status === 'confirmed') {
      emit(guardianId, 'approver-invite:updated', viewInvite(seat))
    }
  }
}
