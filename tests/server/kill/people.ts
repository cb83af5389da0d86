import { vi } from 'vitest'
import {
  approveTransaction,
  confirmInvite,
  enableApprovalFlow,
  getApprovalMessage,
  getConfirmationMessage,
  inviteApprover,
  signApproval,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import { listTransactions, sendBitcoin, sendEvm } from '#contract/endpoints/transaction.ts'
import { createWallet, getWallet, listAssets } from '#contract/endpoints/wallet.ts'
import type { Transaction } from '#contract/transaction.ts'
import type { TestNode } from '#tests/server/chains/node.ts'
import type { Client } from '#tests/server/harness/client.ts'
import { makeUsers, type SignedInClient } from '#tests/server/harness/user.ts'

/** Real processes on a busy machine take their time; milliseconds. */
export const PATIENCE = { timeout: 90_000, interval: 50 }

/** Of the page that calls. */
export const ORIGIN = 'http://localhost'

export interface Holder {
  client: SignedInClient
  walletId: string
  address: string
}

/** People at a server that may die at any time; `url` is where it is now. */
export const makePeople = ({
  url,
  node,
  mails,
}: {
  url: () => string
  node: TestNode
  mails: Parameters<typeof makeUsers>[0]['mails']
}) => {
  const clock = { now: () => new Date(), advance: () => {} }
  const people: Client[] = []

  /** Signed in, with an active and verified wallet. */
  const join = async (name: string): Promise<Holder> => {
    const client = await makeUsers({ origin: ORIGIN, clock, mails, url: url() }).signIn(`${name}@example.com`)
    people.push(client)
    const { id } = await client.ok(createWallet, { body: { name: 'Main' } })
    const params = { id }
    const wallet = await vi.waitFor(async () => {
      const found = await client.ok(getWallet, { params })
      if (found.status !== 'active') throw new Error('The wallet is not active')
      return found
    }, PATIENCE)
    const address = wallet.accounts[0]?.address ?? ''
    await node.allow(address)
    await vi.waitFor(async () => {
      const { features } = await client.ok(getWallet, { params })
      const verified = features.some(
        (feature) => feature.type === 'redbelly-kyc' && feature.payload.completed,
      )
      if (!verified) throw new Error('The wallet is not verified')
    }, PATIENCE)
    return { client, walletId: id, address }
  }

  const assetsOf = async ({ client, walletId }: Holder, symbol: string) => {
    const { items } = await client.ok(listAssets, { query: { walletId } })
    return items.filter((item) => item.symbol.toUpperCase() === symbol)
  }

  return {
    assetsOf,
    join,

    /** The address of his wallet's Bitcoin account, as soon as it has one. */
    bitcoinOf: ({ client, walletId }: Holder): Promise<string> =>
      vi.waitFor(async () => {
        const { accounts } = await client.ok(getWallet, { params: { id: walletId } })
        const account = accounts.find(({ network }) => network === 'regtest')
        if (!account) throw new Error('The wallet has no Bitcoin account yet')
        return account.address
      }, PATIENCE),

    async fund(holder: Holder, symbol: string, amount?: string) {
      const hash = await node.give(holder.address, amount, symbol)
      await vi.waitFor(async () => {
        const { items } = await holder.client.ok(listTransactions, { query: { walletId: holder.walletId } })
        if (!items.some((item) => item.hash === hash)) throw new Error('The gift was not seen')
      }, PATIENCE)
    },

    /** `guardian` has to approve whatever `owner` sends from now on. */
    async guard(owner: Holder, guardian: Holder) {
      const params = { id: owner.walletId }
      const { client, walletId } = guardian
      const { id } = await owner.client.ok(inviteApprover, { params, body: { email: client.email } })
      const text = await client.ok(getConfirmationMessage, { params: { id }, query: { walletId } })
      const { nonce, timestamp } = text
      const { signature } = await client.ok(signInviteConfirmation, {
        params: { id },
        body: { ...text, walletId },
      })
      await client.ok(confirmInvite, { params: { id }, body: { nonce, timestamp, signature, walletId } })
      await owner.client.ok(enableApprovalFlow, { params, body: {} })
    },

    /** Resolves when the server has answered that it counts. */
    async approve({ client, walletId }: Holder, txId: string): Promise<true> {
      const params = { txId }
      const text = await client.ok(getApprovalMessage, { params })
      const { nonce, timestamp } = text
      const { signature } = await client.ok(signApproval, { params, body: { ...text, walletId } })
      await client.ok(approveTransaction, { params, body: { nonce, timestamp, signature } })
      return true
    },

    /** The same key twice is the same send. */
    send: (
      { client, walletId }: Holder,
      draft: { assetId: string; amount: string; recipient: string },
      key: string,
    ) =>
      client.call(
        sendEvm,
        { params: { id: walletId }, body: { ...draft, description: '', gas: 'normal' } },
        { 'idempotency-key': key },
      ),

    /** The same of bitcoin. */
    sendBitcoin: (
      { client, walletId }: Holder,
      draft: { assetId: string; amount: string; recipient: string },
      key: string,
    ) =>
      client.call(
        sendBitcoin,
        { params: { id: walletId }, body: { ...draft, description: '', gas: 'normal' } },
        { 'idempotency-key': key },
      ),

    outgoing: async ({ client, walletId }: Holder): Promise<Transaction[]> =>
      (await client.ok(listTransactions, { query: { walletId, direction: 'outcome' } })).items,

    until: <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, PATIENCE),

    /** The server is somewhere else now. */
    moved() {
      for (const person of people) person.url = url()
    },
  }
}
