import * as z from 'zod/mini'
import { ACCOUNT_NETWORKS } from '#contract/blockchain.ts'
import { nameKey } from '#domain/contact.ts'
import { contactText, type IsSigned } from '#server/custody/custody.ts'
import type { ContactRow } from './store.ts'

const Addresses = z.array(z.strictObject({ network: z.enum(ACCOUNT_NETWORKS), address: z.string() }))

/** What custody seals of a row; undefined where that cannot be read. */
export const sealedOf = ({ id, name, addresses, note, createdAt }: ContactRow) => {
  const read = Addresses.safeParse(addresses)
  return read.success
    ? { id, name, addresses: read.data, note, createdAt: createdAt.toISOString() }
    : undefined
}

/** A row alone proves nothing: it is what its user saved only where custody signed all of it. */
export const isProven = (row: ContactRow, isSigned: IsSigned): boolean => {
  const sealed = sealedOf(row)
  return (
    sealed !== undefined &&
    row.signature !== null &&
    row.nameKey === nameKey(row.name) &&
    isSigned(contactText({ userId: row.userId, ...sealed }), row.signature)
  )
}
