import { schnorr } from '@noble/curves/secp256k1.js'
import { Transaction } from 'bitcoinjs-lib'
import type { BitcoinNetwork } from '#domain/chain.ts'
import { checkEvidence } from '#server/custody/approval/evidence.ts'
import { changed, checkOpen, checkTime, findSignable, isUnsent } from '#server/custody/approval/proposal.ts'
import { attemptName } from '#server/custody/disk/signed.ts'
import { type BitcoinSigning, isBitcoinSigning, type LogEvent, type Sweeping } from '#server/custody/event.ts'
import { checkHeld } from '#server/custody/hold/hold.ts'
import type { Input } from '#server/custody/port.ts'
import { withoutRaise } from '#server/custody/raise/raise.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { withRaised } from '#server/custody/replacement.ts'
import { broken, checkFrozen, keptAs, latestOf } from '#server/custody/sign.ts'
import type { WalletState } from '#server/custody/state.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { isForGood } from '#server/signer/port.ts'
import { outputKey } from '#server/signer/share.ts'
import { type Draft, draftSpend, type Spend, Unfit } from '#server/signer/spend.ts'
import { type Added, accountOn } from './account.ts'
import { checkSpend, spendOf, sum } from './spend.ts'
import { keyOf, sweepOf } from './sweepspend.ts'

/** A signed transaction, ready to be broadcast. `raw` in hex, `hash` its txid. */
export interface SignedBitcoin {
  raw: string
  hash: string
  nonce?: undefined
}

/** A proposal of this family. */
const proposalOf = (state: WalletState, txId: string) => {
  const { exact, ...proposal } = findSignable(state, txId)
  if (exact.family !== 'bitcoin') throw changed('Network')
  return { ...proposal, exact }
}

/** Whose coins it spends: the wallet's present account, or one whose key was replaced meanwhile. */
const accountAt = (box: Pick<Box, 'key' | 'state'>, network: BitcoinNetwork, address: string): Added =>
  keyOf(box.state, network, address)?.key ?? accountOn(box, network)

/** The one transaction that a sweep means. */
export const sweepDraftOf = (box: Pick<Box, 'key' | 'state'>, sweeping: Sweeping): Draft =>
  drafted(sweepOf(sweeping), accountAt(box, sweeping.network, sweeping.from))

/** The one transaction that the log means. */
export const draftOf = (box: Pick<Box, 'key' | 'state'>, signing: BitcoinSigning): Draft => {
  const proposal = proposalOf(box.state, signing.txId)
  return drafted(spendOf(box.state, proposal, signing), accountAt(box, signing.network, proposal.exact.from))
}

export const drafted = (spend: Spend, account: Pick<Added, 'commitments'>): Draft => {
  try {
    return draftSpend(spend, outputKey(account))
  } catch (error) {
    if (error instanceof Unfit) throw new CustodyRefusal('BadInput', `${error.message}.`)
    throw error
  }
}

/** What it is called on its chain, also where it may not cost so much any more. */
const txidOf = (box: Pick<Box, 'key' | 'state'>, signing: BitcoinSigning): string => {
  const proposal = proposalOf(box.state, signing.txId)
  const spend = { ...spendOf(box.state, proposal, signing), feeCeiling: sum(signing.coins) }
  return drafted(spend, accountAt(box, signing.network, proposal.exact.from)).txid
}

/** Txids of all that custody signed or began to sign on a network. */
export const hashesOf = (box: Pick<Box, 'key' | 'state'>, network: BitcoinNetwork): string[] => [
  ...[...box.state.attempts.values()]
    .flat()
    .flatMap(({ signing, hash }) =>
      isBitcoinSigning(signing) && signing.network === network ? (hash ?? txidOf(box, signing)) : [],
    ),
  ...[...box.state.sweeps.values()].flatMap(({ sweeping, hash }) =>
    sweeping.network === network ? (hash ?? sweepDraftOf(box, sweeping).txid) : [],
  ),
]

/** Whether each input carries the signature of the wallet's key over what the draft spends. */
export const isSignedAs = (raw: string, { digests, txid }: Draft, key: Uint8Array): boolean => {
  try {
    const signed = Transaction.fromHex(raw)
    if (signed.getId() !== txid) return false
    return digests.every((digest, index) => {
      const [signature, ...more] = signed.ins[index]?.witness ?? []
      return signature?.length === 64 && more.length === 0 && schnorr.verify(signature, digest, key)
    })
  } catch {
    return false
  }
}

const TOO_LATE = 'Not sent: it reached its signers too late. Send it again.'
const NOT_AGAIN = 'Not sent again: that reached its signers too late. What was sent before goes on.'
const NOT_KNOWN =
  'Not sent from here any more: it may have left before a backup was put back. Look it up on the network before you send it again.'

/** Whether custody was put back to an older state since this was begun: what became of it meanwhile, nobody here knows. */
const isForgotten = ({ entries, holds }: WalletState, txId: string): boolean => {
  const { seq = 0 } = entries.find(({ type, data }) => type === 'signing' && data.txId === txId) ?? {}
  return holds.some((one) => one.seq > seq && (one.reason === 'restored' || one.reason === 'older-state'))
}

/**
 * Has them sign it. Each judges a send by when it first saw it: where two of three refuse it for good, they never signed it
 * and never will, so nobody has bytes of it. Then it ends, and its coins are free; another attempt at what hangs ends alone,
 * with what was raised for it. Where all were put back to an older state they may have signed it before that.
 */
const haveSigned = async (vault: Vault, box: Box, { txId, attempt = 1 }: BitcoinSigning): Promise<string> => {
  try {
    return await vault.signTogether(box, txId)
  } catch (error) {
    // Of what was signed once somebody may have the bytes.
    if (!isForGood(error) || box.state.attempts.get(txId)?.[attempt - 1]?.hash !== undefined) throw error
    const isFirst = attempt === 1
    const never = isForgotten(box.state, txId) ? NOT_KNOWN : TOO_LATE
    const reason = isFirst ? never : NOT_AGAIN
    if (isFirst)
      await box.append(
        { type: 'ended', data: { txId, outcome: 'withdrawn', reason } },
        ...withoutRaise(box.state, txId),
      )
    else await box.append({ type: 'attempt-ended', data: { txId, attempt, reason } })
    throw isFirst
      ? new CustodyRefusal('Ended', reason, { outcome: 'withdrawn', txId }, { cause: error })
      : new CustodyRefusal('OutOfOrder', reason, {}, { cause: error })
  }
}

/** The bytes of what the log says was about to be signed: of one txid whatever happens, and the same ones once they are kept. */
export const complete = async (vault: Vault, box: Box, signing: BitcoinSigning): Promise<SignedBitcoin> => {
  const { walletId } = box.key
  const { txId, network, approvals, attempt } = signing
  if (isUnsent(box.state, txId)) checkOpen(box.state, txId)
  const draft = draftOf(box, signing)
  const { txid: hash } = draft
  const logged = box.state.attempts.get(txId)?.[(attempt ?? 1) - 1]?.hash
  const name = attemptName(txId, attempt)
  const kept = await keptAs(vault, box, name)
  if ((logged !== undefined && logged !== hash) || (kept && kept.hash !== hash))
    throw broken(txId, 'is not what its log says')
  const raw = kept?.raw ?? (await haveSigned(vault, box, signing))
  if (!kept) {
    const { exact } = proposalOf(box.state, txId)
    if (!isSignedAs(raw, draft, outputKey(accountAt(box, network, exact.from))))
      throw new CustodyRefusal('SignersAway', 'The signers signed something else than was asked for.')
    await vault.signed.keep(walletId, name, { family: 'bitcoin', hash, raw })
  }
  if (logged === undefined)
    await box.append({
      type: 'signed',
      data: { txId, hash, approvals, ...(attempt !== undefined && { attempt }) },
    })
  return { raw, hash }
}

/** The same of the latest attempt that waits for nothing and is not refused for good. */
export const completeLast = async (vault: Vault, box: Box, txId: string): Promise<SignedBitcoin> => {
  for (;;) {
    const begun = latestOf(vault, box, txId)
    if (!begun || !isBitcoinSigning(begun)) throw changed('Network')
    try {
      return await complete(vault, box, begun)
    } catch (error) {
      if (latestOf(vault, box, txId) === begun) throw error
    }
  }
}

/**
 * Writes down what is about to be signed, once nothing in the log speaks against it, and has it signed. `beside`: what is
 * written down together with it, as a ceiling that was raised.
 */
export const begin = async (
  vault: Vault,
  box: Box,
  signing: BitcoinSigning,
  beside: readonly LogEvent[] = [],
): Promise<SignedBitcoin> => {
  const state = withRaised(box.state, beside)
  checkSpend(state, proposalOf(state, signing.txId), signing)
  draftOf({ key: box.key, state }, signing)
  await box.append(...beside, { type: 'signing', data: signing })
  return complete(vault, box, signing)
}

/**
 * Signs a Bitcoin transaction that was proposed: exactly what the log says, within its fee ceiling, in time, with coins that
 * no other one spends, and with the approvals that the wallet's policy asks for. What was begun once stays as it was begun,
 * whatever is asked then.
 */
export const signBitcoinTransaction = async (
  vault: Vault,
  box: Box,
  { txId, coins, change }: Input<'signBitcoinTransaction'>,
): Promise<SignedBitcoin> => {
  if (box.state.signings.has(txId)) return completeLast(vault, box, txId)

  const proposal = proposalOf(box.state, txId)
  const { network, expiresAt } = proposal.exact
  checkOpen(box.state, txId)
  await checkFrozen(vault, box, txId)
  checkHeld(box.state, network)
  checkTime(expiresAt, box.now)
  const approvals = await checkEvidence(vault, box, proposal)
  return begin(vault, box, { family: 'bitcoin', txId, network, coins, change, approvals })
}
