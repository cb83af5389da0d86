import { randomUUID } from 'node:crypto'
import type { Asset } from '#contract/asset.ts'
import type { Reading as Asked } from '#contract/page.ts'
import type { List } from '#contract/primitive.ts'
import { isBitcoin } from '#domain/chain.ts'
import { inParallel } from '#server/async/parallel.ts'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Emit } from '#server/db/unit.ts'
import type { Clock } from '#server/deps.ts'
import { readShort } from '#server/http/reading.ts'
import { contractAddress, type TokenRow } from '#server/modules/tokens/service.ts'
import type { Holder, Wallets } from '#server/modules/wallets/service.ts'
import { type Held, type HeldReader, reservedOf } from './reserved.ts'
import * as store from './store.ts'

/** Something whose balance may have changed. */
export interface Target {
  holder: Holder
  token: TokenRow
  /** Number of the ERC-721 item, else ''. */
  item: string
}

/** A balance as the chain has it. */
export interface Reading extends Target {
  amount: bigint
}

/** What a wallet holds of one thing, under all keys that it had. `moving`: of that, what is on its way to the key in use. */
interface Whole extends store.AssetRow {
  moving: bigint
}

const isSameThing = (one: store.AssetRow, other: store.AssetRow): boolean =>
  one.tokenId === other.tokenId && one.item === other.item

/** One for all accounts of a wallet of which each took the last one's place. */
const wholesOf = (rows: readonly store.AssetRow[]): Whole[] => {
  const inUse = rows.filter(({ replacedAt }) => !replacedAt)
  const lone = rows.filter((row) => row.replacedAt && !inUse.some((one) => isSameThing(one, row)))
  return [...inUse, ...lone].map((row) => {
    const former = rows.filter((one) => one.replacedAt && isSameThing(one, row))
    const moving = former.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    return { ...row, moving, amount: row.replacedAt ? row.amount : String(BigInt(row.amount) + moving) }
  })
}

const viewAsset = (asset: Whole, held: readonly Held[]): Asset => ({
  id: asset.id,
  symbol: asset.symbol,
  accountId: asset.accountId,
  blockchain: asset.blockchain,
  address: contractAddress(asset),
  decimals: asset.decimals,
  type: asset.type,
  amount: asset.amount,
  reserved: (reservedOf(asset, held) + asset.moving).toString(),
  tokenId: asset.item || undefined,
})

const place = ({ holder, token, item }: Target): store.Place => ({
  accountId: holder.accountId,
  tokenId: token.id,
  item,
})

/** The same for the same place. */
export const keyOf = (target: Target): string => Object.values(place(target)).join(' ')

/** An account that somebody looks at. */
interface Listed {
  network: string
  /** Its address as it is looked up. */
  key: string
}

export interface AssetDeps {
  db: Db
  clock: Clock
  wallets: Wallets
  /** What sends under way hold; nothing where nothing is sent. */
  held: HeldReader
}

export const makeAssets = ({ db, clock, wallets, held }: AssetDeps) => {
  /** What it is worth telling once everything else is written: others change amount and reserve at the same time. */
  const viewAt = async (tx: Tx, at: store.Place) => {
    const found = await store.findAt(tx, at)
    const rows = found && (isBitcoin(found.blockchain) ? await store.listOf(tx, found.walletId) : [found])
    const asset = found && wholesOf(rows ?? []).find((one) => isSameThing(one, found))
    return asset && { ...viewAsset(asset, await held(tx, [asset.walletId])), walletId: asset.walletId }
  }

  const write = async (tx: Tx, emit: Emit, reading: Reading, gone: boolean): Promise<void> => {
    const { walletId, userId } = reading.holder
    const known = await store.findAt(tx, place(reading))
    const amount = reading.amount.toString()
    const now = clock.now()
    if (!known) {
      if (reading.amount === 0n) return
      await store.insert(tx, { ...place(reading), id: randomUUID(), amount, createdAt: now })
      const isFormer = Boolean((await store.findAt(tx, place(reading)))?.replacedAt)
      emit(userId, isFormer ? 'asset:updated' : 'asset:created', () => viewAt(tx, place(reading)))
    } else if (reading.amount === 0n && (known.type === 'ERC721' || gone)) {
      await store.remove(tx, known.id)
      emit(userId, 'asset:removed', { id: known.id, walletId })
    } else if (known.amount !== amount) {
      await store.setAmount(tx, known.id, amount, now)
      emit(userId, 'asset:updated', () => viewAt(tx, place(reading)))
    }
  }

  const listeners: ((accounts: readonly Listed[]) => void)[] = []

  const list = async (userId: string, walletId: string): Promise<Asset[]> => {
    const accounts = await wallets.mustOwn(userId, walletId)
    const listed = accounts.map(({ network, address }) => ({
      network,
      key: network === 'evm' ? address.toLowerCase() : address,
    }))
    for (const tell of listeners) tell(listed)
    const [promised, assets] = await Promise.all([held(db, [walletId]), store.listOf(db, walletId)])
    return wholesOf(assets).map((asset) => viewAsset(asset, promised))
  }

  return {
    /** Something that an account may hold from now on; nothing so far. */
    async open(tx: Tx, emit: Emit, target: Target): Promise<void> {
      if (await store.findAt(tx, place(target))) return
      await store.insert(tx, { ...place(target), id: randomUUID(), amount: '0', createdAt: clock.now() })
      const { userId, walletId } = target.holder
      emit(userId, 'asset:created', () => viewAt(tx, place(target)))
      // From now on the new one shows what those hold.
      for (const { id } of await store.formerOf(tx, { ...place(target), walletId }))
        emit(userId, 'asset:removed', { id, walletId })
    },

    list,
    answer: (userId: string, walletId: string, query: Asked): Promise<List<Asset>> =>
      readShort(db, { userId, list: 'asset', walletId }, query, () => list(userId, walletId)),

    /** Hears whose assets somebody looks at. */
    onListed(tell: (accounts: readonly Listed[]) => void): void {
      listeners.push(tell)
    },

    /** Undefined unless the asset is in this wallet. */
    async find(walletId: string, id: string): Promise<store.AssetRow | undefined> {
      const asset = await store.find(db, id)
      return asset?.walletId === walletId ? asset : undefined
    },

    heldIn: (walletId: string) => store.listOf(db, walletId),

    heldBy: (accountId: string, blockchain: string) => store.listOfAccount(db, accountId, blockchain),

    /**
     * What the chain has at the end of a block, once per place; where the node no longer knows that block, what it
     * has now. A contract that gives no answer is left as it was.
     */
    async read(chain: EvmChain, targets: readonly Target[], block: number): Promise<Reading[]> {
      const distinct = [...new Map(targets.map((target) => [keyOf(target), target])).values()]
      const readings = await inParallel(distinct, async (target): Promise<Reading | undefined> => {
        const { token, item, holder } = target
        const holding = { contract: token.contract, item }
        const units =
          (await chain.held(holding, holder.address, block)) ??
          (await (token.contract
            ? chain.tokenBalance({ address: token.contract, item: item || undefined }, holder.address)
            : chain.balance(holder.address)))
        return typeof units === 'bigint' ? { ...target, amount: units } : undefined
      })
      return readings.filter((reading) => reading !== undefined)
    },

    /** Smallest units as they are written down. */
    written: async (target: Target): Promise<bigint> =>
      BigInt((await store.findAt(db, place(target)))?.amount ?? 0),

    /** Those that differ from what is written down. */
    async changed(readings: readonly Reading[]): Promise<Reading[]> {
      const found: Reading[] = []
      for (const reading of readings)
        if ((await this.written(reading)) !== reading.amount) found.push(reading)
      return found
    },

    /** Tells the owner what a send left free, where it takes from: its asset and the coin of its fee. */
    async tellReserved(
      tx: Tx,
      emit: Emit,
      userId: string,
      from: { walletId: string; blockchain: string; tokenId: string; item: string },
    ): Promise<void> {
      for (const asset of await store.listOf(tx, from.walletId)) {
        if (asset.blockchain !== from.blockchain || asset.replacedAt) continue
        const moves = asset.tokenId === from.tokenId && asset.item === from.item
        if (moves || !asset.type) emit(userId, 'asset:updated', () => viewAt(tx, asset))
      }
    },

    /** Tells the owner an asset as it stands. */
    async tellAgain(tx: Tx, emit: Emit, userId: string, id: string): Promise<void> {
      const asset = await store.find(tx, id)
      if (asset) emit(userId, 'asset:updated', () => viewAt(tx, asset))
    },

    /** Writes balances down and tells their owners. `isGone`: nothing is left that this asset came from. */
    async apply(
      tx: Tx,
      emit: Emit,
      readings: readonly Reading[],
      isGone: (reading: Reading) => Promise<boolean> = async () => false,
    ): Promise<void> {
      for (const reading of readings) {
        await write(tx, emit, reading, reading.amount === 0n && (await isGone(reading)))
      }
    },
  }
}

export type Assets = ReturnType<typeof makeAssets>
