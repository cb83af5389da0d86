import type { FastifyBaseLogger } from 'fastify'
import { type CalledToken, tokensOfCall } from '#domain/call.ts'
import { inParallel } from '#server/async/parallel.ts'
import { findEvm } from '#server/chains/evm/chain.ts'
import type { ChainSet } from '#server/chains/family.ts'

/** Contracts whose words are kept at hand. */
const KEPT_MAX = 5_000
/** Of one call. */
const TOKENS_MAX = 8
/** How long a card waits for what contracts say, in ms: what comes later stands on it the next time. */
const WAIT_MS = 2_000

/** A call, by the values that are to be signed. */
export interface Touching {
  blockchain: string
  to: string
  data: string
}

const keyOf = (blockchain: string, contract: string): string => `${blockchain} ${contract.toLowerCase()}`

/**
 * What tokens say of themselves, for cards by which somebody decides: a row could make little of much. What its contract
 * has not said yet is counted in units.
 */
export const makeTokenWords = ({ chains, log }: { chains: ChainSet; log: FastifyBaseLogger }) => {
  const known = new Map<string, CalledToken>()

  const meet = async (blockchain: string, contract: string): Promise<void> => {
    const key = keyOf(blockchain, contract)
    if (known.has(key)) return
    try {
      const said = await findEvm(chains, blockchain)?.metadata(contract, 'ERC20')
      if (!said) return
      const { symbol, decimals = null } = said
      if (known.size >= KEPT_MAX) known.clear()
      known.set(key, { symbol, decimals, type: decimals === null ? null : 'ERC20' })
    } catch (error) {
      log.info({ err: error, blockchain, contract }, 'A token says nothing of itself now')
    }
  }

  return {
    /** Asks the contracts that these calls touch. Never inside a transaction. */
    async load(calls: readonly Touching[]): Promise<void> {
      const touched = calls.flatMap(({ blockchain, to, data }) =>
        tokensOfCall(data, to)
          .slice(0, TOKENS_MAX)
          .map((contract) => ({ blockchain, contract })),
      )
      let timer: NodeJS.Timeout | undefined
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, WAIT_MS)
      })
      await Promise.race([
        inParallel(touched, ({ blockchain, contract }) => meet(blockchain, contract)),
        late,
      ])
      clearTimeout(timer)
    },

    /** Of a token that is known here by a row, which alone says only that it is a collection's. */
    of(blockchain: string, contract: string, row: CalledToken | undefined): CalledToken | undefined {
      const said = row && known.get(keyOf(blockchain, contract))
      return said && said.decimals === null && row.type === 'ERC721' ? { ...said, type: 'ERC721' } : said
    },
  }
}

export type TokenWords = ReturnType<typeof makeTokenWords>
