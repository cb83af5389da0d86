import type { Hex } from 'viem'
import type { EventData } from '#server/custody/event.ts'
import { approvalText } from '#server/custody/message.ts'
import { isMet, isReachable, sendableFrom } from '#server/custody/policy.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import type { Decision } from '#server/custody/state.ts'
import type { Sight, Vault } from '#server/custody/vault.ts'
import { isSignedBy } from './issue.ts'
import { demandsOf, isDeclined } from './progress.ts'
import { policyLine } from './proposal.ts'

type Approval = Extract<Decision, { kind: 'approved' }>

/** Whether a guardian whose invite is in the log signed exactly this proposal. */
const holds = async (
  { state }: Pick<Sight, 'state'>,
  { terms, exact, policyVersion }: EventData<'proposed'>,
  { guardianId, address, message, signature, ...signed }: Approval,
): Promise<boolean> => {
  const proven = state.invites.find(({ inviteId }) => inviteId === guardianId)
  const policy = policyLine(state, policyVersion)
  const text = approvalText(terms, { units: exact?.units ?? '', policy, ...signed })
  return proven?.address === address && text === message && isSignedBy(address, text, signature as Hex)
}

/**
 * Checks the approvals in the log against every policy version that binds. Answers the nonces of those that it
 * counted. A retired guardian's approval counts for nothing; a decline that left too few counts for good.
 */
export const checkEvidence = async (
  vault: Pick<Vault, 'delay'>,
  box: Pick<Sight, 'state' | 'ripe'>,
  proposal: EventData<'proposed'>,
): Promise<string[]> => {
  const { txId } = proposal
  const approvals = (box.state.decisions.get(txId) ?? []).flatMap((made) =>
    made.kind === 'approved' ? [made] : [],
  )
  for (const approval of approvals) {
    if (!(await holds(box, proposal, approval)))
      throw new CustodyRefusal(
        'Broken',
        `An approval of transaction ${txId} does not fit what was proposed; restore the log from a backup.`,
      )
  }
  if (isDeclined(vault, box, txId))
    throw new CustodyRefusal('ApprovalMissing', 'A guardian whose approval was needed has declined it.')
  const list = demandsOf(vault, box, txId, new Set(approvals.map(({ guardianId }) => guardianId)))
  const missing = list.find((demand) => !isMet(demand))
  if (!missing) return approvals.map(({ nonce }) => nonce)

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
