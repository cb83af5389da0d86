import { type Hex, keccak256, serializeTransaction, type TransactionSerializableEIP1559 } from 'viem'
import * as z from 'zod/mini'
import { checkEvidence } from './approval/evidence.ts'
import { checkTerms, checkTime } from './approval/proposal.ts'
import type { EvmTransaction, Input } from './port.ts'
import { CustodyRefusal } from './refusal.ts'
import { safeName } from './store.ts'
import { termsOf } from './terms.ts'
import type { Box, Vault } from './vault.ts'

/** A signed transaction, ready to be broadcast. */
export interface SignedTransaction {
  raw: Hex
  hash: Hex
}

const HexText = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-f]+$/)),
  z.transform((text) => text as Hex),
)
const SignedFile = z.object({ digest: HexText, hash: HexText, raw: HexText })

const path = (walletId: string, txId: string): string => `signed/${safeName(walletId)}/${safeName(txId)}.json`

const damaged = (txId: string) =>
  new CustodyRefusal('Broken', `The signed transaction ${txId} is damaged; restore it from a backup.`)

/** What was signed for this transaction, if anything. The bytes are public once broadcast, so they lie open. */
export const findSigned = async ({ store }: Vault, walletId: string, txId: string) => {
  const text = await store.read(path(walletId, txId))
  if (text === undefined) return undefined
  try {
    const file = SignedFile.parse(JSON.parse(text))
    if (keccak256(file.raw) === file.hash) return file
  } catch {
    // Falls through to the one refusal below.
  }
  throw damaged(txId)
}

const serializable = (tx: EvmTransaction): TransactionSerializableEIP1559 => ({
  type: tx.type,
  chainId: tx.chainId,
  nonce: tx.nonce,
  gas: BigInt(tx.gas),
  maxFeePerGas: BigInt(tx.maxFeePerGas),
  maxPriorityFeePerGas: BigInt(tx.maxPriorityFeePerGas),
  ...(tx.to && { to: tx.to }),
  value: BigInt(tx.value),
  data: tx.data,
})

const checkFee = ({ gas, maxFeePerGas, maxPriorityFeePerGas }: EvmTransaction, ceiling: string): void => {
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
  if (BigInt(maxPriorityFeePerGas) > BigInt(maxFeePerGas))
    throw new CustodyRefusal('BadInput', 'maxPriorityFeePerGas should not be above maxFeePerGas.')
}

const another = (txId: string, hash: string) =>
  new CustodyRefusal(
    'AlreadySigned',
    `Transaction ${txId} was signed before as ${hash}; broadcast that one.`,
    { hash },
  )

/**
 * Signs a transaction (EIP-1559) after checking what it does against the intent, the fee ceiling and the approvals that
 * the wallet's policy asks for. One txId is signed once: the same transaction again gives the same bytes, another one
 * is refused.
 */
export const signEvmTransaction = async (
  vault: Vault,
  box: Box,
  { tx, intent, evidence }: Input<'signEvmTransaction'>,
): Promise<SignedTransaction> => {
  const { txId } = intent
  const { walletId, address } = box.key
  checkFee(tx, intent.feeCeiling)
  const unsigned = serializable(tx)
  const digest = keccak256(serializeTransaction(unsigned))
  const logged = box.state.signed.get(txId)
  const before = await findSigned(vault, walletId, txId)
  if (before && before.digest !== digest) throw another(txId, before.hash)

  const { chainId, to, value, data } = tx
  const terms = termsOf(address, { chainId, to, value, data }, intent)
  const proposal = box.state.proposals.get(txId)
  if (proposal) checkTerms(proposal.terms, terms)
  if (!before && !logged) checkTime(intent.expiresAt, box.now)
  // A signature that exists proves that the checks were passed when it was made; it is compared below.
  const approvals = before || logged ? [] : await checkEvidence(vault, box, txId, terms, evidence)

  const raw = serializeTransaction(unsigned, vault.keys.sign(box.key, Buffer.from(digest.slice(2), 'hex')))
  const hash = keccak256(raw)
  if (logged && logged.hash !== hash) throw another(txId, logged.hash)
  if (before && before.raw !== raw) throw damaged(txId)
  await vault.store.create(path(walletId, txId), JSON.stringify({ digest, hash, raw }))
  if (proposal && !logged) await box.append({ type: 'signed', data: { txId, hash, approvals } })
  return { raw, hash }
}
