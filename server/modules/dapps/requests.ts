import { randomUUID } from 'node:crypto'
import type { WcQuote, WcRequest } from '#contract/dapp.ts'
import type { Reading } from '#contract/page.ts'
import type { List } from '#contract/primitive.ts'
import { caip2 } from '#domain/chain.ts'
import { requestKind } from '#domain/dapp.ts'
import { DRAWN_OTHERWISE } from '#domain/drawn.ts'
import { digestOf } from '#server/custody/custody.ts'
import type { Request as Asked, Namespaces } from '#server/dapps/message.ts'
import type { Client } from '#server/dapps/remote.ts'
import { lockKey } from '#server/db/advisory.ts'
import { atRevision } from '#server/db/changes.ts'
import type { Tx } from '#server/db/client.ts'
import type { Emit } from '#server/db/unit.ts'
import { conflict, invalid, notFound, passedOn } from '#server/error.ts'
import type { Caller } from '#server/http/access.ts'
import { checkAlone, isPaged, readList } from '#server/http/reading.ts'
import type { Wish } from '#server/modules/transactions/service.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import type { Answers } from './answers.ts'
import type { Connection } from './connection.ts'
import type { DappDeps } from './deps.ts'
import { EXPIRED, type Fault, failed, NOT_AVAILABLE, refused, TOO_MANY, USER_REJECTED } from './fault.ts'
import { isHeard } from './heard.ts'
import { judge } from './judge.ts'
import { confirmInCustody, messageOf } from './message.ts'
import { networkOf } from './networks.ts'
import type { Owners } from './owners.ts'
import { readCall } from './params.ts'
import type { Reach } from './reach.ts'
import type { Sessions } from './sessions.ts'
import * as store from './store.ts'
import { viewRequest } from './view.ts'

type Request = store.RequestRow

/** By which the owner answers: `digest` is of what he was shown. */
interface Confirmation {
  digest: string
  maxFee?: string | undefined
}

/** An answer needs a moment to arrive before the dApp gives up. */
const MARGIN_MS = 5_000
const DEFAULT_LIFE_MS = 300_000
const LONGEST_LIFE_MS = 7 * 24 * 60 * 60 * 1000
/** What nobody can confirm is refused by itself. */
const UNAVAILABLE_LIFE_MS = 60_000 + MARGIN_MS
/** Of those that can be confirmed, and of the others: neither kind takes the other's place. */
const MAX_OF_SESSION = 5
const MAX_OF_WALLET = 20

const NO_REQUEST = 'This request does not exist'
const TOO_LATE = 'This request has expired'

const deadlineOf = ({ expiresAt }: Pick<store.RequestRow, 'expiresAt'>): Date =>
  new Date(expiresAt.getTime() - MARGIN_MS)

const isAvailable = (request: { method: string }): boolean => requestKind(request) !== undefined

/** Why nobody answered in time. */
const lateness = (row: store.RequestRow): Fault => (isAvailable(row) ? EXPIRED : NOT_AVAILABLE)

export const makeRequests = (
  deps: DappDeps,
  connection: Connection,
  sessions: Sessions,
  owners: Owners,
  answers: Answers,
  reach: Pick<Reach, 'told'>,
) => {
  const { db, clock, log, custody, wallets, transactions } = deps
  const { decide, deliver, resume } = answers
  /** How many requests of a topic and kind are being looked at. */
  const inHand = new Map<string, number>()

  /** Someone else's request does not exist. */
  const own = async (userId: string, id: string): Promise<Request> => {
    const found = await store.findRequest(db, id)
    if (!found || !(await owners.isOf(userId, found.walletId))) throw notFound(NO_REQUEST)
    return found
  }
  const again = (userId: string, id: string): Promise<WcRequest> =>
    atRevision(db, { userId, list: 'request' }, id, async () => viewRequest(await own(userId, id)))

  /** What became of the transaction decides what the dApp hears. */
  const settle = async (request: Request): Promise<void> => {
    const { transactionId } = request
    if (transactionId === null) return
    const progress = await transactions.progress(transactionId)
    switch (progress.kind) {
      case 'waiting':
        return
      case 'sent':
        await decide(request, 'confirmed', 'executed', { result: progress.hash })
        return
      case 'ended': {
        const error = progress.by === 'failure' ? failed(progress.reason) : refused(progress.reason)
        await decide(request, 'confirmed', 'rejected', { error })
      }
    }
  }

  /** The connection that a request came over, where both are as the dApp said. */
  const sessionOf = async (row: Request): Promise<store.SessionRow> => {
    const session = await store.findSession(db, row.sessionId)
    if (!session || !(await isHeard(deps, reach.told, row, session))) throw conflict(DRAWN_OTHERWISE)
    return session
  }

  const confirmMessage = async ({ grant }: Caller, row: Request, digest: string): Promise<void> => {
    const order = messageOf(row, await sessionOf(row))
    await confirmInCustody(custody, { grant, digest, ...order })
    const confirmed = await owners.change(row.walletId, async (tx, tell) => {
      const moved = await store.moveRequest(tx, row.id, 'pending', { status: 'confirmed' })
      if (moved) tell('wc-session:request-result', viewRequest(moved))
      return moved
    })
    if (!confirmed) {
      await custody.dropMessage({ grant, walletId: row.walletId, requestId: row.id })
      throw conflict('This request is decided already')
    }
    await resume(confirmed)
  }

  /** The transaction that is asked for, and of which wallet. */
  const wishOf = async (userId: string, row: Request): Promise<{ wallet: WalletRow; wish: Wish }> => {
    const wallet = await wallets.own(userId, row.walletId)
    const network = networkOf(deps.chains, caip2(row.blockchain) ?? '')
    const address = wallet.accounts.find(({ network }) => network === 'evm')?.address ?? ''
    if (!network) throw conflict('This network is not available on this server')
    const call = readCall(row.params, { address, chainId: network.chainId })
    if (!call.ok) throw conflict(passedOn(call.fault.message))
    return { wallet, wish: { ...call.value, blockchain: network.blockchain } }
  }

  const confirmCall = async (
    { id: userId, grant }: Caller,
    row: Request,
    { digest, maxFee }: Confirmation,
  ): Promise<void> => {
    const { wallet, wish } = await wishOf(userId, row)
    // Before what the chain says of another transaction; custody has the last word.
    const { blockchain, to, value, data } = wish
    const drawn = { walletId: wallet.id, blockchain, to, value, data }
    if (digestOf({ ...drawn, method: 'eth_sendTransaction' }) !== digest) throw conflict(DRAWN_OTHERWISE)
    const session = await sessionOf(row)
    let transactionId: string | undefined
    try {
      const order = {
        ...wish,
        ...{ requestId: row.id, digest },
        maxFee: maxFee === undefined ? undefined : BigInt(maxFee),
        description: session.proposerMeta?.name ?? '',
        expiresAt: deadlineOf(row),
        claim: {
          async make(tx: Tx, emit: Emit, id: string) {
            const change = { status: 'confirmed', transactionId: id } as const
            const confirmed = await store.moveRequest(tx, row.id, 'pending', change)
            if (!confirmed) throw conflict('This request is decided already')
            transactionId = id
            emit(userId, 'wc-session:request-result', viewRequest(confirmed))
          },
          isMade: async (tx: Tx, id: string) => (await store.findRequest(tx, row.id))?.transactionId === id,
        },
      }
      await transactions.call(wallet, order, grant)
      if (transactionId !== undefined) await transactions.carry(transactionId)
    } finally {
      const found = await store.findRequest(db, row.id)
      if (found?.status === 'confirmed') await settle(found)
    }
  }

  /** Nobody decided in time. What a confirmation proposed that broke off ends with it, unless it is signed. */
  const expire = async (request: Request): Promise<void> => {
    const { id: requestId, walletId } = request
    const error = lateness(request)
    if (requestKind(request) === 'send-transaction') {
      const { ended } = await custody.endRequest({ walletId, requestId, reason: error.message })
      if (!ended) return
    }
    await decide(request, 'pending', 'rejected', { error })
  }

  const refuse = async (client: Client, topic: string, rpcId: number, error: Fault): Promise<void> => {
    await client
      .respond(topic, rpcId, { error })
      .catch((failure: unknown) => log.warn({ err: failure, topic }, 'A refusal was not sent'))
  }

  const arrived = async (
    client: Client,
    row: store.SessionRow,
    granted: Namespaces,
    { id: rpcId, topic, params: { chainId, request } }: Asked,
  ): Promise<void> => {
    const known = await store.requestOf(db, topic, rpcId)
    if (known) return deliver(known)
    const now = clock.now()
    const expiry = (request.expiryTimestamp ?? 0) * 1000 || now.getTime() + DEFAULT_LIFE_MS
    const available = isAvailable(request)
    const latest = now.getTime() + (available ? LONGEST_LIFE_MS : UNAVAILABLE_LIFE_MS)
    const expiresAt = new Date(Math.min(expiry, latest))
    const verdict = await judge(deps, { ...row, granted }, chainId, request)
    if (!verdict.ok) return refuse(client, topic, rpcId, verdict.fault)
    if (deadlineOf({ expiresAt }) <= now) return refuse(client, topic, rpcId, EXPIRED)
    const fault = await owners.change(row.walletId, async (tx, tell) => {
      await connection.check(tx)
      await lockKey(tx, `dapp ${row.walletId}`)
      const place = { walletId: row.walletId, sessionId: row.id }
      const waiting = await store.pendingOfWallet(tx, row.walletId)
      const alike = waiting.filter((other) => isAvailable(other) === available)
      const own = alike.filter(({ sessionId }) => sessionId === row.id)
      if (own.length >= MAX_OF_SESSION || alike.length >= MAX_OF_WALLET) return TOO_MANY
      const made = { ...place, id: randomUUID(), topic, rpcId, blockchain: verdict.value.blockchain }
      await store.insertRequest(tx, {
        ...made,
        method: request.method,
        params: verdict.value.params,
        status: 'pending',
        createdAt: now,
        expiresAt,
      })
      const inserted = await store.requestOf(tx, topic, rpcId)
      if (inserted) tell('wc-session:request', viewRequest(inserted))
      return undefined
    })
    if (fault) await refuse(client, topic, rpcId, fault)
  }

  /** A dApp asks for something. Told again it changes nothing. */
  const requested = async (client: Client, request: Asked): Promise<void> => {
    const { topic } = request
    const held = await client.session(topic)
    const session = held && (await store.sessionOfPairing(db, held.pairingTopic))
    if (!session) return
    // In turn: the approval of the session may not be written down yet.
    await sessions.queue.run(session.id, async () => {
      const now = await store.findSession(db, session.id)
      // Whose topic it is says the row: the client's process may be anybody's.
      if (now?.status === 'connected' && now.topic === topic)
        await arrived(client, now, held.namespaces, request)
    })
  }

  return {
    async list(userId: string, { since, ...query }: store.RequestQuery & Reading): Promise<List<WcRequest>> {
      const { walletId, sessionId, status } = query
      if (walletId !== undefined) await wallets.own(userId, walletId)
      if (sessionId !== undefined) await sessions.own(userId, sessionId)
      if (walletId !== undefined && sessionId === undefined && status === undefined && !isPaged(query)) {
        return readList(db, { userId, list: 'request', walletId }, since, async (ids) => {
          const { rows } = await store.listRequests(db, [walletId], {}, ids)
          const total = ids ? await store.countRequests(db, walletId) : rows.length
          return { items: rows.map(viewRequest), total }
        })
      }
      checkAlone({ since })
      const of = walletId === undefined ? await owners.walletsOf(userId) : [walletId]
      const { rows, total } = await store.listRequests(db, of, query)
      return { items: rows.map(viewRequest), total }
    },
    get: again,

    async quote(userId: string, id: string): Promise<WcQuote> {
      const request = await own(userId, id)
      if (requestKind(request) !== 'send-transaction') throw invalid('Only a transaction has a fee')
      if (request.status !== 'pending') throw conflict('This request is decided already')
      const { wallet, wish } = await wishOf(userId, request)
      const { available, fees, problem, tokens } = await transactions.quoteCall(wallet, wish)
      return {
        available: available.toString(),
        fee: fees?.fee.toString(),
        feeCeiling: fees?.feeCeiling.toString(),
        problem,
        tokens,
      }
    },

    async confirm(who: Caller, id: string, confirmation: Confirmation): Promise<WcRequest> {
      const { id: userId } = who
      const row = await own(userId, id)
      const kind = requestKind(row)
      if (kind === undefined) throw invalid(passedOn(NOT_AVAILABLE.message))
      if (row.status !== 'pending') throw conflict('This request is decided already')
      if (deadlineOf(row) <= clock.now()) throw conflict(TOO_LATE)
      const wallet = await wallets.own(userId, row.walletId)
      if (wallet.status !== 'active')
        throw conflict(`This wallet is ${wallet.status}. Only an active one can confirm.`)
      await (kind === 'personal-sign'
        ? confirmMessage(who, row, confirmation.digest)
        : confirmCall(who, row, confirmation))
      return again(userId, id)
    },

    async cancel({ id: userId, grant }: Caller, id: string): Promise<WcRequest> {
      const request = await own(userId, id)
      if (request.status !== 'pending') throw conflict('This request is decided already')
      // Custody first: a confirmation may have broken off before.
      await custody.dropMessage({ grant, walletId: request.walletId, requestId: id })
      if (!(await decide(request, 'pending', 'rejected', { error: USER_REJECTED })))
        throw conflict('This request is decided already')
      return again(userId, id)
    },

    requested,

    /** As `requested`, for what came in just now and only once: a flood is turned away before it costs anything. */
    async received(client: Client, request: Asked): Promise<void> {
      const { topic, id, params } = request
      const kind = `${topic} ${isAvailable(params.request)}`
      const before = inHand.get(kind) ?? 0
      if (before >= MAX_OF_SESSION) return refuse(client, topic, id, TOO_MANY)
      inHand.set(kind, before + 1)
      try {
        await requested(client, request)
      } finally {
        const left = (inHand.get(kind) ?? 1) - 1
        if (left === 0) inHand.delete(kind)
        else inHand.set(kind, left)
      }
    },

    /** Whatever is decided and not answered, in progress, or out of time. */
    async round(): Promise<void> {
      const now = clock.now()
      for (const request of await store.unanswered(db, new Date(now.getTime() + MARGIN_MS))) {
        const { status, transactionId } = request
        try {
          if (status === 'pending') await expire(request)
          else if (status !== 'confirmed') void deliver(request)
          else if (transactionId !== null) await settle(request)
          else await resume(request)
        } catch (error) {
          log.warn({ err: error, requestId: request.id }, 'A request could not be carried on yet')
        }
      }
    },
  }
}
