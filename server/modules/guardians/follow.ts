import { emailKey } from '#domain/email.ts'
import type { Guardian, Invite, Policy, Requirement } from '#server/custody/custody.ts'
import { lockKey } from '#server/db/advisory.ts'
import type { Tx } from '#server/db/client.ts'
import { type Emit, inTransaction } from '#server/db/unit.ts'
import type { Outbox } from '#server/mail/outbox.ts'
import type { RuleChange } from '#server/mail/words/said.ts'
import type { Writing } from '#server/mail/write.ts'
import type { WalletRow, Word } from '#server/modules/wallets/service.ts'
import { changesOf, rulesOf } from './change.ts'
import type { GuardianDeps } from './deps.ts'
import { guardianLetter, inviteLetter, ownerLetter } from './letters.ts'
import * as store from './store.ts'
import { viewApprover, viewInvite } from './view.ts'

/** What custody says of a wallet's guardians. */
interface Said {
  invites: readonly Invite[]
  policies: readonly Policy[]
  requirement: Requirement
  word: Word
}

const date = (iso: string | undefined): Date | null => (iso === undefined ? null : new Date(iso))

/** Columns that say what custody says. */
const rowOf = ({ email, status, address, expiresAt, confirmedAt, endedAt }: Invite) => ({
  email,
  emailKey: emailKey(email),
  status,
  address: address ?? null,
  confirmedAt: date(confirmedAt),
  endedAt: date(endedAt),
  ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt) }),
})

const isOpen = ({ status }: Pick<Invite, 'status'>): boolean => status === 'pending' || status === 'confirmed'

/**
 * Who is invited and who must approve is custody's to say, and the database follows: whatever custody has beyond what
 * was told is written down, told and mailed.
 */
export const makeFollow = (deps: GuardianDeps, outbox: Outbox) => {
  const { db, clock, custody, wallets, approvals, linkBase } = deps

  const lettersFor = (
    wallet: WalletRow,
    { lingering }: Requirement,
    everyone: readonly Guardian[],
    changes: readonly RuleChange[],
  ): Writing[] => {
    if (changes.length === 0) return []
    const change = { walletName: wallet.name, owner: wallet.email, changes, lingering }
    const addresses = [...new Set(everyone.map(({ email }) => email))]
    return [ownerLetter(wallet.email, change), ...addresses.map((to) => guardianLetter(to, change))]
  }

  /** Mails what new versions of the policy change. Answers whom they concern. */
  const tellPolicies = async (tx: Tx, wallet: WalletRow, { policies, requirement }: Said, from: number) => {
    const concerned = new Set<string>()
    let rules = rulesOf(policies.find(({ version }) => version === from))
    for (const policy of policies.filter(({ version }) => version > from)) {
      const next = rulesOf(policy)
      const everyone = [...rules.guardians, ...next.guardians]
      await outbox.add(tx, lettersFor(wallet, requirement, everyone, changesOf(rules, next)))
      for (const { id } of everyone) concerned.add(id)
      rules = next
    }
    return { version: policies.at(-1)?.version ?? from, concerned }
  }

  /** Brings the rows to where custody is. Answers which are new, which changed, and to whom an invitation is mailed. */
  const writeDown = async (tx: Tx, walletId: string, invites: readonly Invite[]) => {
    const rows = new Map((await store.ofWallet(tx, walletId)).map(({ approver }) => [approver.id, approver]))
    const now = clock.now()
    const [created, changed, mailed] = [new Set<string>(), new Set<string>(), new Set<string>()]
    const known = new Set(invites.map(({ id }) => id))
    for (const { id, status } of rows.values()) {
      // Made by an older version, or by nobody who may.
      if (known.has(id) || !isOpen({ status })) continue
      await store.update(tx, id, { status: 'retired', endedAt: now })
      changed.add(id)
    }
    // Those that ended first: an address has one open row.
    for (const invite of invites.toSorted((a, b) => Number(isOpen(a)) - Number(isOpen(b)))) {
      const { id, invitedAt, confirmedAt } = invite
      const [row, next] = [rows.get(id), rowOf(invite)]
      if (!row) {
        const at = date(invitedAt ?? confirmedAt) ?? now
        await store.insert(tx, { id, walletId, createdAt: at, mailedAt: now, expiresAt: at, ...next })
        created.add(id)
      } else if (store.differs(row, next)) {
        await store.update(tx, id, next)
        changed.add(id)
      }
      if (invite.status !== 'pending' || row?.expiresAt.getTime() === next.expiresAt?.getTime()) continue
      mailed.add(id)
      await store.update(tx, id, { mailedAt: now })
    }
    return { created, changed, mailed }
  }

  const inviteMails = (seats: readonly store.Seat[], mailed: ReadonlySet<string>): Writing[] =>
    seats.flatMap(({ approver, owner, walletName }) =>
      mailed.has(approver.id)
        ? inviteLetter({
            to: approver.email,
            owner: owner.email,
            walletName,
            expiresAt: approver.expiresAt,
            base: linkBase(),
          })
        : [],
    )

  const ask = async (walletId: string): Promise<Said> => {
    const [invites, policies, requirement, word] = await Promise.all([
      custody.invites({ walletId }),
      custody.policies({ walletId }),
      custody.required({ walletId }),
      wallets.word(walletId),
    ])
    return { invites, policies, requirement, word }
  }

  /** True when the rules are others now. */
  const write = async (tx: Tx, emit: Emit, wallet: WalletRow, said: Said): Promise<boolean> => {
    const walletId = wallet.id
    const { created, changed, mailed } = await writeDown(tx, walletId, said.invites)
    const from = await store.followed(tx, walletId)
    const { version, concerned } = await tellPolicies(tx, wallet, said, from)
    await store.endChange(tx, walletId, version)
    const isNew = version !== from
    if (isNew) await wallets.emitUpdated(tx, emit, walletId, said.word)
    if (created.size + changed.size + concerned.size > 0) {
      const seats = await store.ofWallet(tx, walletId)
      await outbox.add(tx, inviteMails(seats, mailed))
      for (const seat of seats) {
        const { approver, owner, guardianId } = seat
        const { id } = approver
        if (created.has(id)) emit(owner.id, 'wallet-approver:invited', viewApprover(approver))
        else if (changed.has(id)) emit(owner.id, 'wallet-approver:updated', viewApprover(approver))
        if (!guardianId) continue
        if (created.has(id)) emit(guardianId, 'approver-invite:created', viewInvite(seat))
        else if (changed.has(id) || concerned.has(id))
          emit(guardianId, 'approver-invite:updated', viewInvite(seat))
      }
    }
    return isNew
  }

  /** Undefined when somebody else wrote after custody was asked, and may have heard of more. */
  const attempt = async (wallet: WalletRow): Promise<boolean | undefined> => {
    const before = await store.told(db, wallet.id)
    const said = await ask(wallet.id)
    return inTransaction(deps, async (tx, emit) => {
      await lockKey(tx, `guardians ${wallet.id}`)
      return (await store.told(tx, wallet.id)) === before ? write(tx, emit, wallet, said) : undefined
    })
  }

  return async (walletId: string): Promise<void> => {
    let isNew: boolean | undefined
    while (isNew === undefined) {
      const wallet = await wallets.find(walletId)
      isNew = wallet ? await attempt(wallet) : false
    }
    if (isNew) await approvals.settleWallet(walletId)
  }
}

export type Follow = ReturnType<typeof makeFollow>
