import { and, asc, eq, exists, or, sql } from 'drizzle-orm'
import type { TokenType } from '#contract/asset.ts'
import type { Db } from '#server/db/client.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { accounts, assets, wallets } from '#server/db/schema/wallet.ts'

export interface TokenRow {
  id: string
  blockchain: string
  /** Lower case; '' for the native coin. */
  contract: string
  type: TokenType | null
  symbol: string
  name: string
  decimals: number | null
}

const columns = {
  id: tokens.id,
  blockchain: tokens.blockchain,
  contract: tokens.contract,
  type: tokens.type,
  symbol: tokens.symbol,
  name: tokens.name,
  decimals: tokens.decimals,
}

export const find = async (db: Db, id: string): Promise<TokenRow | undefined> =>
  (await db.select(columns).from(tokens).where(eq(tokens.id, id)))[0]

export const findContract = async (
  db: Db,
  blockchain: string,
  contract: string,
): Promise<TokenRow | undefined> =>
  (
    await db
      .select(columns)
      .from(tokens)
      .where(and(eq(tokens.blockchain, blockchain), eq(tokens.contract, contract)))
  )[0]

/** Two who meet the same contract at once write it once. */
export const insert = (db: Db, row: TokenRow & { createdAt: Date }) =>
  db.insert(tokens).values(row).onConflictDoNothing()

export const rename = (
  db: Db,
  { id, symbol, name, decimals }: Pick<TokenRow, 'id' | 'symbol' | 'name' | 'decimals'>,
) => db.update(tokens).set({ symbol, name, decimals }).where(eq(tokens.id, id))

export interface TokenQuery {
  blockchain?: string | undefined
  address?: string | undefined
  symbol?: string | undefined
}

/** The native coins and whatever this user holds: nobody sees what only others were sent. */
export const listFor = (db: Db, userId: string, query: TokenQuery): Promise<TokenRow[]> => {
  const held = db
    .select({ one: sql`1` })
    .from(assets)
    .innerJoin(accounts, eq(accounts.id, assets.accountId))
    .innerJoin(wallets, eq(wallets.id, accounts.walletId))
    .where(and(eq(assets.tokenId, tokens.id), eq(wallets.userId, userId)))
  return db
    .select(columns)
    .from(tokens)
    .where(
      and(
        or(eq(tokens.contract, ''), exists(held)),
        query.blockchain === undefined ? undefined : eq(tokens.blockchain, query.blockchain),
        query.address === undefined ? undefined : eq(tokens.contract, query.address.toLowerCase()),
        query.symbol === undefined ? undefined : eq(sql`lower(${tokens.symbol})`, query.symbol.toLowerCase()),
      ),
    )
    .orderBy(asc(tokens.createdAt), asc(tokens.id))
}
