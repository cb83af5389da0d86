import * as z from 'zod/mini'
import type { BitcoinNetwork } from '#domain/chain.ts'
import type { MissingSpend } from '#server/custody/bitcoin/missing.ts'
import type { Forgotten } from '#server/custody/hold/release.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Lifted, Operator } from './operator.ts'
import type { BitcoinSender, Sender } from './paused.ts'
import type { Recovered } from './recover.ts'
import type { Said } from './said.ts'

const Id = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/, 'should be 1 to 100 letters, digits, - and _'))
const Count = z.number().check(z.int(), z.nonnegative())
const Network = z.enum(['mainnet', 'testnet', 'regtest'] satisfies BitcoinNetwork[])
const Coin = z.string().check(z.regex(/^[0-9a-f]{64}:\d{1,10}$/, 'should be a coin, as txid:vout'))
const Counts = z.strictObject({ final: Count, latest: Count, pending: Count })

/** What an operator may ask of a custody that runs. What takes older states needs a stopped one. */
const OPERATOR_CALLS = {
  status: z.strictObject({}),
  senders: z.strictObject({}),
  address: z.strictObject({ walletId: Id }),
  /** What each chain, by its EIP-155 number, counts of the wallet's address. */
  release: z.strictObject({
    walletId: Id,
    counts: z.array(z.tuple([Count, Counts])).check(z.maxLength(64)),
  }),
  forgotten: z.strictObject({
    walletId: Id,
    counts: z.array(z.tuple([Count, Counts])).check(z.maxLength(64)),
  }),
  bitcoinSenders: z.strictObject({ walletId: Id }),
  /** The coins of the wallet that each Bitcoin chain calls unspent. */
  missing: z.strictObject({
    walletId: Id,
    unspent: z.array(z.tuple([Network, z.array(Coin).check(z.maxLength(200_000))])).check(z.maxLength(3)),
  }),
  lift: z.strictObject({ userId: Id }),
  recover: z.strictObject({ email: z.string().check(z.minLength(1), z.maxLength(320)) }),
  recoverMailed: z.strictObject({ userId: Id, id: Id }),
  renewBitcoin: z.strictObject({ walletId: z.optional(Id) }),
  correctClock: z.strictObject({}),
}
type Name = keyof typeof OPERATOR_CALLS
type Message<N extends Name> = z.infer<(typeof OPERATOR_CALLS)[N]>

/** The operator's calls as plain messages. */
export interface OperatorCalls {
  status(message: Message<'status'>): Promise<Said[]>
  senders(message: Message<'senders'>): Promise<Sender[]>
  address(message: Message<'address'>): Promise<string>
  release(message: Message<'release'>): Promise<Said[]>
  forgotten(message: Message<'forgotten'>): Promise<Forgotten[]>
  bitcoinSenders(message: Message<'bitcoinSenders'>): Promise<BitcoinSender[]>
  missing(message: Message<'missing'>): Promise<MissingSpend[]>
  lift(message: Message<'lift'>): Promise<Lifted>
  recover(message: Message<'recover'>): Promise<Recovered>
  recoverMailed(message: Message<'recoverMailed'>): Promise<void>
  renewBitcoin(message: Message<'renewBitcoin'>): Promise<Said[]>
  correctClock(message: Message<'correctClock'>): Promise<Said[]>
}

export const isOperatorCall = (name: string): name is Name => Object.hasOwn(OPERATOR_CALLS, name)

export const operatorCalls = (
  operator: Omit<Operator, 'close'>,
  addressOf: (walletId: string) => Promise<string>,
  bitcoinOf: (walletId: string) => Promise<BitcoinSender[]>,
): OperatorCalls => ({
  status: () => operator.status(),
  senders: () => operator.senders(),
  address: ({ walletId }) => addressOf(walletId),
  release: ({ walletId, counts }) => operator.release(walletId, async () => new Map(counts)),
  forgotten: ({ walletId, counts }) => operator.forgotten(walletId, async () => new Map(counts)),
  bitcoinSenders: ({ walletId }) => bitcoinOf(walletId),
  missing: ({ walletId, unspent }) => operator.missing(walletId, async () => new Map(unspent)),
  lift: ({ userId }) => operator.lift(userId),
  recover: ({ email }) => operator.recover(email),
  recoverMailed: (mailed) => operator.recoverMailed(mailed),
  renewBitcoin: ({ walletId }) => operator.renewBitcoin(walletId),
  correctClock: () => operator.correctClock(),
})

/** Throws CustodyRefusal 'BadInput' for a message that is not as the call takes it. */
export const callOperator = (calls: OperatorCalls, name: Name, message: unknown): Promise<unknown> => {
  const parsed = OPERATOR_CALLS[name].safeParse(message)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') || 'the message'
    throw new CustodyRefusal('BadInput', `${name}: ${field} ${issue?.message ?? 'is not as it should be'}.`)
  }
  return calls[name](parsed.data as never)
}
