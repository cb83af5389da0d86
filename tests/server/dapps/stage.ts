import { pino } from 'pino'
import { connectSession } from '#contract/endpoints/dapp.ts'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import type { PushData, PushName } from '#contract/push.ts'
import { makeChains } from '#server/chains/set.ts'
import { wallets } from '#server/db/schema/wallet.ts'
import { startRelay } from '#server/sandbox/relay.ts'
import { startNode } from '#tests/server/chains/node.ts'
import type { TestSocket } from '#tests/server/harness/socket.ts'
import type { SignedInClient } from '#tests/server/harness/user.ts'
import { type ServerOptions, startServer } from '#tests/server/harness.ts'
import { type Dapp, openDapp } from './dapp.ts'

export interface Owner {
  client: SignedInClient
  socket: TestSocket
  walletId: string
  address: `0x${string}`
}

/** A chain, a relay and the server, with dApps around them. */
export const openStage = async (options: ServerOptions = {}) => {
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const [node, relay] = await Promise.all([startNode(), startRelay({ log })])
  const chains = makeChains({ rpcUrls: { 'redbelly:testnet': node.rpcUrl }, local: true, log, pollMs: 200 })
  await chains.start()
  const server = await startServer({
    ...options,
    env: { WC_RELAY_URL: relay.url, ...options.env },
    deps: { chains, ...options.deps },
  })
  const dapps: Dapp[] = []

  const until = async <N extends PushName>(
    { socket }: Owner,
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

  const addWallet = async (owner: Pick<Owner, 'client' | 'socket'>, name: string): Promise<Owner> => {
    const { id } = await owner.client.ok(createWallet, { body: { name } })
    const made = { ...owner, walletId: id, address: '0x' as const }
    const wallet = await until(made, 'wallet:updated', (data) => data.id === id && data.status === 'active')
    return { ...made, address: (wallet.accounts[0]?.address ?? '0x') as `0x${string}` }
  }

  const stage = {
    node,
    relay,
    server,
    until,
    addWallet,
    async owner(email: string, coins = '10'): Promise<Owner> {
      const client = await server.signIn(email)
      const socket = await server.socket(client)
      await socket.login(client.pair)
      const owner = await addWallet({ client, socket }, 'Main')
      await server.db.update(wallets).set({ kycCompleted: true })
      await node.give(owner.address, coins)
      await client.ok(getWallet, { params: { id: owner.walletId } })
      return owner
    },
    async dapp(name?: string, icons?: string[]): Promise<Dapp> {
      const dapp = await openDapp(relay.url, name, icons)
      dapps.push(dapp)
      return dapp
    },
    connect: (owner: Owner, uri: string) =>
      owner.client.ok(connectSession, { body: { uri, walletId: owner.walletId } }),
    async stop() {
      await Promise.all(dapps.map((dapp) => dapp.close()))
      await server.stop()
      await chains.stop()
      await relay.stop()
      await node.stop()
    },
  }
  return stage
}
export type Stage = Awaited<ReturnType<typeof openStage>>
