import { makeSingle } from '#server/async/single.ts'
import { makeUnderway } from '#server/async/underway.ts'
import { makeAnswers } from './answers.ts'
import { makeConnection } from './connection.ts'
import type { DappDeps } from './deps.ts'
import { makeIcons } from './icons.ts'
import { makeOwners } from './owners.ts'
import { makeRequests } from './requests.ts'
import { makeSessions } from './sessions.ts'

const ROUND_MS = 1_000
const RECONCILE_MS = 60_000

/** Connections of wallets with dApps over WalletConnect. */
export const makeDapps = (deps: DappDeps) => {
  const { log } = deps
  const working = makeUnderway()
  let timer: NodeJS.Timeout | undefined
  let reconcileAt = 0

  /** Everything that comes in is written down by its own; what fails is found again by the reconciliation. */
  const handle = (what: string, work: () => Promise<void>): void => {
    working.add(
      work().catch((error: unknown) => {
        log.error({ err: error }, `A ${what} could not be handled yet`)
        reconcileAt = 0
      }),
    )
  }
  const connection = makeConnection(deps, {
    proposed(proposal) {
      const client = connection.client()
      if (client) handle('proposal', () => sessions.proposed(client, proposal))
    },
    requested(request) {
      const client = connection.client()
      if (client) handle('request', () => requests.received(client, request))
    },
    ended: (topic) => handle('disconnection', () => sessions.ended(topic)),
  })
  const owners = makeOwners(deps)
  const sessions = makeSessions(deps, connection, owners)
  const answers = makeAnswers(deps, connection, owners)
  const requests = makeRequests(deps, connection, sessions, owners, answers)

  const reconcile = async (): Promise<void> => {
    const client = connection.client()
    if (!client || Date.now() < reconcileAt) return
    reconcileAt = Date.now() + RECONCILE_MS
    await sessions.reconcile(client)
    for (const request of client.requests()) await requests.requested(client, request)
  }
  const round = makeSingle(async (): Promise<void> => {
    try {
      if (await connection.keep()) reconcileAt = 0
      if (!connection.client()) return
      await reconcile()
      await requests.round()
      await sessions.round()
    } catch (error) {
      log.error({ err: error }, 'The connections to dApps could not be looked after')
    }
  })

  return {
    sessions,
    requests,
    icons: makeIcons(deps, sessions),

    /** Neither waits for the relay nor fails when it is down. */
    start(): void {
      void round.run()
      timer = setInterval(() => void round.run(), ROUND_MS)
      timer.unref()
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await round.idle()
      await working.idle()
      await answers.idle()
      await connection.stop()
      await sessions.queue.idle()
    },
  }
}
export type Dapps = ReturnType<typeof makeDapps>
