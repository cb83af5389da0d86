import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { emailKey } from '#domain/email.ts'

/** Whose an address is. */
export interface AddressStatement {
  walletId: string
  userId: string
  network: string
  address: string
}

/** The text that custody signs about an address. JSON, so that no value can pass for another. */
export const addressText = ({ walletId, userId, network, address }: AddressStatement): string =>
  JSON.stringify(['countersign/address/1', walletId, userId, network, address])

/** Who declined a transaction, and why. `at` is ISO. */
export interface DeclineStatement {
  walletId: string
  txId: string
  guardianId: string
  email: string
  at: string
  reason: string
}

/** The text that custody signs about a decline. */
export const declineText = ({ walletId, txId, guardianId, email, at, reason }: DeclineStatement): string =>
  JSON.stringify(['countersign/decline/1', walletId, txId, guardianId, emailKey(email), at, reason])

/** Says whether custody signed a text; what was found right is remembered. */
export type IsSigned = (text: string, signature: string) => boolean

const REMEMBERED_MAX = 10_000

/** `publicKey` is SPKI, DER in base64. Forged signatures are never remembered, so they cannot push out right ones. */
export const makeIsSigned = (publicKey: string): IsSigned => {
  const key: KeyObject = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  })
  const right = new Set<string>()
  return (text, signature) => {
    const known = `${signature} ${text}`
    if (right.has(known)) return true
    if (!verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))) return false
    if (right.size >= REMEMBERED_MAX) right.clear()
    right.add(known)
    return true
  }
}

/** Who a session's cookie stands for. Times are ISO. */
export interface SessionStatement {
  id: string
  userId: string
  email: string
  kind: string
  hash: string
  oldHash: string | null
  oldUntil: string | null
  expiresAt: string
}

/** The text that custody signs about a session. */
export const sessionText = (said: SessionStatement): string =>
  JSON.stringify([
    'countersign/session/1',
    ...[said.id, said.userId, said.email, said.kind],
    ...[said.hash, said.oldHash, said.oldUntil, said.expiresAt],
  ])

/** Whom a user gave a name. `createdAt` is ISO. */
export interface ContactStatement {
  userId: string
  id: string
  name: string
  addresses: readonly { network: string; address: string }[]
  note: string
  createdAt: string
}

/** The text that custody signs about a contact: its seal. */
export const contactText = (said: ContactStatement): string =>
  JSON.stringify([
    'countersign/contact/1',
    ...[said.userId, said.id, said.name, said.note, said.createdAt],
    said.addresses.map(({ network, address }) => [network, address]),
  ])
