import { randomUUID } from 'node:crypto'
import type { WcSession } from '#contract/dapp.ts'
import type { Reading } from '#contract/page.ts'
import type { List } from '#contract/primitive.ts'
import type { SessionStatus, WalletStatus } from '#contract/status.ts'
import { accountOn } from '#domain/chain.ts'
import { DRAWN_OTHERWISE } from '#domain/drawn.ts'
import { parseWcLink, WC_LINK_EXPIRED, WC_LINK_INVALID } from '#domain/wclink.ts'
import { makeQueue } from '#server/async/queue.ts'
import { ClientFault, type Proposal } from '#server/dapps/message.ts'
import type { Client } from '#server/dapps/remote.ts'
import { atRevision } from '#server/db/changes.ts'
import type { Tx } from '#server/db/client.ts'
import { AppError, conflict, invalid, notFound, passedOn, providerFailed } from '#server/error.ts'
import { page } from '#server/http/page.ts'
import { checkAlone, isPaged, readList } from '#server/http/reading.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import { closeSession } from './close.ts'
import { type Connection, RELAY_DOWN } from './connection.ts'
import type { DappDeps } from './deps.ts'
import { iconOfData } from './icon.ts'
import { cleanMeta, isMetaOf } from './meta.ts'
import { networkOf, networksOf } from './networks.ts'
import type { Owners, Tell } from './owners.ts'
import { grant, isGranted, readProposal } from './proposal.ts'
import * as store from './store.ts'
import { viewSession } from './view.ts'

type Session = store.SessionRow

const PROPOSAL_MS = 300_000
const LONGEST_LINK_MS = 24 * 60 * 60 * 1000
const KEPT_MS = 30 * 24 * 60 * 60 * 1000
/** How long a call waits for the proposal, to say at once when it cannot be met. */
const HEAR_MS = 1_500
const MAX_OPEN = 50
const GONE: WalletStatus[] = ['removed', 'rejected', 'canceled', 'failure']

const NO_SESSION = 'This connection does not exist'
const LINK_USED = 'This link was already used. Copy a new one.'
const NOT_PENDING = 'This connection does not wait for approval any more'
const NO_NETWORKS = 'The networks of this DApp are not available now'
const PROPOSAL_EXPIRED = 'This connection request has expired. Copy a new link.'

const isUsed = (error: unknown): boolean => error instanceof ClientFault && error.code === 'LinkUsed'

/** Undefined, or why the proposal was turned down. */
type Heard = (refusal: string | undefined) => void

export const makeSessions = (deps: DappDeps, connection: Connection, owners: Owners) => {
  const { db, clock, log, wallets, chains } = deps
  const queue = makeQueue()
  const hearing = new Map<string, Heard>()

  /** One change of a connection: only whoever has the client makes any. */
  const change = <T>(walletId: string, work: (tx: Tx, tellOwner: Tell) => Promise<T>): Promise<T> =>
    owners.change(walletId, async (tx, tellOwner) => {
      await connection.check(tx)
      return work(tx, tellOwner)
    })

  const offered = (): string[] => networksOf(chains)

  /** Someone else's session does not exist. */
  const own = async (userId: string, id: string, walletId?: string): Promise<Session> => {
    const found = await store.findSession(db, id)
    if (!found || (walletId !== undefined && found.walletId !== walletId)) throw notFound(NO_SESSION)
    if (!(await owners.isOf(userId, found.walletId))) throw notFound(NO_SESSION)
    return found
  }
  const again = (userId: string, id: string): Promise<WcSession> =>
    atRevision(db, { userId, list: 'session' }, id, async () => {
      const found = await store.findSession(db, id)
      if (!found) throw notFound(NO_SESSION)
      return viewSession(found)
    })
  const active = async (userId: string, walletId: string): Promise<WalletRow> => {
    const wallet = await wallets.own(userId, walletId)
    if (wallet.status !== 'active')
      throw conflict(`This wallet is ${wallet.status}. Only an active one can connect to a DApp.`)
    return wallet
  }

  /** What the dApp hears is best effort; what could not be said is said by the next reconciliation. */
  const tell = async (work: Promise<unknown> | undefined): Promise<void> => {
    await work?.catch((error: unknown) => log.warn({ err: error }, 'A dApp could not be told'))
  }
  const end = async (session: Session, deletedAt: Date | null = null): Promise<boolean> => {
    const before = await change(session.walletId, (tx, tellOwner) =>
      closeSession(tx, tellOwner, session, clock.now(), deletedAt),
    )
    if (!before) return false
    const client = connection.client()
    if (before.status === 'connected' && before.topic) await tell(client?.disconnect(before.topic))
    else if (before.proposalId) await tell(client?.reject(before.proposalId, 'USER_REJECTED'))
    return true
  }

  const connected = (session: Session, topic: string, expiry: number) =>
    change(session.walletId, async (tx, tellOwner) => {
      const moved = await store.moveSession(tx, session.id, ['pending-approval'], {
        status: 'connected',
        topic,
        expiresAt: new Date(expiry * 1000),
      })
      if (moved) tellOwner('wc-session:started', viewSession(moved))
      return moved
    })

  const hear = async (client: Client, row: Session, proposal: Proposal): Promise<void> => {
    const { dataIcons, ...proposerMeta } = cleanMeta(proposal.proposer.metadata)
    const reading = readProposal(proposal, offered())
    const now = clock.now()
    if (!reading.ok) {
      const { refusal, why } = reading
      await change(row.walletId, async (tx, tellOwner) => {
        const moved = await store.moveSession(tx, row.id, ['created'], {
          status: 'rejected',
          proposalId: proposal.id,
          proposerMeta,
          closedAt: now,
        })
        if (moved) tellOwner('wc-session:closed', viewSession(moved))
      })
      hearing.get(row.id)?.(`${proposerMeta.name} ${why}.`)
      return tell(client.reject(proposal.id, refusal))
    }
    const icon = dataIcons.map(iconOfData).find((found) => found !== undefined)
    const latest = now.getTime() + PROPOSAL_MS
    const asked = proposal.expiryTimestamp * 1000
    await change(row.walletId, async (tx, tellOwner) => {
      const moved = await store.moveSession(tx, row.id, ['created'], {
        status: 'pending-approval',
        proposalId: proposal.id,
        proposerMeta,
        wanted: reading.wanted,
        expiresAt: new Date(asked > 0 && asked < latest ? asked : latest),
      })
      if (!moved) return
      if (icon) await store.insertIcon(tx, { sessionId: row.id, ...icon })
      tellOwner('wc-session:proposal', viewSession(moved))
    })
    hearing.get(row.id)?.(undefined)
  }

  /** A dApp proposes a session. The same proposal again changes nothing; a second one of the same link is refused. */
  const proposed = async (client: Client, proposal: Proposal): Promise<void> => {
    const session = await store.sessionOfPairing(db, proposal.pairingTopic)
    if (!session) return tell(client.reject(proposal.id, 'USER_REJECTED'))
    await queue.run(session.id, async () => {
      const now = await store.findSession(db, session.id)
      if (now?.status === 'created') return hear(client, now, proposal)
      const same = now?.proposalId === proposal.id && now.status === 'pending-approval'
      if (!same) await tell(client.reject(proposal.id, 'USER_REJECTED'))
    })
  }

  const listen = (id: string) => {
    let done: Heard = () => undefined
    const heard = new Promise<string | undefined>((resolve) => {
      done = resolve
    })
    const timer = setTimeout(() => done(undefined), HEAR_MS)
    hearing.set(id, done)
    return {
      heard,
      end() {
        clearTimeout(timer)
        hearing.delete(id)
      },
    }
  }

  const approve = async (row: Session, wallet: WalletRow): Promise<void> => {
    if (row.status !== 'pending-approval' || row.proposalId === null) throw conflict(NOT_PENDING)
    if (row.expiresAt <= clock.now()) throw conflict(PROPOSAL_EXPIRED)
    const [first = ''] = offered()
    const network = networkOf(chains, first)
    const account = network && accountOn(wallet, network.blockchain)
    if (!account) throw conflict('This wallet has no account on an EVM chain yet')
    const client = await connection.use()
    const proposal = await client.proposal(row.proposalId)
    if (proposal?.pairingTopic !== row.pairingTopic) throw conflict(PROPOSAL_EXPIRED)
    if (!isMetaOf(row.proposerMeta, proposal.proposer.metadata)) throw conflict(DRAWN_OTHERWISE)
    const reading = readProposal(proposal, offered())
    if (!reading.ok) throw conflict(NO_NETWORKS)
    const namespaces = grant(reading.wanted, row.wanted?.chains ?? [], account.address)
    if (!namespaces.eip155?.chains?.length) throw conflict(NO_NETWORKS)
    const wanted = await change(row.walletId, (tx) =>
      store.moveSession(tx, row.id, ['pending-approval'], { approvedAt: clock.now() }),
    )
    if (!wanted) throw conflict(NOT_PENDING)
    try {
      const { topic, expiry } = await client.approve(row.proposalId, namespaces)
      if (await connected(row, topic, expiry)) return
      await tell(client.disconnect(topic))
      throw conflict(NOT_PENDING)
    } catch (error) {
      if (error instanceof AppError) throw error
      log.warn({ err: error, sessionId: row.id }, 'A session could not be approved')
      throw providerFailed(RELAY_DOWN)
    }
  }

  return {
    own,
    proposed,
    queue,

    async list(
      userId: string,
      { walletId, status }: { walletId?: string | undefined; status?: SessionStatus },
    ): Promise<WcSession[]> {
      if (walletId !== undefined) await wallets.own(userId, walletId)
      const of = walletId === undefined ? await owners.walletsOf(userId) : [walletId]
      return (await store.listSessions(db, of, status)).map(viewSession)
    },
    async read(
      userId: string,
      { walletId, ...query }: Reading & { walletId?: string | undefined },
    ): Promise<List<WcSession>> {
      if (walletId === undefined || isPaged(query)) {
        checkAlone(query)
        return page(await this.list(userId, { walletId }), query)
      }
      await wallets.own(userId, walletId)
      return readList(db, { userId, list: 'session', walletId }, query.since, async (ids) => {
        const items = (await store.listSessions(db, [walletId], undefined, ids)).map(viewSession)
        return { items, total: ids ? await store.countSessions(db, walletId) : items.length }
      })
    },
    get: (userId: string, id: string): Promise<WcSession> =>
      atRevision(db, { userId, list: 'session' }, id, async () => viewSession(await own(userId, id))),

    /** `id` names the new connection; asked again under it, what is there already counts. */
    async connect(
      userId: string,
      { uri, walletId }: { uri: string; walletId: string },
      id: string = randomUUID(),
    ): Promise<WcSession> {
      await active(userId, walletId)
      const link = parseWcLink(uri)
      if (!link) throw invalid(WC_LINK_INVALID)
      const now = clock.now()
      const expiresAt = link.expiresAt ?? now.getTime() + PROPOSAL_MS
      if (expiresAt <= now.getTime()) throw invalid(WC_LINK_EXPIRED)
      if ((await store.countOpen(db, walletId)) >= MAX_OPEN)
        throw conflict(`A wallet has at most ${MAX_OPEN} connections. Disconnect one first.`)
      const client = await connection.use()
      const begun = await store.findSession(db, id)
      if (begun && (begun.walletId !== walletId || begun.pairingTopic !== link.topic))
        throw conflict(LINK_USED)
      if (begun && begun.status !== 'created') return again(userId, id)
      const row = {
        id,
        walletId,
        pairingTopic: link.topic,
        status: 'created' as const,
        createdAt: now,
        expiresAt: new Date(Math.min(expiresAt, now.getTime() + LONGEST_LINK_MS)),
      }
      if (!begun)
        await change(row.walletId, async (tx, tellOwner) => {
          if (!(await store.insertSession(tx, row))) throw conflict(LINK_USED)
          const made = await store.lockSession(tx, row.id)
          if (made) tellOwner('wc-session:created', viewSession(made))
        })
      const listening = listen(row.id)
      try {
        await client.pair(link.uri).catch((error: unknown) => {
          if (!begun || !isUsed(error)) throw error
        })
        const refusal = await listening.heard
        if (refusal !== undefined) throw conflict(passedOn(refusal))
      } catch (error) {
        await store.removeCreated(db, row.id)
        if (error instanceof AppError) throw error
        log.warn({ err: error }, 'A link could not be paired')
        throw isUsed(error) ? conflict(LINK_USED) : providerFailed(RELAY_DOWN)
      } finally {
        listening.end()
      }
      return again(userId, row.id)
    },

    /** `repeated`: it may have been done already, by a process that came to a sudden end. */
    async approve(userId: string, id: string, walletId: string, repeated = false): Promise<WcSession> {
      await own(userId, id, walletId)
      const wallet = await active(userId, walletId)
      await queue.run(id, async () => {
        const session = await own(userId, id, walletId)
        if (!repeated || session.status !== 'connected') await approve(session, wallet)
      })
      return again(userId, id)
    },

    async reject(userId: string, id: string, walletId: string, repeated = false): Promise<WcSession> {
      await queue.run(id, async () => {
        const session = await own(userId, id, walletId)
        if (repeated && session.status === 'rejected') return
        if (session.status !== 'pending-approval' || !(await end(session))) throw conflict(NOT_PENDING)
      })
      return again(userId, id)
    },

    async disconnect(userId: string, id: string, walletId: string, repeated = false): Promise<WcSession> {
      await queue.run(id, async () => {
        const session = await own(userId, id, walletId)
        if (repeated && session.status === 'disconnected') return
        if (session.status !== 'connected' || !(await end(session)))
          throw conflict('This DApp is not connected')
      })
      return again(userId, id)
    },

    /** Ends and hides everything. Answers how many were open. */
    async disconnectAll(userId: string, walletId: string | undefined): Promise<number> {
      if (walletId !== undefined) await wallets.own(userId, walletId)
      const of = walletId === undefined ? await owners.walletsOf(userId) : [walletId]
      let open = 0
      for (const session of await store.ofWallets(db, of)) {
        await queue.run(session.id, async () => {
          if (await end(session, clock.now())) open += 1
          else await hide(session)
        })
      }
      return open
    },

    async ping(userId: string, id: string): Promise<boolean> {
      const { status, topic } = await own(userId, id)
      if (status !== 'connected' || topic === null) return false
      return (await connection.use()).ping(topic)
    },

    /** The dApp ended the session, or its time ran out. */
    async ended(topic: string): Promise<void> {
      const session = await store.sessionOfTopic(db, topic)
      if (!session) return
      await queue.run(session.id, () =>
        change(session.walletId, (tx, tellOwner) => closeSession(tx, tellOwner, session, clock.now())),
      )
    },

    /** Brings database and client together after a crash, and now and then. */
    async reconcile(client: Client): Promise<void> {
      const held = await client.sessions()
      for (const { topic, pairingTopic, expiry, namespaces } of held) {
        const session = await store.sessionOfPairing(db, pairingTopic)
        const wallet = session && (await wallets.find(session.walletId))
        if (!session) await tell(client.disconnect(topic))
        else
          await queue.run(session.id, async () => {
            const row = (await store.findSession(db, session.id)) ?? session
            const isOwn = wallet?.accounts.some(({ address }) => isGranted(namespaces, address))
            const isWanted = row.status === 'pending-approval' && row.approvedAt !== null
            // The owner had approved: only the last step is missing.
            if (isWanted && isOwn) await connected(session, topic, expiry)
            else if (row.status !== 'connected' || row.topic !== topic) await tell(client.disconnect(topic))
          })
      }
      for (const row of await store.openSessions(db)) {
        if (row.status !== 'connected' || row.topic === null) continue
        if (!held.some(({ topic }) => topic === row.topic)) await this.ended(row.topic)
      }
      for (const proposal of await client.proposals()) await proposed(client, proposal)
    },

    /** What time and the fate of wallets do to sessions. */
    async round(): Promise<void> {
      const now = clock.now()
      for (const session of [
        ...(await store.overdueSessions(db, now)),
        ...(await store.strandedSessions(db, GONE)),
      ]) {
        await tell(queue.run(session.id, () => end(session)))
      }
      for (const session of await store.oldSessions(db, new Date(now.getTime() - KEPT_MS)))
        await tell(hide(session))
    },
  }

  async function hide(row: Session): Promise<void> {
    await change(row.walletId, async (tx, tellOwner) => {
      const hidden = await store.moveSession(tx, row.id, ['disconnected', 'rejected'], {
        deletedAt: clock.now(),
      })
      if (hidden) tellOwner('wc-session:closed', viewSession(hidden))
    })
  }
}
export type Sessions = ReturnType<typeof makeSessions>
