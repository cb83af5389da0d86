import {
  type Hex,
  keccak256,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializedEIP1559,
} from 'viem'
import { CANCEL_FACTOR } from '#domain/gas.ts'
import { requirementOf } from './approval/guardian.ts'
import { changed, checkOpen, findSignable } from './approval/proposal.ts'
import { begin, complete as completeBitcoin } from './bitcoin/sign.ts'
import { chainOf, type EvmSigning, isBitcoinSigning, type LogEvent, type Signing } from './event.ts'
import { checkHeld } from './hold/hold.ts'
import { checkOwner } from './owner.ts'
import type { Speaker } from './person/grant.ts'
import type { EvmTransaction, Input } from './port.ts'
import { withoutRaise } from './raise/raise.ts'
import { CustodyRefusal } from './refusal.ts'
import { ceilingOf, withRaised } from './replacement.ts'
import { checkFee, checkWaiting, complete, serializable } from './sign.ts'
import type { SignedTransaction } from './signed.ts'
import { liveOf } from './state.ts'
import type { Box, Vault } from './vault.ts'

type Asked = Input<'replaceTransaction'>
type Wanted = Pick<Asked, 'txId' | 'cancels' | 'how'>
type EvmPrice = Extract<Asked['how'], { family: 'evm' }>

const refuse = (message: string) => new CustodyRefusal('BadInput', message)

const unsigned = ({ tx }: EvmSigning) => parseTransaction(tx as TransactionSerializedEIP1559)

/** The same nonce at a higher price: what was proposed, or nothing at all to the wallet itself. */
const nextEvm = (
  { key, state }: Pick<Box, 'key' | 'state'>,
  first: EvmSigning,
  { txId, attempt, cancels }: Wanted & { attempt: number },
  how: EvmPrice,
): EvmSigning => {
  const earlier = (state.attempts.get(txId) ?? []).flatMap(({ signing }) =>
    isBitcoinSigning(signing) ? [] : [signing],
  )
  if (!cancels && earlier.some((one) => one.cancels))
    throw refuse('What is being cancelled is not sent after all.')
  const isHigher = earlier.map(unsigned).every((one) => {
    const { maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = one
    return BigInt(how.maxFeePerGas) > maxFeePerGas && BigInt(how.maxPriorityFeePerGas) > maxPriorityFeePerGas
  })
  if (!isHigher) throw refuse('Another attempt should have higher gas prices than all earlier ones.')
  const sent = unsigned(first)
  if (!cancels && BigInt(how.gas) !== sent.gas) throw changed('Gas')
  const { family: _, ...price } = how
  const own = { to: key.address, value: '0', data: '0x' } as const
  const same = { ...(sent.to && { to: sent.to }), value: String(sent.value ?? 0n), data: sent.data ?? '0x' }
  const tx: EvmTransaction = { chainId: first.chainId, ...(cancels ? own : same), ...price }
  const { exact } = findSignable(state, txId)
  const ceiling = ceilingOf(state, txId, exact)
  checkFee(tx, String(cancels ? ceiling * CANCEL_FACTOR : ceiling))
  const bytes = serializeTransaction(serializable(tx, first.nonce))
  return {
    ...{ txId, chainId: first.chainId, nonce: first.nonce, digest: keccak256(bytes), tx: bytes as Hex },
    ...{ approvals: first.approvals, attempt },
    ...(cancels && { cancels }),
  }
}

/** More than was meant for what hangs: only while nobody has to approve what this wallet sends. */
const raise = (vault: Vault, box: Box, { txId, feeCeiling }: Asked): LogEvent[] => {
  const { exact, policyVersion } = findSignable(box.state, txId)
  if (feeCeiling === undefined || BigInt(feeCeiling) <= ceilingOf(box.state, txId, exact)) return []
  const now = requirementOf(box, vault.delay, chainOf(exact)).policyVersion
  if (policyVersion !== undefined || now !== undefined)
    throw new CustodyRefusal('ApprovalMissing', 'Guardians have approved no more than this fee.', {
      ceiling: String(ceilingOf(box.state, txId, exact)),
    })
  return [{ type: 'raised', data: { txId, feeCeiling } }]
}

/** The bytes of an attempt that the log has. While the owner's account is frozen, or the wallet held, only the first is signed. */
export const completed = async (vault: Vault, box: Box, signing: Signing): Promise<SignedTransaction> => {
  checkWaiting(vault, box, signing)
  return isBitcoinSigning(signing) ? completeBitcoin(vault, box, signing) : complete(vault, box, signing)
}

/** Each attempt leaves its bytes behind, or is over, before there is another. */
export const settleAttempts = async (vault: Vault, box: Box, txId: string): Promise<void> => {
  for (const { signing, hash } of liveOf(box.state.attempts.get(txId)))
    if (hash === undefined)
      await completed(vault, box, signing).catch((error: unknown) => {
        if (liveOf(box.state.attempts.get(txId)).some((one) => one.signing === signing)) throw error
      })
}

/** Signs the next attempt at what hangs, where all others are settled; `beside` is written down together with it. */
export const makeAttempt = async (
  vault: Vault,
  box: Box,
  wanted: Wanted,
  beside: readonly LogEvent[],
): Promise<SignedTransaction> => {
  const { txId, cancels, how } = wanted
  const made = box.state.attempts.get(txId) ?? []
  const [first] = made
  if (!first) throw new CustodyRefusal('OutOfOrder', 'Only what was signed can be replaced.')
  const attempt = made.length + 1
  if (how.family === 'bitcoin') {
    if (!isBitcoinSigning(first.signing)) throw changed('Network')
    const { network, approvals } = first.signing
    const { coins, change } = how
    const signing = { family: how.family, txId, network, coins, change, approvals, attempt }
    return begin(vault, box, cancels ? { ...signing, cancels } : signing, beside)
  }
  if (isBitcoinSigning(first.signing)) throw changed('Network')
  const state = withRaised(box.state, beside)
  const signing = nextEvm({ key: box.key, state }, first.signing, { ...wanted, attempt }, how)
  await box.append(...beside, { type: 'signing', data: signing })
  return complete(vault, box, signing)
}

/**
 * The owner's: signs what hangs once more, at a higher price, or something in its place that pays nobody. At most one of all
 * attempts gets onto the chain. Needs no approvals, for nobody else is paid and no more than was approved is; nor is there an
 * expiry, for what is signed can be mined at any time. Attempts that signers refuse for good are not counted. Asked again for
 * the same attempt it answers the same bytes.
 */
export const replaceTransaction = async (
  vault: Vault,
  box: Box,
  asked: Asked,
  speaker: Speaker,
): Promise<SignedTransaction> => {
  checkOwner(box, speaker)
  const { txId, attempt, cancels } = asked
  await settleAttempts(vault, box, txId)
  const made = liveOf(box.state.attempts.get(txId))
  if (made.length === 0) throw new CustodyRefusal('OutOfOrder', 'Only what was signed can be replaced.')
  const known = made[attempt - 1]
  if (known && (known.signing.cancels ?? false) !== cancels)
    throw refuse(
      cancels
        ? 'It was sped up at the same moment. Look at it again.'
        : 'What is being cancelled is not sent after all.',
    )
  if (known) return completed(vault, box, known.signing)
  if (made.length !== attempt - 1) throw refuse(`This should be attempt ${made.length + 1}, not ${attempt}.`)
  checkOpen(box.state, txId)
  const { exact } = findSignable(box.state, txId)
  checkHeld(box.state, chainOf(exact))
  const beside = [...raise(vault, box, asked), ...(cancels ? withoutRaise(box.state, txId) : [])]
  return makeAttempt(vault, box, asked, beside)
}
