import { eq } from 'drizzle-orm'
import {
  confirmInvite,
  getConfirmationMessage,
  inviteApprover,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import { sendEvm } from '#contract/endpoints/transaction.ts'
import { listAssets } from '#contract/endpoints/wallet.ts'
import type { Transaction } from '#contract/transaction.ts'
import { wallets } from '#server/db/schema/wallet.ts'
import { ether } from '#tests/server/chains/node.ts'
import { type Backend, type Owner, until } from '#tests/server/dapps/backend.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'

/** Owners and guardians as the server sees them: clients of its calls. */

export interface Guardian extends Owner {
  /** His seat at the owner's wallet. */
  seat: string
}

/** Somebody who may send, with coins that the server has seen. */
export const verifiedOwner = async (backend: Backend, coins: string): Promise<Owner> => {
  const owner = await backend.owner('owner@example.com', coins)
  await backend.server.db.update(wallets).set({ kycCompleted: true }).where(eq(wallets.id, owner.walletId))
  await until(owner, 'asset:created', ({ walletId }) => walletId === owner.walletId)
  return owner
}

/** Invited, read, signed and confirmed. */
export const joinGuardian = async (backend: Backend, owner: Owner, name: string): Promise<Guardian> => {
  const email = `${name}@example.com`
  const guardian = await backend.wallet(await backend.person(email), 'Main', '0')
  const { client, walletId } = guardian
  const { id: seat } = await owner.client.ok(inviteApprover, {
    params: { id: owner.walletId },
    body: { email },
  })
  const here = { params: { id: seat } }
  const text = await client.ok(getConfirmationMessage, { ...here, query: { walletId } })
  const { signature } = await client.ok(signInviteConfirmation, { ...here, body: { ...text, walletId } })
  const { nonce, timestamp } = text
  await client.ok(confirmInvite, { ...here, body: { nonce, timestamp, signature, walletId } })
  return { ...guardian, seat }
}

const draftOf = async ({ client, walletId }: Owner, amount: string) => {
  const { items } = await client.ok(listAssets, { query: { walletId } })
  return {
    params: { id: walletId },
    body: {
      amount: ether(amount).toString(),
      assetId: items.find(({ symbol }) => symbol === 'rbnt')?.id ?? '',
      description: '',
      gas: 'normal' as const,
      recipient: STRANGER,
    },
  }
}

/** What the server answers to a send, whatever it is. */
export const trySend = async (backend: Backend, owner: Owner, amount = '1') => {
  backend.server.clock.advance(10)
  return owner.client.call(sendEvm, await draftOf(owner, amount))
}

export const sendCoins = async (backend: Backend, owner: Owner, amount = '1'): Promise<Transaction> => {
  backend.server.clock.advance(10)
  return owner.client.ok(sendEvm, await draftOf(owner, amount))
}
