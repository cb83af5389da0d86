import { randomUUID } from 'node:crypto'
import type { Tx } from '#server/db/client.ts'
import { inTransaction } from '#server/db/unit.ts'
import type { WalletDeps } from './deps.ts'
import type { ProvenWallet, Word } from './proof.ts'
import * as store from './store.ts'
import { viewWallet } from './view.ts'

const MAKING = ['created', 'processing'] as const

export interface Find {
  word(id: string): Promise<Word>
  findIn(tx: Tx, id: string, word: Word): Promise<ProvenWallet | undefined>
}

/**
 * Takes a new wallet from created by processing to active. Every step may be repeated: custody gives the same key
 * for the same wallet, and the account is written once.
 */
export const prepareWallet = async (deps: WalletDeps, { word, findIn }: Find, id: string): Promise<void> => {
  const step = async (change: (tx: Tx) => Promise<boolean>) => {
    const said = await word(id)
    await inTransaction(deps, async (tx, emit) => {
      if (!(await change(tx))) return
      const wallet = await findIn(tx, id, said)
      if (wallet) emit(wallet.userId, 'wallet:updated', viewWallet(wallet))
    })
  }

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
