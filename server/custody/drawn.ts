import { createHash } from 'node:crypto'
import { BTC_DECIMALS, WEI_DECIMALS } from '#contract/limit.ts'
import { blockchainOf } from '#domain/chain.ts'
import { type Drawn, type DrawnSend, drawnSendText, drawnText } from '#domain/drawn.ts'
import type { Exact } from './event.ts'
import type { Payload } from './port.ts'
import { CustodyRefusal } from './refusal.ts'

/** What names the thing that an owner confirms: SHA-256 (hex) of what his dialog showed. */
export const digestOf = (drawn: Drawn): string => createHash('sha256').update(drawnText(drawn)).digest('hex')

const otherwise = () =>
  new CustodyRefusal('TransactionChanged', 'What is to be signed is not what was shown.', { field: 'Shown' })

export const checkShown = (shown: string, drawn: Drawn): void => {
  if (shown !== digestOf(drawn)) throw otherwise()
}

const drawnOf = (exact: Exact): Omit<DrawnSend, 'walletId'> => {
  const { units } = exact
  const recipient = exact.recipient ?? ''
  if (exact.family === 'bitcoin') {
    const native = { contract: undefined, decimals: BTC_DECIMALS, item: undefined }
    return { blockchain: `bitcoin:${exact.network}`, ...native, units, recipient }
  }
  const { asset, chainId } = exact
  return {
    ...{ blockchain: blockchainOf(`eip155:${chainId}`) ?? '', units, recipient },
    contract: asset?.contract,
    decimals: asset?.decimals ?? WEI_DECIMALS,
    item: asset?.item ?? undefined,
  }
}

/**
 * Refuses a send that is not the one that was shown, by the values that are to be signed and any of the symbols that its
 * asset may be called; an older page names none.
 */
export const checkShownSend = (
  shown: string,
  walletId: string,
  exact: Exact,
  symbols: readonly string[],
): void => {
  const drawn = { walletId, ...drawnOf(exact) }
  const texts = [undefined, ...symbols].map((symbol) => drawnSendText({ ...drawn, symbol }))
  if (!texts.some((text) => shown === createHash('sha256').update(text).digest('hex'))) throw otherwise()
}

/** The dialog of a dApp's transaction, as the payload would have it drawn. */
export const drawnCall = (walletId: string, { chainId, to, value, data }: Payload): Drawn => ({
  walletId,
  blockchain: blockchainOf(`eip155:${chainId}`) ?? '',
  method: 'eth_sendTransaction',
  ...{ to, value: BigInt(value), data },
})
