import type { Signature } from 'viem'
import { makeQueue } from '#server/async/queue.ts'
import type { Signers } from '#server/signer/port.ts'
import { startTelling } from './bitcoin/signers.ts'
import type { Identity } from './disk/identity.ts'
import type { Journal } from './disk/journal.ts'
import type { Pending } from './disk/pending.ts'
import { type SignedFiles, signerOf, transactionOf } from './disk/signed.ts'
import type { ChainKey, LogEvent } from './event.ts'
import type { KeyFile, Keys } from './keys.ts'
import { checkOwner } from './owner.ts'
import type { Noticed } from './person/people.ts'
import { CustodyRefusal } from './refusal.ts'
import { type Growing, replay, type WalletState } from './state.ts'
import type { Store } from './store.ts'
import { checkClock, ripeTime, type Witnesses } from './time.ts'

/** One wallet while its turn lasts: nothing else changes it meanwhile. */
export interface Box {
  key: KeyFile
  /** Grows with what is appended. */
  state: WalletState
  /** Now in ms, never before the log's last entry. */
  now: number
  /** `now`, as far as the latest block of this chain, or of any, confirms it: only by it a delay ends. */
  ripe(chain?: ChainKey): number
  /** On the disk, and in `state`, when it resolves. */
  append(...events: LogEvent[]): Promise<void>
}

/** What can be known of a wallet without changing it. */
export type Sight = Pick<Box, 'key' | 'state' | 'now' | 'ripe'>

export interface Vault {
  keys: Omit<Keys, 'sign'>
  identity: Identity
  store: Store
  pending: Pending
  signed: SignedFiles
  /** POLICY_DELAY_S in ms. */
  delay: number
  /** When a person's account was last frozen, in ms, and whether it still is. */
  freezeOf(userId: string): { at: number; isFrozen: boolean } | undefined
  /** The operator's notice about a person's lost factors. */
  recoveryOf(userId: string): Noticed | undefined
  /** `Keys.sign`, as long as nobody else wrote to this wallet's log. */
  sign(key: KeyFile, digest: Uint8Array): Promise<Signature>
  /** Who hold keys that custody has not. */
  signers: Pick<Signers, 'makeKey' | 'tell'>
  /** What they sign together for a transaction that the log has as begun; as long as nobody else wrote to it. */
  signTogether(box: Box, txId: string): Promise<string>
  inTurn<T>(walletId: string, work: (box: Box) => Promise<T>): Promise<T>
  /** The wallet as it was after its last change; undefined when custody holds no key for it. */
  look(walletId: string): Promise<Sight | undefined>
  createWalletKey(walletId: string, userId: string): Promise<KeyFile>
  /** Corrects a log whose last entry has a time that has not come; false where it has none. */
  correctClock(walletId: string): Promise<boolean>
  /** Lets everything that was asked so far come to its end, then gives the store back. */
  close(): Promise<void>
}

const CACHED_MAX = 500

export const createVault = ({
  keys,
  identity,
  store,
  journal,
  pending,
  signed,
  clock,
  witnesses,
  delay,
  freezeOf,
  recoveryOf,
  signers,
}: {
  keys: Keys
  identity: Identity
  store: Store
  journal: Journal<LogEvent>
  pending: Pending
  signed: SignedFiles
  clock: { now(): Date }
  witnesses?: Witnesses | undefined
  delay: number
  freezeOf: Vault['freezeOf']
  recoveryOf: Vault['recoveryOf']
  signers: Signers
}): Vault => {
  const queue = makeQueue()
  const telling = startTelling(signers)
  const cache = new Map<string, { key: KeyFile; log: Growing }>()

  const remember = (key: KeyFile, log: Growing): Growing => {
    cache.delete(key.walletId)
    cache.set(key.walletId, { key, log })
    const [oldest] = cache.keys()
    if (cache.size > CACHED_MAX && oldest !== undefined) cache.delete(oldest)
    return log
  }

  /** Never before the log's last entry. */
  const nowFor = ({ entries }: WalletState): number =>
    Math.max(clock.now().getTime(), Date.parse(entries.at(-1)?.at ?? ''))

  /** Older versions signed without an entry: what they signed took its nonce all the same. */
  const withEarlier = async ({ walletId, address }: KeyFile, log: Growing): Promise<Growing> => {
    for (const txId of await signed.ids(walletId)) {
      if (log.state.signings.has(txId) || log.state.signings.has(transactionOf(txId))) continue
      // A damaged one is refused when it is asked for; it must not lock the wallet.
      const file = await signed.find(walletId, txId).catch(() => undefined)
      // What another key signed was laid there by somebody else.
      if (file?.family === 'evm' && (await signerOf(file.raw)) === address) log.use(file.chainId, file.nonce)
    }
    return log
  }

  const load = async (key: KeyFile): Promise<Growing> => {
    const entries = await journal.load(key.walletId)
    const [first] = entries ?? []
    if (entries && first?.type === 'created' && first.data.address === key.address)
      return withEarlier(key, replay(entries))
    throw new CustodyRefusal(
      'Broken',
      `The log of wallet ${key.walletId} is missing or belongs to another key; restore it from a backup.`,
    )
  }

  const turn = <T>(
    walletId: string,
    work: (box: Box) => Promise<T>,
    timeFor: (state: WalletState) => number,
  ): Promise<T> =>
    queue.run(walletId, async () => {
      const key = await keys.find(walletId)
      const log = cache.get(walletId)?.log ?? remember(key, await load(key))
      const { state } = log
      checkClock(clock.now().getTime(), witnesses)
      const now = timeFor(state)
      return work({
        key,
        state,
        now,
        ripe: (chain) => ripeTime(now, witnesses, chain),
        async append(...events) {
          // If the disk fails in the middle, the next turn reads what really is there.
          cache.delete(walletId)
          log.add(await journal.append(walletId, state.entries.at(-1), events, new Date(now).toISOString()))
          remember(key, log)
          if (state.accounts.size > 0) telling.soon(walletId, state.entries)
        },
      })
    })
  const inTurn: Vault['inTurn'] = (walletId, work) => turn(walletId, work, nowFor)

  const correctClock = (walletId: string): Promise<boolean> => {
    const right = clock.now().getTime()
    return turn(
      walletId,
      async ({ state, append }) => {
        const from = state.entries.at(-1)?.at ?? ''
        if (!(Date.parse(from) > right)) return false
        await append({ type: 'clock-corrected', data: { from } })
        return true
      },
      () => right,
    )
  }

  const look = async (walletId: string): Promise<Sight | undefined> => {
    const cached = cache.get(walletId)
    if (cached) {
      const now = nowFor(cached.log.state)
      const ripe = (chain?: ChainKey) => ripeTime(now, witnesses, chain)
      return { key: cached.key, state: cached.log.state, now, ripe }
    }
    return (await keys.peek(walletId)) && inTurn(walletId, async (box) => box)
  }

  const owned = (key: KeyFile, userId: string): KeyFile => {
    checkOwner({ key }, { userId })
    return key
  }

  /**
   * Three steps on the disk: key aside, log, key in place. A crash between two of them is continued by the next call;
   * a log without any key, or a key without a log, is a loss that only a backup can mend.
   */
  const createWalletKey = (walletId: string, userId: string): Promise<KeyFile> =>
    queue.run(walletId, async () => {
      const done = await keys.peek(walletId)
      if (done) {
        await load(done)
        return owned(done, userId)
      }
      const begun = await keys.unfinished(walletId)
      const entries = await journal.load(walletId, true)
      const [first] = entries ?? []
      if (
        first &&
        (first.type !== 'created' || first.data.address !== begun?.address || entries?.length !== 1)
      )
        throw new CustodyRefusal(
          'Broken',
          `Wallet ${walletId} has a log but its key is missing; restore it from a backup. No new key is made.`,
        )
      const at = clock.now().toISOString()
      const key = owned(begun ?? (await keys.prepare(walletId, userId, at)), userId)
      if (!entries)
        await journal.append(
          walletId,
          undefined,
          [{ type: 'created', data: { walletId, address: key.address } }],
          at,
        )
      await keys.finish(key)
      return key
    })

  const sign = async (key: KeyFile, digest: Uint8Array): Promise<Signature> => {
    await journal.check(key.walletId)
    return keys.sign(key, digest)
  }

  const signTogether: Vault['signTogether'] = async ({ key: { walletId }, state }, txId) => {
    await journal.check(walletId)
    await signers.tell(walletId, state.entries)
    return (await signers.sign(walletId, txId)).raw
  }

  const close = async (): Promise<void> => {
    await queue.idle()
    await telling.idle()
    await signers.close()
    await store.close()
  }

  return {
    ...{ keys, identity, store, pending, signed, delay },
    ...{
      freezeOf,
      recoveryOf,
      signers,
      sign,
      signTogether,
      inTurn,
      look,
      createWalletKey,
      correctClock,
      close,
    },
  }
}
