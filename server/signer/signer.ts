import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { makeUnderway } from '#server/async/underway.ts'
import { checkSeal } from '#server/custody/disk/canary.ts'
import { type KeyRing, ringMarks } from '#server/custody/keyring.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { openStore } from '#server/custody/store.ts'
import { lockFolder } from '#server/lock.ts'
import { KEPT, makeCeremonies, type Peers, testDigest } from './ceremony.ts'
import { openCopies } from './copies.ts'
import { IDENTITY, openIdentity } from './identity.ts'
import { judgeSpend } from './judge.ts'
import { type Answer, type Ask, type Asked, type Call, parse } from './message.ts'
import { type Judged, makeRounds } from './round.ts'
import { Fault, type Party } from './share.ts'
import { type KeyName, openShares, SHARES } from './shares.ts'

export interface SignerOptions {
  party: Party
  /** A folder of this signer's own, or the URL of a database of its own. */
  dir: string
  keyRing: KeyRing
  clock: { now(): Date }
  /** How long older rules go on to bind, in seconds. */
  policyDelayS: number
}

/** One of the three who hold a wallet's key together. */
export interface Signer {
  party: Party
  publicKey: string
  /** Who the others are; nothing is done with them before. */
  meet(peers: Peers): void
  /** Keys in use that it has a share of. */
  names(): Promise<KeyName[]>
  ask: Ask
  close(): Promise<void>
}

/** Whose process this is, on which machine: two of one seat fall to whoever takes that user. */
const seatOf = (): string => {
  const machine = existsSync('/etc/machine-id') ? readFileSync('/etc/machine-id', 'utf8').trim() : hostname()
  return createHash('sha256').update(`countersign/seat ${machine} ${userInfo().uid}`).digest('hex')
}

export const FOLDERS = [SHARES, KEPT, 'logs', 'heads']

export const openSigner = async ({
  party,
  dir,
  keyRing,
  clock,
  policyDelayS,
}: SignerOptions): Promise<Signer> => {
  const store = await openStore(dir, lockFolder, FOLDERS)
  try {
    await checkSeal(store, keyRing)
    const identity = await openIdentity(store, keyRing)
    const shares = openShares(store, keyRing, party)
    const copies = openCopies(store, keyRing, clock)
    let peers: Peers = new Map()
    const around = { party, identity, peers: () => peers }

    const ceremonies = makeCeremonies({
      ...around,
      shares,
      store,
      sealedIdentity: async () => (await store.read(IDENTITY)) ?? '',
    })

    const rounds = makeRounds({
      ...around,
      now: () => clock.now().getTime(),
      async judge(subject, partner): Promise<Judged> {
        if (subject.kind === 'spend') {
          const copy = await copies.read(subject.walletId)
          return judgeSpend({ subject, copy, shares, delay: policyDelayS * 1000 })
        }
        const share = await shares.find(subject)
        if (!share) throw new CustodyRefusal('OutOfOrder', `Signer ${party} holds no share of this key.`)
        const { key, transcript } = share
        const digests = [testDigest(subject, transcript, [party, partner])]
        return { share: share.open(), key, digests, spend: null, head: null }
      },
    })

    const answers: { [K in Call]: (message: Asked<K>) => Promise<Answer<K>> } = {
      identity: async () => ({
        ...{ party, publicKey: identity.publicKey, seat: seatOf(), rings: ringMarks(keyRing) },
      }),
      ...ceremonies.calls,
      ...rounds.calls,
      head: async ({ walletId }) => (await copies.read(walletId)).head,
      tell: ({ walletId, entries }) => copies.take(walletId, entries),
    }

    const underway = makeUnderway()
    return {
      party,
      publicKey: identity.publicKey,
      names: () => shares.names(),
      meet(known) {
        peers = known
      },
      async ask(name, message) {
        const answer = answers[name](parse(name, message)).catch((error: unknown) => {
          if (!(error instanceof Fault)) throw error
          // Whoever did not keep to the protocol is named.
          throw new CustodyRefusal('Broken', error.message, { signer: error.party }, { cause: error })
        })
        underway.add(
          answer.then(
            () => undefined,
            () => undefined,
          ),
        )
        return answer
      },
      async close() {
        await underway.idle()
        ceremonies.end()
        rounds.end()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
