import { isEvm } from '#server/chains/evm/chain.ts'
import type { TransactionDeps } from './deps.ts'
import { evmFamily } from './evm/family.ts'
import type { Family } from './family.ts'

/** By chain. */
export type Families = ReadonlyMap<string, Family>

/** For each chain of this installation what its family does there. */
export const makeFamilies = (deps: TransactionDeps): Families =>
  new Map(
    deps.chains
      .all()
      .flatMap((chain): [string, Family][] =>
        isEvm(chain) ? [[chain.blockchain, evmFamily(deps, chain)]] : [],
      ),
  )
