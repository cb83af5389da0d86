import { connect } from 'node:net'
import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import type { CoreTypes, PendingRequestTypes, ProposalTypes, SessionTypes } from '@walletconnect/types'
import { getSdkError } from '@walletconnect/utils'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { makeSingles } from '#server/async/single.ts'
import { type Answer, ClientFault, type Reason } from '#server/dapps/message.ts'
import { sealAnswer } from './answer.ts'
import { replaceParser } from './json.ts'
import { separateTopics, swapId } from './rpcid.ts'
import type { Storage } from './storage.ts'

const RELAY_DOWN = 'The WalletConnect relay does not answer'
const PREFIX = 'countersign'
const PROBE_MS = 3_000
const PAIR_MS = 15_000
const PING_MS = 5_000
const WATCH_MS = 5_000
/** Hashes of messages that are remembered per topic, so that a repeated one is known. */
const MAX_SEEN = 2_000
/** How the relay handles answers to requests of sessions, by WalletConnect's specification; ttl in seconds. */
const ANSWER = { ttl: 300, prompt: false, tag: 1109, internal: { throwOnFailedPublish: true } }

/** Told what came in. May be told twice; must not reject. */
export interface Listener {
  proposed(proposal: ProposalTypes.Struct): void
  requested(request: PendingRequestTypes.Struct): void
  /** The dApp disconnected, or the session's time ran out. */
  ended(topic: string): void
}

export interface ClientOptions {
  relayUrl: string
  projectId: string | undefined
  /** Where people find this wallet, for dApps to show. */
  publicUrl: string
  storage: Storage
  log: Pick<FastifyBaseLogger, 'warn'>
  listener: Listener
}

const ANSWERED = { code: 0, message: 'fulfilled' }

/** The request under the number that its dApp gave it. */
const asSent = <T extends PendingRequestTypes.Struct>(request: T): T => ({
  ...request,
  id: swapId(request.topic, request.id),
})

/** The library keeps one core per process and prefix for good; here every client is one of its own. */
const forgetGlobals = () => {
  const name = `_walletConnectCore_${PREFIX}`
  for (const key of [name, `${name}_count`]) Reflect.deleteProperty(globalThis, key)
}

const within = async <T>(work: Promise<T>, ms: number, message: string): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  work.catch(() => undefined)
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ClientFault('RelayDown', message)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** What a relay hands over, as far as it is of use here. */
interface Handed {
  topic: string
  message: string
}
interface Taking {
  acknowledgePayload(payload: { params: { data: Handed } }): Promise<void>
  shouldIgnoreMessageEvent(event: Handed): Promise<boolean>
}

/**
 * The relay forgets a message once it is told that it arrived, and the library says so before it has written the
 * message down: what is not written when this process ends would be lost. Answers how to say it after that.
 */
const acknowledgeLater = (relayer: object): ((handed: Handed) => Promise<void>) => {
  const taking = relayer as Taking
  const acknowledge = taking.acknowledgePayload.bind(relayer)
  const ignores = taking.shouldIgnoreMessageEvent.bind(relayer)
  const owed = new Map<string, Parameters<Taking['acknowledgePayload']>[0]>()
  const name = ({ topic, message }: Handed) => `${topic} ${message}`
  const pay = async (handed: Handed): Promise<void> => {
    const payload = owed.get(name(handed))
    if (!payload) return
    owed.delete(name(handed))
    // Where the line broke meanwhile the message comes again, and is known.
    await acknowledge(payload).catch(() => undefined)
  }
  taking.acknowledgePayload = async (payload) => {
    owed.set(name(payload.params.data), payload)
  }
  taking.shouldIgnoreMessageEvent = async (event) => {
    const ignored = await ignores(event)
    if (ignored) await pay(event)
    return ignored
  }
  return pay
}

/** The library's records of messages, as far as they are of use here. */
interface Tracking {
  messages: unknown
  messagesWithoutClientAck: unknown
  setRelayerMessages(known: unknown): Promise<void>
  setRelayerMessagesWithoutClientAck(kept: unknown): Promise<void>
  persist(): Promise<void>
}

/**
 * The library writes down that it knows a message, and after that the message itself until it is worked off. If this
 * process ended in between, the message would be known when it comes again and never be worked off.
 */
const keepBeforeKnown = (messages: object): void => {
  const tracking = messages as Tracking
  tracking.persist = async () => {
    await tracking.setRelayerMessagesWithoutClientAck(tracking.messagesWithoutClientAck)
    await tracking.setRelayerMessages(tracking.messages)
  }
}

/** Whether anything listens there: the library itself would try for a minute. */
const probe = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port, protocol } = new URL(address)
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (protocol === 'wss:' ? 443 : 80)),
      timeout: PROBE_MS,
    })
    const end = (up: boolean) => () => {
      socket.destroy()
      resolve(up)
    }
    socket.once('connect', end(true)).once('timeout', end(false)).once('error', end(false))
  })

/**
 * The WalletConnect client of all wallets together. It speaks to the relay and to nobody else; a relay that is down
 * neither stops it nor makes it forget.
 */
export const openClient = async (options: ClientOptions) => {
  const { relayUrl, storage, log, listener } = options
  replaceParser()
  forgetGlobals()
  const core = new Core({
    relayUrl,
    projectId: options.projectId ?? PREFIX,
    storage,
    customStoragePrefix: PREFIX,
    telemetryEnabled: false,
    // By its name alone it would keep what it does not write, and fail at long messages.
    logger: pino({ level: 'silent' }) as unknown as CoreTypes.Options['logger'],
  })
  forgetGlobals()
  core.eventClient.init = async () => undefined
  // Without an attestation every dApp stays what it is: unknown.
  core.verify.resolve = async () => undefined as never

  const { relayer } = core
  const publish = relayer.publish.bind(relayer)
  relayer.publish = (topic, message, opts) => {
    const published = publish(topic, message, opts)
    // The library does not wait for what it sends as an error, so nobody else would hear of a failure.
    published.catch((error: unknown) => log.warn({ err: error }, 'A message did not reach the relay'))
    return published
  }
  // Whoever needs the relay while it is not connected would open a connection, and replace that of the others.
  const opening = relayer as unknown as { connect(url?: string): Promise<void> }
  const connecting = makeSingles<void>()
  const open = opening.connect.bind(relayer)
  opening.connect = (url) => connecting.run('relay', () => open(url))
  // Each message on its way listens, and many may be.
  relayer.events.setMaxListeners(0)
  separateTopics(core)
  const taken = acknowledgeLater(relayer)
  keepBeforeKnown(relayer.messages)

  await core.start()
  await core.storage.setItem('WALLETCONNECT_CLIENT_ID', await core.crypto.getClientId())

  // It would keep every message for good; to know one again its hash is enough.
  const { messages } = relayer
  const remember = messages.set.bind(messages)
  messages.set = async (topic, message, direction) => {
    const hash = await remember(topic, message, direction)
    const seen = messages.messages.get(topic) ?? {}
    seen[hash] = ''
    const hashes = Object.keys(seen)
    for (const old of hashes.slice(0, Math.max(0, hashes.length - MAX_SEEN))) delete seen[old]
    await taken({ topic, message })
    return hash
  }

  const kit = await WalletKit.init({
    core,
    metadata: {
      name: 'Countersign',
      description: 'A wallet that puts a second signature on every transfer',
      url: options.publicUrl,
      icons: [],
    },
    signConfig: { disableRequestQueue: true },
  })
  const { signClient } = kit.engine
  for (const { logger } of [signClient, signClient.session, signClient.proposal, signClient.pendingRequest]) {
    logger.level = 'silent'
  }
  let closed = false
  kit.on('session_proposal', ({ params }) => closed || listener.proposed(params))
  kit.on('session_request', (request) => closed || listener.requested(asSent(request)))
  kit.on('session_delete', ({ topic }) => closed || listener.ended(topic))

  const ensureRelay = async () => {
    if (!relayer.connected && !(await probe(relayUrl))) throw new ClientFault('RelayDown', RELAY_DOWN)
  }
  /** The library would try for a minute; whoever waits does not. */
  const requireRelay = () => {
    if (!relayer.connected) throw new ClientFault('RelayDown', RELAY_DOWN)
  }
  /** The library gives up after some errors; a server does not. */
  const watch = setInterval(() => {
    if (relayer.connected || relayer.connecting || !relayer.subscriber.hasAnyTopics) return
    relayer.transportExplicitlyClosed = false
    relayer.transportOpen().catch(() => undefined)
  }, WATCH_MS)
  watch.unref()

  return {
    connected: (): boolean => relayer.connected,
    proposals: (): ProposalTypes.Struct[] => signClient.proposal.getAll(),
    sessions: (): SessionTypes.Struct[] => signClient.session.getAll(),
    requests: (): PendingRequestTypes.Struct[] => signClient.getPendingSessionRequests().map(asSent),

    async pair(uri: string): Promise<void> {
      await ensureRelay()
      try {
        await within(kit.pair({ uri }), PAIR_MS, RELAY_DOWN)
      } catch (error) {
        throw /already exists/.test(String(error)) ? new ClientFault('LinkUsed', String(error)) : error
      }
    },
    async approve(id: number, namespaces: SessionTypes.Namespaces): Promise<SessionTypes.Struct> {
      await ensureRelay()
      const session = await kit.approveSession({ id, namespaces })
      await storage.flush()
      return session
    },
    async reject(id: number, reason: Reason): Promise<void> {
      if (!signClient.proposal.keys.includes(id)) return
      requireRelay()
      await kit.rejectSession({ id, reason: getSdkError(reason) })
    },
    /** Resolves when the relay has it. Needs nothing of what the library knows about the request. */
    async respond(topic: string, rpcId: number, answer: Answer): Promise<void> {
      requireRelay()
      const id = swapId(topic, rpcId)
      await relayer.publish(topic, sealAnswer(core.crypto.keychain.get(topic), rpcId, answer), ANSWER)
      await signClient.pendingRequest.delete(id, ANSWERED)
      core.expirer.del(id)
      core.history.delete(topic, id)
    },
    async disconnect(topic: string): Promise<void> {
      if (!signClient.session.keys.includes(topic)) return
      requireRelay()
      await kit.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') })
    },
    async ping(topic: string): Promise<boolean> {
      if (!relayer.connected) return false
      try {
        await within(signClient.ping({ topic }), PING_MS, 'The DApp does not answer')
        return true
      } catch {
        return false
      }
    },
    async close(): Promise<void> {
      closed = true
      clearInterval(watch)
      core.heartbeat.stop()
      await within(relayer.transportClose(), PROBE_MS, RELAY_DOWN).catch(() => undefined)
      await storage.flush()
    },
  }
}
export type Client = Awaited<ReturnType<typeof openClient>>
