import type { EventData } from '#server/custody/event.ts'
import { demands, required } from '#server/custody/policy.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { WalletState } from '#server/custody/state.ts'
import { differingTerm, termsOf } from '#server/custody/terms.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { counting, type Requirement, requirementOf } from './guardian.ts'

type Proposal = EventData<'proposed'>

const changed = (field: string) =>
  new CustodyRefusal(
    'TransactionChanged',
    `${field} is not what was proposed; propose it as a new transaction.`,
    { field },
  )

const tooLate = () => new CustodyRefusal('Expired', 'This transaction has expired; send it again.')

/** Refuses when the terms differ from those proposed, naming the first line that does. */
export const checkTerms = (proposed: Proposal['terms'], actual: Proposal['terms']): void => {
  const field = differingTerm(proposed, actual)
  if (field) throw changed(field)
}

export const checkTime = (expires: string, now: number): void => {
  if (!(Date.parse(expires) > now)) throw tooLate()
}

/** `Policy: v{n}, {k} of {m}` of an approval text. */
export const policyLine = ({ policies }: WalletState, version: number) => {
  const policy = policies.find((candidate) => candidate.version === version)
  if (!policy) throw new CustodyRefusal('Broken', `Policy version ${version} is missing from the log.`)
  return { version, required: required(policy), of: policy.guardians.length }
}

export const findProposal = ({ proposals }: WalletState, txId: string): Proposal => {
  const proposal = proposals.get(txId)
  if (proposal) return proposal
  throw new CustodyRefusal('UnknownTransaction', `Transaction ${txId} was never proposed for this wallet.`)
}

/** A proposal that this guardian may decide now. */
export const openProposal = (
  vault: Vault,
  { state, now }: Box,
  txId: string,
  guardianId: string,
): Proposal => {
  const proposal = findProposal(state, txId)
  if (state.signed.has(txId))
    throw new CustodyRefusal('AlreadySigned', 'This transaction is already signed and on its way.')
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
    now,
    delay: vault.delay,
    pinned: proposal.policyVersion,
  })
  const versions = list.map(({ version }) => version)
  if (!counting(state.policies, versions).some(({ id }) => id === guardianId))
    throw new CustodyRefusal('NotEntitled', 'This guardian cannot decide about this transaction (any more).')
  return proposal
}

/**
 * Writes down a transaction that needs approvals, with the policy it keeps for ever. When nothing is required it
 * writes nothing. The same proposal again answers the same.
 */
export const propose = async (
  vault: Vault,
  box: Box,
  { payload, intent }: Input<'propose'>,
): Promise<Requirement> => {
  const terms = termsOf(box.key.address, payload, intent)
  checkTime(intent.expiresAt, box.now)
  const requirement = requirementOf(box, vault.delay)
  const known = box.state.proposals.get(intent.txId)
  if (known) {
    checkTerms(known.terms, terms)
    const { version, ...line } = policyLine(box.state, known.policyVersion)
    return { ...requirement, ...line, policyVersion: version }
  }
  const { policyVersion, sendableFrom } = requirement
  if (policyVersion === undefined) return requirement
  if (sendableFrom)
    throw new CustodyRefusal(
      'GuardiansChanged',
      `Guardians were changed. You can send again from ${sendableFrom}.`,
      {
        sendableFrom,
      },
    )
  await box.append({ type: 'proposed', data: { txId: intent.txId, policyVersion, terms } })
  return requirement
}
