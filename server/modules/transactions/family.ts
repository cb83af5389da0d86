import type { GasSpeed } from '#contract/blockchain.ts'
import type { Sentence } from '#contract/said.ts'
import type { Chain } from '#server/chains/family.ts'
import type { Watch } from '#server/chains/watch/watch.ts'
import type { Asked, OpenTransaction, Proposed, SignedTransaction } from '#server/custody/custody.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import type { WalletRow } from '#server/modules/wallets/service.ts'
import type { Change, NewSend, SendRow, TransactionRow } from './store.ts'

/** A send whose parts are known to fit together, before any money is promised. */
export interface Parts {
  chain: Chain
  token: TokenRow
  item: string
  account: { id: string; address: string; addressKey: string }
  /** Null where the transaction creates a contract. */
  recipient: string | null
  /** Smallest units. */
  amount: bigint
}

type TermsOf<T> = T extends Asked<'propose'> ? Pick<T, 'payload' | 'meaning'> : never
export type Terms = TermsOf<Asked<'propose'>>
export type Limits = Pick<Terms['meaning'], 'walletName' | 'note' | 'feeCeiling' | 'expiresAt'>

/** What is asked of the network for it, and what only its family knows of that. */
export interface Quote extends Pick<NewSend, 'target' | 'value'> {
  /** The most that the network may take, at the prices of now; smallest units of the native coin. */
  fee: bigint
  /** What custody is asked to write down of it. */
  terms(limits: Limits): Terms
  /** Throws unless amount and fee are there, beside all that was promised before. */
  checkFunds(db: Db): Promise<void>
  /** The same as custody has it, which may be by an earlier call. */
  recorded(proposed: Proposed): Quote
  /** What the family keeps of the send with this id. */
  insert(tx: Tx, id: string): Promise<unknown>
}

export interface Prepared extends Parts {
  quote(gas: GasSpeed): Promise<Quote>
}

/** What an owner asks to send. */
export interface Order {
  wallet: WalletRow
  token: TokenRow
  item: string
  recipient: string
  amount: bigint
}

export interface Sending {
  transaction: TransactionRow
  send: SendRow
  token: TokenRow
  family: Family
}

/** Whether a send can be signed now. */
export type Taken =
  | { kind: 'ready'; sign(): Promise<SignedTransaction> }
  /** Its fee is above what was approved. */
  | { kind: 'wait' }
  /** By another process meanwhile. */
  | { kind: 'signed' }
  | { kind: 'ended' }
  /** What it would spend is about to come free. */
  | { kind: 'later' }
  | { kind: 'short'; reason: Sentence }

/** A send that hangs, and what may come in its place. */
export interface Replacing {
  /** The bytes that hang. */
  raw: string
  /** Of all that was signed for it. */
  hashes: readonly string[]
  /** Pays nobody. */
  cancels: boolean
  /** What it may cost; undefined for as much as its owner says. */
  most: bigint | undefined
}

/** What would take its place, and the most that this costs; or why nothing can. */
export type Next = { fee: bigint; how: Asked<'replaceTransaction'>['how'] } | { why: Sentence }

/** A block that holds a transaction, and whether what it was to do is done. */
export interface Place {
  blockNumber: number
  blockHash: string
  reverted: boolean
}

type Begun<T> = T extends OpenTransaction ? T & Required<Pick<T, 'signing'>> : never
export type Signed = Begun<OpenTransaction>

/** A signed send as custody's journal has it, for rows that are written anew. */
export interface Restored {
  token: TokenRow
  item: string
  send: Pick<NewSend, 'action' | 'target' | 'value'>
  insert(tx: Tx, id: string): Promise<unknown>
}

/** Why blocks keep what was signed out for good: they have spent what it spends, or it is in none of them any more. */
export type Loss = 'spent' | 'vanished'

/** What sending, and seeing what was sent, is on one chain of its family. */
export interface Family {
  readonly chain: Chain
  /** Throws what is wrong with an order, or with this chain. */
  prepare(order: Order): Promise<Prepared>
  /** Looks whether it can still be paid, and takes what it will spend. */
  take(sending: Sending): Promise<Taken>
  /** Whether the family's rows say what custody signed. */
  isKept(id: string, signed: SignedTransaction): Promise<boolean>
  /** Writes down what custody signed, beside its bytes; undefined takes it back. */
  keep(tx: Tx, id: string, signed: SignedTransaction | undefined): Promise<unknown>
  /** The block that holds a transaction. */
  find(hash: string): Promise<Place | undefined>
  /** Why blocks keep it out for good, where they do. */
  lossOf(sending: Sending, signed: SignedTransaction): Promise<Loss | undefined>
  /** The most that these bytes of it may cost. */
  costOf(sending: Sending, raw: string): Promise<bigint>
  /** A later send that spends what came back of these transactions of one: its fee counts for both. */
  carrier(hashes: readonly string[]): Promise<string | undefined>
  /** Keeps of another row what the family keeps of this send, but for what is signed. */
  copy(tx: Tx, from: string, to: string): Promise<unknown>
  /** What can take the place of a send that hangs. */
  next(sending: Sending, replacing: Replacing): Promise<Next>
  /** Has custody end a hold that waits for nothing but the chain. False when it does not end yet. */
  release(walletId: string): Promise<boolean>
  /** The row of a send as it was before a block said what it did. */
  asSent(send: SendRow, token: TokenRow): Promise<Change>
  /** Undefined where its asset is not known. */
  restore(open: Signed): Promise<Restored | undefined>
  /** Moves what lies where a wallet has no account any more. */
  sweep?(): Promise<void>
  /** What becomes of what the chain shows; both hear of it once it is written. */
  watch(onUndone: () => void, onFinal: (ids: readonly string[]) => void): Watch
}
