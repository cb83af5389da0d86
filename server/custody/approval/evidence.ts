import type { Terms } from '#server/custody/event.ts'
import { approvalText, differingField } from '#server/custody/message.ts'
import { isMet, isReachable, sendableFrom } from '#server/custody/policy.ts'
import type { Evidence } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { isSignedBy } from './issue.ts'
import { demandsOf, isDeclined } from './progress.ts'
import { policyLine } from './proposal.ts'

const verify = async ({ state }: Box, txId: string, terms: Terms, item: Evidence): Promise<void> => {
  const all = [...state.decisions.values()].flat()
  const approval = all.find((made) => made.kind === 'approved' && made.nonce === item.nonce)
  if (approval?.kind !== 'approved')
    throw new CustodyRefusal('NotIssued', 'An approval carries a nonce that custody never took.', {
      field: 'Nonce',
    })
  const changed = (field: string) =>
    new CustodyRefusal(
      'TransactionChanged',
      `${field} is not what guardian ${item.guardianId} approved; ask for a new approval.`,
      { field },
    )
  if (approval.txId !== txId) throw changed('Transaction')
  const proven = state.invites.find(({ inviteId }) => inviteId === item.guardianId)
  if (approval.guardianId !== item.guardianId || approval.address !== proven?.address)
    throw new CustodyRefusal('WrongSigner', 'This approval was given by another guardian.', {
      field: 'Guardian',
    })
  const proposal = state.proposals.get(txId)
  if (!proposal) throw new CustodyRefusal('UnknownTransaction', `Transaction ${txId} was never proposed.`)
  const text = approvalText(terms, {
    policy: policyLine(state, proposal.policyVersion),
    logHead: approval.logHead,
    nonce: item.nonce,
    timestamp: item.timestamp,
  })
  const field = differingField(approval.message, text)
  if (field) throw changed(field)
  if (!(await isSignedBy(approval.address, text, item.signature)))
    throw new CustodyRefusal(
      'BadSignature',
      `The approval of guardian ${item.guardianId} has a wrong signature.`,
      {
        field: 'Signature',
      },
    )
}

/**
 * Checks every collected approval against what is about to be signed and every policy version that binds. Answers the
 * nonces it counted. A retired guardian's approval and a second one of the same guardian count for nothing; a decline
 * that left too few counts for good.
 */
export const checkEvidence = async (
  vault: Vault,
  box: Box,
  txId: string,
  terms: Terms,
  evidence: readonly Evidence[],
): Promise<string[]> => {
  for (const item of evidence) await verify(box, txId, terms, item)
  const list = demandsOf(vault, box, txId, new Set(evidence.map(({ guardianId }) => guardianId)))
  if (isDeclined(vault, box, txId))
    throw new CustodyRefusal('ApprovalMissing', 'A guardian whose approval was needed has declined it.')
  const missing = list.find((demand) => !isMet(demand))
  if (!missing) return evidence.map(({ nonce }) => nonce)

  const from = sendableFrom(list)
  if (from !== undefined && !list.every(isReachable)) {
    const time = new Date(from).toISOString()
    throw new CustodyRefusal('GuardiansChanged', `Guardians were changed. You can send again from ${time}.`, {
      sendableFrom: time,
    })
  }
  throw new CustodyRefusal(
    'ApprovalMissing',
    `Policy v${missing.version} asks for ${missing.required} of ${missing.of} approvals; ${missing.approved} count.`,
    { version: missing.version, required: missing.required, approved: missing.approved },
  )
}
