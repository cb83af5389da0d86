import { decodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import type { SendRow } from '#server/modules/transactions/store.ts'

/** Smallest units that a send or call would move, by what was signed. */
export const intendedUnits = ({ action, value, data }: SendRow, token: TokenRow): bigint => {
  if (action !== 'send' || !token.type) return BigInt(value)
  if (token.type === 'ERC721') return 1n
  const call = decodeFunctionData({ abi: erc20Abi, data: data as Hex })
  return call.functionName === 'transfer' ? call.args[1] : 0n
}

/** The row of a send as it was before a block said what it did. */
export const asSent = (send: SendRow, token: TokenRow) => ({
  amount: intendedUnits(send, token).toString(),
  direction: 'outcome' as const,
  // What a dApp's call earned was shown as coming in.
  ...(send.action !== 'send' && {
    sender: getAddress(send.addressKey),
    recipient: send.target === null ? null : getAddress(send.target),
  }),
})
