import {
  type BitcoinExact,
  type BitcoinSigning,
  type EvmExact,
  type EvmSigning,
  isBitcoinSigning,
  type Terms,
} from './event.ts'
import { liveOf } from './state.ts'
import type { Sight } from './vault.ts'

interface Open {
  walletId: string
  txId: string
  /** When it was proposed (ISO). */
  at: string
  /** Guardians are asked. */
  guarded: boolean
  /** Nothing is sent by it: it is about a higher fee of this one. */
  raises?: string
  terms: Terms
  /** Each time it was signed, in this order. */
  attempts: { hash: string; cancels: boolean }[]
}

export interface OpenEvm extends Open {
  family: 'evm'
  exact: EvmExact
  /** What is, or is about to be, signed at last: the nonce and the unsigned bytes, and the hash once there is one. */
  signing?: Pick<EvmSigning, 'nonce' | 'tx' | 'attempt' | 'cancels'> & { hash?: string }
}

export interface OpenBitcoin extends Open {
  family: 'bitcoin'
  exact: BitcoinExact
  /** The same: its coins, what comes back, and the txid once there is one. */
  signing?: Pick<BitcoinSigning, 'coins' | 'change' | 'attempt' | 'cancels'> & { hash?: string }
}

/** A proposed transaction that did not end: not signed yet, or signed and not final on its chain. */
export type OpenTransaction = OpenEvm | OpenBitcoin

/** Open transactions of a wallet, oldest first. Those of older versions, which lack exact values, are left out. */
export const openOf = ({ key: { walletId }, state }: Sight): OpenTransaction[] =>
  [...state.open].flatMap(([txId, at]): OpenTransaction[] => {
    const proposal = state.proposals.get(txId)
    if (!proposal?.exact) return []
    const { terms, exact, policyVersion, raises } = proposal
    const begun = state.signings.get(txId)
    const made = liveOf(state.attempts.get(txId))
    const hash = made.at(-1)?.hash ?? (begun ? undefined : state.signed.get(txId)?.hash)
    const signed = {
      ...(hash !== undefined && { hash }),
      ...(begun?.attempt !== undefined && { attempt: begun.attempt }),
      ...(begun?.cancels && { cancels: begun.cancels }),
    }
    const attempts = made.flatMap(({ signing, hash: one }) =>
      one === undefined ? [] : { hash: one, cancels: signing.cancels ?? false },
    )
    const open = {
      ...{ walletId, txId, at, guarded: policyVersion !== undefined, terms, attempts },
      ...(raises && { raises: raises.txId }),
    }
    if (exact.family === 'bitcoin') {
      const signing = begun &&
        isBitcoinSigning(begun) && { signing: { coins: begun.coins, change: begun.change, ...signed } }
      return [{ ...open, family: 'bitcoin', exact, ...signing }]
    }
    const signing = begun &&
      !isBitcoinSigning(begun) && { signing: { nonce: begun.nonce, tx: begun.tx, ...signed } }
    return [{ ...open, family: 'evm', exact, ...signing }]
  })
