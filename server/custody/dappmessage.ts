import { type Hex, hexToString } from 'viem'
import type { Drawn } from '#domain/drawn.ts'
import { signText } from './approval/issue.ts'
import { isSigned, transactionId } from './approval/proposal.ts'
import { checkShown, digestOf } from './drawn.ts'
import { checkWholeHeld } from './hold/hold.ts'
import { isReserved } from './message.ts'
import { checkOwner } from './owner.ts'
import type { Speaker } from './person/grant.ts'
import type { Input } from './port.ts'
import { CustodyRefusal } from './refusal.ts'
import type { Box, Vault } from './vault.ts'

type Asked = Input<'messageSignature'>

const drawnMessage = ({ walletId, blockchain, topic, name, url, data }: Asked): Drawn => ({
  ...{ walletId, blockchain, method: 'personal_sign', topic, name, url, data },
})

/** Refuses texts that only custody may issue. */
const checkText = (data: Hex): void => {
  if (isReserved(hexToString(data)))
    throw new CustodyRefusal(
      'ReservedText',
      "Texts that start with 'Countersign ' are signed only for guardians.",
    )
}

/** EIP-191 signature of bytes that a dApp chose. */
const sign = async (vault: Vault, { key }: Box, data: Hex): Promise<{ signature: Hex }> => ({
  signature: await signText(vault, key, { raw: data }),
})

/**
 * Signs what the owner confirms, and remembers under the request's id what it was: the same again gives the same
 * signature, anything else under that id is refused.
 */
export const signMessage = async (
  vault: Vault,
  box: Box,
  asked: Input<'signMessage'>,
  who: Speaker,
): Promise<{ signature: Hex }> => {
  checkOwner(box, who)
  checkWholeHeld(box.state)
  checkText(asked.data)
  const { requestId, digest } = asked
  checkShown(digest, drawnMessage(asked))
  const known = box.state.messages.get(requestId)
  if (known !== undefined && known !== digest)
    throw new CustodyRefusal('AlreadySigned', 'This request was confirmed before with another text.')
  if (known === undefined) await box.append({ type: 'message', data: { requestId, digest } })
  return sign(vault, box, asked.data)
}

/** The signature of what the owner has confirmed before, for whoever has to give it to the dApp. */
export const messageSignature = async (vault: Vault, box: Box, asked: Asked): Promise<{ signature: Hex }> => {
  if (box.state.messages.get(asked.requestId) !== digestOf(drawnMessage(asked)))
    throw new CustodyRefusal(
      'NotConfirmed',
      `The owner has not confirmed request ${asked.requestId} with this text; only he can have it signed.`,
    )
  checkWholeHeld(box.state)
  checkText(asked.data)
  return sign(vault, box, asked.data)
}

/**
 * Needs nobody, since it can only hold money back: what was proposed for a request that nobody confirmed in time, or to
 * its end. False when it is signed.
 */
export const endRequest = async (
  box: Box,
  { requestId, reason }: Input<'endRequest'>,
): Promise<{ ended: boolean }> => {
  const { state } = box
  const txId = transactionId(box, { kind: 'request', id: requestId })
  if (isSigned(state, txId)) return { ended: false }
  if (state.proposals.has(txId) && !state.ends.has(txId))
    await box.append({ type: 'ended', data: { txId, outcome: 'withdrawn', ...(reason && { reason }) } })
  return { ended: true }
}

/** Takes a confirmation back that came to nothing, of a text or a transaction, so that no row can bring it up again. */
export const dropMessage = async (
  box: Box,
  { requestId }: Input<'dropMessage'>,
  who: Speaker,
): Promise<void> => {
  checkOwner(box, who)
  const { state } = box
  if (state.messages.has(requestId)) await box.append({ type: 'message-dropped', data: { requestId } })
  const txId = transactionId(box, { kind: 'request', id: requestId })
  if (state.proposals.has(txId) && !isSigned(state, txId) && !state.ends.has(txId))
    await box.append({ type: 'cancelled', data: { txId } })
}
