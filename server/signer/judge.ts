import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { WalletCopy } from './copies.ts'
import type { Subject } from './message.ts'
import type { Judged } from './round.ts'
import type { Shares } from './shares.ts'

/** What this signer would sign for a transaction, from its own copy of the wallet's log. */
export const judgeSpend = async ({
  subject,
}: {
  subject: Extract<Subject, { kind: 'spend' }>
  copy: WalletCopy
  shares: Shares
  delay: number
}): Promise<Judged> => {
  throw new CustodyRefusal(
    'UnknownTransaction',
    `Transaction ${subject.txId} was never proposed for this wallet.`,
  )
}
