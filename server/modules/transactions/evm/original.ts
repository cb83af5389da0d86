import { decodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import type { SendRow } from '#server/modules/transactions/store.ts'
import type { EvmSendRow } from './store.ts'

/** A send with what only EVM chains have of it, which a broken row lacks. */
export interface EvmSend {
  send: SendRow
  own: Pick<EvmSendRow, 'data'> | null
}

/** Smallest units that a send or call would move, by what was signed. */
export const intendedUnits = ({ send, own }: EvmSend, token: TokenRow): bigint => {
  if (send.action !== 'send' || !token.type) return BigInt(send.value)
  if (token.type === 'ERC721') return 1n
  if (!own) return 0n
  const call = decodeFunctionData({ abi: erc20Abi, data: own.data as Hex })
  return call.functionName === 'transfer' ? call.args[1] : 0n
}

/** The row of a send as it was before a block said what it did. */
export const asSent = (of: EvmSend, token: TokenRow) => ({
  amount: intendedUnits(of, token).toString(),
  direction: 'outcome' as const,
  // What a dApp's call earned was shown as coming in.
  ...(of.send.action !== 'send' && {
    sender: getAddress(of.send.addressKey),
    recipient: of.send.target === null ? null : getAddress(of.send.target),
  }),
})
