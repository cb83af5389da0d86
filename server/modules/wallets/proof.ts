import {
  addressText,
  type Custody,
  type CustodyRefusal,
  type IsSigned,
  type Overview,
} from '#server/custody/custody.ts'
import { makeIdentity } from '#server/identity.ts'
import { askApart } from './apart.ts'
import type { AccountRow, WalletRow } from './store.ts'

/** Wallets that custody is asked about in one call: it takes no more than a thousand. */
const PART = 500

/** A wallet whose owner custody confirms. `accounts` are those that custody vouches for. */
export interface ProvenWallet extends WalletRow {
  /** Accounts of the database that custody did not sign for this owner. Their addresses are shown to nobody. */
  unverified: AccountRow[]
  /** Undefined until custody holds the wallet's key. */
  overview: Overview | undefined
}

/** What custody says of some wallets, asked before a transaction in which their rows are read. */
export interface Word {
  isSigned: IsSigned
  overviews: ReadonlyMap<string, Overview>
}

const textOf = ({ id: walletId, userId }: Pick<WalletRow, 'id' | 'userId'>, account: AccountRow): string =>
  addressText({ walletId, userId, network: account.network, address: account.address })

/** Holds what the database says of wallets against custody's word: a row alone proves neither owner nor address. */
export const makeProof = (custody: Custody) => {
  const key = makeIdentity(custody)

  const overview = (walletIds: string[]) => custody.overview({ walletIds })

  const word = async (walletIds: string[], ask = overview): Promise<Word> => {
    const parts = Array.from({ length: Math.ceil(walletIds.length / PART) }, (_, at) =>
      walletIds.slice(at * PART, (at + 1) * PART),
    )
    const [isSigned, ...overviews] = await Promise.all([key(), ...parts.map(ask)])
    return { isSigned, overviews: new Map(overviews.flat().map((overview) => [overview.walletId, overview])) }
  }

  const proven = (row: WalletRow, { isSigned, overviews }: Word): ProvenWallet[] => {
    const overview = overviews.get(row.id)
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
    word,
    /** The row, if custody confirmed its owner. */
    believed: (row: WalletRow, said: Word): ProvenWallet | undefined => proven(row, said)[0],

    /** Those of the rows whose owner custody confirms, in their order. */
    async wallets(rows: readonly WalletRow[]): Promise<ProvenWallet[]> {
      if (rows.length === 0) return []
      const said = await word(rows.map(({ id }) => id))
      return rows.flatMap((row) => proven(row, said))
    },

    /** The same for somebody who only looks. What custody refuses to speak of keeps nothing else away, and has no address. */
    async shown(
      rows: readonly WalletRow[],
      tell: (error: CustodyRefusal, id: string) => void,
    ): Promise<ProvenWallet[]> {
      if (rows.length === 0) return []
      const refused = new Set<string>()
      const said = await word(
        rows.map(({ id }) => id),
        (part) =>
          askApart(part, overview, (error, id) => {
            refused.add(id)
            tell(error, id)
          }),
      )
      return rows.flatMap((row) =>
        refused.has(row.id)
          ? [{ ...row, accounts: [], unverified: row.accounts, overview: undefined }]
          : proven(row, said),
      )
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
