import type { Exact, LogEvent } from './event.ts'
import type { WalletState } from './state.ts'

export type Raised = Extract<LogEvent, { type: 'raised' }>

/** The most that a transaction may cost, as it was proposed or raised. */
export const ceilingOf = ({ ceilings }: WalletState, txId: string, exact: Exact): bigint =>
  BigInt(ceilings.get(txId) ?? exact.feeCeiling)

/** As the log would say it with these entries. */
export const withRaised = (state: WalletState, raised: readonly Raised[]): WalletState => ({
  ...state,
  ceilings: new Map([...state.ceilings, ...raised.map(({ data }) => [data.txId, data.feeCeiling] as const)]),
})
