import type { Address, Hash } from 'viem'
import { createTestClient, http, publicActions, walletActions } from 'viem'

/** A viem client with the node's own `anvil_` methods; the node signs for its dev accounts. */
export const connect = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', transport: http(rpcUrl, { retryCount: 0 }), pollingInterval: 50 })
    .extend(publicActions)
    .extend(walletActions)
export type NodeClient = ReturnType<typeof connect>

/** The node's second dev account pays for everything that the sandbox hands out. */
const PAYER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export type Call = { to: Address; value?: bigint; data?: `0x${string}` }

/**
 * Sends from the payer, one call after the other, because the node numbers two simultaneous ones alike.
 * Resolves after the call is mined; rejects when it was reverted.
 */
export const payer = (client: NodeClient): ((call: Call) => Promise<Hash>) => {
  let last: Promise<unknown> = Promise.resolve()
  return async (call) => {
    const sent = last.then(() => client.sendTransaction({ account: PAYER, chain: null, ...call }))
    last = sent.catch(() => undefined)
    const hash = await sent
    const receipt = await client.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`Transaction ${hash} to ${call.to} was reverted`)
    return hash
  }
}
