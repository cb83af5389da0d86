import { createHash } from 'node:crypto'
import type { WcRequest, WcSession } from '#contract/dapp.ts'
import { getRequest, getSession } from '#contract/endpoints/dapp.ts'
import { type Drawn, drawnText } from '#domain/drawn.ts'
import { personalSign, sendTransaction } from '#domain/request.ts'
import type { Client } from '#tests/server/harness/client.ts'

export const digestOf = (drawn: Drawn): string => createHash('sha256').update(drawnText(drawn)).digest('hex')

const drawnOf = (
  { walletId, blockchain, params }: WcRequest,
  { topic, proposerMeta: { name, url } }: WcSession,
): Drawn => {
  const message = personalSign(params)
  if (message) return { walletId, blockchain, method: 'personal_sign', topic, name, url, data: message.data }
  const transaction = sendTransaction(params)
  if (!transaction) throw new Error('This request has no dialog')
  const { to, rawValue, data } = transaction
  return { walletId, blockchain, method: 'eth_sendTransaction', to, value: BigInt(rawValue), data }
}

/** The digest of a request's dialog, as the page would draw it now. */
export const shownTo = async (client: Client, id: string): Promise<string> => {
  const request = await client.ok(getRequest, { params: { id } })
  const session = await client.ok(getSession, { params: { id: request.sessionId } })
  return digestOf(drawnOf(request, session))
}

/** What its owner sends to confirm a request that he just looked at. */
export const confirmation = async (client: Client, id: string) => ({
  params: { id },
  body: { digest: await shownTo(client, id) },
})
