import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { pino } from 'pino'
import { vi } from 'vitest'
import {
  approveTransaction,
  confirmInvite,
  enableApprovalFlow,
  getApprovalMessage,
  getConfirmationMessage,
  inviteApprover,
  signApproval,
  signInviteConfirmation,
} from '#contract/endpoints/guardian.ts'
import { listTransactions, sendEvm } from '#contract/endpoints/transaction.ts'
import { createWallet, getWallet, listAssets } from '#contract/endpoints/wallet.ts'
import type { Transaction } from '#contract/transaction.ts'
import { createKeyRing } from '#server/custody/custody.ts'
import { startMailbox } from '#server/sandbox/mailbox.ts'
import { startRelay } from '#server/sandbox/relay.ts'
import { startNode } from '#tests/server/chains/node.ts'
import type { Client } from '#tests/server/harness/client.ts'
import { makeUsers, type SignedInClient } from '#tests/server/harness/user.ts'
import type { Point } from './points.ts'

/** Real processes on a busy machine take their time; milliseconds. */
const PATIENCE = { timeout: 90_000, interval: 50 }

const bundle = async (): Promise<string> => {
  // Inside the checkout, so that the bundle finds the installed packages.
  await mkdir('.cache', { recursive: true })
  const folder = path.resolve(await mkdtemp('.cache/kill-'))
  await build({
    entryPoints: ['tests/server/kill/entry.ts'],
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  })
  await cp('server/db/migrations', path.join(folder, 'migrations'), { recursive: true })
  return folder
}

export interface Holder {
  client: SignedInClient
  walletId: string
  address: string
}

/** A server that may die at any time, its data, and the people, the chain and the relay that outlive it. */
export const openKillRig = async (databaseUrl: string | undefined) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-kill-'))
  const log = pino({ level: 'silent' })
  const [script, node, mailbox, relay] = await Promise.all([
    bundle(),
    startNode(),
    startMailbox(log),
    startRelay({ log }),
  ])
  await createKeyRing(path.join(folder, 'keys'))
  let child: ChildProcess | undefined
  let url = ''

  const start = async (): Promise<void> => {
    const running = spawn(process.execPath, [path.join(script, 'entry.js')], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DATA_DIR: path.join(folder, 'data'),
        MASTER_KEY_FILE: path.join(folder, 'keys'),
        SMTP_URL: mailbox.smtpUrl,
        RPC_URL_REDBELLY_TESTNET: node.rpcUrl,
        KYC_CHAIN: 'redbelly:testnet',
        POLICY_DELAY_S: '0',
        WC_RELAY_URL: relay.url,
        PUBLIC_URL: 'http://localhost',
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      },
    })
    child = running
    const [message] = await Promise.race([
      once(running, 'message'),
      once(running, 'exit').then(([code]) => {
        throw new Error(`The server ended with ${code} before it listened`)
      }),
    ])
    url = `http://127.0.0.1:${(message as { port: number }).port}`
  }
  await start()

  const clock = { now: () => new Date(), advance: () => {} }
  const place = { origin: 'http://localhost', clock, mails: (to?: string) => mailbox.list(to) }
  const people: Client[] = []

  /** Signed in, with an active and verified wallet. */
  const join = async (name: string): Promise<Holder> => {
    const client = await makeUsers({ ...place, url }).signIn(`${name}@example.com`)
    people.push(client)
    const { id } = await client.ok(createWallet, { body: { name: 'Main' } })
    const params = { id }
    const wallet = await vi.waitFor(async () => {
      const found = await client.ok(getWallet, { params })
      if (found.status !== 'active') throw new Error('The wallet is not active')
      return found
    }, PATIENCE)
    const address = wallet.accounts[0]?.address ?? ''
    await node.allow(address)
    await vi.waitFor(async () => {
      const { features } = await client.ok(getWallet, { params })
      const verified = features.some(
        (feature) => feature.type === 'redbelly-kyc' && feature.payload.completed,
      )
      if (!verified) throw new Error('The wallet is not verified')
    }, PATIENCE)
    return { client, walletId: id, address }
  }

  const assetsOf = async ({ client, walletId }: Holder, symbol: string) => {
    const { items } = await client.ok(listAssets, { query: { walletId } })
    return items.filter((item) => item.symbol.toUpperCase() === symbol)
  }

  return {
    node,
    relayUrl: relay.url,
    assetsOf,
    join,

    async fund(holder: Holder, symbol: string, amount?: string) {
      const hash = await node.give(holder.address, amount, symbol)
      await vi.waitFor(async () => {
        const { items } = await holder.client.ok(listTransactions, { query: { walletId: holder.walletId } })
        if (!items.some((item) => item.hash === hash)) throw new Error('The gift was not seen')
      }, PATIENCE)
    },

    /** `guardian` has to approve whatever `owner` sends from now on. */
    async guard(owner: Holder, guardian: Holder) {
      const params = { id: owner.walletId }
      const { client, walletId } = guardian
      const { id } = await owner.client.ok(inviteApprover, { params, body: { email: client.email } })
      const text = await client.ok(getConfirmationMessage, { params: { id }, query: { walletId } })
      const { nonce, timestamp } = text
      const { signature } = await client.ok(signInviteConfirmation, {
        params: { id },
        body: { ...text, walletId },
      })
      await client.ok(confirmInvite, { params: { id }, body: { nonce, timestamp, signature, walletId } })
      await owner.client.ok(enableApprovalFlow, { params, body: {} })
    },

    /** Resolves when the server has answered that it counts. */
    async approve({ client, walletId }: Holder, txId: string): Promise<true> {
      const params = { txId }
      const text = await client.ok(getApprovalMessage, { params })
      const { nonce, timestamp } = text
      const { signature } = await client.ok(signApproval, { params, body: { ...text, walletId } })
      await client.ok(approveTransaction, { params, body: { nonce, timestamp, signature } })
      return true
    },

    /** The same key twice is the same send. */
    send: (
      { client, walletId }: Holder,
      draft: { assetId: string; amount: string; recipient: string },
      key: string,
    ) =>
      client.call(
        sendEvm,
        { params: { id: walletId }, body: { ...draft, description: '', gas: 'normal' } },
        { 'idempotency-key': key },
      ),

    outgoing: async ({ client, walletId }: Holder): Promise<Transaction[]> =>
      (await client.ok(listTransactions, { query: { walletId, direction: 'outcome' } })).items,

    until: <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, PATIENCE),

    /** From here on the process dies at this point of what it does. */
    async arm(point: Point): Promise<void> {
      if (!child) throw new Error('Nothing runs')
      child.send(point)
      await once(child, 'message')
    },
    /** Resolves when the process has killed itself; then starts the next one over the same data. */
    async next(): Promise<void> {
      if (!child) throw new Error('Nothing runs')
      if (child.signalCode === null) await once(child, 'exit')
      if (child.signalCode !== 'SIGKILL') throw new Error(`The server ended with ${child.exitCode}`)
      await start()
      for (const person of people) person.url = url
    },

    async stop() {
      child?.kill('SIGKILL')
      await Promise.all([node.stop(), mailbox.stop(), relay.stop()])
      for (const place of [folder, script]) await rm(place, { recursive: true, force: true })
    },
  }
}
export type KillRig = Awaited<ReturnType<typeof openKillRig>>
