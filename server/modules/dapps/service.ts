import { makeSingle } from '#server/async/single.ts'
import { makeUnderway } from '#server/async/underway.ts'
import { makeAnswers } from './answers.ts'
import { makeCommands } from './commands.ts'
import { makeConnection } from './connection.ts'
import type { DappDeps } from './deps.ts'
import { makeIcons } from './icons.ts'
import { makeOwners } from './owners.ts'
import { makeReach } from './reach.ts'
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
  let reconciled = false

  /** Everything that comes in is written down by its own; what fails is found again by the reconciliation. */
  const handle = async (what: string, work: Promise<void>): Promise<void> => {
    const handled = work.catch((error: unknown) => {
      log.error({ err: error }, `A ${what} could not be handled yet`)
      reconcileAt = 0
    })
    working.add(handled)
    await handled
  }
  const connection = makeConnection(
    deps,
    {
      proposed: (client, proposal) => handle('proposal', sessions.proposed(client, proposal)),
      requested: (client, request) => handle('request', requests.received(client, request)),
      ended: (topic) => handle('disconnection', sessions.ended(topic)),
    },
    () => {
      reconcileAt = 0
      reconciled = false
      look()
    },
  )
  const owners = makeOwners(deps)
  const reach = makeReach(
    connection,
    () => sessions,
    () => commands,
  )
  const commands = makeCommands(deps, connection, reach.carry, () => reconciled)
  const sessions = makeSessions(deps, connection, owners)
  const answers = makeAnswers(deps, connection, owners, commands.nudge)
  const requests = makeRequests(deps, connection, sessions, owners, answers, reach)

  const reconcile = async (): Promise<void> => {
    const client = connection.client()
    if (!client || Date.now() < reconcileAt) return
    reconcileAt = Date.now() + RECONCILE_MS
    await sessions.reconcile(client)
    for (const { topic, id } of await client.requests()) {
      const request = await client.request(topic, id)
      if (request) await requests.requested(client, request)
    }
    reconciled = true
  }
  const work = makeSingle(async (): Promise<void> => {
    try {
      if (!connection.client()) return
      await reconcile()
      await requests.round()
      await sessions.round()
      await commands.round()
    } catch (error) {
      log.error({ err: error }, 'The connections to dApps could not be looked after')
    }
  })
  const keep = makeSingle(async (): Promise<void> => {
    try {
      await connection.keep()
    } catch (error) {
      log.error({ err: error }, 'Who holds the connections to dApps could not be settled')
    }
  })
  const look = (): void => void work.run()

  return {
    sessions,
    requests,
    reach,
    icons: makeIcons(deps, sessions),
    /** The process of the WalletConnect client, where it is this one's. */
    pid: connection.pid,

    /** Neither waits for the relay nor fails when it is down. */
    start(): void {
      const round = async () => {
        await keep.run()
        look()
      }
      void round()
      timer = setInterval(() => void round(), ROUND_MS)
      timer.unref()
      commands.start(look)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await keep.idle()
      await work.idle()
      await commands.stop()
      await working.idle()
      await answers.idle()
      await connection.stop()
      await sessions.queue.idle()
    },
  }
}
export type Dapps = ReturnType<typeof makeDapps>
