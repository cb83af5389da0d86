import { comparableAddress } from './address.ts'
import { symbolLine } from './oneline.ts'

/** What a person hears who answers something else than what he was shown. */
export const DRAWN_OTHERWISE = 'What this DApp asks has changed. Look at it again.'

/**
 * What the dialog of a dApp's request showed of it, for the digest by which the owner's confirmation names it. Values
 * as they are signed: data as hex, sums in wei.
 */
export type Drawn = { walletId: string; blockchain: string } & (
  | {
      method: 'personal_sign'
      /** Of the connection: only that dApp gets the signature. */
      topic: string
      /** Under which name and address the dApp was shown. */
      name: string
      url: string
      data: string
    }
  | { method: 'eth_sendTransaction'; to: string | undefined; value: bigint; data: string }
)

/** One spelling for all who make the digest (SHA-256): JSON, with hex in lower case. */
export const drawnText = (drawn: Drawn): string => {
  const { walletId, blockchain, method, data } = drawn
  const rest =
    drawn.method === 'personal_sign'
      ? [drawn.topic, drawn.name, drawn.url]
      : [drawn.to?.toLowerCase() ?? null, drawn.value.toString()]
  return JSON.stringify(['countersign/dapp/1', walletId, blockchain, method, ...rest, data.toLowerCase()])
}

/** The same for whoever sends something else than his form showed. */
export const SENT_OTHERWISE = 'What you send has changed. Look at it again.'

/** What the confirmation of a send showed. `units`: smallest units of the asset. */
export interface DrawnSend {
  walletId: string
  blockchain: string
  /** Undefined for the native coin. */
  contract: string | undefined
  decimals: number
  /** As it stood behind the amount, in any case; older pages do not name it. */
  symbol?: string | undefined
  /** Of an ERC-721 token. */
  item: string | undefined
  units: string
  recipient: string
}

export const drawnSendText = ({
  walletId,
  blockchain,
  contract,
  decimals,
  symbol,
  item,
  units,
  recipient,
}: DrawnSend): string =>
  JSON.stringify([
    ...[`countersign/send/${symbol === undefined ? 1 : 2}`, walletId, blockchain],
    ...[contract?.toLowerCase() ?? null, decimals, item ?? null, units, comparableAddress(recipient)],
    ...(symbol === undefined ? [] : [symbolLine(symbol).toUpperCase()]),
  ])
