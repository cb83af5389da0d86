import { and, desc, eq, inArray, max, notLike } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/client.ts'
import { sessions, users } from '#server/db/schema/auth.ts'
import { accounts, wallets } from '#server/db/schema/wallet.ts'
import { DEMO_DOMAIN } from './guardian.ts'

/** People whose wallets the page offers. */
const PEOPLE = 5

export interface OwnWallet {
  email: string
  name: string
  status: string
  address: string
  /** Its address on the sandbox's Bitcoin chain; null before it has one. */
  bitcoin: string | null
}

const bitcoin = alias(accounts, 'bitcoin')

/** Wallets with an EVM address of those who signed in last, the newest first; demo guardians need no test money. */
export const newestWallets = async (db: Db): Promise<OwnWallet[]> => {
  const last = max(sessions.createdAt)
  const people = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(notLike(users.email, `%@${DEMO_DOMAIN}`))
    .groupBy(users.id)
    .orderBy(desc(last))
    .limit(PEOPLE)
  const ids = people.map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await db
    .select({
      userId: users.id,
      email: users.email,
      name: wallets.name,
      status: wallets.status,
      address: accounts.address,
      bitcoin: bitcoin.address,
    })
    .from(wallets)
    .innerJoin(users, eq(users.id, wallets.userId))
    .innerJoin(accounts, eq(accounts.walletId, wallets.id))
    .leftJoin(bitcoin, and(eq(bitcoin.walletId, wallets.id), eq(bitcoin.network, 'regtest')))
    .where(and(inArray(users.id, ids), eq(accounts.network, 'evm')))
    .orderBy(desc(wallets.createdAt))
  return ids.flatMap((id) =>
    rows.filter(({ userId }) => userId === id).map(({ userId: _, ...wallet }) => wallet),
  )
}
