import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { SessionTypes } from '@walletconnect/types'
import type { Page } from 'playwright/test'
import {
  approveSession,
  confirmRequest,
  connectSession,
  listRequests,
  rejectSession,
} from '#contract/endpoints/dapp.ts'
import { createWallet, getWallet, listWallets } from '#contract/endpoints/wallet.ts'
import { addressOf, type Dapp, openDapp } from '#tests/server/dapps/dapp.ts'
import { confirmation } from '#tests/server/dapps/shown.ts'
import { Client } from '#tests/server/harness/client.ts'
import { type MemoryWatch, watchMemory } from './memory.ts'

const ROUNDS = 30
/** A wallet has 50 sessions at most. */
const OF_WALLET = 50
const CROWDS = ['Crowd One', 'Crowd Two']
const SESSIONS = CROWDS.length * OF_WALLET
const NAME = 'Bench DApp'

interface Place {
  page: Page
  url: string
  port: number
  spread(values: number[]): string
  add(what: string, measured: string, floor: string): void
}

const clientOf = async (page: Page, url: string): Promise<Client> => {
  const client = new Client(url)
  for (const { name, value, path } of await page.context().cookies()) client.setCookie(name, value, path)
  return client
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return performance.now() - from
}
const times = async (round: () => Promise<number>): Promise<number[]> => {
  const measured: number[] = []
  while (measured.length < ROUNDS) measured.push(await round())
  return measured
}

const connect = async (client: Client, walletId: string, uri: string) => {
  const session = await client.ok(connectSession, { body: { uri, walletId } })
  if (session.status !== 'pending-approval') throw new Error(`The link is ${session.status} after its reply`)
  return session
}

/** One small message from one client of the relay to another one. */
const relayed = async (from: Dapp, to: Dapp): Promise<number[]> => {
  const topic = randomBytes(32).toString('hex')
  await to.client.core.relayer.subscribe(topic)
  return times(() =>
    timed(async () => {
      const heard = once(to.client.core.relayer.events, 'relayer_message')
      await from.client.core.relayer.publish(topic, randomBytes(16).toString('base64'), { ttl: 300, tag: 0 })
      await heard
    }),
  )
}

const proposals = (client: Client, walletId: string, dapp: Dapp) =>
  times(async () => {
    const { uri } = await dapp.connect()
    const from = performance.now()
    const { id } = await connect(client, walletId, uri)
    const time = performance.now() - from
    await client.ok(rejectSession, { params: { id }, body: { walletId } })
    return time
  })

const bond = async (client: Client, walletId: string, dapp: Dapp): Promise<SessionTypes.Struct> => {
  const { uri, session } = await dapp.connect()
  const { id } = await connect(client, walletId, uri)
  await client.ok(approveSession, { params: { id }, body: { walletId } })
  return session
}

const answers = async (client: Client, walletId: string, dapp: Dapp): Promise<number[]> => {
  const session = await bond(client, walletId, dapp)
  const query = { walletId, status: 'pending' as const }
  return times(async () => {
    const answer = dapp.ask(session, 'personal_sign', ['0x6869', addressOf(session)])
    for (;;) {
      const [request] = (await client.ok(listRequests, { query })).items
      if (!request) continue
      const shown = await confirmation(client, request.id)
      return timed(() => Promise.all([client.ok(confirmRequest, shown), answer]))
    }
  })
}

const painted = (page: Page, dapp: Dapp) =>
  times(async () => {
    const { uri } = await dapp.connect()
    await page.getByRole('button', { name: 'Connect to...' }).click()
    const form = page.getByRole('dialog', { name: 'Connect to...' })
    await form.getByLabel('Link').fill(uri)
    const proposal = page.getByRole('dialog', { name: `${NAME} wants to connect` })
    const time = await timed(async () => {
      await form.getByRole('button', { name: 'Connect', exact: true }).click()
      await proposal.waitFor()
    })
    await proposal.getByRole('button', { name: 'Reject' }).click()
    await proposal.waitFor({ state: 'hidden' })
    return time
  })

const activeWallet = async (client: Client, name: string): Promise<string> => {
  const { id } = await client.ok(createWallet, { body: { name } })
  while ((await client.ok(getWallet, { params: { id } })).status !== 'active')
    await new Promise((next) => setTimeout(next, 50))
  return id
}

const growth = async (memory: MemoryWatch, work: () => Promise<void>): Promise<string> => {
  const before = await memory.read()
  await work()
  const after = await memory.read()
  const mib = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`
  return `${mib(after.rss - before.rss)} resident, ${mib(after.heapUsed - before.heapUsed)} of objects`
}

/** What dApps and their owners wait for, and what the WalletConnect client keeps for them. */
export const benchDapps = async ({ page, url, port, spread, add }: Place): Promise<void> => {
  const relayUrl = `ws://127.0.0.1:${port}/sandbox/relay`
  const [dapp, other] = [await openDapp(relayUrl, NAME), await openDapp(relayUrl)]
  const memory = await watchMemory()
  try {
    const client = await clientOf(page, url)
    const walletId = (await client.ok(listWallets, { query: {} })).items[0]?.id ?? ''
    const message = `a message by the relay: ${spread(await relayed(dapp, other))}`
    add('a pasted link, from Connect to the dialog on the screen', spread(await painted(page, dapp)), message)
    await page.goto('about:blank')
    add(
      'the same without a page, to the reply that has the proposal',
      spread(await proposals(client, walletId, dapp)),
      message,
    )
    add('a text to sign, from Confirm to the DApp', spread(await answers(client, walletId, dapp)), message)

    const wallets: string[] = []
    for (const name of CROWDS) wallets.push(await activeWallet(client, name))
    const grown = await growth(memory, async () => {
      for (const id of wallets) for (let n = 0; n < OF_WALLET; n += 1) await bond(client, id, dapp)
    })
    const idle = await growth(memory, async () => {
      for (let n = 0; n < SESSIONS * 2; n += 1) await client.ok(listWallets, { query: {} })
    })
    add(
      `the WalletConnect client's memory for ${SESSIONS} sessions`,
      grown,
      `${SESSIONS * 2} calls without a DApp: ${idle}`,
    )
    await page.goto(`${url}/wallets`)
  } finally {
    memory.close()
    await Promise.all([dapp.close(), other.close()])
  }
}
