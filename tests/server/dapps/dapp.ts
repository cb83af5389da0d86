import { SignClient } from '@walletconnect/sign-client'
import type { SessionTypes } from '@walletconnect/types'
import { pino } from 'pino'

const CHAIN = 'eip155:153'
const METHODS = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']
const EVENTS = ['chainChanged', 'accountsChanged']

/** Keeps a client's state in memory, each for itself. */
export const memory = () => {
  const items = new Map<string, unknown>()
  return {
    getKeys: async () => [...items.keys()],
    getEntries: async () => [...items].map(([key, value]): [string, never] => [key, value as never]),
    getItem: async (key: string) => items.get(key) as never,
    async setItem(key: string, value: unknown) {
      items.set(key, value)
    },
    async removeItem(key: string) {
      items.delete(key)
    },
  }
}

let made = 0

type Namespaces = Record<string, { chains: string[]; methods: string[]; events: string[] }>

/** A dApp as the world has them: the reference client and nothing of ours. */
export const openDapp = async (relayUrl: string, name = 'Test DApp', icons: string[] = []) => {
  made += 1
  const client = await SignClient.init({
    relayUrl,
    projectId: 'test',
    customStoragePrefix: `dapp${made}`,
    storage: memory(),
    telemetryEnabled: false,
    logger: pino({ level: 'silent' }) as never,
    metadata: { name, description: 'Made for tests', url: 'https://dapp.example', icons },
  })
  const { crypto } = client.core
  let nextId: number | undefined
  const asked = new Map<number, number>()
  const encode = crypto.encode.bind(crypto)
  crypto.encode = (topic, payload, opts) => {
    if (nextId === undefined || !('method' in payload)) return encode(topic, payload, opts)
    const sent = { ...payload, id: nextId }
    asked.set(nextId, payload.id)
    nextId = undefined
    return encode(topic, sent, opts)
  }
  const decode = crypto.decode.bind(crypto)
  crypto.decode = async (topic, message, opts) => {
    const payload = await decode(topic, message, opts)
    return 'method' in payload ? payload : { ...payload, id: asked.get(payload.id) ?? payload.id }
  }

  /** How many answers came in for each request, by its number. */
  const answers = new Map<number, number>()
  /** What they said. */
  const heard: unknown[] = []
  client.core.relayer.on(
    'relayer_message',
    async ({ topic, message }: { topic: string; message: string }) => {
      if (!client.session.keys.includes(topic)) return
      const payload = await client.core.crypto.decode(topic, message).catch(() => undefined)
      if (!payload || 'method' in payload) return
      answers.set(payload.id, (answers.get(payload.id) ?? 0) + 1)
      heard.push(payload)
    },
  )

  const propose = async (namespaces: Namespaces) => {
    const { uri, approval } = await client.connect({ optionalNamespaces: namespaces })
    if (!uri) throw new Error('There is no link')
    const session = approval()
    session.catch(() => undefined)
    return { uri, session }
  }

  return {
    client,
    answers,
    heard,
    /** What it asks or proposes next goes out under this number, as another client might have chosen it. */
    numberNext(id: number) {
      nextId = id
    },
    connect: (chains = [CHAIN], methods = METHODS) =>
      propose({ eip155: { chains, methods, events: EVENTS } }),
    /** Rejects with the wallet's error: `{ code, message }`. */
    ask(session: SessionTypes.Struct, method: string, params: unknown, chainId = CHAIN): Promise<string> {
      const answer = client.request<string>({ topic: session.topic, chainId, request: { method, params } })
      answer.catch(() => undefined)
      return answer
    },
    async close() {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose().catch(() => undefined)
    },
  }
}
export type Dapp = Awaited<ReturnType<typeof openDapp>>

export const addressOf = (session: SessionTypes.Struct): `0x${string}` => {
  const account = session.namespaces.eip155?.accounts[0]?.split(':')[2]
  return (account ?? '') as `0x${string}`
}

/** The error that a request ends with. */
export const faultOf = async (answer: Promise<unknown>): Promise<{ code: number; message: string }> => {
  try {
    await answer
  } catch (error) {
    return error as { code: number; message: string }
  }
  throw new Error('The dApp got a result')
}
