import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { afterEach, expect } from 'vitest'
import { transactionId } from '#server/custody/approval/proposal.ts'
import {
  type Asked,
  type Custody,
  type CustodyOptions,
  CustodyRefusal,
  createKeyRing,
  digestOf,
  type KeyRing,
  type Meaning,
  openCustody,
  type RefusalCode,
} from '#server/custody/custody.ts'
import type { OperatorCalls } from '#server/custody/operator/calls.ts'
import { grantOf } from '../harness/grant.ts'
import { createTestDatabase } from '../transactions/database.ts'

export const DAY = 86_400_000
export const RECIPIENT = '0x5290842E94F1b1a0b45A3A2B2B7D5c8A1D0C9ee7'
export const TOKEN = '0x1111111111111111111111111111111111111111'
const START = Date.parse('2026-03-01T12:00:00.000Z')

/** A code of an authenticator is good for so long. */
const STEP = 30_000
const grants = new Map<string, { cookie: string; step: number }>()
const emailOf = (userId: string): string => `${userId.replace('user-', '')}@example.com`

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

export const tempFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'custody-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Custody's files are in a folder, or in a database of PostgreSQL. */
const IN_DATABASE = process.env.TEST_CUSTODY_STORE === 'postgres'
const placeIn = async (folder: string): Promise<string> => {
  const database = IN_DATABASE ? await createTestDatabase() : undefined
  if (database) cleanups.push(database.drop)
  return database?.url ?? join(folder, 'custody')
}

export interface Bench {
  custody: Custody
  /** The same one's, while it is open. */
  operator: OperatorCalls
  folder: string
  dir: string
  ringFile: string
  keyRing: KeyRing
  clock: { now(): Date; pass(ms: number): void }
  /** Every key that custody drew. */
  secrets: Buffer[]
  reopen(options?: Partial<CustodyOptions>): Promise<Custody>
}

/** A custody of its own in a temporary folder, with a clock that only tests move. */
export const bench = async ({ policyDelayS = 0 } = {}): Promise<Bench> => {
  const folder = await tempFolder()
  const dir = await placeIn(folder)
  const ringFile = join(folder, 'master.keys')
  const keyRing = await createKeyRing(ringFile)
  let time = START
  const clock = {
    now: () => new Date(time),
    pass: (ms: number) => {
      time += ms
    },
  }
  const secrets: Buffer[] = []
  const random = (bytes: number) => {
    const drawn = randomBytes(bytes)
    secrets.push(Buffer.from(drawn))
    return drawn
  }
  const open = (options: Partial<CustodyOptions> = {}) =>
    openCustody({ dir, keyRing, clock, policyDelayS, random, ...options })
  const { operator, ...custody } = await open()
  const made: Bench = {
    ...{ custody, operator },
    folder,
    dir,
    ringFile,
    keyRing,
    clock,
    secrets,
    async reopen(options) {
      await made.custody.close().catch(() => undefined)
      const { operator, ...custody } = await open(options)
      Object.assign(made, { custody, operator })
      return custody
    },
  }
  cleanups.push(() => made.custody.close().catch(() => undefined))
  return made
}

/** The grant of somebody whose user id is given: signed in, and again once the clock went on. */
export const grant = async (made: Bench, userId: string, email = emailOf(userId)): Promise<string> => {
  const key = `${made.dir} ${userId}`
  const step = Math.floor(made.clock.now().getTime() / STEP)
  const known = grants.get(key)
  if (known && known.step >= step) return known.cookie
  const { cookie } = await grantOf(made, email, userId)
  grants.set(key, { cookie, step })
  return cookie
}

/** His session has ended: the next grant is of another one. */
export const signOut = (made: Bench, userId: string): void => {
  grants.delete(`${made.dir} ${userId}`)
  made.clock.pass(STEP)
}

/** What a dApp asks to sign. */
export const asking = (walletId: string, data: Hex = '0x6869', requestId: string = randomUUID()) => ({
  ...{ walletId, requestId, data, blockchain: 'redbelly:testnet' },
  ...{ topic: 'ab'.repeat(32), name: 'Test DApp', url: 'https://dapp.example' },
})

/** The same with the digest of what his dialog showed. */
export const digestedMessage = (asked: ReturnType<typeof asking>) => ({
  ...asked,
  digest: digestOf({ ...asked, method: 'personal_sign' }),
})

/** The same, as its owner confirms it. */
export const confirming = async (
  made: Bench,
  userId: string,
  asked: ReturnType<typeof asking>,
): Promise<Asked<'signMessage'>> => ({
  ...digestedMessage(asked),
  grant: await grant(made, userId),
})

export const signed = async (made: Bench, userId: string, asked: ReturnType<typeof asking>) =>
  made.custody.signMessage(await confirming(made, userId, asked))

export const refused = async (call: Promise<unknown>, code: RefusalCode): Promise<CustodyRefusal> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(CustodyRefusal)
  const refusal = error as CustodyRefusal
  expect({ code: refusal.code, message: refusal.message }).toEqual({ code, message: refusal.message })
  return refusal
}

export interface Person {
  id: string
  email: string
  address: `0x${string}`
}

/** Invites a person, who confirms with a wallet of his own: a guardian beside those that are there. */
export const confirmGuardian = async (made: Bench, name: string, walletId = 'safe'): Promise<Person> => {
  const { custody } = made
  const [userId, email] = [`user-${name}`, `${name}@example.com`]
  const signer = { grant: await grant(made, userId), guardianWalletId: `wallet-${name}` }
  await custody.createWalletKey({ walletId: signer.guardianWalletId, userId })
  const inviteId = `invite-${walletId}-${name}`
  await custody.invite({ grant: await grant(made, 'owner'), walletId, inviteId, email })
  const text = await custody.issueInvite({ walletId, inviteId, ...signer })
  const { signature } = await custody.signIssued({
    grant: signer.grant,
    walletId,
    recordId: inviteId,
    signerWalletId: signer.guardianWalletId,
    ...text,
  })
  const { nonce, timestamp } = text
  const { address } = await custody.confirmInvite({
    grant: signer.grant,
    ...{ walletId, inviteId, nonce, timestamp, signature },
  })
  return { id: inviteId, email, address: address as `0x${string}` }
}

export const nameOf = ({ email }: Person): string => email.split('@')[0] ?? ''

/** Other rules, and of the guardians these. */
export const setPolicy = async (
  made: Bench,
  guardians: Person[],
  consensus: number,
  enabled = true,
  walletId = 'safe',
) =>
  made.custody.setPolicy({
    grant: await grant(made, 'owner'),
    ...{ walletId, enabled, consensus, guardians: guardians.map(({ id }) => id) },
  })

/** An owner's wallet 'safe' that needs `consensus` of the named guardians. */
export const guarded = async (
  names: string[],
  consensus: number,
  options: { policyDelayS?: number } = {},
): Promise<Bench & { people: Person[] }> => {
  const made = await bench(options)
  await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
  const people: Person[] = []
  for (const name of names) people.push(await confirmGuardian(made, name))
  await setPolicy(made, people, consensus)
  return Object.assign(made, { people })
}

/** What a send is, in the words of the calls that make it: proposed by its owner, then signed. */
export interface Sending extends Asked<'signEvmTransaction'> {
  /** The owner's key, from which custody derives the transaction's id. */
  name: string
  meaning: Meaning
}

/** The id that custody gives to what the owner sends with a key. */
export const idOf = (name = 'tx-1', walletId = 'safe', userId = 'owner'): string =>
  transactionId({ key: { userId, walletId } }, { kind: 'key', id: name })

/** A native send of 1.5 RBNT on Redbelly testnet, and what is meant by it. */
export const sending = (name = 'tx-1', walletId = 'safe'): Sending => ({
  walletId,
  name,
  txId: idOf(name, walletId),
  tx: {
    chainId: 153,
    gas: '21000',
    maxFeePerGas: '2000000000',
    maxPriorityFeePerGas: '1000000000',
    to: RECIPIENT,
    value: '1500000000000000000',
    data: '0x',
  },
  meaning: {
    walletName: 'Savings',
    action: 'send',
    asset: { type: 'native' },
    feeCeiling: '84000000000000',
    expiresAt: new Date(START + 7 * DAY).toISOString(),
    ...{ gas: '21000', maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1000000000' },
  },
  mined: 0,
})

export const propose = async (made: Bench, { walletId, name, tx, meaning }: Sending) => {
  const { chainId, to, value, data, ...price } = tx
  return made.custody.propose({
    grant: await grant(made, 'owner'),
    ...{ walletId, source: { kind: 'key', id: name }, payload: { chainId, to, value, data } },
    meaning: { ...meaning, ...price },
  })
}

export const sign = ({ custody }: Pick<Bench, 'custody'>, { walletId, txId, tx, mined }: Sending) =>
  custody.signEvmTransaction({ walletId, txId, tx, mined })

/** Proposed and signed. */
export const send = async (made: Bench, sent: Sending) => {
  await propose(made, sent)
  return sign(made, sent)
}

/** Where a transaction's guardians are. */
export const stateOf = ({ custody }: Pick<Bench, 'custody'>, name = 'tx-1') =>
  custody.approvalState({ walletId: 'safe', txId: idOf(name) })

/** What a guardian handed in. */
type Approved = Omit<Asked<'approve'>, 'grant' | 'walletId' | 'txId'>

/** One guardian reads, signs and hands in his approval, as the app does it. */
export const approve = async (
  made: Bench,
  guardian: Person,
  name = 'tx-1',
  walletId = 'safe',
): Promise<Approved> => approveAs(made, guardian, idOf(name, walletId), walletId)

/** The same of what custody gave this id. */
export const approveAs = async (
  made: Bench,
  guardian: Person,
  txId: string,
  walletId = 'safe',
): Promise<Approved> => {
  const { custody } = made
  const who = await grant(made, `user-${nameOf(guardian)}`)
  const ask = { grant: who, walletId, txId, guardianId: guardian.id }
  const text = await custody.issueApproval(ask)
  const signerWalletId = `wallet-${nameOf(guardian)}`
  const { signature } = await custody.signIssued({
    grant: who,
    walletId,
    recordId: txId,
    signerWalletId,
    ...text,
  })
  const { nonce, timestamp } = text
  await custody.approve({ ...ask, nonce, timestamp, signature })
  return { guardianId: guardian.id, nonce, timestamp, signature }
}

/** Every file below a folder with its bytes. */
export const allFiles = async (folder: string): Promise<{ path: string; bytes: Buffer }[]> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    found
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        return { path, bytes: await readFile(path) }
      }),
  )
}
