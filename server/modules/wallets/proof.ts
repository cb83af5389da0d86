import {
  addressText,
  type Custody,
  type IsSigned,
  makeIsSigned,
  type Overview,
} from '#server/custody/custody.ts'
import type { AccountRow, WalletRow } from './store.ts'

/** A wallet whose owner custody confirms. `accounts` are those that custody vouches for. */
export interface ProvenWallet extends WalletRow {
  /** Accounts of the database that custody did not sign for this owner. Their addresses are shown to nobody. */
  unverified: AccountRow[]
  /** Undefined until custody holds the wallet's key. */
  overview: Overview | undefined
}

const textOf = ({ id: walletId, userId }: Pick<WalletRow, 'id' | 'userId'>, account: AccountRow): string =>
  addressText({ walletId, userId, network: account.network, address: account.address })

/** Holds what the database says of wallets against custody's word: a row alone proves neither owner nor address. */
export const makeProof = (custody: Custody) => {
  let known: Promise<IsSigned> | undefined

  const key = (): Promise<IsSigned> => {
    known ??= custody.identity({}).then(({ publicKey }) => makeIsSigned(publicKey))
    known.catch(() => {
      known = undefined
    })
    return known
  }

  const proven = (row: WalletRow, overview: Overview | undefined, isSigned: IsSigned): ProvenWallet[] => {
    // Custody has no key yet: nothing but a wallet that is still being made, which has no address.
    if (!overview && row.accounts.length > 0) return []
    if (overview && overview.userId !== row.userId) return []
    const vouched = (account: AccountRow) =>
      account.signature !== null && isSigned(textOf(row, account), account.signature)
    return [
      {
        ...row,
        accounts: row.accounts.filter(vouched),
        unverified: row.accounts.filter((account) => !vouched(account)),
        overview,
      },
    ]
  }

  return {
    /** Those of the rows whose owner custody confirms, in their order. */
    async wallets(rows: readonly WalletRow[]): Promise<ProvenWallet[]> {
      if (rows.length === 0) return []
      const [isSigned, overviews] = await Promise.all([
        key(),
        custody.overview({ walletIds: rows.map(({ id }) => id) }),
      ])
      const byId = new Map(overviews.map((overview) => [overview.walletId, overview]))
      return rows.flatMap((row) => proven(row, byId.get(row.id), isSigned))
    },

    /** Those of the accounts whose address custody signed for their owner. */
    async accounts<T extends { walletId: string; userId: string } & Omit<AccountRow, 'id'>>(
      rows: readonly T[],
    ): Promise<T[]> {
      const isSigned = await key()
      return rows.filter(
        ({ walletId, userId, network, address, signature }) =>
          signature !== null && isSigned(addressText({ walletId, userId, network, address }), signature),
      )
    },
  }
}
