import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TransactionDraft } from '#contract/endpoints/transaction.ts'
import type { Wallet } from '#contract/wallet.ts'
import { type BitcoinChain, findBitcoin } from '#server/chains/bitcoin/chain.ts'
import type { ChainSet } from '#server/chains/family.ts'
import { listedPrices } from '#server/chains/prices.ts'
import { type Custody, CustodyRefusal, createKeyRing, type LogEntry } from '#server/custody/custody.ts'
import { makeLeases } from '#server/db/lease.ts'
import { users } from '#server/db/schema/auth.ts'
import { readEnv } from '#server/env.ts'
import type { Caller } from '#server/http/access.ts'
import { makeWalletServices } from '#server/modules/transactions/walletservices.ts'
import { openParts } from '#server/parts.ts'
import type { Regtest } from '#server/sandbox/regtest.ts'
import type { Signers } from '#server/signer/port.ts'
import { makePurse } from '#tests/server/chains/bitcoin/purse.ts'
import { makeClock } from '#tests/server/harness/clock.ts'
import { grantOf } from '#tests/server/harness/grant.ts'
import { begunDraft } from '#tests/server/signer/begun.ts'
import { openTestDatabase } from '#tests/server/transactions/database.ts'
import { makePushLog } from '#tests/server/transactions/rig.ts'

export const STRANGER = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
const CHAIN = 'bitcoin:regtest'

/** Any points. */
const POINTS = [
  '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5',
  '02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9',
]

/**
 * Instead of three signers, one whose key a test has: what a chain takes and shows does not depend on who signed. It signs
 * what the log has begun.
 */
const makeOneSigner = () => {
  const purses = new Map<string, ReturnType<typeof makePurse>>()
  const logs = new Map<string, readonly LogEntry[]>()
  const purseOf = (walletId: string) => {
    const purse = purses.get(walletId)
    if (!purse) throw new Error(`${walletId} has no key`)
    return purse
  }
  let away = false
  const signers: Signers = {
    async makeKey(walletId) {
      if (away) throw new CustodyRefusal('SignersAway', 'They are away')
      const purse = purses.get(walletId) ?? makePurse(100 + purses.size)
      purses.set(walletId, purse)
      const key = `02${Buffer.from(purse.script.slice(2)).toString('hex')}`
      return { commitments: [key, POINTS[0] ?? ''], verifying: POINTS }
    },
    async tell(walletId, entries) {
      logs.set(walletId, [...entries])
    },
    async sign(walletId, txId) {
      const draft = begunDraft(logs.get(walletId) ?? [], walletId, txId)
      return { raw: draft.sign(draft.digests.map(purseOf(walletId).sign)), txid: draft.txid }
    },
    close: async () => undefined,
  }
  return {
    signers,
    away: (is: boolean) => {
      away = is
    },
    purseOf,
  }
}

/** The services of wallets over a real database and a real Bitcoin chain; the test decides when they look. */
export const openBitcoinRig = async (
  node: Regtest | { url: string } | undefined,
  more: Record<string, string> = {},
  {
    signers,
    wrap,
  }: { signers?: Signers; wrap?: (ports: { chains: ChainSet; custody: Custody }) => typeof ports } = {},
) => {
  const regtest = node && 'mine' in node ? node : undefined
  const folder = await mkdtemp(join(tmpdir(), 'countersign-bitcoin-'))
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const clock = makeClock()
  const database = await openTestDatabase(log)
  const keyRing = await createKeyRing(join(folder, 'master.keys'))
  const pushLog = makePushLog()
  const one = makeOneSigner()
  const prices = listedPrices([{ blockchain: CHAIN, symbol: 'BTC', price: '64000.5' }], clock.now())

  const boot = async (settings: Record<string, string> = {}, through = wrap) => {
    const env = readEnv({
      ...{ DATA_DIR: folder, POLICY_DELAY_S: '0' },
      ...(node && { ESPLORA_URL: node.url }),
      ...more,
      ...settings,
    })
    const { deps, close } = await openParts({
      ...{ env, log, clock, keyRing, database, prices, smtpUrl: 'smtp://127.0.0.1:9' },
      ...{ local: settings.BITCOIN_CONFIRMATIONS === undefined, signers: signers ?? one.signers },
    })
    const { chains, custody } = deps
    const parts = { ...deps, ...(through?.({ chains, custody }) ?? {}), push: pushLog.push }
    const services = makeWalletServices(parts)
    const beside = () => makeWalletServices({ ...parts, leases: makeLeases(database.db) })
    await Promise.all(deps.chains.all().map((chain) => chain.probe()))
    return { services, beside, custody: deps.custody, chain: findBitcoin(deps.chains, CHAIN), close }
  }
  let now = await boot()
  await now.services.transactions.tick()

  const grants = new Map<string, ReturnType<typeof grantOf>>()

  const rig = {
    ...{ clock, pushLog, log, db: database.db, away: one.away, purseOf: one.purseOf },
    get services() {
      return now.services
    },
    get custody() {
      return now.custody
    },
    get chain(): BitcoinChain {
      if (!now.chain) throw new Error('No chain is there')
      return now.chain
    },
    /** A second process beside the first, over the same database and custody. */
    beside: () => now.beside(),
    async restart(settings?: Record<string, string>, through?: typeof wrap) {
      await now.services.stop()
      await now.close()
      clock.advance(1000)
      now = await boot(settings, through)
      return now.services
    },
    /** As whom custody takes what this user asks for. */
    async caller(id: string): Promise<Caller> {
      const email = `${id}@example.com`
      const known = grants.get(id) ?? grantOf({ custody: now.custody, clock }, email, id)
      grants.set(id, known)
      return { id, email, grant: (await known).cookie }
    },
    async draft(userId: string, walletId: string, amount: bigint, more: Partial<TransactionDraft> = {}) {
      const asset = await rig.bitcoinOf(userId, walletId)
      const draft = { amount: amount.toString(), assetId: asset?.id ?? 'none', description: '' }
      return { ...draft, gas: 'normal' as const, recipient: STRANGER, ...more }
    },
    async send(userId: string, walletId: string, amount: bigint, more: Partial<TransactionDraft> = {}) {
      const draft = await rig.draft(userId, walletId, amount, more)
      clock.advance(10)
      return now.services.transactions.sendBitcoin(await rig.caller(userId), walletId, draft)
    },
    /** As far as everything gets without a block. */
    idle: () => now.services.transactions.idle(),
    /** In a block, and seen. */
    async mine(blocks = 1) {
      await now.services.transactions.idle()
      if (!regtest) throw new Error('No chain is there')
      await regtest.mine(blocks)
      await rig.tick()
      await now.services.transactions.idle()
      clock.advance(1000)
    },
    async user(): Promise<string> {
      const id = randomUUID()
      const email = `${id}@example.com`
      const row = { id, email, emailKey: email, vaultId: randomUUID(), createdAt: clock.now() }
      await database.db.insert(users).values(row)
      return id
    },
    /** An active wallet, with its Bitcoin account where the signers are there. */
    async wallet(userId: string, name = 'Main'): Promise<Wallet & { bitcoin: string }> {
      clock.advance(1000)
      const { id } = await now.services.wallets.create(userId, name)
      const wallet = await pushLog.until(
        'wallet:updated',
        (data) => data.id === id && data.accounts.length > 1,
      )
      return { ...wallet, bitcoin: rig.addressOf(wallet) }
    },
    addressOf: ({ accounts }: Wallet): string =>
      accounts.find(({ network }) => network === 'regtest')?.address ?? '',
    tick: () => now.services.transactions.tick(),
    /** In a block of its own, and seen. */
    async deposit(...gifts: { address: string; value: number }[]): Promise<string> {
      if (!regtest) throw new Error('No chain is there')
      const txid = await regtest.give(gifts)
      await regtest.mine()
      await rig.tick()
      clock.advance(1000)
      return txid
    },
    listed: async (userId: string, walletId: string) =>
      (await now.services.transactions.list(userId, { walletId })).items,
    bitcoinOf: async (userId: string, walletId: string) =>
      (await now.services.assets.list(userId, walletId)).find(({ symbol }) => symbol === 'btc'),
    async stop() {
      await now.services.stop()
      await now.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return rig
}
export type BitcoinRig = Awaited<ReturnType<typeof openBitcoinRig>>
