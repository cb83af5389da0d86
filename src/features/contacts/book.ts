import type { Contact } from '#contract/contact.ts'
import type { Wallet } from '#contract/wallet.ts'
import { comparableAddress } from '#domain/address.ts'
import { initialOf } from '#domain/contact.ts'
import type { Dealings } from '#domain/names.ts'
import { contactsText } from '#text/contacts.ts'

/** What the list shows of a contact, or of an own wallet. */
export interface BookRow {
  id: string
  name: string
  kind: 'person' | 'wallet'
  initial: string | undefined
  caption: string
  addresses: string[]
}

const once = (addresses: readonly string[]): string[] => [...new Set(addresses)]

/** Of each address that a contact has, its networks; an address may be one on several. */
export const addressesOf = ({ addresses }: Pick<Contact, 'addresses'>): string[] =>
  once(addresses.map(({ address }) => address))

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name, 'en')

export const bookRows = (
  contacts: readonly Contact[],
  wallets: readonly Wallet[],
  dealings: ReadonlyMap<string, Dealings>,
): BookRow[] => [
  ...contacts
    .map((contact): BookRow => {
      const { id, name, addresses } = contact
      const whole = addressesOf(contact)
      const count = whole.reduce(
        (sum, address) => sum + (dealings.get(comparableAddress(address))?.count ?? 0),
        0,
      )
      const networks = addresses.map(({ network }) => contactsText.networks[network]).join(', ')
      return {
        ...{ id, name, kind: 'person', initial: initialOf(name), addresses: whole },
        caption: count > 0 ? `${networks} · ${contactsText.transfers(count)}` : networks,
      }
    })
    .sort(byName),
  ...wallets
    .map(({ id, name, accounts }): BookRow => {
      const addresses = once(accounts.flatMap(({ address }) => address ?? []))
      return { id, name, kind: 'wallet', initial: undefined, caption: contactsText.byWallet, addresses }
    })
    .filter(({ addresses }) => addresses.length > 0)
    .sort(byName),
]

/** Those whose name or address has this in it, in any case. */
export const findRows = (rows: readonly BookRow[], search: string): BookRow[] => {
  const wanted = search.trim().toLowerCase()
  return rows.filter(
    ({ name, addresses }) =>
      name.toLowerCase().includes(wanted) ||
      addresses.some((address) => address.toLowerCase().includes(wanted)),
  )
}
