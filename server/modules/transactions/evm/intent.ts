import type { Blockchain } from '#contract/blockchain.ts'
import { CHAINS } from '#domain/chain.ts'
import type { Call } from '#server/chains/evm/chain.ts'
import type { Tier } from '#server/chains/evm/fee.ts'
import type { EvmTransaction, Meaning, Payload } from '#server/custody/custody.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import type { SendRow } from '#server/modules/transactions/store.ts'
import type { EvmSendRow } from './store.ts'

const DEFAULT_DECIMALS = 18

/** What custody calls an asset that a send moves. */
export const assetOf = (token: Pick<TokenRow, 'id' | 'type' | 'symbol' | 'decimals'>): Meaning['asset'] => {
  const { id, symbol } = token
  if (token.type === 'ERC20')
    return { type: 'ERC20', id, symbol, decimals: token.decimals ?? DEFAULT_DECIMALS }
  return token.type === 'ERC721' ? { type: 'ERC721', id, symbol } : { type: 'native' }
}

const chainIdOf = (blockchain: string): number => {
  const chain = CHAINS[blockchain as Blockchain]
  if (chain.family === 'bitcoin') throw new Error(`${blockchain} is not an EVM chain`)
  return chain.chainId
}

export const payloadOf = (blockchain: string, { to, value, data = '0x' }: Omit<Call, 'from'>): Payload => ({
  chainId: chainIdOf(blockchain),
  ...(to && { to }),
  value: value.toString(),
  data,
})

export const evmTransactionOf = (
  send: SendRow,
  { data, gasLimit }: EvmSendRow,
  tier: Tier,
): EvmTransaction => ({
  ...payloadOf(send.blockchain, {
    to: (send.target ?? undefined) as `0x${string}` | undefined,
    value: BigInt(send.value),
    data: data as `0x${string}`,
  }),
  gas: gasLimit,
  maxFeePerGas: tier.maxFeePerGas.toString(),
  maxPriorityFeePerGas: tier.maxPriorityFeePerGas.toString(),
})
