import type { BitcoinNetwork } from '#domain/chain.ts'
import { signText } from '#server/custody/approval/issue.ts'
import { hashesOf } from '#server/custody/bitcoin/sign.ts'
import { isBitcoinSigning } from '#server/custody/event.ts'
import { releaseText } from '#server/custody/message.ts'
import { checkFresh, type Speaker } from '#server/custody/person/grant.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { complete } from '#server/custody/sign.ts'
import { type Hold, nextOf, takenOn, type WalletState } from '#server/custody/state.ts'
import type { Box, Vault } from '#server/custody/vault.ts'
import { isAgreed, type Missing, missingFor, openHolds } from './hold.ts'

/** What a chain counts of an address: what is final, what is mined, and that with what waits in its mempool. */
export interface Counts {
  final: number
  latest: number
  pending: number
}

/**
 * The nonce from which a released wallet goes on: after everything that the chain finally counted, and never one that
 * custody took before. Undefined while something that custody did not sign may still be under way, or where the node
 * counts less than was seen on the chain.
 */
export const nonceAfter = (
  own: number,
  seen: number,
  { final, latest, pending }: Counts,
): number | undefined => {
  const next = Math.max(own, final)
  return final === latest && pending <= next && final >= seen ? next : undefined
}

/** No address sends so much unseen: a count beyond it is a lie, and would leave the wallet no nonce. */
const FAR = 1_000_000

/** What a chain was seen to count at least. A nonce that no chain comes to, which older versions wrote down, says nothing. */
export const seenIn = (holds: readonly Pick<Hold, 'nonce'>[], own: number): number =>
  Math.max(0, ...holds.flatMap(({ nonce }) => (nonce === undefined || nonce >= own + FAR ? [] : [nonce + 1])))

/** How a hold stands, for its owner and his guardians. */
export interface HoldView {
  reason: Hold['reason']
  at: string
  chainId?: number
  network?: BitcoinNetwork
  missing: Missing
}

export const holdsOf = ({ state }: Pick<Box, 'state'>): HoldView[] =>
  openHolds(state).map((one) => ({
    reason: one.reason,
    at: one.at,
    ...(one.chainId !== undefined && { chainId: one.chainId }),
    ...(one.network !== undefined && { network: one.network }),
    missing: missingFor([one]),
  }))

/** A guardian whose word this hold asks for: by the key that he accepted with. */
const seatOf = ({ keys }: Vault, { consent }: Hold, { userId }: Speaker) =>
  consent?.guardians.find(({ address }) => keys.ownerOf(address)?.userId === userId)

/**
 * The owner's, or a guardian's for whom an older state of the wallet waits: he agrees that it goes on from there. Needs
 * a fresh second factor. Again it changes nothing.
 */
export const agreeRelease = async (
  vault: Vault,
  box: Box,
  _: Input<'agreeRelease'>,
  who: Speaker,
): Promise<{ missing: Missing }> => {
  checkFresh(who)
  const isOwner = box.key.userId === who.userId
  const open = openHolds(box.state).filter(({ reason }) => reason === 'older-state')
  for (const one of open) {
    const guardian = isOwner ? undefined : seatOf(vault, one, who)
    if (isOwner && !one.agreed.owner)
      await box.append({ type: 'release-agreed', data: { hold: one.seq, by: 'owner' } })
    if (!guardian || one.agreed.guardians.has(guardian.id)) continue
    const signer = await vault.keys.find(vault.keys.ownerOf(guardian.address)?.walletId ?? '')
    const message = releaseText({
      walletAddress: box.key.address,
      hold: `entry ${one.seq} of ${one.at}`,
      logHead: box.state.head,
      timestamp: box.now,
    })
    const signature = await signText(vault, signer, message)
    const { id: guardianId, address } = guardian
    await box.append({
      type: 'release-agreed',
      data: { hold: one.seq, by: 'guardian', guardianId, address, message, signature },
    })
  }
  if (!isOwner && !open.some((one) => seatOf(vault, one, who)))
    throw new CustodyRefusal('NotEntitled', 'Nobody asks for your word about this wallet.')
  return { missing: missingFor(openHolds(box.state)) }
}

const checkAgreed = (open: readonly Hold[]): void => {
  const missing = missingFor(open)
  if (isAgreed(missing)) return
  throw new CustodyRefusal('NotAllowed', 'Not everybody whose word it takes has agreed to the release.', {
    owner: missing.owner,
    operator: missing.operator,
    guardians: missing.guardians,
  })
}

/**
 * The same on Bitcoin, where nothing is counted: what custody did not sign and spends the wallet's coins has to be
 * final before.
 */
export const releaseBitcoin = async (
  box: Box,
  { network, waiting }: Input<'releaseBitcoin'>,
): Promise<{ released: boolean }> => {
  const { state } = box
  const open = openHolds(state, network)
  if (open.length === 0) return { released: false }
  checkAgreed(open)
  const own = new Set(hashesOf(box, network))
  const unknown = waiting.filter((hash) => !own.has(hash))
  if (unknown.length > 0)
    throw new CustodyRefusal(
      'ChainAhead',
      `Transaction ${unknown[0]} spends coins of this wallet, is not by custody, and is not final. Try again when it is.`,
      { hash: unknown[0] ?? '' },
    )
  await box.append({ type: 'released', data: { network } })
  return { released: true }
}

/**
 * Ends the holds of a wallet on one chain, once all whose word it takes have agreed. What ended before stays ended. What
 * the caller says the chain counts can only make the next nonce a later one.
 */
export const release = async (
  box: Box,
  { chainId, ...counts }: Input<'release'>,
): Promise<{ nonce: number }> => {
  const { state } = box
  const own = nextOf(state, chainId)
  const open = openHolds(state, chainId)
  if (open.length === 0) return { nonce: own }
  checkAgreed(open)
  const seen = seenIn(open, own)
  const most = Math.max(own, seen) + FAR
  if (counts.final > most)
    throw new CustodyRefusal(
      'ChainAhead',
      `The chain is said to count ${counts.final} of this address, where custody signed ${own}: no release believes more than ${most}. Ask another node.`,
      { ...counts, own },
    )
  const nonce = nonceAfter(own, seen, counts)
  if (nonce === undefined)
    throw new CustodyRefusal(
      'ChainAhead',
      `The chain has not counted everything of this address finally (${counts.final} final, ${counts.latest} mined, ${counts.pending} with those that wait; custody signed ${own}). Try again when it has.`,
      { ...counts, own },
    )
  await box.append({ type: 'released', data: { chainId, nonce } })
  return { nonce }
}

/** By chain, from where on up to before where nothing was signed. */
export type Gap = readonly [chainId: number, from: number, to: number]

/** Nonces below the next one that were never signed: what a release counted, or was made to believe. */
export const gapsOf = (state: WalletState): Gap[] =>
  [...state.next].flatMap(([chainId]) => {
    const ends = [...takenOn(state, chainId), nextOf(state, chainId)]
    return ends.flatMap((to, index): Gap[] => {
      const from = Math.max(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, state.earlier.get(chainId) ?? 0)
      return to > from ? [[chainId, from, to]] : []
    })
  })

/**
 * Goes back to what the chain waits for, where that is a nonce that was never signed; answers which. Each nonce is still
 * signed once. Nothing happens where something is under way, or where nothing is wrong.
 */
export const goBack = async (
  box: Box,
  chainId: number,
  { final, latest, pending }: Counts,
): Promise<number | undefined> => {
  if (final !== latest || latest !== pending || latest >= (box.state.next.get(chainId) ?? 0)) return undefined
  const isFree = gapsOf(box.state).some(([on, from, to]) => on === chainId && from <= latest && latest < to)
  if (!isFree || nextOf(box.state, chainId) === latest) return undefined
  await box.append({ type: 'released', data: { chainId, nonce: latest, isBack: true } })
  return nextOf(box.state, chainId)
}

/** What was signed and ended as if the chain had it, and the chain waits for it. */
export interface Forgotten {
  chainId: number
  nonce: number
  txId: string
  raw: string
}

/**
 * A node may have said for a while that a nonce was spent which was not: its send ended, and all later ones wait for it.
 * Answers what has to be handed in again.
 */
export const forgotten = async (
  vault: Vault,
  box: Box,
  counts: ReadonlyMap<number, Counts>,
): Promise<Forgotten[]> => {
  const found: Forgotten[] = []
  const { signings, ends } = box.state
  for (const [chainId, { latest, pending }] of counts) {
    if (latest !== pending || latest >= nextOf(box.state, chainId)) continue
    for (const signing of signings.values()) {
      if (isBitcoinSigning(signing) || signing.chainId !== chainId) continue
      const { txId, nonce } = signing
      if (nonce !== latest || !ends.has(txId)) continue
      found.push({ chainId, nonce, txId, raw: (await complete(vault, box, signing)).raw })
    }
  }
  return found
}
