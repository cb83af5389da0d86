import { createHash } from 'node:crypto'
import { blockchainOf } from '#domain/chain.ts'
import { type Drawn, drawnText } from '#domain/drawn.ts'
import type { Payload } from './port.ts'
import { CustodyRefusal } from './refusal.ts'

/** What names the thing that an owner confirms: SHA-256 (hex) of what his dialog showed. */
export const digestOf = (drawn: Drawn): string => createHash('sha256').update(drawnText(drawn)).digest('hex')

export const checkShown = (shown: string, drawn: Drawn): void => {
  if (shown !== digestOf(drawn))
    throw new CustodyRefusal('TransactionChanged', 'What is to be signed is not what was shown.')
}

/** The dialog of a dApp's transaction, as the payload would have it drawn. */
export const drawnCall = (walletId: string, { chainId, to, value, data }: Payload): Drawn => ({
  walletId,
  blockchain: blockchainOf(`eip155:${chainId}`) ?? '',
  method: 'eth_sendTransaction',
  ...{ to, value: BigInt(value), data },
})
