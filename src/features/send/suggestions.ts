import type { AccountNetwork } from '#contract/blockchain.ts'
import type { Contact } from '#contract/contact.ts'
import type { Wallet } from '#contract/wallet.ts'
import { comparableAddress } from '#domain/address.ts'
import { amountText, unitsToText, unitText } from '#domain/amount.ts'
import { accountNetworkOf } from '#domain/chain.ts'
import { initialOf } from '#domain/contact.ts'
import { dayText } from '#domain/date.ts'
import { type Dealings, type Names, nameOf, type paidOf } from '#domain/names.ts'
import { contactsText } from '#text/contacts.ts'
import { sendText } from '#text/send.ts'

/** What is said below a name; only the amount in it is covered where amounts are. */
interface Caption {
  before?: string
  amount?: string
  after?: string
}

/** Somebody to whom one may want to send. */
export interface Suggestion {
  kind: 'person' | 'wallet' | 'unnamed'
  /** Of the wallet, or of the contact or transaction. */
  id: string
  name: string | undefined
  initial: string | undefined
  address: string
  caption: Caption
}

export interface Suggestions {
  recent: Suggestion[]
  people: Suggestion[]
  wallets: Suggestion[]
}

export interface Known {
  contacts: readonly Contact[]
  wallets: readonly Pick<Wallet, 'id' | 'name' | 'accounts'>[]
  /** The latest first. */
  paid: ReturnType<typeof paidOf>
  dealings: ReadonlyMap<string, Dealings>
  names: Names
}

type Wanted = {
  /** Where the chosen asset lives; undefined before one is chosen. */
  network: AccountNetwork | undefined
  /** The wallet that sends. */
  from: string | undefined
  /** What stands in the field. */
  search: string
}

const MOST_RECENT = 3
/** So many of the others are drawn; more are found by typing. */
const MOST = 50

const recentOf = ({ paid, names }: Known, fits: (network: string | undefined) => boolean): Suggestion[] =>
  paid
    .filter(({ blockchain }) => fits(accountNetworkOf(blockchain)))
    .map((transaction) => {
      const {
        id,
        recipient: address,
        createdAt,
        amount,
        assetDecimals,
        assetSymbol,
        assetTokenId,
      } = transaction
      const named = nameOf(names, address)
      const day = dayText(createdAt)
      const { before, after } = sendText.recipients.sent
      const sum = `${amountText(unitsToText(amount, assetDecimals))} ${unitText(assetSymbol, assetTokenId)}`
      return {
        ...{ kind: named?.kind ?? 'unnamed', id, address, name: named?.name },
        initial: named?.kind === 'person' ? initialOf(named.name) : undefined,
        caption: named
          ? { before: sendText.recipients.lastSent(day) }
          : { before, amount: sum, after: after(day) },
      }
    })

const peopleOf = ({ contacts, dealings }: Known, fits: (network: string) => boolean): Suggestion[] =>
  contacts
    .flatMap(({ id, name, addresses }) =>
      addresses
        .filter(({ network }) => fits(network))
        .map(({ network, address }): Suggestion => {
          const count = dealings.get(comparableAddress(address))?.count ?? 0
          const words = count > 0 ? contactsText.transfers(count) : contactsText.networks[network]
          return { kind: 'person', id, name, initial: initialOf(name), address, caption: { before: words } }
        }),
    )
    .sort((a, b) => (a.name ?? '').localeCompare(b.name ?? '', 'en'))

const walletsOf = ({ wallets }: Known, fits: (network: string) => boolean): Suggestion[] =>
  wallets.flatMap(({ id, name, accounts }) =>
    accounts
      .filter(({ network, address }) => address !== '' && fits(network))
      .map(({ address }) => ({ kind: 'wallet', id, name, initial: undefined, address, caption: {} })),
  )

/** Whom to offer: who was paid last, who is in the address book, and own wallets, each once. */
export const suggestionsFor = (known: Known, { network, from, search }: Wanted): Suggestions => {
  const wanted = search.trim().toLowerCase()
  const fits = (one: string | undefined) => network === undefined || one === network
  const own = new Set(
    known.wallets
      .filter(({ id }) => id === from)
      .flatMap(({ accounts }) => accounts.map(({ address }) => comparableAddress(address))),
  )
  const seen = new Set<string>(own)
  const found = (all: Suggestion[], most: number) => {
    const some = all
      .filter(({ name = '', address }) => {
        const key = comparableAddress(address)
        // A whole address is no longer searched for.
        if (seen.has(key) || key === comparableAddress(search)) return false
        return name.toLowerCase().includes(wanted) || address.toLowerCase().includes(wanted)
      })
      .slice(0, most)
    for (const { address } of some) seen.add(comparableAddress(address))
    return some
  }
  return {
    recent: found(recentOf(known, fits), MOST_RECENT),
    people: found(peopleOf(known, fits), MOST),
    wallets: found(walletsOf(known, fits), MOST),
  }
}
