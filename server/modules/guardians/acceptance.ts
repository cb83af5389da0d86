import type { Invite, SignatureMessage } from '#contract/guardian.ts'
import { emailKey } from '#domain/email.ts'
import { atRevision } from '#server/db/changes.ts'
import { AppError, conflict, notFound } from '#server/error.ts'
import type { Caller } from '#server/http/access.ts'
import { type Answers, answering, SIGNED, SIGNING } from '#server/modules/approvals/refusal.ts'
import type { GuardianDeps } from './deps.ts'
import type { PolicyChanges } from './policy.ts'
import * as store from './store.ts'
import { viewInvite } from './view.ts'

export interface Signable {
  message: string
  nonce: string
  timestamp: number
  walletId: string
}

export interface Signed {
  nonce: string
  signature: string
  timestamp: number
  walletId: string
}

const NO_INVITE = 'This invite does not exist'
/** The text names one of the caller's wallets, and he chose another. */
const OTHER_WALLET: Answers = { WrongSigner: 'ValidationError' }

/** The guardian's side of an invitation: read, sign with a wallet of his own, accept or decline. */
export const makeAcceptance = (deps: GuardianDeps, policy: PolicyChanges) => {
  const { db, clock, custody, wallets } = deps

  const mine = async (caller: Pick<Caller, 'email'>, id: string): Promise<store.Seat> => {
    const seat = await store.find(db, id)
    if (seat?.approver.emailKey !== emailKey(caller.email)) throw notFound(NO_INVITE)
    return seat
  }

  const checkOpen = ({ approver }: store.Seat): void => {
    if (approver.status !== 'pending') throw conflict(`This invite is already ${approver.status}`)
    if (approver.expiresAt <= clock.now())
      throw conflict('This invite has expired. The owner can send a new one.')
  }

  const open = async (caller: Pick<Caller, 'email'>, id: string): Promise<store.Seat> => {
    const seat = await mine(caller, id)
    checkOpen(seat)
    return seat
  }

  const firstActive = async (userId: string): Promise<string> => {
    const active = (await wallets.list(userId)).find(({ status }) => status === 'active')
    if (!active) throw conflict('Create a wallet first')
    return active.id
  }

  const ownActive = async (userId: string, walletId: string): Promise<string> => {
    const { id, status } = await wallets.own(userId, walletId)
    if (status !== 'active') throw conflict(`This wallet is ${status}. Sign with an active one.`)
    return id
  }

  const viewNow = (userId: string, id: string): Promise<Invite> =>
    atRevision(db, { userId, list: 'invite' }, id, async () => {
      const seat = await store.find(db, id)
      if (!seat) throw notFound(NO_INVITE)
      return viewInvite(seat)
    })

  /** Rows that show another state than custody's are brought to it before the refusal is told. */
  const following = async <T>(walletId: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError && error.name === 'ConflictError') await policy.follow(walletId)
      throw error
    }
  }

  return {
    /** The text to sign. It names the wallet that the caller chose, else his first active one. */
    async message(caller: Caller, id: string, chosen?: string): Promise<SignatureMessage> {
      const { walletId } = (await open(caller, id)).approver
      const guardianWalletId = chosen ? await ownActive(caller.id, chosen) : await firstActive(caller.id)
      const { grant } = caller
      const issued = await following(walletId, () =>
        answering(custody.issueInvite({ grant, walletId, inviteId: id, guardianWalletId })),
      )
      await store.move(db, id, 'pending', { signerWalletId: guardianWalletId })
      return issued
    },

    async sign({ grant, ...caller }: Caller, id: string, text: Signable): Promise<{ signature: string }> {
      const { approver } = await open(caller, id)
      await wallets.own(caller.id, text.walletId)
      const { walletId: signerWalletId, message, nonce, timestamp } = text
      return answering(
        custody.signIssued({
          ...{ grant, walletId: approver.walletId, recordId: id },
          ...{ signerWalletId, message, nonce, timestamp },
        }),
        { ...SIGNING, ...OTHER_WALLET },
      )
    },

    async confirm(
      { grant, ...caller }: Caller,
      id: string,
      { walletId: signer, ...signed }: Signed,
    ): Promise<Invite> {
      const { walletId } = (await open(caller, id)).approver
      await wallets.own(caller.id, signer)
      await following(walletId, () =>
        policy.change(walletId, async () => {
          const seat = await store.find(db, id)
          if (!seat) throw notFound(NO_INVITE)
          checkOpen(seat)
          if (seat.approver.signerWalletId !== signer) {
            throw new AppError('SignatureError', 'The signed text names another wallet. Ask for a new one.')
          }
          await answering(custody.confirmInvite({ grant, walletId, inviteId: id, ...signed }), SIGNED)
        }),
      )
      return viewNow(caller.id, id)
    },

    async reject({ grant, ...caller }: Caller, id: string): Promise<Invite> {
      const { walletId } = (await open(caller, id)).approver
      await following(walletId, () =>
        policy.change(walletId, () => answering(custody.endInvite({ grant, walletId, inviteId: id }))),
      )
      return viewNow(caller.id, id)
    },
  }
}
