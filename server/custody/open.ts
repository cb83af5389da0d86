import type { EventData, Exact, Terms } from './event.ts'
import type { Sight } from './vault.ts'

/** A proposed transaction that did not end: not signed yet, or signed and not final on its chain. */
export interface OpenTransaction {
  walletId: string
  txId: string
  /** When it was proposed (ISO). */
  at: string
  /** Guardians are asked. */
  guarded: boolean
  terms: Terms
  exact: Exact
  /** What is, or is about to be, signed: the nonce and the unsigned bytes, and the hash once there is one. */
  signing?: Pick<EventData<'signing'>, 'nonce' | 'tx'> & { hash?: string }
}

/** Open transactions of a wallet, oldest first. Those of older versions, which lack exact values, are left out. */
export const openOf = ({ key: { walletId }, state }: Sight): OpenTransaction[] =>
  [...state.open].flatMap(([txId, at]) => {
    const proposal = state.proposals.get(txId)
    if (!proposal?.exact) return []
    const { terms, exact, policyVersion } = proposal
    const begun = state.signings.get(txId)
    const hash = state.signed.get(txId)?.hash
    return {
      ...{ walletId, txId, at, guarded: policyVersion !== undefined, terms, exact },
      ...(begun && {
        signing: { nonce: begun.nonce, tx: begun.tx, ...(hash !== undefined && { hash }) },
      }),
    }
  })
