import { and, asc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { TokenType } from '#contract/asset.ts'
import type { Db } from '#server/db/client.ts'
import { prepared } from '#server/db/prepared.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { accounts, assets } from '#server/db/schema/wallet.ts'

export interface AssetRow {
  id: string
  accountId: string
  walletId: string
  tokenId: string
  item: string
  amount: string
  blockchain: string
  contract: string
  type: TokenType | null
  symbol: string
  decimals: number | null
  /** When another account took the place of this one's. */
  replacedAt: Date | null
}

const columns = {
  id: assets.id,
  accountId: assets.accountId,
  walletId: accounts.walletId,
  tokenId: assets.tokenId,
  item: assets.item,
  amount: assets.amount,
  blockchain: tokens.blockchain,
  contract: tokens.contract,
  type: tokens.type,
  symbol: tokens.symbol,
  decimals: tokens.decimals,
  replacedAt: accounts.replacedAt,
}

const from = (db: Db) =>
  db
    .select(columns)
    .from(assets)
    .innerJoin(accounts, eq(accounts.id, assets.accountId))
    .innerJoin(tokens, eq(tokens.id, assets.tokenId))

const ofWallet = prepared((db) =>
  from(db)
    .where(
      and(
        eq(accounts.walletId, sql.placeholder('walletId')),
        // What is left of an account whose place another one took is on its way there.
        or(isNull(accounts.replacedAt), gt(assets.amount, '0')),
      ),
    )
    .orderBy(asc(assets.createdAt), asc(assets.id))
    .prepare('assets_of_wallet'),
)

export const listOf = (db: Db, walletId: string): Promise<AssetRow[]> => ofWallet(db).execute({ walletId })

/** The same thing in accounts of the wallet that are in use no more. */
export const formerOf = (
  db: Db,
  { walletId, tokenId, item }: Pick<AssetRow, 'walletId' | 'tokenId' | 'item'>,
): Promise<AssetRow[]> =>
  from(db).where(
    and(
      eq(accounts.walletId, walletId),
      eq(assets.tokenId, tokenId),
      eq(assets.item, item),
      isNotNull(accounts.replacedAt),
    ),
  )

export const listOfAccount = (db: Db, accountId: string, blockchain: string): Promise<AssetRow[]> =>
  from(db).where(and(eq(assets.accountId, accountId), eq(tokens.blockchain, blockchain)))

export const find = async (db: Db, id: string): Promise<AssetRow | undefined> =>
  (await from(db).where(eq(assets.id, id)))[0]

export interface Place {
  accountId: string
  tokenId: string
  item: string
}

const at = ({ accountId, tokenId, item }: Place) =>
  and(eq(assets.accountId, accountId), eq(assets.tokenId, tokenId), eq(assets.item, item))

export const findAt = async (db: Db, place: Place): Promise<AssetRow | undefined> =>
  (await from(db).where(at(place)))[0]

export const insert = (db: Db, row: Place & { id: string; amount: string; createdAt: Date }) =>
  db.insert(assets).values({ ...row, updatedAt: row.createdAt })

export const setAmount = (db: Db, id: string, amount: string, updatedAt: Date) =>
  db.update(assets).set({ amount, updatedAt }).where(eq(assets.id, id))

export const remove = (db: Db, id: string) => db.delete(assets).where(eq(assets.id, id))
