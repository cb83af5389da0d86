import { type Query, QueryCache, QueryClient, type QueryKey } from '@tanstack/query-core'
import { type Atom, atom, useAtomValue } from 'jotai'
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query'
import { useMemo } from 'react'
import { getConfig } from '#contract/endpoints/config.ts'
import { listContacts } from '#contract/endpoints/contact.ts'
import { listPendingSessions, listRequests, listSessions } from '#contract/endpoints/dapp.ts'
import { listApprovals, listApprovers, listInvites } from '#contract/endpoints/guardian.ts'
import { listTransactions } from '#contract/endpoints/transaction.ts'
import { getMyUser } from '#contract/endpoints/user.ts'
import { listAssets, listGuardedWallets, listTokens, listWallets } from '#contract/endpoints/wallet.ts'
import type { List } from '#contract/primitive.ts'
import type { HubFilter, WalletTab } from '#contract/status.ts'
import { momentText } from '#domain/date.ts'
import { RequestError } from '#net/error.ts'
import { api } from './api.ts'
import { loggedAtom } from './auth.ts'
import { configAtom } from './config.ts'
import { untilDrawn } from './drawn.ts'
import { applyAsked, applyList, applyReply } from './entities.ts'
import { loadedAtom, UNTOLD } from './loaded.ts'
import { mirror } from './mirror.ts'
import { newer } from './newer.ts'
import { connectionAtom, heardSince, onlineAtom } from './online.ts'
import { cursorsAtom, setCursor } from './registry.ts'
import { sandboxAtom } from './sandbox.ts'
import { say } from './say.ts'
import { store } from './store.ts'
import { userAtom, visibleWalletsAtom } from './wallets.ts'
import { isPassing, isSilent, words } from './words.ts'

/** Data older than this (milliseconds) is read again when the page is looked at. */
const STALE = 5000
const RETRIES = 2
/** Prices move without an event (milliseconds). */
const PRICES = 60_000

/** Queries whose failure has been said already: a poll says it once, not at each turn. */
const failing = new Set<string>()

/** Read since the live connection logged in: events have told whatever has changed. */
const isTold = ({ queryKey, state }: Query): boolean => {
  const since = heardSince()
  if (since === undefined || UNTOLD.has(String(queryKey[0]))) return false
  return state.dataUpdatedAt >= since && !state.isInvalidated
}

/** After a gap the login reads everything: who looks at the page, or is online again, need not read it besides. */
const isWorthReading = (query: Query): boolean => {
  if (UNTOLD.has(String(query.queryKey[0]))) return true
  return !store.get(loggedAtom) || store.get(connectionAtom) === 'down'
}

const makeClient = () => {
  const made = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isSilent(error) || !store.get(onlineAtom) || failing.has(query.queryHash)) return
        failing.add(query.queryHash)
        say(words(error).message, 'error')
      },
      onSuccess: (_data, query) => {
        failing.delete(query.queryHash)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE,
        refetchOnMount: (query) => (isTold(query) ? false : 'always'),
        refetchOnWindowFocus: isWorthReading,
        refetchOnReconnect: isWorthReading,
        retry: (count, error) => count < RETRIES && isPassing(error),
      },
    },
  })
  made.mount()
  store.set(queryClientAtom, made)
  return made
}

let client = makeClient()

// Nothing of a session may reach the next one, not even a query that somebody still looks at.
store.sub(loggedAtom, () => {
  if (store.get(loggedAtom)) return
  client.clear()
  client.unmount()
  failing.clear()
  client = makeClient()
})

/** How a list stands. The data itself is in the atoms. */
export interface Load {
  phase: 'loading' | 'ready' | 'failed' | 'offline'
  /** It was asked for, and the first answer is still to come. */
  awaited: boolean
  fetching: boolean
  /** When it was last true to the server; it may have been another visit. */
  at: string | undefined
  /** The same, while it may be out of date: there is no connection, or the last try to read it failed. */
  age: string | undefined
  retry: () => void
}

type Fetcher = (signal: AbortSignal, asked: number) => Promise<void>

interface LoadOptions {
  /** Needs no session. */
  open?: boolean
  /** Read again after so many milliseconds, while the page is looked at. */
  every?: number
}

const loadAtom = (key: QueryKey, fetch: Fetcher, { open = false, every }: LoadOptions = {}): Atom<Load> => {
  const name = key.join('/')
  const queryAtom = atomWithQuery((get) => ({
    queryKey: key,
    enabled: open || get(loggedAtom),
    refetchInterval: every ?? false,
    queryFn: async ({ signal }) => {
      await untilDrawn()
      const asked = mirror.arrivals.now()
      await fetch(signal, asked)
      const at = new Date().toISOString()
      store.set(loadedAtom, (loaded) => ({ ...loaded, [name]: at }))
      return at
    },
  }))
  return atom((get) => {
    const query = get(queryAtom)
    const at = get(loadedAtom)[name]
    const missing = query.fetchStatus === 'paused' ? 'offline' : query.isError ? 'failed' : 'loading'
    return {
      phase: at === undefined ? missing : 'ready',
      awaited: at === undefined && query.fetchStatus === 'fetching' && query.failureCount === 0,
      fetching: query.fetchStatus === 'fetching',
      at,
      age: get(onlineAtom) && !query.isError ? undefined : at,
      retry: () => void query.refetch(),
    }
  })
}

const perWallet = (name: string, fetch: (id: string) => Fetcher) => {
  const known = new Map<string, Atom<Load>>()
  return (walletId: string): Atom<Load> => {
    const made = known.get(walletId) ?? loadAtom([name, walletId], fetch(walletId))
    known.set(walletId, made)
    return made
  }
}

/** From here on lists answer what changed. */
const SINCE = 3

/** Reads a list, or what changed in it since it was read last. `apply` says whether the list is whole with that. */
const readChanges = async <T>(
  name: string,
  call: (query: { since?: string }) => Promise<List<T>>,
  apply: (answer: List<T>) => boolean,
): Promise<void> => {
  const read = async (query: { since?: string }) => {
    const answer = await call(query)
    const isWhole = apply(answer)
    setCursor(store, name, isWhole ? answer.cursor : undefined)
    return isWhole
  }
  const since = store.get(cursorsAtom)[name]
  try {
    if (await read(since ? newer(SINCE, { since }) : {})) return
  } catch (error) {
    // A server that does not know it, whose version has not been heard yet.
    if (!since || !(error instanceof RequestError) || error.status !== 400) throw error
    setCursor(store, name, undefined)
  }
  await read({})
}

export const userLoadAtom = loadAtom(['user'], async (signal, asked) => {
  const known = store.get(userAtom)?.id
  const user = await api.call(getMyUser, {}, { signal })
  applyReply(mirror, 'user', user, asked)
  if (known !== undefined && known !== user.id) void refetchLists()
})

export const walletsLoadAtom = loadAtom(['wallets'], (signal, asked) =>
  readChanges(
    'wallets',
    (query) => api.call(listWallets, { query }, { signal }),
    (answer) => applyList.wallets(mirror, answer, asked),
  ),
)

export const tokensLoadAtom = loadAtom(
  ['tokens'],
  async (signal, asked) => {
    applyList.tokens(mirror, await api.call(listTokens, { query: {} }, { signal }), asked)
  },
  { every: PRICES },
)

export const guardedLoadAtom = loadAtom(['guarded'], (signal, asked) =>
  readChanges(
    'guarded',
    (query) => api.call(listGuardedWallets, { query }, { signal }),
    (answer) => applyList.guarded(mirror, answer, asked),
  ),
)

export const invitesLoadAtom = loadAtom(['invites'], (signal, asked) =>
  readChanges(
    'invites',
    (query) => api.call(listInvites, { query }, { signal }),
    (answer) => applyList.invites(mirror, answer, asked),
  ),
)

export const approvalsLoadAtom = loadAtom(['approvals'], (signal, asked) =>
  readChanges(
    'approvals',
    (query) => api.call(listApprovals, { query }, { signal }),
    (answer) => applyList.approvals(mirror, answer, asked),
  ),
)

export const contactsLoadAtom = loadAtom(['contacts'], async (signal, asked) => {
  try {
    await readChanges(
      'contacts',
      (query) => api.call(listContacts, { query }, { signal }),
      (answer) => applyList.contacts(mirror, answer, asked),
    )
  } catch (error) {
    // A server from before there were address books.
    if (!(error instanceof RequestError) || error.status !== 404) throw error
  }
})

export const configLoadAtom = loadAtom(
  ['config'],
  async (signal) => {
    const config = await api.call(getConfig, {}, { signal })
    store.set(configAtom, config)
    store.set(sandboxAtom, config.sandbox ?? null)
  },
  { open: true },
)

export const assetsLoadAtom = perWallet(
  'assets',
  (walletId) => (signal, asked) =>
    readChanges(
      `assets/${walletId}`,
      (query) => api.call(listAssets, { query: { walletId, ...query } }, { signal }),
      (answer) => applyList.assets(mirror, answer, asked, walletId),
    ),
)

export const transactionsLoadAtom = perWallet(
  'transactions',
  (walletId) => (signal, asked) =>
    readChanges(
      `transactions/${walletId}`,
      (query) => api.call(listTransactions, { query: { walletId, ...query } }, { signal }),
      (answer) => applyList.transactions(mirror, answer, asked, walletId),
    ),
)

export const approversLoadAtom = perWallet(
  'approvers',
  (walletId) => (signal, asked) =>
    readChanges(
      `approvers/${walletId}`,
      (query) => api.call(listApprovers, { params: { id: walletId }, query }, { signal }),
      (answer) => applyList.approvers(mirror, answer, asked, walletId),
    ),
)

export const sessionsLoadAtom = perWallet(
  'sessions',
  (walletId) => (signal, asked) =>
    readChanges(
      `sessions/${walletId}`,
      (query) => api.call(listSessions, { query: { walletId, ...query } }, { signal }),
      (answer) => applyList.sessions(mirror, answer, asked, walletId),
    ),
)

export const requestsLoadAtom = perWallet(
  'requests',
  (walletId) => (signal, asked) =>
    readChanges(
      `requests/${walletId}`,
      (query) => api.call(listRequests, { query: { walletId, ...query } }, { signal }),
      (answer) => applyList.requests(mirror, answer, asked, walletId),
    ),
)

/** What DApps ask of all wallets, for those whose own lists nobody looks at. */
const askedLoadAtom = loadAtom(['asked'], async (signal, asked) => {
  const [sessions, requests] = await Promise.all([
    api.call(listPendingSessions, { query: {} }, { signal }),
    api.call(listRequests, { query: { status: 'pending' } }, { signal }),
  ])
  applyAsked(mirror, sessions.items, requests.items, asked)
})

/** In words, of the oldest of these lists. */
const oldest = (...loads: Atom<Load>[]) =>
  atom((get) => {
    const [age] = loads.flatMap((load) => get(load).age ?? []).sort()
    return age && momentText(age, new Date().toISOString())
  })

const TAB_LOADS: Record<WalletTab, (walletId: string) => Atom<Load>> = {
  asset: assetsLoadAtom,
  activity: transactionsLoadAtom,
  dapps: sessionsLoadAtom,
  requests: requestsLoadAtom,
  guardians: approversLoadAtom,
}

/** When what a tab of a wallet shows was true, while that may be over. */
export const useTabAge = (tab: WalletTab, walletId: string): string | undefined =>
  useAtomValue(useMemo(() => oldest(TAB_LOADS[tab](walletId)), [tab, walletId]))

const HUB_AGES: Record<HubFilter, Atom<string | undefined>> = {
  approvals: oldest(approvalsLoadAtom),
  invites: oldest(invitesLoadAtom, guardedLoadAtom),
}

export const useHubAge = (filter: HubFilter): string | undefined => useAtomValue(HUB_AGES[filter])

const NOTHING = atom(undefined)

const useLoad = (family: (id: string) => Atom<Load>, walletId: string | undefined) =>
  useAtomValue<Load | undefined>(walletId === undefined ? NOTHING : family(walletId))

/** Keeps the lists of a wallet loaded; answers whether nothing that its screen begins with is still to come. */
export const useWalletLists = (walletId: string | undefined): boolean => {
  useLoad(requestsLoadAtom, walletId)
  return [
    useLoad(assetsLoadAtom, walletId),
    useLoad(transactionsLoadAtom, walletId),
    useLoad(approversLoadAtom, walletId),
    useLoad(sessionsLoadAtom, walletId),
    useAtomValue(userLoadAtom),
    useAtomValue(configLoadAtom),
  ].every((load) => !load?.awaited)
}

/** Keeps loaded what the send form of a wallet needs; answers how its assets stand. */
export const useSendLists = (walletId: string | undefined): Load | undefined => {
  useLoad(transactionsLoadAtom, walletId)
  useLoad(approversLoadAtom, walletId)
  return useLoad(assetsLoadAtom, walletId)
}

const transactionsOfAll = atom((get) => {
  for (const { id } of get(visibleWalletsAtom)) get(transactionsLoadAtom(id))
})

/** Keeps loaded what went from and to every wallet. */
export const useAllTransactions = (): void => useAtomValue(transactionsOfAll)

/** What every signed-in screen keeps loaded. */
const baseAtom = atom((get) => {
  for (const load of [
    userLoadAtom,
    walletsLoadAtom,
    tokensLoadAtom,
    configLoadAtom,
    guardedLoadAtom,
    invitesLoadAtom,
    approvalsLoadAtom,
    contactsLoadAtom,
  ]) {
    get(load)
  }
  // Of one wallet alone the lists on the screen tell.
  if (get(visibleWalletsAtom).length > 1) get(askedLoadAtom)
})

export const useBaseLists = (): void => useAtomValue(baseAtom)

/** A call that is under way may have been answered before the news: it is given up and made again. */
const readAgain = async (filters: { queryKey?: QueryKey } = {}): Promise<void> => {
  await client.cancelQueries(filters)
  await client.invalidateQueries(filters)
}

/** Events may have been missed: reads every list again that is on the screen. */
export const refetchLists = (): Promise<void> => readAgain()

export const refetchTokens = (): Promise<void> => readAgain({ queryKey: ['tokens'] })

export const refetchGuarded = (): Promise<void> => readAgain({ queryKey: ['guarded'] })
