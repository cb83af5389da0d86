import { randomBytes } from 'node:crypto'
import { type Hex, hashMessage, recoverMessageAddress, serializeSignature } from 'viem'
import { type Issued, NONCE_LIFE } from '#server/custody/disk/pending.ts'
import { approvalText, inviteText } from '#server/custody/message.ts'
import { checkGuardian } from '#server/custody/owner.ts'
import type { Speaker } from '#server/custody/person/grant.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { inviteToAccept } from './invite.ts'
import { openProposal, policyLine } from './proposal.ts'

/** A text for a guardian's wallet to sign within five minutes. Timestamp in ms. */
export interface IssuedText {
  message: string
  nonce: string
  timestamp: number
}

const freshNonce = (): string => randomBytes(16).toString('hex')

/** EIP-191 signature by a wallet's key. */
export const signText = async (vault: Vault, key: Box['key'], text: string | { raw: Hex }): Promise<Hex> =>
  serializeSignature(await vault.sign(key, hashMessage(text, 'bytes')))

/** True when `signature` over `message` (EIP-191) recovers to `address`. */
export const isSignedBy = async (address: string, message: string, signature: Hex): Promise<boolean> => {
  try {
    const signer = await recoverMessageAddress({ message, signature })
    return signer.toLowerCase() === address.toLowerCase()
  } catch {
    return false
  }
}

const hand = async (vault: Vault, walletId: string, issued: Issued): Promise<IssuedText> => {
  await vault.pending.add(walletId, issued)
  const { message, nonce, timestamp } = issued
  return { message, nonce, timestamp }
}

const guardianKey = async (vault: Vault, box: Box, walletId: string, who: Speaker) => {
  const key = await vault.keys.find(walletId)
  if (key.userId !== who.userId)
    throw new CustodyRefusal(
      'WrongSigner',
      "This wallet is not the guardian's own; choose one of his wallets.",
    )
  if (key.userId === box.key.userId)
    throw new CustodyRefusal('SelfGuardian', 'The owner of a wallet cannot be its guardian.')
  return key
}

/** The text by which a guardian accepts an invitation with one of his wallets. */
export const issueInvite = async (
  vault: Vault,
  box: Box,
  asked: Input<'issueInvite'>,
  who: Speaker,
): Promise<IssuedText> => {
  const { email, owner, expiresAt } = inviteToAccept(vault, box, asked.inviteId, who)
  const signer = await guardianKey(vault, box, asked.guardianWalletId, who)
  const nonce = freshNonce()
  const message = inviteText({
    inviteId: asked.inviteId,
    email,
    walletAddress: box.key.address,
    owner,
    guardianAddress: signer.address,
    expires: expiresAt,
    nonce,
    timestamp: box.now,
  })
  return hand(vault, box.key.walletId, {
    kind: 'invite',
    recordId: asked.inviteId,
    userId: who.userId,
    signerWalletId: signer.walletId,
    address: signer.address,
    nonce,
    timestamp: box.now,
    logHead: box.state.head,
    message,
  })
}

/** The text by which a guardian approves a proposed transaction. */
export const issueApproval = async (
  vault: Vault,
  box: Box,
  { txId, guardianId }: Input<'issueApproval'>,
  who: Speaker,
): Promise<IssuedText> => {
  const proposal = openProposal(vault, box, txId, guardianId)
  const { address } = checkGuardian(vault, box, guardianId, who)
  const signer = await vault.keys.find(vault.keys.ownerOf(address)?.walletId ?? '')
  const nonce = freshNonce()
  const message = approvalText(proposal.terms, {
    units: proposal.exact.units,
    policy: policyLine(box.state, proposal.policyVersion),
    logHead: box.state.head,
    nonce,
    timestamp: box.now,
  })
  return hand(vault, box.key.walletId, {
    kind: 'approval',
    recordId: txId,
    userId: who.userId,
    signerWalletId: signer.walletId,
    address,
    nonce,
    timestamp: box.now,
    logHead: box.state.head,
    message,
  })
}

/** Finds an issued text that may still be used by this user for this record. */
export const claim = async (
  vault: Vault,
  { key, state, now }: Box,
  asked: { kind?: Issued['kind']; recordId: string; userId: string; nonce: string; timestamp: number },
): Promise<Issued> => {
  if (state.nonces.has(asked.nonce))
    throw new CustodyRefusal('NonceUsed', 'This nonce was already used; ask for a new text.')
  const issued = await vault.pending.find(key.walletId, asked.nonce)
  const matches =
    issued?.recordId === asked.recordId &&
    issued.kind === (asked.kind ?? issued.kind) &&
    issued.userId === asked.userId &&
    issued.timestamp === asked.timestamp
  if (!issued || !matches)
    throw new CustodyRefusal(
      'NotIssued',
      'This text was not issued for this user and record; ask for a new one.',
    )
  if (now - issued.timestamp >= NONCE_LIFE)
    throw new CustodyRefusal('NonceExpired', 'This text is older than 5 minutes; ask for a new one.')
  return issued
}

/** Signs an issued text, byte for byte, with the wallet that it names. */
export const signIssued = async (
  vault: Vault,
  box: Box,
  { recordId, signerWalletId, message, nonce, timestamp }: Input<'signIssued'>,
  { userId }: Speaker,
): Promise<{ signature: Hex }> => {
  const issued = await claim(vault, box, { recordId, userId, nonce, timestamp })
  if (issued.message !== message)
    throw new CustodyRefusal('NotIssued', 'This is not the text that was issued; ask for a new one.')
  if (issued.signerWalletId !== signerWalletId)
    throw new CustodyRefusal('WrongSigner', 'The text names another wallet; sign it with that one.')
  return { signature: await signText(vault, await vault.keys.find(signerWalletId), message) }
}
