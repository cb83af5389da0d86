import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/client.ts'
import { inTransaction } from '#server/db/unit.ts'
import type { WalletDeps } from './deps.ts'
import type { ProvenWallet } from './proof.ts'
import * as store from './store.ts'
import { viewWallet } from './view.ts'

const MAKING = ['created', 'processing'] as const

/**
 * Takes a new wallet from created by processing to active. Every step may be repeated: custody gives the same key
 * for the same wallet, and the account is written once.
 */
export const prepareWallet = async (
  deps: WalletDeps,
  find: (on: Db, id: string) => Promise<ProvenWallet | undefined>,
  id: string,
): Promise<void> => {
  const step = (change: (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<boolean>) =>
    inTransaction(deps, async (tx, emit) => {
      if (!(await change(tx))) return
      const wallet = await find(tx, id)
      if (wallet) emit(wallet.userId, 'wallet:updated', viewWallet(wallet))
    })

  const wallet = await store.find(deps.db, id)
  if (!wallet) return
  await step((tx) => store.move(tx, id, ['created'], 'processing'))
  const { evmAddress, signature } = await deps.custody.createWalletKey({
    walletId: id,
    userId: wallet.userId,
  })
  await step(async (tx) => {
    await store.addAccount(tx, {
      id: randomUUID(),
      walletId: id,
      network: 'evm',
      address: evmAddress,
      addressKey: evmAddress.toLowerCase(),
      signature,
      createdAt: deps.clock.now(),
    })
    return store.move(tx, id, MAKING, 'active')
  })
}
