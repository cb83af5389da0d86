import { randomUUID } from 'node:crypto'
import { encodeTaproot } from '#domain/bitcoin.ts'
import type { BitcoinNetwork } from '#domain/chain.ts'
import type { LogEvent, Sweeping } from '#server/custody/event.ts'
import { checkHeld } from '#server/custody/hold/hold.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { broken } from '#server/custody/sign.ts'
import type { WalletState } from '#server/custody/state.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { outputKey } from '#server/signer/share.ts'
import { accountOn } from './account.ts'
import { isSignedAs, type SignedBitcoin, sweepDraftOf } from './sign.ts'
import { coinName, sum } from './spend.ts'
import { checkSweep, keyOf } from './sweepspend.ts'

const MOVED = 'Not sent: this wallet got a new Bitcoin address. Send it again from there.'

/** What was proposed to be sent from the address that is being replaced and is not signed. */
const unsignedOn = ({ proposals, open, signings }: WalletState, network: BitcoinNetwork): string[] =>
  [...open.keys()].filter((txId) => {
    const exact = proposals.get(txId)?.exact
    return exact?.family === 'bitcoin' && exact.network === network && !signings.has(txId)
  })

/**
 * An operator's: a new key of the same wallet, made by those who are signers now, in place of one of which a holder is lost
 * for good. The signers refuse it while all are there that hold the last one. Answers the new address.
 */
export const renewAccount = async (vault: Vault, box: Box, network: BitcoinNetwork): Promise<string> => {
  const made = box.state.keys.get(network) ?? []
  accountOn(box, network)
  const key = await vault.signers.makeKey(box.key.walletId, network, made.length + 1)
  const { commitments, verifying } = key
  const address = encodeTaproot(outputKey(key), network)
  const data = { family: 'bitcoin' as const, network, address, commitments, verifying }
  await box.append(
    { type: 'account-added', data },
    ...unsignedOn(box.state, network).map((txId): LogEvent => {
      return { type: 'ended', data: { txId, outcome: 'withdrawn', reason: MOVED } }
    }),
  )
  return address
}

const complete = async (vault: Vault, box: Box, sweeping: Sweeping): Promise<SignedBitcoin> => {
  const { walletId } = box.key
  const { txId, network, from } = sweeping
  const draft = sweepDraftOf(box, sweeping)
  const hash = draft.txid
  const logged = box.state.sweeps.get(txId)?.hash
  const kept = await vault.signed.find(walletId, txId)
  if ((logged !== undefined && logged !== hash) || (kept && kept.hash !== hash))
    throw broken(txId, 'is not what its log says')
  const raw = kept?.raw ?? (await vault.signTogether(box, txId))
  if (!kept) {
    const account = keyOf(box.state, network, from)?.key ?? accountOn(box, network)
    if (!isSignedAs(raw, draft, outputKey(account)))
      throw new CustodyRefusal('SignersAway', 'The signers signed something else than was asked for.')
    await vault.signed.keep(walletId, txId, { family: 'bitcoin', hash, raw })
  }
  if (logged === undefined) await box.append({ type: 'swept', data: { txId, hash } })
  return { raw, hash }
}

const feeOf = ({ coins, amount }: Sweeping): bigint => sum(coins) - BigInt(amount)
const sameCoins = (a: Sweeping['coins'], b: Sweeping['coins']): boolean =>
  a.map(coinName).sort().join() === b.map(coinName).sort().join()

/**
 * Moves these coins of a replaced key to the one that took its place. Needs nobody, for it pays only the wallet. Asked again
 * for the same coins it answers the same bytes, unless the fee is a quarter more.
 */
export const sweepBitcoin = async (
  vault: Vault,
  box: Box,
  { network, from, coins, fee }: Input<'sweepBitcoin'>,
): Promise<SignedBitcoin> => {
  checkHeld(box.state, network)
  const { address: to } = accountOn(box, network)
  const known = [...box.state.sweeps.values()]
    .map(({ sweeping }) => sweeping)
    .findLast((one) => one.from === from && one.to === to && sameCoins(one.coins, coins))
  if (known && BigInt(fee) * 4n < feeOf(known) * 5n) return complete(vault, box, known)
  const amount = sum(coins) - BigInt(fee)
  if (amount <= 0n) throw new CustodyRefusal('BadInput', 'These coins are worth less than the fee.')
  const sweeping: Sweeping = { txId: randomUUID(), network, from, to, coins, amount: String(amount) }
  checkSweep(box.state, sweeping)
  sweepDraftOf(box, sweeping)
  await box.append({ type: 'sweeping', data: sweeping })
  return complete(vault, box, sweeping)
}
