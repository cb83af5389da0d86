import type { Exact, LogEvent } from './event.ts'
import type { WalletState } from './state.ts'

/** The most that a transaction may cost, as it was proposed or raised. */
export const ceilingOf = ({ ceilings }: WalletState, txId: string, exact: Exact): bigint =>
  BigInt(ceilings.get(txId) ?? exact.feeCeiling)

/** With the ceilings that the log would have by these entries. */
export const withRaised = (state: WalletState, added: readonly LogEvent[]): WalletState => {
  const raised = added.flatMap(({ type, data }) =>
    type === 'raised' ? [[data.txId, data.feeCeiling] as const] : [],
  )
  return { ...state, ceilings: new Map([...state.ceilings, ...raised]) }
}
