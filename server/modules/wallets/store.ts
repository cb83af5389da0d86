import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import type { AccountNetwork } from '#contract/blockchain.ts'
import type { WalletStatus } from '#contract/status.ts'
import type { Db } from '#server/db/client.ts'
import { prepared } from '#server/db/prepared.ts'
import { users } from '#server/db/schema/auth.ts'
import { approvalFlows } from '#server/db/schema/guardian.ts'
import { accounts, wallets } from '#server/db/schema/wallet.ts'

export const HIDDEN = ['removed', 'rejected', 'canceled', 'failure'] as const satisfies WalletStatus[]

export interface WalletRow {
  id: string
  userId: string
  email: string
  vaultId: string
  name: string
  status: WalletStatus
  kycCompleted: boolean
  createdAt: Date
  accounts: AccountRow[]
}

export interface AccountRow {
  id: string
  walletId: string
  network: AccountNetwork
  address: string
  /** Custody's, over owner, wallet, network and address. */
  signature: string | null
}

/** An account with whose it is. */
export interface Holder {
  accountId: string
  walletId: string
  userId: string
  network: AccountNetwork
  address: string
  addressKey: string
  signature: string | null
}

const columns = {
  id: wallets.id,
  userId: wallets.userId,
  email: users.email,
  vaultId: users.vaultId,
  name: wallets.name,
  status: wallets.status,
  kycCompleted: wallets.kycCompleted,
  createdAt: wallets.createdAt,
}

const account = {
  id: accounts.id,
  walletId: accounts.walletId,
  network: accounts.network,
  address: accounts.address,
  signature: accounts.signature,
}

/** Wallets with the accounts that they use, in one statement: a row for each account, and one for a wallet without. */
const withAccounts = (db: Db) =>
  db
    .select({ wallet: columns, account })
    .from(wallets)
    .innerJoin(users, eq(users.id, wallets.userId))
    .leftJoin(accounts, and(eq(accounts.walletId, wallets.id), isNull(accounts.replacedAt)))

const gather = (rows: { wallet: Omit<WalletRow, 'accounts'>; account: AccountRow | null }[]): WalletRow[] => {
  const found = new Map<string, WalletRow>()
  for (const { wallet, account: own } of rows) {
    const row = found.get(wallet.id) ?? { ...wallet, accounts: [] }
    if (own) row.accounts.push(own)
    found.set(wallet.id, row)
  }
  return [...found.values()]
}

/** The account for EVM chains first. */
const accountOrder = [sql`${accounts.network} <> 'evm'`, asc(accounts.createdAt), asc(accounts.id)]

const byUser = prepared((db) =>
  withAccounts(db)
    .where(eq(wallets.userId, sql.placeholder('userId')))
    .orderBy(asc(wallets.createdAt), asc(wallets.id), ...accountOrder)
    .prepare('wallets_of_user'),
)
const byId = prepared((db) =>
  withAccounts(db)
    .where(eq(wallets.id, sql.placeholder('id')))
    .orderBy(...accountOrder)
    .prepare('wallet_by_id'),
)

export const listOf = async (db: Db, userId: string): Promise<WalletRow[]> =>
  gather(await byUser(db).execute({ userId }))

export const find = async (db: Db, id: string): Promise<WalletRow | undefined> =>
  gather(await byId(db).execute({ id }))[0]

/** Whether another visible wallet of this user has the name. */
export const isNameTaken = async (db: Db, userId: string, name: string): Promise<boolean> => {
  const rows = await db
    .select({ id: wallets.id })
    .from(wallets)
    .where(and(eq(wallets.userId, userId), eq(wallets.name, name), notInArray(wallets.status, [...HIDDEN])))
    .limit(1)
  return rows.length > 0
}

/** Ids of the next people after this one. */
export const usersAfter = async (db: Db, after: string, limit: number): Promise<string[]> => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(gt(users.id, after))
    .orderBy(asc(users.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Those of these wallets that have a row, whatever its status. */
export const known = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: wallets.id })
    .from(wallets)
    .where(inArray(wallets.id, [...ids]))
  return new Set(rows.map(({ id }) => id))
}

export const insert = (db: Db, row: { id: string; userId: string; name: string; createdAt: Date }) =>
  db.insert(wallets).values({ ...row, status: 'created' })

/** Has the rows of its guardians follow custody. */
export const followGuardians = (db: Db, walletId: string) =>
  db.insert(approvalFlows).values({ walletId, changing: true }).onConflictDoNothing()

export const setName = (db: Db, id: string, name: string) =>
  db.update(wallets).set({ name }).where(eq(wallets.id, id))

/** False when the wallet was not in one of the expected statuses any more. */
export const move = async (
  db: Db,
  id: string,
  from: readonly WalletStatus[],
  to: WalletStatus,
): Promise<boolean> => {
  const rows = await db
    .update(wallets)
    .set({ status: to })
    .where(and(eq(wallets.id, id), inArray(wallets.status, [...from])))
    .returning({ id: wallets.id })
  return rows.length === 1
}

/** False when the wallet has one on this network already. */
export const addAccount = async (
  db: Db,
  row: {
    id: string
    walletId: string
    network: AccountNetwork
    address: string
    addressKey: string
    signature: string
    createdAt: Date
  },
): Promise<boolean> => {
  const rows = await db.insert(accounts).values(row).onConflictDoNothing().returning({ id: accounts.id })
  return rows.length === 1
}

/** Others than this one are in use no more. */
export const replaceAccounts = async (
  db: Db,
  { walletId, network, addressKey }: Pick<Holder, 'walletId' | 'network' | 'addressKey'>,
  replacedAt: Date,
): Promise<void> => {
  await db
    .update(accounts)
    .set({ replacedAt })
    .where(
      and(
        eq(accounts.walletId, walletId),
        eq(accounts.network, network),
        ne(accounts.addressKey, addressKey),
        isNull(accounts.replacedAt),
      ),
    )
}

/** Accounts of a network whose place another one took. */
export const replacedHolders = (db: Db, network: AccountNetwork): Promise<Holder[]> =>
  db
    .select(holder)
    .from(accounts)
    .innerJoin(wallets, eq(wallets.id, accounts.walletId))
    .where(and(eq(accounts.network, network), isNotNull(accounts.replacedAt)))

export const setSignature = (db: Db, accountId: string, signature: string) =>
  db.update(accounts).set({ signature }).where(eq(accounts.id, accountId))

/** Wallets whose making was interrupted: they have no account yet. */
export const unfinished = async (db: Db): Promise<string[]> => {
  const rows = await db
    .select({ id: wallets.id })
    .from(wallets)
    .leftJoin(accounts, eq(accounts.walletId, wallets.id))
    .where(and(inArray(wallets.status, ['created', 'processing']), isNull(accounts.id)))
  return rows.map(({ id }) => id)
}

/** Wallets that are to be had and have no account on this network yet, oldest first. */
export const withoutAccount = async (db: Db, network: AccountNetwork): Promise<string[]> => {
  const rows = await db
    .select({ id: wallets.id })
    .from(wallets)
    .leftJoin(
      accounts,
      and(eq(accounts.walletId, wallets.id), eq(accounts.network, network), isNull(accounts.replacedAt)),
    )
    .where(and(notInArray(wallets.status, ['created', 'processing', ...HIDDEN]), isNull(accounts.id)))
    .orderBy(asc(wallets.createdAt), asc(wallets.id))
  return rows.map(({ id }) => id)
}

const holder = {
  accountId: accounts.id,
  walletId: accounts.walletId,
  userId: wallets.userId,
  network: accounts.network,
  address: accounts.address,
  addressKey: accounts.addressKey,
  signature: accounts.signature,
}

export const everyHolder = (db: Db): Promise<Holder[]> =>
  db.select(holder).from(accounts).innerJoin(wallets, eq(wallets.id, accounts.walletId))

export const holdersOf = async (db: Db, network: AccountNetwork, keys: string[]): Promise<Holder[]> =>
  keys.length === 0
    ? []
    : db
        .select(holder)
        .from(accounts)
        .innerJoin(wallets, eq(wallets.id, accounts.walletId))
        .where(and(eq(accounts.network, network), inArray(accounts.addressKey, keys)))

export const holdersById = async (db: Db, accountIds: string[]): Promise<Holder[]> =>
  accountIds.length === 0
    ? []
    : db
        .select(holder)
        .from(accounts)
        .innerJoin(wallets, eq(wallets.id, accounts.walletId))
        .where(inArray(accounts.id, accountIds))

export const addressKeys = async (db: Db, network: AccountNetwork): Promise<string[]> => {
  const rows = await db
    .select({ key: accounts.addressKey })
    .from(accounts)
    .where(eq(accounts.network, network))
  return rows.map(({ key }) => key)
}

export const countAccounts = async (db: Db, network: AccountNetwork): Promise<number> =>
  db.$count(accounts, eq(accounts.network, network))

/** Wallets still without identity verification, with their EVM addresses. */
export const withoutKyc = (db: Db): Promise<{ walletId: string; address: string }[]> =>
  db
    .select({ walletId: wallets.id, address: accounts.address })
    .from(wallets)
    .innerJoin(accounts, and(eq(accounts.walletId, wallets.id), eq(accounts.network, 'evm')))
    .where(and(sql`not ${wallets.kycCompleted}`, notInArray(wallets.status, [...HIDDEN])))

/** Who was verified: a wallet, or whose this address is. */
export interface KycSubject {
  walletId?: string | undefined
  address?: string | undefined
}

/** Ids of the wallets that this is about and that are not verified yet. */
export const openKyc = async (db: Db, { walletId, address }: KycSubject): Promise<string[]> => {
  if (!walletId && !address) return []
  const byAddress = db
    .select({ id: accounts.walletId })
    .from(accounts)
    .where(and(eq(accounts.network, 'evm'), eq(accounts.addressKey, address?.toLowerCase() ?? '')))
  const rows = await db
    .select({ id: wallets.id })
    .from(wallets)
    .where(
      and(
        sql`not ${wallets.kycCompleted}`,
        or(
          walletId ? eq(wallets.id, walletId) : undefined,
          address ? inArray(wallets.id, byAddress) : undefined,
        ),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Ids of those that were not completed before. */
export const completeKyc = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .update(wallets)
    .set({ kycCompleted: true })
    .where(and(sql`not ${wallets.kycCompleted}`, inArray(wallets.id, [...ids])))
    .returning({ id: wallets.id })
  return rows.map(({ id }) => id)
}
