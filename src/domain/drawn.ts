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
