import type { Blockchain } from '#contract/blockchain.ts'
import { CHAINS } from '#domain/chain.ts'
import type { EvmTransaction, Intent, Payload } from '#server/custody/custody.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import type { SendRow } from './store.ts'

const DEFAULT_DECIMALS = 18

/** What of a send custody judges. The same record always gives the same words. */
export const intentOf = (send: SendRow, token: TokenRow): Intent => ({
  txId: send.transactionId,
  walletName: send.walletName,
  action: send.action,
  asset:
    token.type === 'ERC20'
      ? { type: 'ERC20', symbol: token.symbol, decimals: token.decimals ?? DEFAULT_DECIMALS }
      : token.type === 'ERC721'
        ? { type: 'ERC721', symbol: token.symbol }
        : { type: 'native' },
  feeCeiling: send.feeCeiling,
  expiresAt: send.expiresAt.toISOString(),
})

const chainIdOf = (blockchain: string): number => {
  const chain = CHAINS[blockchain as Blockchain]
  if (chain.family === 'bitcoin') throw new Error(`${blockchain} is not an EVM chain`)
  return chain.chainId
}

export const payloadOf = (send: SendRow): Payload => ({
  chainId: chainIdOf(send.blockchain),
  ...(send.target && { to: send.target as `0x${string}` }),
  value: send.value,
  data: send.data as `0x${string}`,
})

export const evmTransactionOf = (send: SendRow, nonce: number): EvmTransaction => ({
  type: 'eip1559',
  ...payloadOf(send),
  nonce,
  gas: send.gasLimit,
  maxFeePerGas: send.maxFeePerGas,
  maxPriorityFeePerGas: send.maxPriorityFeePerGas,
})
