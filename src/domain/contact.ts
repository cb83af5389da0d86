import { ACCOUNT_NETWORKS, type AccountNetwork } from '#contract/blockchain.ts'
import type { Contact } from '#contract/contact.ts'
import type { ContactDraft } from '#contract/endpoints/contact.ts'
import { UNSEEN } from '#contract/line.ts'
import type { Sentence } from '#contract/said.ts'
import { ADDRESS_REQUIRED } from '#contract/walletrule.ts'
import { comparableAddress, isEvmAddress, normalAddress, sameAddress } from './address.ts'
import type { BitcoinNetwork } from './chain.ts'
import { ADDRESS_EVM } from './sendrule.ts'
import { HINT_TEXTS } from './sendwarning.ts'

export const CONTACT_NAME_USED = 'This name is already in use'
export const CONTACT_GONE = 'This contact does not exist'
export const CONTACTS_FULL = 'The address book holds at most 1,000 contacts'
export const ADDRESS_UNKNOWN = 'This is neither an Ethereum nor a Bitcoin address'
export const ADDRESS_FIXED =
  'Something was sent to this address, so it stays. Add the new one under another name.'
export const TWO_ADDRESSES = 'A contact has one address on each network'
export const addressUsed = (name: string) => `This address is already saved as ${name}` as const

const BITCOIN: Readonly<Record<Exclude<AccountNetwork, 'evm'>, BitcoinNetwork>> = {
  bitcoin: 'mainnet',
  testnet: 'testnet',
  regtest: 'regtest',
}

/** The address as it is kept, or what is wrong with it. Loads the codecs only when they are needed. */
export const keptAddress = async (
  network: AccountNetwork,
  text: string,
): Promise<{ address: string } | { error: string }> => {
  const address = normalAddress(text)
  if (network === 'evm') {
    if (!isEvmAddress(address)) return { error: ADDRESS_EVM }
    const { checksumAddress, hasWrongChecksum } = await import('./checksum.ts')
    return hasWrongChecksum(address) ? { error: HINT_TEXTS.checksum } : { address: checksumAddress(address) }
  }
  const { isBitcoinAddress } = await import('./bitcoin.ts')
  return isBitcoinAddress(address, BITCOIN[network])
    ? { address }
    : { error: `Wallet address should be a valid Bitcoin ${BITCOIN[network]} address` }
}

const BLANKS = new RegExp(`[${UNSEEN}]+`, 'gu')

/** One spelling of a name: two that look the same are the same. */
export const nameKey = (name: string): string =>
  name.normalize('NFKC').replace(BLANKS, ' ').trim().toLowerCase()

type Entry = Pick<Contact, 'name' | 'addresses'>

const addressKey = ({ network, address }: Entry['addresses'][number]): string =>
  `${network} ${comparableAddress(address)}`

/** What stands in a user's address book: no two names that look the same, and each address once. */
export const makeBook = (entries: readonly Entry[]) => {
  const names = new Set<string>()
  const holders = new Map<string, string>()
  const add = ({ name, addresses }: Entry): void => {
    names.add(nameKey(name))
    for (const address of addresses) holders.set(addressKey(address), name)
  }
  for (const entry of entries) add(entry)
  return {
    add,
    holds: (address: Entry['addresses'][number]): boolean => holders.has(addressKey(address)),
    /** Why this one cannot stand beside the others; undefined when it can. */
    clash({ name, addresses }: Entry): Sentence | undefined {
      if (new Set(addresses.map(({ network }) => network)).size < addresses.length) return TWO_ADDRESSES
      if (names.has(nameKey(name))) return CONTACT_NAME_USED
      const holder = addresses
        .map((address) => holders.get(addressKey(address)))
        .find((one) => one !== undefined)
      return holder === undefined ? undefined : addressUsed(holder)
    },
  }
}

/** A text as it is typed for an address: on which networks it is one, or what is wrong with it. */
export const readAddress = async (
  text: string,
): Promise<{ addresses: ContactDraft['addresses'] } | { error: string }> => {
  if (normalAddress(text) === '') return { error: ADDRESS_REQUIRED }
  const read = await Promise.all(
    ACCOUNT_NETWORKS.map(async (network) => ({ network, ...(await keptAddress(network, text)) })),
  )
  const addresses = read.flatMap((one) =>
    'address' in one ? [{ network: one.network, address: one.address }] : [],
  )
  if (addresses.length > 0) return { addresses }
  const isEvm = isEvmAddress(normalAddress(text))
  return { error: isEvm ? HINT_TEXTS.checksum : ADDRESS_UNKNOWN }
}

/** Of a name's first letter. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? ''

/** Addresses that a contact had and would not have any more. */
export const addressesLost = (
  before: Pick<Contact, 'addresses'>,
  after: Pick<ContactDraft, 'addresses'>,
): string[] =>
  before.addresses
    .filter(
      ({ network, address }) =>
        !after.addresses.some((kept) => kept.network === network && sameAddress(kept.address, address)),
    )
    .map(({ address }) => address)
