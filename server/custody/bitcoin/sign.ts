import { schnorr } from '@noble/curves/secp256k1.js'
import { Transaction } from 'bitcoinjs-lib'
import type { BitcoinNetwork } from '#domain/chain.ts'
import { checkEvidence } from '#server/custody/approval/evidence.ts'
import { changed, checkOpen, checkTime, findSignable } from '#server/custody/approval/proposal.ts'
import { type BitcoinExact, type BitcoinSigning, isBitcoinSigning } from '#server/custody/event.ts'
import { checkHeld } from '#server/custody/hold/hold.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { broken, checkFrozen } from '#server/custody/sign.ts'
import type { WalletState } from '#server/custody/state.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { outputKey } from '#server/signer/share.ts'
import { type Draft, draftSpend, Unfit } from '#server/signer/spend.ts'
import { accountOn } from './account.ts'

/** A signed transaction, ready to be broadcast. `raw` in hex, `hash` its txid. */
export interface SignedBitcoin {
  raw: string
  hash: string
  nonce?: undefined
}

type Coins = BitcoinSigning['coins']

const nameOf = ({ txid, vout }: Coins[number]): string => `${txid}:${vout}`

const checkFee = ({ coins, change }: Pick<BitcoinSigning, 'coins' | 'change'>, exact: BitcoinExact): void => {
  const total = coins.reduce((sum, { value }) => sum + BigInt(value), 0n)
  const fee = total - BigInt(exact.units) - BigInt(change)
  if (fee <= BigInt(exact.feeCeiling)) return
  throw new CustodyRefusal(
    'FeeAboveCeiling',
    `The fee is ${fee} satoshi; the ceiling is ${exact.feeCeiling} satoshi.`,
    { fee: String(fee), ceiling: exact.feeCeiling },
  )
}

/** Coins that other signed transactions spend, as long as nothing on the chain has ended them. */
const takenCoins = ({ signings, ends }: WalletState, network: string, except: string): Set<string> =>
  new Set(
    [...signings.values()].flatMap((one) =>
      isBitcoinSigning(one) && one.network === network && one.txId !== except && !ends.has(one.txId)
        ? one.coins.map(nameOf)
        : [],
    ),
  )

const checkCoins = (state: WalletState, { network }: BitcoinExact, txId: string, coins: Coins): void => {
  const taken = takenCoins(state, network, txId)
  const coin = coins.map(nameOf).find((name) => taken.has(name))
  if (coin === undefined) return
  throw new CustodyRefusal('CoinTaken', `Coin ${coin} is being spent by another transaction.`, { coin })
}

/** The one transaction that the log means. */
const draftOf = (
  box: Pick<Box, 'key' | 'state'>,
  exact: BitcoinExact,
  { coins, change }: Pick<BitcoinSigning, 'coins' | 'change'>,
): Draft => {
  const { network, recipient, units, feeCeiling } = exact
  const spend = {
    ...{ network, recipient, amount: BigInt(units), feeCeiling: BigInt(feeCeiling), change: BigInt(change) },
    coins: coins.map(({ value, ...coin }) => ({ ...coin, value: BigInt(value) })),
  }
  try {
    return draftSpend(spend, outputKey(accountOn(box, network)))
  } catch (error) {
    if (error instanceof Unfit) throw new CustodyRefusal('BadInput', `${error.message}.`)
    throw error
  }
}

/** Txids of all that custody signed or began to sign on a network. */
export const hashesOf = (box: Pick<Box, 'key' | 'state'>, network: BitcoinNetwork): string[] =>
  [...box.state.signings.values()].flatMap((one) => {
    if (!isBitcoinSigning(one) || one.network !== network) return []
    const known = box.state.signed.get(one.txId)?.hash
    if (known !== undefined) return known
    const { exact } = findSignable(box.state, one.txId)
    return exact.family === 'bitcoin' ? draftOf(box, exact, one).txid : []
  })

/** Whether each input carries the signature of the wallet's key over what the draft spends. */
const isSignedAs = (raw: string, { digests, txid }: Draft, key: Uint8Array): boolean => {
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

/** The bytes of what the log says was about to be signed: of one txid whatever happens, and the same ones once they are kept. */
export const complete = async (vault: Vault, box: Box, signing: BitcoinSigning): Promise<SignedBitcoin> => {
  const { walletId } = box.key
  const { txId, approvals } = signing
  const { exact } = findSignable(box.state, txId)
  if (exact.family !== 'bitcoin') throw broken(txId, 'is not what its log says')
  const draft = draftOf(box, exact, signing)
  const { txid: hash } = draft
  const logged = box.state.signed.get(txId)
  if (logged && logged.hash !== hash) throw broken(txId, 'is not what its log says')
  const kept = await vault.signed.find(walletId, txId)
  if (kept && (kept.family !== 'bitcoin' || kept.hash !== hash))
    throw broken(txId, 'is not what its log says')
  const raw = kept?.raw ?? (await vault.signTogether(box, txId))
  if (!kept) {
    if (!isSignedAs(raw, draft, outputKey(accountOn(box, exact.network))))
      throw new CustodyRefusal('SignersAway', 'The signers signed something else than was asked for.')
    await vault.signed.keep(walletId, txId, { family: 'bitcoin', hash, raw })
  }
  if (!logged) await box.append({ type: 'signed', data: { txId, hash, approvals } })
  return { raw, hash }
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
  const begun = box.state.signings.get(txId)
  if (begun && !isBitcoinSigning(begun)) throw changed('Network')
  if (begun) return complete(vault, box, begun)

  const proposal = findSignable(box.state, txId)
  const { exact } = proposal
  if (exact.family !== 'bitcoin') throw changed('Network')
  checkOpen(box.state, txId)
  await checkFrozen(vault, box, txId)
  checkHeld(box.state, exact.network)
  checkTime(exact.expiresAt, box.now)
  checkCoins(box.state, exact, txId, coins)
  checkFee({ coins, change }, exact)
  draftOf(box, exact, { coins, change })
  const approvals = await checkEvidence(vault, box, proposal)
  const { network } = exact
  const signing: BitcoinSigning = { family: 'bitcoin', txId, network, coins, change, approvals }
  await box.append({ type: 'signing', data: signing })
  return complete(vault, box, signing)
}
