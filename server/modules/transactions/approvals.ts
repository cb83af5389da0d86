import type { ApprovalState } from '#contract/transaction.ts'
import type { ApprovalState as InCustody } from '#server/custody/custody.ts'
import type { Db, Tx } from '#server/db/client.ts'
import type { Emit } from '#server/db/unit.ts'

/** What guardians have decided so far, as the owner sees it. */
export interface ApprovalReader {
  /** Of those of these transactions that guardians were asked about. */
  read(on: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ApprovalState>>
}

/** Who keeps the guardians' part of transactions. `state` is what custody said before the transaction. */
export interface Approvals extends ApprovalReader {
  /** Custody wrote the transaction down: its guardians are asked now. `almostAll`: it leaves next to nothing. */
  opened(tx: Tx, emit: Emit, id: string, state: InCustody, almostAll?: boolean): Promise<void>
  /** Before a call is accepted that guardians will read. */
  meet(call: { blockchain: string; to: string; data: string }): Promise<void>
  /** What `opened` wrote down is committed: guardians get their mails. */
  asked(): void
  /** The transaction was signed or ended: nobody has to decide any more. */
  ended(tx: Tx, emit: Emit, id: string, state: InCustody): Promise<void>
}

/** Where no wallet has guardians. */
export const noApprovals: Approvals = {
  read: async () => new Map(),
  opened: async () => undefined,
  asked: () => undefined,
  meet: async () => undefined,
  ended: async () => undefined,
}
