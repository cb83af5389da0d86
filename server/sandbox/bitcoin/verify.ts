import { schnorr } from '@noble/curves/secp256k1.js'
import { SigHash, Transaction } from '@scure/btc-signer'
import { REFUSED, Refusal } from './refusal.ts'

/** An output that is spent. */
export interface Spent {
  script: Uint8Array
  value: bigint
}

const WRONG = 'mandatory-script-verify-flag-failed (Invalid Schnorr signature)'

const isTaproot = (script: Uint8Array): boolean =>
  script.length === 34 && script[0] === 0x51 && script[1] === 0x20

/**
 * Checks the inputs that spend taproot outputs by their key (BIP 341), which the node itself lets through: it is older
 * than taproot. Spending by a script is refused, since nothing here could check it.
 */
export const verifyTaproot = (raw: Uint8Array, spent: readonly Spent[]): void => {
  const transaction = Transaction.fromRaw(raw, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
    allowUnknownVersion: true,
  })
  const scripts = spent.map(({ script }) => script)
  const values = spent.map(({ value }) => value)
  for (const [index, script] of scripts.entries()) {
    if (!isTaproot(script)) continue
    const [signature, ...more] = transaction.getInput(index).finalScriptWitness ?? []
    if (!signature || more.length > 0) throw new Refusal(REFUSED, 'Only spends by key are taken here')
    const type = signature.length === 64 ? SigHash.DEFAULT : signature[64]
    if (
      signature.length > 65 ||
      signature.length < 64 ||
      (signature.length === 65 && type === SigHash.DEFAULT)
    )
      throw new Refusal(REFUSED, WRONG)
    const digest = transaction.preimageWitnessV1(index, scripts, type ?? SigHash.DEFAULT, values)
    if (!schnorr.verify(signature.slice(0, 64), digest, script.slice(2))) throw new Refusal(REFUSED, WRONG)
  }
}
