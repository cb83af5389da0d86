import { DRAWN_OTHERWISE, SENT_OTHERWISE } from '#domain/drawn.ts'
import { KEY_TAKEN } from '#domain/sendrule.ts'
import { type Asked, CustodyRefusal, type Proposed } from '#server/custody/custody.ts'
import { conflict } from '#server/error.ts'
import { type Answers, answering } from '#server/modules/approvals/refusal.ts'
import type { TransactionDeps } from './deps.ts'
import type { Family } from './family.ts'
import * as store from './store.ts'

const REFUSALS: Answers = { BadInput: 'ValidationError', GuardiansChanged: 'ConflictError' }

/** What is there under the id of this proposal is another transaction. */
export const taken = (source: Asked<'propose'>['source']) =>
  conflict(source?.kind === 'request' ? DRAWN_OTHERWISE : KEY_TAKEN)

/**
 * Has custody write down what the owner sends, before anything else. Answers the id of the transaction where this very
 * proposal came to its end before, as a repeated call finds it.
 */
export const propose = async (
  { custody, db }: TransactionDeps,
  family: Pick<Family, 'release'>,
  ask: Asked<'propose'>,
): Promise<{ proposed: Proposed } | { ended: string }> => {
  const attempt = () => custody.propose(ask).catch(asPinned)
  /** A contract may have named itself anew: guardians go on reading the symbol with which this wallet first sent it. */
  const asPinned = async (error: unknown): Promise<Proposed> => {
    const symbol = error instanceof CustodyRefusal ? error.details.symbol : undefined
    // Custody found what was shown right before it said so.
    const { shown: _, ...found } = ask
    const { meaning } = found
    if (typeof symbol !== 'string' || !('asset' in meaning) || !('symbol' in meaning.asset)) throw error
    return custody.propose({
      ...found,
      meaning: { ...meaning, asset: { ...meaning.asset, symbol } },
    } as typeof ask)
  }
  /** A wallet whose release waits for nothing but the chain is released by its next send. */
  const released = async (error: unknown): Promise<Proposed> => {
    if (!(error instanceof CustodyRefusal) || error.code !== 'Held' || !error.details.agreed) throw error
    if (!(await family.release(ask.walletId))) throw error
    return attempt()
  }
  try {
    return { proposed: await answering(attempt().catch(released), REFUSALS) }
  } catch (error) {
    if (!(error instanceof CustodyRefusal) || !['Ended', 'TransactionChanged'].includes(error.code))
      throw error
    if (ask.shown !== undefined && error.details.field === 'Shown') throw conflict(SENT_OTHERWISE)
    const id = String(error.details.txId)
    if (error.code === 'Ended' && (await store.find(db, id))) return { ended: id }
    throw taken(ask.source)
  }
}
