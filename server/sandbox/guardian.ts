import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import {
  approveTransaction,
  confirmInvite,
  getApprovalMessage,
  getConfirmationMessage,
  listApprovals,
  listInvites,
  rejectInvite,
  rejectTransaction,
  signApproval,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import { exactAmount } from '#domain/amount.ts'
import { pendingItems } from '#domain/pending.ts'
import { AppError, notFound } from '#server/error.ts'
import { type Account, type Around, enter, type Person } from './guardianperson.ts'

/** Where demo guardians have their mail. */
export const DEMO_DOMAIN = 'demo.example'

export type Waiting = { kind: 'invite' | 'transaction'; id: string; text: string }
export type Demo = { email: string; waiting: Waiting[]; problem?: string }
export type Answer = { email: string; kind: Waiting['kind']; id: string; decision: 'approve' | 'decline' }

const Accounts = z.array(z.object({ email: z.string(), secret: z.string() }))

const remembered = (file: string): Account[] => {
  try {
    return Accounts.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // None was ever made, or they are lost: new ones can be made at any time.
    return []
  }
}

const waitingOf = async ({ visit }: Person): Promise<Waiting[]> => {
  const invites = await visit(listInvites, { query: {} })
  const approvals = await visit(listApprovals, { query: {} })
  return [
    ...pendingItems(invites.items).map(({ id, userEmail }) => ({
      kind: 'invite' as const,
      id,
      text: `${userEmail} asks to be guarded`,
    })),
    ...pendingItems(approvals.items).map(
      ({ txId, amount, assetDecimals, assetSymbol, recipient, initiator }) => ({
        kind: 'transaction' as const,
        id: txId,
        text: `${initiator} sends ${exactAmount(amount, assetDecimals, assetSymbol)} to ${recipient ?? 'nobody'}`,
      }),
    ),
  ]
}

const answerInvite = async ({ visit, wallet }: Person, { id, decision }: Answer): Promise<void> => {
  const params = { id }
  if (decision === 'decline') {
    await visit(rejectInvite, { params, body: {} })
    return
  }
  const walletId = wallet.id
  const text = await visit(getConfirmationMessage, { params, query: { walletId } })
  const { nonce, timestamp } = text
  const { signature } = await visit(signInviteConfirmation, { params, body: { ...text, walletId } })
  await visit(confirmInvite, { params, body: { nonce, timestamp, signature, walletId } })
}

const answerTransaction = async ({ visit, wallet }: Person, { id, decision }: Answer): Promise<void> => {
  const params = { txId: id }
  if (decision === 'decline') {
    await visit(rejectTransaction, { params, body: {} })
    return
  }
  const text = await visit(getApprovalMessage, { params })
  const { nonce, timestamp } = text
  const { signature } = await visit(signApproval, { params, body: { ...text, walletId: wallet.id } })
  await visit(approveTransaction, { params, body: { nonce, timestamp, signature } })
}

/** People who guard for whoever has nobody at hand: real accounts that use the app's own API, nothing else. */
export const makeDemoGuardians = (around: Around & { file: string | undefined }) => {
  const { file } = around
  const people = new Map<string, { account: Account; person?: Promise<Person> }>()
  for (const account of file ? remembered(file) : []) people.set(account.email, { account })

  const save = async (): Promise<void> => {
    if (!file) return
    const accounts = [...people.values()].map(({ account }) => account)
    await writeFile(file, JSON.stringify(accounts), { mode: 0o600 })
  }

  const arrive = (account: Account): Promise<Person> => {
    const person = enter(around, account.email, account.secret)
    people.set(account.email, { account, person })
    // Whoever could not enter tries again the next time.
    person.catch(() => people.set(account.email, { account }))
    return person
  }

  /** His session may have ended since: then he signs in once more. */
  const as = async <T>(email: string, work: (person: Person) => Promise<T>): Promise<T> => {
    const known = people.get(email)
    if (!known) throw notFound(`${email} is no demo guardian`)
    try {
      return await work(await (known.person ?? arrive(known.account)))
    } catch (error) {
      if (!(error instanceof AppError && error.name === 'UnauthorizedError' && known.person)) throw error
      return work(await arrive(known.account))
    }
  }

  return {
    async make(): Promise<{ email: string }> {
      const email = `guardian-${randomBytes(3).toString('hex')}@${DEMO_DOMAIN}`
      const person = await enter(around, email)
      const { secret } = person
      people.set(email, { account: { email, secret }, person: Promise.resolve(person) })
      await save()
      return { email }
    },

    list: (): Promise<Demo[]> =>
      Promise.all(
        [...people.keys()].map((email) =>
          as(email, waitingOf).then(
            (waiting) => ({ email, waiting }),
            (error: Error) => ({ email, waiting: [], problem: error.message }),
          ),
        ),
      ),

    decide: (answer: Answer): Promise<void> =>
      as(answer.email, (person) =>
        answer.kind === 'invite' ? answerInvite(person, answer) : answerTransaction(person, answer),
      ),
  }
}
