import { encodeFunctionData, erc20Abi, erc721Abi, type Hex } from 'viem'
import type { Call } from '#server/chains/evm/chain.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'

/** The transaction that moves this asset. ERC-721 goes the safe way: a contract that cannot hold it refuses it. */
export const transferCall = (
  token: Pick<TokenRow, 'contract' | 'type'>,
  { from, to, amount, item }: { from: string; to: string; amount: bigint; item: string },
): Call => {
  const sender = from as Hex
  const recipient = to.toLowerCase() as Hex
  if (!token.type) return { from: sender, to: recipient, value: amount }
  const data =
    token.type === 'ERC20'
      ? encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient, amount] })
      : encodeFunctionData({
          abi: erc721Abi,
          functionName: 'safeTransferFrom',
          args: [sender.toLowerCase() as Hex, recipient, BigInt(item)],
        })
  return { from: sender, to: token.contract as Hex, value: 0n, data }
}
