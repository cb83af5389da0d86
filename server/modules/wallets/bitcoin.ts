import { randomUUID } from 'node:crypto'
import { accountNetworkOf } from '#domain/chain.ts'
import { makeSingles } from '#server/async/single.ts'
import { type BitcoinChain, bitcoinChains } from '#server/chains/bitcoin/chain.ts'
import { CustodyRefusal } from '#server/custody/custody.ts'
import { inTransaction } from '#server/db/unit.ts'
import type { WalletDeps } from './deps.ts'
import type { Find } from './prepare.ts'
import * as store from './store.ts'
import { viewWallet } from './view.ts'

/**
 * Gives wallets their account on the Bitcoin chain of this installation; those of other networks stay. Every step may be
 * repeated: custody answers the same address for the same wallet, and the account is written once.
 */
export const makeBitcoinAccounts = (deps: WalletDeps, { word, findIn }: Find) => {
  const { db, custody, clock, log } = deps
  const working = makeSingles<void>()
  const [chain] = bitcoinChains(deps.chains)
  let stopped = false
  let areAway = false

  const open = async ({ blockchain, network: of }: BitcoinChain, walletId: string): Promise<void> => {
    const network = accountNetworkOf(blockchain)
    if (!network) return
    const { address, signature } = await custody.addBitcoinAccount({ walletId, network: of })
    const said = await word(walletId)
    const beside = await deps.opening?.(blockchain)
    await inTransaction(deps, async (tx, emit) => {
      const wallet = await findIn(tx, walletId, said)
      if (!wallet) return
      const account = { id: randomUUID(), walletId, network, address, addressKey: address, signature }
      await store.replaceAccounts(tx, account, clock.now())
      if (!(await store.addAccount(tx, { ...account, createdAt: clock.now() }))) return
      const { userId } = wallet
      await beside?.(tx, emit, { ...account, accountId: account.id, userId })
      const now = await findIn(tx, walletId, said)
      if (now) emit(userId, 'wallet:updated', viewWallet(now))
    })
  }

  /** False while the keys cannot be made. */
  const tryOpen = async (walletId: string): Promise<boolean> => {
    if (!chain) return false
    try {
      await working.run(walletId, () => open(chain, walletId))
      areAway = false
      return true
    } catch (error) {
      if (error instanceof CustodyRefusal && error.code === 'SignersAway') {
        // Once: every wallet is tried again every few seconds.
        if (!areAway) log.warn({ walletId }, 'Bitcoin accounts wait for their signers')
        areAway = true
        return false
      }
      log.error({ err: error, walletId }, 'A wallet could not be given its Bitcoin account yet')
      return true
    }
  }

  return {
    /** For a wallet that was just made. */
    open: async (walletId: string): Promise<void> => void (await tryOpen(walletId)),

    /** For a wallet whose key there was replaced: its account is another one from now on. */
    async renew(walletId: string): Promise<void> {
      const network = chain && accountNetworkOf(chain.blockchain)
      if (!chain || !network) return
      const { bitcoin } = await custody.wallet({ walletId })
      const address = bitcoin.find((one) => one.network === chain.network)?.address
      const wallet = await store.find(db, walletId)
      const known = wallet?.accounts.find((one) => one.network === network)?.address
      if (address !== undefined && known !== undefined && address !== known) await tryOpen(walletId)
    },

    /** For all that have none: older ones, and those of a time when signers were away. */
    async resume(): Promise<void> {
      const network = chain && accountNetworkOf(chain.blockchain)
      if (!network) return
      for (const id of await store.withoutAccount(db, network)) {
        if (stopped || !(await tryOpen(id))) return
      }
    },

    /** A round that is under way ends with the wallet that it is at. */
    stop: (): void => {
      stopped = true
    },
  }
}
