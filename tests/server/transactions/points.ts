import { type BitcoinChain, isBitcoin } from '#server/chains/bitcoin/chain.ts'
import { type EvmChain, isEvm } from '#server/chains/evm/chain.ts'
import type { Chain, ChainSet } from '#server/chains/family.ts'
import type { Custody } from '#server/custody/custody.ts'

export interface Ports {
  chains: ChainSet
  custody: Custody
}
export type Wrap = (ports: Ports) => Ports

const changing = (chains: ChainSet, changed: (chain: Chain) => Chain): ChainSet => ({
  ...chains,
  all: () => chains.all().map(changed),
  get: (blockchain) => {
    const chain = chains.get(blockchain)
    return chain && changed(chain)
  },
})

export const withChain = (chains: ChainSet, change: (chain: EvmChain) => Partial<EvmChain>): ChainSet =>
  changing(chains, (chain) => (isEvm(chain) ? { ...chain, ...change(chain) } : chain))

export const withBitcoin = (
  chains: ChainSet,
  change: (chain: BitcoinChain) => Partial<BitcoinChain>,
): ChainSet => changing(chains, (chain) => (isBitcoin(chain) ? { ...chain, ...change(chain) } : chain))

/** Ports that answer as usual until the call, in the course of one send, which the process does not survive. */
export const crashPoints = (crash: () => Promise<never>) =>
  ({
    'after the balance is reserved': ({ chains, custody }) => {
      let reads = 0
      const minedNonce = (chain: EvmChain) => (address: string) => {
        reads += 1
        return reads === 1 ? chain.minedNonce(address) : crash()
      }
      return { chains: withChain(chains, (chain) => ({ minedNonce: minedNonce(chain) })), custody }
    },
    'after the nonce is taken': ({ chains, custody }) => ({
      chains,
      custody: { ...custody, signEvmTransaction: crash },
    }),
    'after signing': ({ chains, custody }) => ({
      chains,
      custody: {
        ...custody,
        async signEvmTransaction(ask) {
          await custody.signEvmTransaction(ask)
          return crash()
        },
      },
    }),
    'after the signed bytes are stored': ({ chains, custody }) => ({
      chains: withChain(chains, () => ({ broadcast: crash })),
      custody,
    }),
    'after handing in': ({ chains, custody }) => ({
      chains: withChain(chains, (chain) => ({
        async broadcast(raw) {
          await chain.broadcast(raw)
          return crash()
        },
      })),
      custody,
    }),
    'after it is mined': ({ chains, custody }) => ({
      chains: withChain(chains, (chain) => ({
        async receipt(hash) {
          const receipt = await chain.receipt(hash)
          return receipt ? crash() : receipt
        },
      })),
      custody,
    }),
  }) satisfies Record<string, Wrap>

export type CrashPoint = keyof ReturnType<typeof crashPoints>
