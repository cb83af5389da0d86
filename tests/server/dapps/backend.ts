import type { SessionTypes } from '@walletconnect/types'
import { pino } from 'pino'
import { refreshTokens } from '#contract/endpoints/auth.ts'
import { approveSession, connectSession } from '#contract/endpoints/dapp.ts'
import { createWallet } from '#contract/endpoints/wallet.ts'
import type { PushData, PushName } from '#contract/push.ts'
import { makeChains } from '#server/chains/set.ts'
import { startRelay } from '#server/sandbox/relay.ts'
import { startNode } from '#tests/server/chains/node.ts'
import { Client } from '#tests/server/harness/client.ts'
import { connectSocket, type TestSocket } from '#tests/server/harness/socket.ts'
import { type ServerOptions, startServer } from '#tests/server/harness.ts'
import { type Dapp, openDapp } from './dapp.ts'

export interface Owner {
  client: Client
  socket: TestSocket
  walletId: string
  address: `0x${string}`
}
export interface Bond {
  dapp: Dapp
  session: SessionTypes.Struct
  id: string
}

const log = pino({ level: process.env.TEST_LOG ?? 'silent' })

/** Waits for an event without looking at the clock; an earlier one counts. */
export const until = async <N extends PushName>(
  { socket }: Pick<Owner, 'socket'>,
  name: N,
  fits: (data: PushData<N>) => boolean = () => true,
): Promise<PushData<N>> => {
  for (;;) {
    const found = socket.heard.find(
      (event) => event.name === name && fits(event.payload.data as unknown as PushData<N>),
    )
    if (found) return found.payload.data as unknown as PushData<N>
    await new Promise<void>((resolve) => {
      const once = () => {
        socket.socket.offAny(once)
        setImmediate(resolve)
      }
      socket.socket.onAny(once)
    })
  }
}

/** A chain, a relay and the server, with owners and dApps around them. */
export const openBackend = async (options: ServerOptions = {}) => {
  const [node, firstRelay] = await Promise.all([startNode(), startRelay({ log })])
  // The other chain is offered, too; its node is the wrong one, so it is not available.
  const rpcUrls = { 'redbelly:testnet': node.rpcUrl, hardhat: node.rpcUrl }
  const chains = makeChains({ rpcUrls, local: true, log, pollMs: 200 })
  await chains.start()
  const env = { WC_RELAY_URL: firstRelay.url, ...options.env }
  const first = await startServer({ ...options, env, deps: { chains, ...options.deps } })
  const dapps: Dapp[] = []
  let relay: typeof firstRelay | undefined = firstRelay
  let server = first

  const backend = {
    node,
    get server() {
      return server
    },
    until,

    async person(email: string): Promise<Pick<Owner, 'client' | 'socket'> & { id: string; email: string }> {
      const client = await server.signIn(email)
      const socket = await server.socket(client)
      await socket.login(client.pair)
      return { client, socket, id: client.id, email }
    },
    async wallet(person: Pick<Owner, 'client' | 'socket'>, name: string, coins = '10'): Promise<Owner> {
      const { id } = await person.client.ok(createWallet, { body: { name } })
      const wallet = await until(
        person,
        'wallet:updated',
        (data) => data.id === id && data.status === 'active',
      )
      const address = (wallet.accounts[0]?.address ?? '0x') as `0x${string}`
      if (coins !== '0') await node.give(address, coins)
      return { ...person, walletId: id, address }
    },
    owner: async (email: string, coins?: string) =>
      backend.wallet(await backend.person(email), 'Main', coins),
    async dapp(name?: string, icons?: string[]): Promise<Dapp> {
      const dapp = await openDapp(firstRelay.url, name, icons)
      dapps.push(dapp)
      return dapp
    },

    paste: (owner: Owner, uri: string) =>
      owner.client.ok(connectSession, { body: { uri, walletId: owner.walletId } }),
    approve: (owner: Owner, id: string) =>
      owner.client.ok(approveSession, { params: { id }, body: { walletId: owner.walletId } }),
    /** A dApp that is connected with this wallet. */
    async bond(owner: Owner, dapp?: Dapp, methods?: string[]): Promise<Bond> {
      const connecting = dapp ?? (await backend.dapp())
      const { uri, session } = await connecting.connect(undefined, methods)
      const { id } = await backend.paste(owner, uri)
      await until(owner, 'wc-session:proposal', (data) => data.id === id)
      await backend.approve(owner, id)
      return { dapp: connecting, session: await session, id }
    },

    async stopRelay() {
      await relay?.stop()
      relay = undefined
    },
    /** Again at its address, with nothing left of what it had. */
    async startRelay() {
      relay = await startRelay({ log, port: firstRelay.port })
    },
    /** The server ends and another one takes its place, over the same database and keys. */
    async stopServer() {
      await server.app.close()
    },
    async startServer() {
      const { db, custody, sealer, leases, clock, walletConnect } = first.deps
      server = await startServer({
        env,
        deps: { chains, db, custody, sealer, leases, clock, walletConnect },
      })
    },
    /** The same person at the server that runs now. */
    async moved(owner: Owner): Promise<Owner> {
      const client = new Client(server.url)
      for (const [name, cookie] of owner.client.cookies) client.cookies.set(name, cookie)
      const socket = await connectSocket(client)
      await socket.login(await client.ok(refreshTokens, { body: {} }))
      return { ...owner, client, socket }
    },

    async stop() {
      await Promise.all(dapps.map((dapp) => dapp.close()))
      if (server !== first) await server.stop()
      await first.stop()
      await chains.stop()
      await backend.stopRelay()
      await node.stop()
    },
  }
  return backend
}
export type Backend = Awaited<ReturnType<typeof openBackend>>
