import { createHash, randomUUID } from 'node:crypto'
import { bitcoinTermsOf } from '#server/custody/bitcoin/terms.ts'
import { checkShown, checkShownSend, drawnCall } from '#server/custody/drawn.ts'
import { chainOf, type EventData, type Exact, type Terms } from '#server/custody/event.ts'
import { checkHeld } from '#server/custody/hold/hold.ts'
import { checkOwner } from '#server/custody/owner.ts'
import type { Speaker } from '#server/custody/person/grant.ts'
import { demands, required } from '#server/custody/policy.ts'
import type { BitcoinProposing, Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { symbolOf, tokenKey, type WalletState } from '#server/custody/state.ts'
import { differingValue, termsOf } from '#server/custody/terms.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { counting, type Requirement, requirementOf } from './guardian.ts'

type Proposal = EventData<'proposed'>

/** What stands in the log about a proposal, and what it needs. */
export interface Proposed extends Requirement {
  txId: string
  /** As they were first proposed. */
  feeCeiling: string
  expiresAt: string
  /** With which it is signed; absent where an older version proposed it. */
  gas?: string | undefined
  /** On Bitcoin, as it was quoted. */
  rate?: string | undefined
  /** The gas prices with which it is signed; absent, too, where guardians are asked. */
  maxFeePerGas?: string | undefined
  maxPriorityFeePerGas?: string | undefined
}

export const changed = (field: string, details: { txId?: string } = {}) =>
  new CustodyRefusal(
    'TransactionChanged',
    `${field} is not what was proposed; propose it as a new transaction.`,
    { field, ...details },
  )

const tooLate = () => new CustodyRefusal('Expired', 'This transaction has expired; send it again.')

const SENTENCES = {
  cancelled: 'This transaction was cancelled; send it again.',
  expired: 'This transaction has expired; send it again.',
  withdrawn: 'This transaction was withdrawn; send it again.',
  final: 'This transaction is on the chain already.',
  raised: 'This higher fee is approved already.',
} as const

/** Refuses what was cancelled or ended. */
export const checkOpen = ({ ends }: WalletState, txId: string): void => {
  const end = ends.get(txId)
  if (!end) return
  const { outcome, reason } = end
  throw new CustodyRefusal('Ended', reason ?? SENTENCES[outcome], { outcome, txId })
}

/** It ended without ever being signed. */
export const isUnsent = ({ ends }: Pick<WalletState, 'ends'>, txId: string): boolean =>
  (ends.get(txId)?.outcome ?? 'final') !== 'final'

/** Signed, or about to be. */
export const isSigned = (state: WalletState, txId: string): boolean =>
  (state.signings.has(txId) || state.signed.has(txId)) && !isUnsent(state, txId)

export const alreadySigned = () =>
  new CustodyRefusal('AlreadySigned', 'This transaction is already signed and on its way.')

export const checkTime = (expires: string, now: number): void => {
  if (!(Date.parse(expires) > now)) throw tooLate()
}

/** `Policy: v{n}, {k} of {m}` of an approval text. */
export const policyLine = ({ policies }: WalletState, version: number | undefined) => {
  const policy = policies.find((candidate) => candidate.version === version)
  if (!policy) throw new CustodyRefusal('Broken', `Policy version ${version} is missing from the log.`)
  return { version: policy.version, required: required(policy), of: policy.guardians.length }
}

export const findProposal = ({ proposals }: WalletState, txId: string): Proposal => {
  const proposal = proposals.get(txId)
  if (proposal) return proposal
  throw new CustodyRefusal('UnknownTransaction', `Transaction ${txId} was never proposed for this wallet.`)
}

/** What has exact values. */
export type Exactly = Proposal & Required<Pick<Proposal, 'exact'>>

/** One that may still be decided, as far as its terms go. Those of older versions may not: they lack exact values. */
export const findExact = (state: WalletState, txId: string): Exactly => {
  const { exact, ...proposal } = findProposal(state, txId)
  if (exact) return { ...proposal, exact }
  throw new CustodyRefusal(
    'UnknownTransaction',
    'This transaction was proposed to an older version; send it again.',
  )
}

/** One that may be signed, as far as its terms go: what guardians took for a higher fee of another one never is. */
export const findSignable = (state: WalletState, txId: string): Exactly => {
  const proposal = findExact(state, txId)
  if (proposal.raises === undefined && proposal.terms.raises === undefined) return proposal
  throw new CustodyRefusal(
    'BadInput',
    'This only raises the fee of another transaction; nothing is signed for it.',
  )
}

/** A proposal that this guardian may decide now. */
export const openProposal = (
  vault: Vault,
  { state, now, ripe }: Box,
  txId: string,
  guardianId: string,
): Exactly => {
  const proposal = findExact(state, txId)
  if (isSigned(state, txId)) throw alreadySigned()
  checkOpen(state, txId)
  checkTime(proposal.terms.expires, now)
  const decision = state.decisions.get(txId)?.find((made) => made.guardianId === guardianId)
  if (decision)
    throw new CustodyRefusal(
      'AlreadyDecided',
      `This guardian has already ${decision.kind} the transaction.`,
      {
        decision: decision.kind,
      },
    )
  const list = demands({
    versions: state.policies,
    now: ripe(chainOf(proposal.exact)),
    delay: vault.delay,
    pinned: proposal.policyVersion,
  })
  const versions = list.map(({ version }) => version)
  const isAsked = proposal.policyVersion !== undefined
  if (!isAsked || !counting(state.policies, versions).some(({ id }) => id === guardianId))
    throw new CustodyRefusal('NotEntitled', 'This guardian cannot decide about this transaction (any more).')
  return proposal
}

/** A UUID (version 8, RFC 9562) that the same texts always give. */
export const derived = (texts: readonly string[]): string => {
  const bytes = createHash('sha256').update(JSON.stringify(texts)).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The transaction's id: what comes from the same source is the same transaction, whatever happened in between. */
export const transactionId = (
  { key: { userId, walletId } }: { key: Pick<Box['key'], 'userId' | 'walletId'> },
  source: { kind: 'key' | 'request'; id: string } | undefined,
): string => {
  if (!source) return randomUUID()
  return source.kind === 'key'
    ? derived(['countersign/transaction/1', userId, walletId, source.id])
    : derived(['countersign/request/1', walletId, source.id])
}

/** The proposal that is in the log already, if it is the same one and could still be sent. */
const again = ({ state, now }: Box, known: Proposal, terms: Terms, actual: Exact): void => {
  const { txId, exact } = known
  const isNoted = known.terms.note !== terms.note
  const field = exact ? (differingValue(exact, actual) ?? (isNoted ? 'Note' : undefined)) : 'Transaction'
  if (field) throw changed(field, { txId })
  if (isSigned(state, txId)) return
  checkOpen(state, txId)
  if (exact && !(Date.parse(exact.expiresAt) > now))
    throw new CustodyRefusal('Ended', SENTENCES.expired, { outcome: 'expired', txId })
}

type Meant = Pick<Required<Proposal>, 'exact' | 'terms'>

/** What its asset may be called: as it is proposed, and as this wallet's guardians go on reading it. */
const symbolsOf = ({ pins }: WalletState, { exact, terms }: Meant): string[] => {
  const symbol = symbolOf(terms)
  if (exact.family !== 'evm' || !exact.asset) return [symbol]
  return [symbol, pins.get(tokenKey(exact.chainId, exact.asset.contract))?.symbol ?? symbol]
}

/**
 * A token keeps contract, decimals and symbol with which this wallet first sent it: with others an amount would be another
 * one, or of something else.
 */
const checkPinned = ({ pins, contracts }: WalletState, { exact, terms }: Meant): void => {
  if (exact.family !== 'evm' || !exact.asset) return
  const { chainId, asset } = exact
  const key = tokenKey(chainId, asset.contract)
  const before = asset.id === undefined ? undefined : contracts.get(asset.id)
  if (before !== undefined && before !== key)
    throw new CustodyRefusal(
      'BadInput',
      'This token was another contract when it was first sent from here. Nothing was sent.',
      { contract: before },
    )
  const pin = pins.get(key)
  if (!pin) return
  const symbol = symbolOf(terms)
  if (pin.symbol !== symbol)
    throw new CustodyRefusal(
      'BadInput',
      `This token was ${pin.symbol} when it was first sent from here, and is ${symbol} now. Nothing was sent.`,
      { symbol: pin.symbol },
    )
  const first = pin.decimals
  if (first === asset.decimals) return
  throw new CustodyRefusal(
    'BadInput',
    `This token had ${first} decimals when it was first sent from here, and ${asset.decimals} now. Nothing was sent.`,
    { decimals: first },
  )
}

const priceOf = (exact: Exact): Pick<Proposed, 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'rate'> => {
  if (exact.family === 'bitcoin') return { rate: exact.rate }
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = exact
  return { gas, maxFeePerGas, maxPriorityFeePerGas }
}

const answer = ({ state }: Box, txId: string, requirement: Requirement): Proposed => {
  const { policyVersion, exact } = findSignable(state, txId)
  const { feeCeiling, expiresAt } = exact
  const { policyVersion: _, ...rest } = requirement
  const line = policyVersion === undefined ? { required: 0, of: 0 } : policyLine(state, policyVersion)
  const { required: needed, of } = line
  return {
    ...rest,
    ...{ txId, required: needed, of, feeCeiling, expiresAt, ...priceOf(exact) },
    ...(policyVersion !== undefined && { policyVersion }),
  }
}

const isBitcoin = (asked: Input<'propose'>): asked is BitcoinProposing => 'family' in asked.payload

/** What is proposed, and what of it is kept: gas prices only where it is signed at once. */
const meant = (
  { key, state }: Box,
  txId: string,
  asked: Input<'propose'>,
): { terms: Terms; exact: Exact; kept(isGuarded: boolean): Exact } => {
  if (isBitcoin(asked)) {
    const account = state.accounts.get(asked.payload.network)
    if (!account)
      throw new CustodyRefusal('BadInput', 'This wallet has no account on this network of Bitcoin yet.')
    if (asked.source?.kind === 'request')
      throw new CustodyRefusal('BadInput', 'No dApp sends from a Bitcoin account.')
    const { terms, exact } = bitcoinTermsOf(txId, account.address, asked.payload, asked.meaning)
    return { terms, exact, kept: () => exact }
  }
  const { source, payload, meaning } = asked
  const { terms, exact } = termsOf(txId, key.address, payload, meaning)
  if (source?.kind === 'request') checkShown(source.digest, drawnCall(key.walletId, payload))
  const { gas, maxFeePerGas, maxPriorityFeePerGas } = meaning
  const kept = (isGuarded: boolean) =>
    isGuarded ? { ...exact, gas } : { ...exact, gas, maxFeePerGas, maxPriorityFeePerGas }
  return { terms, exact, kept }
}

/**
 * The owner's: writes down a transaction, with the policy that it keeps for ever. The same proposal again answers what
 * was recorded; another fee ceiling, expiry, gas or gas price changes nothing.
 */
export const propose = async (
  vault: Vault,
  box: Box,
  asked: Input<'propose'>,
  speaker: Speaker,
): Promise<Proposed> => {
  checkOwner(box, speaker)
  const { source, meaning, shown } = asked
  const txId = transactionId(box, source)
  const { terms, exact, kept } = meant(box, txId, asked)
  const chain = chainOf(exact)
  if (shown !== undefined)
    checkShownSend(shown, box.key.walletId, exact, symbolsOf(box.state, { exact, terms }))
  const requirement = requirementOf(box, vault.delay, chain)
  const known = box.state.proposals.get(txId)
  if (known) {
    again(box, known, terms, exact)
    return answer(box, txId, requirement)
  }
  checkHeld(box.state, chain)
  checkPinned(box.state, { exact, terms })
  checkTime(meaning.expiresAt, box.now)
  const { policyVersion, sendableFrom } = requirement
  if (policyVersion !== undefined && sendableFrom)
    throw new CustodyRefusal(
      'GuardiansChanged',
      `Guardians were changed. You can send again from ${sendableFrom}.`,
      {
        sendableFrom,
      },
    )
  const data =
    policyVersion === undefined
      ? { txId, terms, exact: kept(false) }
      : { txId, policyVersion, terms, exact: kept(true) }
  await box.append({ type: 'proposed', data })
  return answer(box, txId, requirement)
}
