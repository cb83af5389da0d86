import type { BitcoinNetwork } from '#domain/chain.ts'
import { openHolds } from '#server/custody/hold/hold.ts'
import { type Gap, gapsOf } from '#server/custody/hold/release.ts'
import { heldOn, nextOf } from '#server/custody/state.ts'
import type { Box } from '#server/custody/vault.ts'
import type { CountsOf, Operator, UnspentOf } from './operator.ts'
import { fault, type Said, spellChain } from './said.ts'

/** How far a wallet's journal goes on each chain. */
export interface Sender {
  walletId: string
  address: string
  /** By chain, the next nonce. */
  next: (readonly [chainId: number, nonce: number])[]
  /** Nonces before that which were never signed. */
  gaps: Gap[]
  /** As a whole. */
  isHeld: boolean
  /** Where holds of the whole wallet are over: on any other chain they still bind. Null where there were none. */
  releasedOn: number[] | null
  /** Chains that are held by themselves. */
  heldOn: number[]
  bitcoin: BitcoinSender[]
}

/** Where a wallet has coins on Bitcoin. */
export interface BitcoinSender {
  network: BitcoinNetwork
  /** Of all keys that it had there. */
  addresses: string[]
  isHeld: boolean
  /** By the hold of the whole wallet, which is over elsewhere. */
  isLeftHeld: boolean
}

export const bitcoinOf = ({ state }: Pick<Box, 'state'>): BitcoinSender[] => {
  const isHeld = openHolds(state).some((hold) => heldOn(hold) === undefined)
  return [...state.keys].map(([network, keys]) => {
    const open = openHolds(state, network)
    return {
      network,
      addresses: keys.map(({ address }) => address),
      isHeld: open.length > 0,
      isLeftHeld: !isHeld && open.some((hold) => heldOn(hold) === undefined),
    }
  })
}

export const senderOf = (box: Pick<Box, 'key' | 'state'>): Sender => {
  const { key, state } = box
  const open = openHolds(state)
  const lasting = state.holds.filter((hold) => heldOn(hold) === undefined && !open.includes(hold))
  const [first, ...rest] = lasting.map(({ released }) => released)
  return {
    walletId: key.walletId,
    address: key.address,
    next: [...state.next.keys()].map((chainId) => [chainId, nextOf(state, chainId)] as const),
    gaps: gapsOf(state),
    isHeld: open.some((hold) => heldOn(hold) === undefined),
    releasedOn: first
      ? [...first].flatMap((chain) =>
          typeof chain === 'number' && rest.every((other) => other.has(chain)) ? [chain] : [],
        )
      : null,
    heldOn: open.flatMap(({ chainId }) => chainId ?? []),
    bitcoin: bitcoinOf(box),
  }
}

/** What Bitcoin does not have of what custody signed, and where the hold of a whole wallet still binds. */
const pausedOnBitcoin = async (
  { missing }: Pick<Operator, 'missing'>,
  { walletId, bitcoin }: Sender,
  unspentOf: UnspentOf,
): Promise<Said[]> => {
  const name = (network: BitcoinNetwork) => `Wallet ${walletId} ${spellChain(network)}`
  const leftHeld = bitcoin.flatMap(({ network, isLeftHeld }) =>
    isLeftHeld ? [fault(`${name(network)} still waits after its release: its next send ends that.`)] : [],
  )
  const senders = bitcoin.filter(({ isHeld }) => !isHeld)
  if (senders.length === 0) return leftHeld
  const unspent = await unspentOf(senders).catch(() => undefined)
  if (!unspent) return [...leftHeld, fault(`Wallet ${walletId}: a node did not say what Bitcoin has of it.`)]
  const lacking = await missing(walletId, async () => unspent)
  return [
    ...leftHeld,
    ...lacking.map(({ network, txId, hash, isOver }) =>
      fault(
        isOver
          ? `${name(network)}: send ${txId} spends what nothing else has spent. A node called that spent, and its owner was told that nothing was sent: ask him whether he sent it anew, then hand-in.`
          : `${name(network)} waits for send ${txId}: the node does not have its transaction ${hash}. The servers hand it in again, and so does hand-in.`,
      ),
    ),
  ]
}

/**
 * Senders that merely wait, for a chain counts more than custody signed, and chains on which the hold of a whole wallet
 * still binds after it is over elsewhere. What is held is told by `status`.
 */
export const pausedOf = async (
  { senders, forgotten, missing }: Pick<Operator, 'senders' | 'forgotten' | 'missing'>,
  countsOf: CountsOf,
  unspentOf: UnspentOf,
): Promise<Said[]> => {
  const said: Said[] = []
  for (const sender of await senders()) {
    const { walletId, address, next, gaps, isHeld, releasedOn, heldOn } = sender
    if (isHeld) continue
    said.push(...(await pausedOnBitcoin({ missing }, sender, unspentOf)))
    const counts = await countsOf(address).catch(() => undefined)
    if (!counts) {
      said.push(fault(`Wallet ${walletId}: a node did not say what its chain counts of it.`))
      continue
    }
    const own = new Map(next)
    const waits = [...own].some(([chainId, signed]) => {
      const { latest = 0, pending = 0 } = counts.get(chainId) ?? {}
      return latest === pending && latest < signed
    })
    for (const { chainId, nonce, txId } of waits ? await forgotten(walletId, async () => counts) : [])
      said.push(
        fault(
          `Wallet ${walletId} on chain ${chainId} waits for nonce ${nonce}, which send ${txId} has. A node called it spent, and its owner was told that nothing was sent: ask him whether he sent it anew, then hand-in.`,
        ),
      )
    for (const chainId of new Set([...own.keys(), ...counts.keys()])) {
      if (heldOn.includes(chainId)) continue
      const name = `Wallet ${walletId} on chain ${chainId}`
      if (releasedOn && !releasedOn.includes(chainId)) {
        said.push(fault(`${name} still waits after its release: release counts there, or its next send.`))
        continue
      }
      const { latest = 0, pending = 0 } = counts.get(chainId) ?? {}
      const most = Math.max(latest, pending)
      const signed = own.get(chainId) ?? 0
      if (most > signed)
        said.push(
          fault(
            `${name} sends nothing now: the chain counts ${most}, custody signed ${signed}. Release it if that stays.`,
          ),
        )
      else if (
        latest === pending &&
        most < signed &&
        gaps.some(([on, from, to]) => on === chainId && from <= most && most < to)
      )
        said.push(
          fault(`${name} waits for nonce ${most}, which custody never signed: release goes back to it.`),
        )
    }
  }
  return said
}
