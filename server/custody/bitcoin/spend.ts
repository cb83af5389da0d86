import { CANCEL_FACTOR } from '#domain/gas.ts'
import {
  type BitcoinExact,
  type BitcoinSigning,
  type EventData,
  isBitcoinSigning,
} from '#server/custody/event.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { ceilingOf } from '#server/custody/replacement.ts'
import { type Attempt, liveOf, type WalletState } from '#server/custody/state.ts'
import type { Spend } from '#server/signer/spend.ts'

/** By what the log alone says: custody and each signer make the same of it. */

type Coin = BitcoinSigning['coins'][number]
type Proposal = EventData<'proposed'> & { exact: BitcoinExact }

export const coinName = ({ txid, vout }: Pick<Coin, 'txid' | 'vout'>): string => `${txid}:${vout}`

export const sum = (coins: readonly Coin[]): bigint =>
  coins.reduce((total, { value }) => total + BigInt(value), 0n)

/** All that an attempt spends, its recipient and the most that its fee may be. */
export const spendOf = (state: WalletState, { txId, exact }: Proposal, signing: BitcoinSigning): Spend => {
  const { network, coins, change, cancels } = signing
  const ceiling = ceilingOf(state, txId, exact)
  const shared = { network, coins: coins.map((coin) => ({ ...coin, value: BigInt(coin.value) })) }
  return cancels
    ? {
        ...{ ...shared, recipient: exact.from, amount: BigInt(change), change: 0n },
        feeCeiling: ceiling * CANCEL_FACTOR,
      }
    : {
        ...{ ...shared, recipient: exact.recipient, amount: BigInt(exact.units), change: BigInt(change) },
        feeCeiling: ceiling,
      }
}

/** What an attempt leaves to the miners. */
export const feeOf = ({ exact }: Proposal, { coins, change, cancels }: BitcoinSigning): bigint =>
  sum(coins) - BigInt(change) - (cancels ? 0n : BigInt(exact.units))

const bitcoinOf = (attempts: readonly Attempt[]): BitcoinSigning[] =>
  attempts.flatMap(({ signing }) => (isBitcoinSigning(signing) ? [signing] : []))

/** All attempts of each other transaction that nothing on the chain has ended, but for those that nobody ever signs. */
const open = (
  { attempts, ends }: WalletState,
  { txId }: Pick<BitcoinSigning, 'txId'>,
): (readonly Attempt[])[] =>
  [...attempts].flatMap(([id, made]) => (id === txId || ends.has(id) ? [] : [liveOf(made)]))

/** Every attempt of other transactions on this network that nothing on the chain has ended. */
const others = (state: WalletState, signing: Pick<BitcoinSigning, 'txId' | 'network'>): BitcoinSigning[] =>
  open(state, signing)
    .flatMap(bitcoinOf)
    .filter(({ network }) => network === signing.network)

const taken = (coin: string, why: string) => new CustodyRefusal('CoinTaken', `Coin ${coin} ${why}.`, { coin })

/**
 * Refuses a coin that another open transaction spends, and one that an attempt left which another one is to replace: of what
 * comes back of several only one comes.
 */
export const checkCoins = (
  state: WalletState,
  signing: Pick<BitcoinSigning, 'txId' | 'network' | 'coins'>,
): void => {
  const spent = new Set(others(state, signing).flatMap(({ coins }) => coins.map(coinName)))
  const coin = signing.coins.map(coinName).find((name) => spent.has(name))
  if (coin !== undefined) throw taken(coin, 'is being spent by another transaction')
  const replaced = new Set(open(state, signing).flatMap((made) => made.slice(0, -1).map(({ hash }) => hash)))
  const rival = signing.coins.find(({ txid }) => replaced.has(txid))
  if (rival) throw taken(coinName(rival), 'came back of an attempt that is being replaced')
}

const checkFee = (state: WalletState, proposal: Proposal, signing: BitcoinSigning): void => {
  const fee = feeOf(proposal, signing)
  const { feeCeiling: ceiling } = spendOf(state, proposal, signing)
  if (fee <= ceiling) return
  throw new CustodyRefusal(
    'FeeAboveCeiling',
    `The fee is ${fee} satoshi; the ceiling is ${ceiling} satoshi.`,
    { fee: String(fee), ceiling: String(ceiling) },
  )
}

const refuse = (message: string) => new CustodyRefusal('BadInput', message)

/**
 * What another attempt has to keep to: it pays more than all earlier ones that can be signed, and shares a coin with all of
 * them, those that ended too, so that only one of them can get onto the chain. Nothing is replaced of which something else spends what came back.
 */
const checkReplacement = (state: WalletState, proposal: Proposal, signing: BitcoinSigning): void => {
  const { txId, attempt = 1, cancels, coins } = signing
  const made = state.attempts.get(txId) ?? []
  const earlier = bitcoinOf(made.slice(0, attempt - 1))
  if (earlier.length !== attempt - 1)
    throw refuse(`This should be attempt ${earlier.length + 1}, not ${attempt}.`)
  if (!cancels && earlier.some((one) => one.cancels))
    throw refuse('What is being cancelled is not sent after all.')
  const fee = feeOf(proposal, signing)
  const rivals = bitcoinOf(liveOf(made.slice(0, attempt - 1)))
  if (rivals.some((one) => feeOf(proposal, one) >= fee))
    throw refuse('Another attempt should pay a higher fee than all earlier ones.')
  const isShared = coins
    .map(coinName)
    .some((name) => earlier.every((one) => one.coins.some((coin) => coinName(coin) === name)))
  if (earlier.length > 0 && !isShared)
    throw refuse('Another attempt should spend a coin that all earlier ones spend.')
  const hashes = new Set(made.flatMap(({ hash }) => hash ?? []))
  const isSpent = others(state, signing).some((one) => one.coins.some(({ txid }) => hashes.has(txid)))
  if (isSpent || coins.some(({ txid }) => hashes.has(txid)))
    throw refuse('What came back from this transaction is being spent already: it is replaced no more.')
}

/** All that the log alone can say against an attempt, whether it is in there already or about to be. */
export const checkSpend = (state: WalletState, proposal: Proposal, signing: BitcoinSigning): void => {
  checkCoins(state, signing)
  checkFee(state, proposal, signing)
  checkReplacement(state, proposal, signing)
}
