import {
  type Hex,
  keccak256,
  parseTransaction,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TransactionSerializedEIP1559,
} from 'viem'
import { checkEvidence } from './approval/evidence.ts'
import { changed, checkOpen, checkTime, findSignable } from './approval/proposal.ts'
import { attemptName, type Signed, signerOf, transactionOf } from './disk/signed.ts'
import { type EvmSigning, isBitcoinSigning, type Signing } from './event.ts'
import { checkHeld } from './hold/hold.ts'
import { checkFrozen as checkAccount } from './person/grant.ts'
import type { EvmTransaction, Input } from './port.ts'
import { CustodyRefusal } from './refusal.ts'
import { liveOf, nextOf, type WalletState } from './state.ts'
import { differingPayload, differingPrice } from './terms.ts'
import type { Box, Vault } from './vault.ts'

/** A signed transaction, ready to be broadcast. */
export interface SignedEvm {
  raw: Hex
  hash: Hex
  nonce: number
}

/** Signed bytes that are not what the log says, or not there. */
export const broken = (txId: string, what: string) =>
  new CustodyRefusal('Broken', `The signed transaction ${txId} ${what}; restore it from a backup.`)

export const serializable = (tx: EvmTransaction, nonce: number): TransactionSerializableEIP1559 => ({
  type: 'eip1559',
  chainId: tx.chainId,
  nonce,
  gas: BigInt(tx.gas),
  maxFeePerGas: BigInt(tx.maxFeePerGas),
  maxPriorityFeePerGas: BigInt(tx.maxPriorityFeePerGas),
  ...(tx.to && { to: tx.to }),
  value: BigInt(tx.value),
  data: tx.data,
})

export const checkFee = (
  { gas, maxFeePerGas, maxPriorityFeePerGas }: EvmTransaction,
  ceiling: string,
): void => {
  const fee = BigInt(gas) * BigInt(maxFeePerGas)
  if (fee > BigInt(ceiling))
    throw new CustodyRefusal(
      'FeeAboveCeiling',
      `The fee can reach ${fee} wei; the ceiling is ${ceiling} wei.`,
      {
        fee: String(fee),
        ceiling,
      },
    )
  // Without a fee no chain takes it, and all that is signed after it waits for its nonce.
  if (BigInt(maxFeePerGas) === 0n) throw new CustodyRefusal('BadInput', 'maxFeePerGas should be above 0.')
  if (BigInt(maxPriorityFeePerGas) > BigInt(maxFeePerGas))
    throw new CustodyRefusal('BadInput', 'maxPriorityFeePerGas should not be above maxFeePerGas.')
}

/**
 * The nonce after the last one that was taken; the key was made here, so the first one is 0. More on the chain than
 * custody knows of means that something else signs with this key, or that custody was put back to an older state.
 */
const nextNonce = (state: WalletState, chainId: number, mined: number): number => {
  const own = nextOf(state, chainId)
  if (mined > own)
    throw new CustodyRefusal(
      'ChainAhead',
      `The chain counts ${mined} transactions of this address; custody signed ${own}.`,
      { mined, own },
    )
  return own
}

const FROZEN = 'Not sent: your account was frozen. Send it again once that is lifted.'

/**
 * What was begun to be signed once more and is not signed yet waits while its owner's account is frozen, or its wallet held.
 */
export const checkWaiting = (vault: Vault, { key, state }: Box, signing: Signing): void => {
  const { txId, attempt = 1 } = signing
  if (attempt === 1 || state.attempts.get(txId)?.[attempt - 1]?.hash !== undefined) return
  checkAccount({ isFrozen: vault.freezeOf(key.userId)?.isFrozen ?? false })
  checkHeld(state, isBitcoinSigning(signing) ? signing.network : signing.chainId)
}

const isWaiting = (...of: Parameters<typeof checkWaiting>): boolean => {
  try {
    checkWaiting(...of)
    return false
  } catch {
    return true
  }
}

/** What was, or may now be, signed: the latest attempt. */
export const latestOf = (vault: Vault, box: Box, txId: string): Signing | undefined => {
  const begun = box.state.signings.get(txId)
  if (!begun || !isWaiting(vault, box, begun)) return begun
  return liveOf(box.state.attempts.get(txId)).findLast(({ hash }) => hash !== undefined)?.signing
}

/** Whether its owner's account was frozen since he proposed it, for then it may not have been he. */
const isFrozenSince = (vault: Vault, box: Box, txId: string): boolean => {
  const freeze = vault.freezeOf(box.key.userId)
  if (!freeze) return false
  const proposed = box.state.entries.find(({ type, data }) => type === 'proposed' && data.txId === txId)
  return freeze.isFrozen || !(Date.parse(proposed?.at ?? '') > freeze.at)
}

/** What its owner had proposed before his account was frozen ends unsigned. */
export const checkFrozen = async (vault: Vault, box: Box, txId: string): Promise<void> => {
  if (!isFrozenSince(vault, box, txId)) return
  await box.append({ type: 'ended', data: { txId, outcome: 'withdrawn', reason: FROZEN } })
  checkOpen(box.state, txId)
}

/**
 * Bytes that were kept under this name. No version that wrote exact values into the log left bytes open: what lies open beside
 * such a proposal is somebody else's doing, and means nothing.
 */
export const keptAs = async (
  { signed }: Pick<Vault, 'signed'>,
  { key, state }: Pick<Box, 'key' | 'state'>,
  name: string,
): Promise<Signed | undefined> => {
  const kept = await signed.find(key.walletId, name)
  return kept?.isOpen && state.proposals.get(transactionOf(name))?.exact ? undefined : kept
}

/** The bytes of what the log says was about to be signed: always the same ones. */
export const complete = async (
  vault: Vault,
  box: Box,
  { txId, digest, tx, nonce, approvals, attempt }: EvmSigning,
): Promise<SignedEvm> => {
  const { walletId } = box.key
  const unsigned = parseTransaction(tx as TransactionSerializedEIP1559)
  if (keccak256(tx as Hex) !== digest || serializeTransaction(unsigned) !== tx)
    throw broken(txId, 'is not what its log says')
  const name = attemptName(txId, attempt)
  const kept = await keptAs(vault, box, name)
  const raw = serializeTransaction(unsigned, await vault.sign(box.key, Buffer.from(digest.slice(2), 'hex')))
  const hash = keccak256(raw)
  const logged = box.state.attempts.get(txId)?.[(attempt ?? 1) - 1]?.hash
  if ((kept && kept.raw !== raw) || (logged !== undefined && logged !== hash))
    throw broken(txId, 'is not what its log says')
  if (!kept) await vault.signed.keep(walletId, name, { digest: digest as Hex, hash, raw })
  if (logged === undefined)
    await box.append({
      type: 'signed',
      data: { txId, hash, approvals, ...(attempt !== undefined && { attempt }) },
    })
  return { raw, hash, nonce }
}

/** Hashes of what custody signed with a nonce: one for each attempt, where older versions left files beside the log perhaps more. */
export const signedHash = async (
  vault: Vault,
  box: Box,
  { chainId, nonce }: { chainId: number; nonce: number },
): Promise<string[]> => {
  const isIt = (one: { chainId: number; nonce: number }) => one.chainId === chainId && one.nonce === nonce
  const hashes: string[] = []
  for (const { signing, hash } of [...box.state.attempts.values()].flat())
    if (!isBitcoinSigning(signing) && isIt(signing))
      hashes.push(hash ?? (await complete(vault, box, signing)).hash)
  if (hashes.length > 0) return hashes
  for (const txId of await vault.signed.ids(box.key.walletId)) {
    if (box.state.signings.has(txId) || box.state.signings.has(transactionOf(txId))) continue
    // A damaged one proves nothing.
    const file = await vault.signed.find(box.key.walletId, txId).catch(() => undefined)
    if (file?.family === 'evm' && isIt(file) && (await signerOf(file.raw)) === box.key.address)
      hashes.push(file.hash)
  }
  return hashes
}

/** What an older version signed, before there were entries about it. */
export const signedBefore = async (vault: Vault, box: Box, txId: string): Promise<SignedEvm | undefined> => {
  const { key, state } = box
  const kept = await keptAs(vault, box, txId)
  if (!kept) {
    if (state.signed.has(txId)) throw broken(txId, 'is missing')
    return undefined
  }
  if (kept.family !== 'evm') throw broken(txId, 'is of another chain')
  const { raw, hash, nonce } = kept
  if ((await signerOf(raw)) !== key.address) throw broken(txId, 'is not by this wallet')
  return { raw, hash, nonce }
}

/**
 * Signs a transaction (EIP-1559) that was proposed: exactly what the log says, with its gas and gas prices (those of
 * the day where guardians took their time), within its fee ceiling, in time, and with the approvals that the wallet's
 * policy asks for. What was begun once always gives the same bytes, whatever is asked then.
 */
export const signEvmTransaction = async (
  vault: Vault,
  box: Box,
  { txId, tx, mined }: Input<'signEvmTransaction'>,
): Promise<SignedEvm> => {
  const begun = latestOf(vault, box, txId)
  if (begun && isBitcoinSigning(begun)) throw changed('Network')
  if (begun) return complete(vault, box, begun)
  const before = await signedBefore(vault, box, txId)
  if (before) return before

  const proposal = findSignable(box.state, txId)
  const { exact } = proposal
  if (exact.family !== 'evm') throw changed('Network')
  checkOpen(box.state, txId)
  await checkFrozen(vault, box, txId)
  checkHeld(box.state, tx.chainId)
  const field = differingPayload(exact, tx)
  if (field) throw changed(field)
  checkFee(tx, exact.feeCeiling)
  const price = differingPrice(exact, tx)
  if (price) throw changed(price)
  checkTime(exact.expiresAt, box.now)
  const approvals = await checkEvidence(vault, box, proposal)
  const nonce = nextNonce(box.state, tx.chainId, mined)
  const unsigned = serializeTransaction(serializable(tx, nonce))
  const signing = {
    ...{ txId, chainId: tx.chainId, nonce, digest: keccak256(unsigned), tx: unsigned, approvals },
  }
  await box.append({ type: 'signing', data: signing })
  return complete(vault, box, signing)
}
