import type { Namespaces, Proposal, Reason, Wants } from '#server/dapps/message.ts'
import type { Wanted } from '#server/db/schema/dapp.ts'

export type Refusal = Exclude<Reason, 'USER_REJECTED'>

export type Reading =
  | { ok: true; wanted: Wanted }
  | { ok: false; refusal: Refusal /** What follows the dApp's name in a sentence. */; why: string }

const NAMESPACE = 'eip155'
const EVENTS = ['chainChanged', 'accountsChanged']
const MAX_METHODS = 100
const METHOD = /^[\x21-\x7e]{1,64}$/

const unique = (values: readonly string[]): string[] => [...new Set(values)]

/** Keys are `eip155` with a list of chains, or one chain such as `eip155:153`. */
const collect = (namespaces: Wants): Wanted => {
  const entries = Object.entries(namespaces)
  const own = entries.filter(([key]) => key.split(':')[0] === NAMESPACE).map(([, value]) => value)
  return {
    chains: unique(entries.flatMap(([key, { chains }]) => (key.includes(':') ? [key] : (chains ?? [key])))),
    methods: unique(own.flatMap(({ methods }) => methods)),
    events: unique(own.flatMap(({ events }) => events)),
  }
}

const list = (values: readonly string[]): string =>
  values.slice(0, 3).join(', ').slice(0, 200) + (values.length > 3 ? ' …' : '')

const missing = (refusal: Refusal, what: string): Reading => ({
  ok: false,
  refusal,
  why: `needs ${what}, which this wallet does not have`,
})

/**
 * Reads what a dApp proposes. Only what it requires and is not there refuses it: a chain or an event; or that none of
 * the chains it asks for is there. What is wanted is what it asks for, required or optional, as far as it is there.
 */
export const readProposal = (
  {
    requiredNamespaces,
    optionalNamespaces = {},
  }: Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>,
  offered: readonly string[],
): Reading => {
  const required = collect(requiredNamespaces)
  const optional = collect(optionalNamespaces)
  const strangeChains = required.chains.filter((chain) => !offered.includes(chain))
  if (strangeChains.length > 0) return missing('UNSUPPORTED_CHAINS', `the network ${list(strangeChains)}`)
  const strangeEvents = required.events.filter((event) => !EVENTS.includes(event))
  if (strangeEvents.length > 0) return missing('UNSUPPORTED_EVENTS', `the event ${list(strangeEvents)}`)
  const chains = unique([...required.chains, ...optional.chains])
  const known = chains.filter((chain) => offered.includes(chain))
  if (chains.length === 0) return { ok: false, refusal: 'UNSUPPORTED_CHAINS', why: 'asks for no network' }
  if (known.length === 0) return missing('UNSUPPORTED_CHAINS', `the network ${list(chains)}`)
  const methods = unique([...required.methods, ...optional.methods])
    .filter((method) => METHOD.test(method))
    .slice(0, MAX_METHODS)
  if (required.methods.some((method) => !methods.includes(method)))
    return missing('UNSUPPORTED_METHODS', 'methods that are too many or too long')
  const events = EVENTS.filter((event) => [...required.events, ...optional.events].includes(event))
  return { ok: true, wanted: { chains: known, methods, events } }
}

/**
 * What an approved session may use: what the dApp asked for, of the chains that are there. Methods that nobody offers
 * here are granted, too, so that their requests arrive and can be listed.
 */
export const grant = (
  { chains, methods, events }: Wanted,
  offered: readonly string[],
  address: string,
): Namespaces => {
  const granted = chains.filter((chain) => offered.includes(chain))
  return {
    [NAMESPACE]: {
      chains: granted,
      accounts: granted.map((chain) => `${chain}:${address}`),
      methods,
      events,
    },
  }
}

/** Whether a session was granted for this address and no other one. */
export const isGranted = (namespaces: Namespaces, address: string): boolean => {
  const accounts = Object.values(namespaces).flatMap((namespace) => namespace.accounts)
  return accounts.length > 0 && accounts.every((account) => account.endsWith(`:${address}`))
}
