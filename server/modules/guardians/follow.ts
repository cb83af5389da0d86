import type { Guardian } from '#server/custody/custody.ts'
import type { Tx } from '#server/db/client.ts'
import type { Emit } from '#server/db/unit.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { Outbox } from '#server/mail/outbox.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import { differenceOf, rulesOf } from './change.ts'
import type { GuardianDeps } from './deps.ts'
import { guardianLetter, ownerLetter } from './letters.ts'
import * as store from './store.ts'
import { viewApprover, viewInvite } from './view.ts'

/**
 * Who must approve is custody's to say, and the database follows: whatever versions custody has beyond those that were
 * told are written down, told and mailed.
 */
export const makeFollow = (deps: GuardianDeps, outbox: Outbox) => {
  const { custody, wallets, approvals } = deps

  const lettersFor = async (
    wallet: WalletRow,
    everyone: readonly Guardian[],
    sentences: readonly string[],
  ): Promise<Mail[]> => {
    if (sentences.length === 0) return []
    const { lingering } = await custody.required({ walletId: wallet.id })
    const change = { walletName: wallet.name, owner: wallet.email, sentences, lingering }
    const addresses = [...new Set(everyone.map(({ email }) => email))]
    return [ownerLetter(wallet.email, change), ...addresses.map((to) => guardianLetter(to, change))]
  }

  /** Writes the guardians of new versions down. Answers whom the versions concern and who came or went. */
  const writeDown = async (tx: Tx, wallet: WalletRow, from: number) => {
    const policies = await custody.policies({ walletId: wallet.id })
    const concerned = new Set<string>()
    const moved = new Set<string>()
    let rules = rulesOf(policies.find(({ version }) => version === from))
    for (const policy of policies.filter(({ version }) => version > from)) {
      const next = rulesOf(policy)
      const { added, removed, sentences } = differenceOf(rules, next)
      const at = new Date(policy.at)
      for (const { id, address } of added) {
        await store.move(tx, id, 'pending', { status: 'confirmed', address, confirmedAt: at })
      }
      for (const { id } of removed) await store.move(tx, id, 'confirmed', { status: 'retired', endedAt: at })
      const everyone = [...rules.guardians, ...next.guardians]
      await outbox.add(tx, await lettersFor(wallet, everyone, sentences))
      for (const { id } of [...added, ...removed]) moved.add(id)
      for (const { id } of everyone) concerned.add(id)
      rules = next
    }
    return { version: policies.at(-1)?.version ?? from, concerned, moved }
  }

  /** Answers the waiting transactions that can be sent now. */
  return async (tx: Tx, emit: Emit, walletId: string): Promise<string[]> => {
    const wallet = await wallets.find(tx, walletId)
    if (!wallet) return []
    const from = await store.followed(tx, walletId)
    const { version, concerned, moved } = await writeDown(tx, wallet, from)
    await store.endChange(tx, walletId, version)
    if (version === from) return []
    await wallets.emitUpdated(tx, emit, walletId)
    for (const seat of await store.ofWallet(tx, walletId)) {
      const { approver, owner, guardianId } = seat
      if (moved.has(approver.id)) emit(owner.id, 'wallet-approver:updated', viewApprover(approver))
      if (guardianId && concerned.has(approver.id)) {
        emit(guardianId, 'approver-invite:updated', viewInvite(seat))
      }
    }
    return approvals.settleWallet(tx, emit, walletId)
  }
}

export type Follow = ReturnType<typeof makeFollow>
