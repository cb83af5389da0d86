import { draftOf } from '#server/custody/bitcoin/sign.ts'
import type { LogEntry } from '#server/custody/custody.ts'
import { isBitcoinSigning } from '#server/custody/event.ts'
import { replay } from '#server/custody/state.ts'

/** What a log says is about to be signed for a transaction. */
export const begunDraft = (entries: readonly LogEntry[], walletId: string, txId: string) => {
  const { state } = replay(entries)
  const signing = state.signings.get(txId)
  if (!signing || !isBitcoinSigning(signing)) throw new Error(`Nothing is begun for ${txId}`)
  return draftOf({ state, key: { walletId } as Parameters<typeof draftOf>[0]['key'] }, signing)
}
