import { makeSingle } from '#server/async/single.ts'
import type { Opening } from '#server/dapps/message.ts'
import { type Client, type Listener, openRemote, type Remote } from '#server/dapps/remote.ts'
import type { Tx } from '#server/db/client.ts'
import { providerFailed } from '#server/error.ts'
import type { DappDeps } from './deps.ts'
import { makeRecords } from './storage.ts'

export const RELAY_DOWN = 'The WalletConnect relay does not answer. Try again in a moment.'
export const NOT_REACHED = 'The connections to DApps cannot be reached. Try again in a moment.'
const NOT_SET_UP = 'Connections to DApps are not set up on this server: WC_RELAY_URL is missing.'

const LEASE = 'wallet-connect'
const LEASE_MS = 15_000
const RENEW_MS = 5_000
/** So long before the lease runs out the client ends, though nobody said that it is lost. */
const MARGIN_MS = 2_000
const AGAIN_MS = { first: 200, most: 10_000 }
/** Who lived so long begins with the short pause again. */
const SETTLED_MS = 60_000
/** How long a call waits for a client that is just being started. */
const START_MS = 8_000

/**
 * Holds the one WalletConnect client, a process of its own that is started again when it ends by itself. Where several
 * processes share a database only the one with the lease has it: the client's state is one, and the relay hands every
 * message out once.
 */
export const makeConnection = (deps: DappDeps, listener: Listener, opened: () => void) => {
  const { env, db, log, leases, sealer, linkBase, walletConnect } = deps
  const relayUrl = env.wcRelayUrl
  /** The life that is, and the same once it serves. */
  let life: Remote | undefined
  let client: Remote | undefined
  let fence: number | undefined
  let stopped = false
  let renewAt = 0
  let validUntil = 0
  let openAt = 0
  let pause = AGAIN_MS.first
  let again: NodeJS.Timeout | undefined
  let overdue: NodeJS.Timeout | undefined
  const waiting = new Set<() => void>()

  const heldMs = () => Math.max(0, validUntil - MARGIN_MS - performance.now())
  const mayRun = () => !stopped && fence !== undefined && heldMs() > 0

  const checkFence = async (tx: Tx, own: number | undefined): Promise<void> => {
    if (own === undefined || !(await leases.isHeld(tx, LEASE, own))) throw providerFailed(NOT_REACHED)
  }

  const opening = makeSingle(async (): Promise<void> => {
    if (relayUrl === undefined || life || !mayRun() || performance.now() < openAt) return
    const held = fence as number
    const from = performance.now()
    const settings: Opening = {
      relayUrl,
      projectId: env.wcProjectId,
      publicUrl: linkBase(),
      level: log.level,
      heldMs: heldMs(),
    }
    const records = makeRecords({
      ...{ db, log, sealer: sealer('wallet-connect') },
      check: (tx) => checkFence(tx, held),
    })
    const later = () => {
      openAt = performance.now() + pause
      if (!stopped) again = setTimeout(() => void opening.run(), pause)
      pause = Math.min(pause * 2, AGAIN_MS.most)
    }
    const own = openRemote({ launch: walletConnect, opening: settings, records, listener, log })
    life = own
    try {
      await own.ready
      if (life !== own) return
      client = own
      void own.ended.then(() => {
        if (life !== own) return
        life = undefined
        client = undefined
        log.error('The WalletConnect client ended by itself and is started again')
        if (performance.now() - from > SETTLED_MS) pause = AGAIN_MS.first
        later()
      })
      for (const wake of [...waiting]) wake()
      opened()
    } catch (error) {
      if (life !== own) return
      life = undefined
      log.error({ err: error }, 'The WalletConnect client does not start')
      later()
    }
  })

  /** Resolves when the client is there, or did not come in time. */
  const arrival = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(wake, START_MS)
      function wake() {
        clearTimeout(timer)
        waiting.delete(wake)
        resolve()
      }
      waiting.add(wake)
    })

  const close = async (): Promise<void> => {
    clearTimeout(again)
    clearTimeout(overdue)
    const own = life
    life = undefined
    client = undefined
    await own?.close()
  }
  const lose = async (): Promise<void> => {
    fence = undefined
    clearTimeout(again)
    const own = life
    life = undefined
    client = undefined
    own?.kill()
    await own?.ended
  }

  const renew = async (): Promise<void> => {
    if (fence !== undefined && performance.now() < renewAt) return
    const from = performance.now()
    const taken = await leases.take(LEASE, LEASE_MS)
    if (taken === undefined || (fence !== undefined && taken !== fence)) await lose()
    if (taken === undefined) return
    fence = taken
    renewAt = from + RENEW_MS
    validUntil = from + LEASE_MS
    clearTimeout(overdue)
    overdue = setTimeout(() => void lose(), heldMs())
    overdue.unref()
    life?.hold(heldMs())
  }

  return {
    /** Takes or renews the lease, and opens or closes the client as it says. */
    async keep(): Promise<void> {
      if (relayUrl === undefined || stopped) return
      await renew()
      // Not waited for: the lease is renewed meanwhile.
      void opening.run()
    },
    client: (): Client | undefined => client,
    /** The process of the client, where it is this one's. */
    pid: (): number | undefined => client?.pid,
    /** Undefined where another process has the client, or nobody. */
    fence: (): number | undefined => fence,
    /** Whether another process would have to be asked. */
    isElsewhere: (): boolean =>
      relayUrl !== undefined && env.databaseUrl !== undefined && fence === undefined && !stopped,
    /** Throws in a transaction of a process that does not hold the client any more. */
    async check(tx: Tx): Promise<void> {
      if (relayUrl !== undefined && env.databaseUrl !== undefined) await checkFence(tx, fence)
    },
    /** The client, or why there is none as the answer of a call. */
    async use(): Promise<Client> {
      if (relayUrl === undefined) throw providerFailed(NOT_SET_UP)
      if (!client && !stopped) await arrival()
      if (!client) throw providerFailed(NOT_REACHED)
      return client
    },
    async stop(): Promise<void> {
      stopped = true
      for (const wake of [...waiting]) wake()
      await close()
      await opening.idle()
    },
  }
}
export type Connection = ReturnType<typeof makeConnection>
