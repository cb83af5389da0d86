import type { Exact, LogEvent } from './event.ts'
import type { WalletState } from './state.ts'

/** What cancelling may cost at most, in fee ceilings: it pays nobody, and has to outbid what it cancels. */
export const CANCEL_FACTOR = 4n

export type Raised = Extract<LogEvent, { type: 'raised' }>

/** The most that a transaction may cost, as it was proposed or raised. */
export const ceilingOf = ({ ceilings }: WalletState, txId: string, exact: Exact): bigint =>
  BigInt(ceilings.get(txId) ?? exact.feeCeiling)

/** As the log would say it with these entries. */
export const withRaised = (state: WalletState, raised: readonly Raised[]): WalletState => ({
  ...state,
  ceilings: new Map([...state.ceilings, ...raised.map(({ data }) => [data.txId, data.feeCeiling] as const)]),
})
