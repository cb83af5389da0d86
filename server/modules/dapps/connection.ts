import { makeSingle } from '#server/async/single.ts'
import { providerFailed } from '#server/error.ts'
import { type Client, type Listener, openClient, RELAY_DOWN } from './client.ts'
import type { DappDeps } from './deps.ts'
import { makeStorage } from './storage.ts'

const NOT_SET_UP = 'Connections to DApps are not set up on this server: WC_RELAY_URL is missing.'

const LEASE = 'wallet-connect'
const LEASE_MS = 15_000
const RENEW_MS = 5_000

/**
 * Holds the one WalletConnect client. Where several processes share a database only the one with the lease has it: the
 * client's state is one, and the relay hands every message out once. Others decide in the database, and the holder
 * answers; what needs the client itself (connect, approve, disconnect, ping) has to be sent to the holder.
 */
export const makeConnection = (deps: DappDeps, listener: Listener) => {
  const { env, db, log, leases, sealer, linkBase } = deps
  const relayUrl = env.wcRelayUrl
  const isAlone = env.databaseUrl === undefined
  let client: Client | undefined
  let renewAt = 0
  let stopped = false

  const mayRun = async (): Promise<boolean> => {
    if (isAlone) return true
    if (client && Date.now() < renewAt) return true
    renewAt = Date.now() + RENEW_MS
    return leases.hold(LEASE, LEASE_MS)
  }
  const opening = makeSingle(async (): Promise<void> => {
    if (relayUrl === undefined) return
    const storage = makeStorage({ db, sealer: sealer('wallet-connect'), log })
    const projectId = env.wcProjectId
    client = await openClient({ relayUrl, projectId, publicUrl: linkBase(), storage, log, listener })
  })
  const close = async (): Promise<void> => {
    const open = client
    client = undefined
    await open?.close()
  }

  return {
    /** Opens or closes the client as the lease says. True when it was opened just now. */
    async keep(): Promise<boolean> {
      if (relayUrl === undefined || stopped) return false
      if (!(await mayRun())) {
        if (client) await close()
        return false
      }
      if (client) return false
      await opening.run()
      return client !== undefined
    },
    client: (): Client | undefined => client,
    /** The client, or why there is none as the answer of a call. */
    async use(): Promise<Client> {
      if (relayUrl === undefined) throw providerFailed(NOT_SET_UP)
      await opening.current()
      if (!client) throw providerFailed(RELAY_DOWN)
      return client
    },
    async stop(): Promise<void> {
      stopped = true
      await opening.idle()
      await close()
    },
  }
}
export type Connection = ReturnType<typeof makeConnection>
