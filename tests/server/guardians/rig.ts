import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Address } from 'viem'
import type { ApprovalRequest } from '#contract/approval.ts'
import type { Transaction } from '#contract/transaction.ts'
import type { Wallet } from '#contract/wallet.ts'
import { emailKey } from '#domain/email.ts'
import type { ChainSet } from '#server/chains/family.ts'
import { noPrices } from '#server/chains/prices.ts'
import { type Custody, createKeyRing } from '#server/custody/custody.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/auth.ts'
import { readEnv } from '#server/env.ts'
import type { Caller } from '#server/http/access.ts'
import { makeIdentity } from '#server/identity.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { makeOutbox } from '#server/mail/outbox.ts'
import { makeApprovalRecords } from '#server/modules/approvals/records.ts'
import { type Guardianship, makeGuardianship } from '#server/modules/guardians/guardianship.ts'
import { tellRenamed } from '#server/modules/guardians/service.ts'
import type { Operation } from '#server/modules/transactions/operation.ts'
import { makeWalletServices, type WalletServices } from '#server/modules/transactions/walletservices.ts'
import { openParts } from '#server/parts.ts'
import type { Signers } from '#server/signer/port.ts'
import { ether, type TestNode } from '#tests/server/chains/node.ts'
import { makeClock } from '#tests/server/harness/clock.ts'
import { grantOf } from '#tests/server/harness/grant.ts'
import { openTestDatabase } from '#tests/server/transactions/database.ts'
import { makePushLog, STRANGER } from '#tests/server/transactions/rig.ts'

const BLOCKCHAIN = 'redbelly:testnet'

export interface Person {
  id: string
  email: string
  name: string
  /** His session. */
  grant: string
  /** His first wallet, with which he signs as a guardian. */
  walletId: string
  address: string
}

export interface Safe extends Wallet {
  owner: Person
  address: string
}

type Ports = { chains: ChainSet; custody: Custody }

export interface Around {
  node: TestNode
  policyDelayS?: number
  /** A Bitcoin chain, and who signs there. */
  bitcoin?: { url: string; signers: Signers }
  /** The database lies beside custody, so that both can be put back together. */
  persistent?: boolean
  /** Puts something between the services and their ports. */
  wrap?: (ports: Ports) => Ports
}

/** The services of guardians over a real database, real keys and a real chain; the test decides when they look. */
export const openRig = async ({ node, policyDelayS = 0, bitcoin, persistent = false, wrap }: Around) => {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-guardians-'))
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const clock = makeClock()
  const env = {
    ...readEnv({
      ...{ DATA_DIR: folder, KYC_CHAIN: BLOCKCHAIN, POLICY_DELAY_S: String(policyDelayS) },
      ...(bitcoin && { ESPLORA_URL: bitcoin.url }),
    }),
    rpcUrls: { [BLOCKCHAIN]: node.rpcUrl },
  }
  const dataDir = join(folder, 'database')
  const openIt = () => (persistent ? openDatabase({ dataDir, log }) : openTestDatabase(log))
  let database: Database = await openIt()
  const keyRing = await createKeyRing(join(folder, 'master.keys'))
  const pushLog = makePushLog()
  const mails: Mail[] = []
  /** What the mail server says; a test may make it fail. */
  const post = { send: async (mail: Mail) => void mails.push(mail) }
  const open: (Ports & { services: WalletServices; guardianship: Guardianship; close(): Promise<void> })[] =
    []

  /** A process: fresh services over the same database and keys. Ends the one before without goodbye. */
  const boot = async (through = wrap, meanwhile: () => Promise<void> = async () => undefined) => {
    const before = open.pop()
    if (before) {
      await before.services.stop()
      // In real life the leases of a process that was killed run out by themselves.
      await before.close()
    }
    await meanwhile()
    const parts = await openParts({
      ...{ env, log, clock, keyRing, database, local: true },
      smtpUrl: 'smtp://127.0.0.1:9',
      prices: noPrices,
      ...(bitcoin && { signers: bitcoin.signers }),
    })
    const { chains, custody } = parts.deps
    const ports = through?.({ chains, custody }) ?? { chains, custody }
    const deps = {
      ...parts.deps,
      push: pushLog.push,
      mail: { send: (mail: Mail) => post.send(mail) },
      ...ports,
    }
    const linkBase = () => 'https://wallet.example'
    const outbox = makeOutbox(deps)
    const records = makeApprovalRecords({
      ...deps,
      outbox,
      linkBase,
      isSigned: await makeIdentity(custody)(),
    })
    const services = makeWalletServices({ ...deps, renamed: tellRenamed }, records)
    const guardianship = makeGuardianship({ ...deps, outbox, records, walletServices: services, linkBase })
    await Promise.all(chains.all().map((chain) => chain.probe()))
    open.push({ ...ports, custody, services, guardianship, close: parts.close })
  }
  await boot()
  /** A new process over the same folder, with which `between` does what it likes while nobody has it open. */
  const reopen = async (between: (folder: string) => Promise<void>) => {
    const before = open.pop()
    await before?.services.stop()
    await before?.close()
    await database.close()
    await between(folder)
    database = await openIt()
    // Sessions may be gone, and a code is good once.
    signedIn.clear()
    clock.advance(30_000)
    await boot()
  }
  let wallets = 0
  /** Letters only, as names of wallets have it. */
  const freshName = (): string => {
    wallets += 1
    return `Savings ${[...String(wallets)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
  }

  const running = () => {
    const [current] = open
    if (!current) throw new Error('Nothing runs')
    return current
  }

  await running().services.transactions.tick()

  const signedIn = new Map<string, { step: number; cookie: Promise<string> }>()
  /** A session of his, begun half a minute ago at the latest. */
  const signIn = ({ id, email }: { id: string; email: string }): Promise<string> => {
    const step = Math.floor(clock.now().getTime() / 30_000)
    const known = signedIn.get(id)
    if (known && known.step >= step) return known.cookie
    const cookie = grantOf({ custody: running().custody, clock }, email, id).then((grant) => grant.cookie)
    signedIn.set(id, { step, cookie })
    return cookie
  }
  const isCaller = (value: unknown): value is Caller =>
    typeof value === 'object' && value !== null && 'grant' in value
  /** A service whose callers sign in again before they call, however far the clock was moved. */
  const fresh = <S extends object>(service: S): S =>
    new Proxy(service, {
      get(target, name, self) {
        const work: unknown = Reflect.get(target, name, self)
        if (typeof work !== 'function') return work
        return (caller: unknown, ...rest: unknown[]) =>
          isCaller(caller)
            ? signIn(caller).then((grant) => work(Object.assign(caller, { grant }), ...rest))
            : work(caller, ...rest)
      },
    })

  const rig = {
    node,
    get db() {
      return database.db
    },
    clock,
    pushLog,
    mails,
    post,
    custodyDir: join(folder, 'custody'),
    get services() {
      return running().services
    },
    get chains() {
      return running().chains
    },
    get custody() {
      return running().custody
    },
    get guardians() {
      return fresh(running().guardianship.guardians)
    },
    get approvals() {
      return fresh(running().guardianship.approvals)
    },
    get transactions() {
      return fresh(running().services.transactions)
    },
    restart: boot,
    reopen,
    keyRing,
    /** What a signed webhook does. */
    operate: (operation: Operation) => rig.services.operations.apply(operation, async () => undefined),

    /** What all jobs do in their time. */
    async round() {
      await rig.guardians.resume()
      await rig.approvals.resume()
      await rig.services.transactions.resume()
      await rig.idle()
    },
    async idle() {
      await rig.approvals.idle()
      await rig.services.transactions.idle()
    },
    /** Everything that was sent gets as far as it can, a second later. */
    async settle() {
      clock.advance(1000)
      await rig.idle()
      await node.mined()
      await rig.services.transactions.tick()
    },

    /** An account without a wallet. */
    async account(email = `${randomUUID()}@example.com`): Promise<Caller> {
      const id = randomUUID()
      await database.db
        .insert(users)
        .values({ id, email, emailKey: emailKey(email), vaultId: randomUUID(), createdAt: clock.now() })
      return { id, email, grant: await signIn({ id, email }) }
    },

    async makeWallet(userId: string, name = 'Main'): Promise<Wallet & { address: string }> {
      clock.advance(1000)
      const { id } = await rig.services.wallets.create(userId, name)
      const wallet = await pushLog.until(
        'wallet:updated',
        (data) => data.id === id && data.status === 'active',
      )
      return { ...wallet, address: wallet.accounts[0]?.address ?? '' }
    },

    async person(name: string): Promise<Person> {
      const account = await rig.account(`${name}-${randomUUID().slice(0, 8)}@example.com`)
      const wallet = await rig.makeWallet(account.id, 'Own')
      return { ...account, name, walletId: wallet.id, address: wallet.address }
    },
    people: async <const N extends readonly string[]>(
      ...names: N
    ): Promise<{ -readonly [K in keyof N]: Person }> => {
      const made: Person[] = []
      for (const name of names) made.push(await rig.person(name))
      return made as { -readonly [K in keyof N]: Person }
    },

    /** A verified wallet with coins. */
    async safe(owner: Person, coins = '10', name = freshName()): Promise<Safe> {
      const wallet = await rig.makeWallet(owner.id, name)
      await rig.services.kyc.complete({ walletId: wallet.id })
      await node.give(wallet.address, coins)
      await rig.settle()
      return { ...wallet, owner }
    },

    /** Invited, read, signed and confirmed. Answers the approver's id. */
    async join(safe: Safe, person: Person): Promise<string> {
      clock.advance(1000)
      const { id } = await rig.guardians.invite(safe.owner, safe.id, person.email)
      await rig.accept(person, id)
      return id
    },
    async accept(person: Person, id: string) {
      const text = await rig.guardians.message(person, id)
      const { nonce, timestamp } = text
      const { walletId } = person
      const { signature } = await rig.guardians.sign(person, id, { ...text, walletId })
      return rig.guardians.confirm(person, id, { nonce, timestamp, signature, walletId })
    },
    /** A wallet that needs `consensus` of these people. */
    async guarded(owner: Person, people: readonly Person[], consensus: number, coins = '10') {
      const safe = await rig.safe(owner, coins)
      const ids: string[] = []
      for (const person of people) ids.push(await rig.join(safe, person))
      await rig.guardians.enable(owner, safe.id)
      if (consensus > 1) await rig.guardians.setConsensus(owner, safe.id, consensus)
      return Object.assign(safe, { ids })
    },

    async send(safe: Safe, amount = '1', recipient: string = STRANGER): Promise<Transaction> {
      const assets = await rig.services.assets.list(safe.owner.id, safe.id)
      const assetId = assets.find(({ symbol }) => symbol === 'rbnt')?.id ?? 'none'
      return rig.transactions.sendEvm(
        safe.owner,
        safe.id,
        { amount: ether(amount).toString(), assetId, description: '', gas: 'normal', recipient },
        undefined,
      )
    },
    async approve(person: Person, txId: string): Promise<ApprovalRequest> {
      const text = await rig.approvals.message(person, txId)
      const { nonce, timestamp } = text
      const { signature } = await rig.approvals.sign(person, txId, { ...text, walletId: person.walletId })
      return rig.approvals.approve(person, txId, { nonce, timestamp, signature })
    },
    reject: (person: Person, txId: string, reason = 'Rejected') => rig.approvals.reject(person, txId, reason),

    async transaction(safe: Safe, id: string): Promise<Transaction> {
      const { items } = await rig.services.transactions.list(safe.owner.id, { walletId: safe.id })
      const found = items.find((item) => item.id === id)
      if (!found) throw new Error(`The wallet has no transaction ${id}`)
      return found
    },
    /** What became of each guardian's part, by his name. */
    async decisions(txId: string, people: readonly Person[]): Promise<Record<string, string>> {
      const lists = await Promise.all(
        people.map(async ({ id, name }) => {
          const request = (await rig.approvals.list(id)).find((item) => item.txId === txId)
          return [name, request?.status ?? 'none'] as const
        }),
      )
      return Object.fromEntries(lists)
    },
    /** Transactions of this address that are on the chain. */
    sentBy: (address: string) => node.client.getTransactionCount({ address: address as Address }),
    mailsTo: (email: string) => mails.filter(({ to }) => to === email),

    async stop() {
      await rig.services.stop()
      await rig.custody.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return rig
}
export type Rig = Awaited<ReturnType<typeof openRig>>

/** The name of the error that a call ends with. */
export const nameOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call
    return 'none'
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown'
  }
}
