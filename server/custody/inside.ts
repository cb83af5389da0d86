import type { Signers } from '#server/signer/port.ts'
import { noSigners } from './bitcoin/signers.ts'
import { openAnchor } from './disk/anchor.ts'
import { checkSeal, type Facts } from './disk/canary.ts'
import { openIdentity } from './disk/identity.ts'
import { openJournal, PEOPLE, WALLETS } from './disk/journal.ts'
import { type Mirror, noCopying, startCopying } from './disk/mirror.ts'
import { createPending } from './disk/pending.ts'
import { openSigned } from './disk/signed.ts'
import type { KeyRing } from './keyring.ts'
import { openKeys } from './keys.ts'
import { openPeople } from './person/people.ts'
import { CustodyRefusal } from './refusal.ts'
import { openStore, type Store } from './store.ts'
import type { Witnesses } from './time.ts'
import { createVault } from './vault.ts'

export interface CustodyOptions {
  /** Custody's own directory, usually DATA_DIR/custody. Locked while it is open. */
  dir: string
  keyRing: KeyRing
  clock: { now(): Date }
  /** Who else tells the time; without them the clock alone is believed. */
  witnesses?: Witnesses | undefined
  /** How long an older policy keeps binding, in seconds (POLICY_DELAY_S). */
  policyDelayS: number
  /** Hears of files that are damaged, one sentence each. */
  warn?: (message: string) => void
  /** Source of key bytes; for tests that must know a key. */
  random?: (bytes: number) => Buffer
  /** Who hold the keys of Bitcoin accounts; closed with custody. */
  signers?: Signers | undefined
  /** Where copies of the journals are kept; without it custody has only its own disk. */
  mirror?: Mirror
  /** A file outside of `dir` and of every backup that says how far all journals have come. Needs a mirror. */
  anchor?: string | undefined
  /** An operator means to go on from an older state than the anchor knows. */
  takesOlder?: boolean
  /** Where the files are; for tests in which the disk fails. */
  openStore?: (dir: string) => Promise<Store>
}

/** Both journals, none of them behind its copy. */
const openJournals = async (
  store: Store,
  facts: Facts,
  { keyRing, clock, mirror, anchor: path, takesOlder = false }: CustodyOptions,
) => {
  const anchor = path === undefined ? undefined : openAnchor(path, keyRing)
  /** What an operator takes although it is older is not anchored before he has dealt with all of it. */
  let isOlder = false
  /** What is copied while the journals are compared must not be anchored before the anchor was asked. */
  let isChecked = false
  const write = async () => {
    if (isChecked && !isOlder) await anchor?.write()
  }
  const copies = mirror && { mirror, copying: startCopying(mirror, write), anchor, clock }
  const [journal, peopleJournal] = [
    openJournal(store, keyRing, WALLETS, copies),
    openJournal(store, keyRing, PEOPLE, copies),
  ]
  if (copies) {
    const heads = await copies.mirror.heads()
    // A database that was put back is older than custody's own backup: whoever came between has no copy there yet.
    const kept = !facts.has('restored') && (heads.length > 0 || facts.has('mirrored'))
    await journal.reconcile(heads, kept)
    await peopleJournal.reconcile(heads, kept)
    const hashOf = async (kind: string, id: string, seq: number) => {
      const of = kind === WALLETS.subject ? journal : peopleJournal
      return (await of.peek(id))[seq - 1]?.hash
    }
    const isRefused = (kind: string, id: string) =>
      (kind === WALLETS.subject ? journal : peopleJournal).refusals().has(id)
    await anchor?.check(hashOf, isRefused).catch((error: unknown) => {
      if (!takesOlder || !(error instanceof CustodyRefusal)) throw error
      isOlder = true
    })
    isChecked = true
    await write()
    await copies.copying.settled()
    // From now on a log without a copy is refused.
    await facts.add('mirrored')
  }
  return {
    ...{ journal, peopleJournal, copying: copies?.copying ?? noCopying },
    anchored: {
      /** Undefined where no anchor could say. */
      isOlder: anchor && isOlder,
      async taken(): Promise<void> {
        if (isOlder) anchor?.take()
        isOlder = false
        await write()
      },
    },
  }
}

const openChecked = async (store: Store, options: CustodyOptions) => {
  const { keyRing, random, clock, witnesses } = options
  try {
    const facts = await checkSeal(store, keyRing)
    if (facts.has('restoring'))
      throw new CustodyRefusal(
        'Broken',
        'A restore broke off. Empty custody’s folder, or its database, and put the backup back again.',
      )
    const { journal, peopleJournal, copying, anchored } = await openJournals(store, facts, options)
    const keys = await openKeys(store, keyRing, random)
    const identity = await openIdentity(store, keyRing)
    const people = await openPeople({
      store,
      ring: keyRing,
      journal: peopleJournal,
      identity,
      clock,
      witnesses,
      hold: options.policyDelayS * 1000,
      // Not either while somebody's log is refused: it may be what would say so.
      isImportClosed: () => facts.has('people-imported') || peopleJournal.refusals().size > 0,
      isBookClosed: () => facts.has('contacts-sealed') || peopleJournal.refusals().size > 0,
      warn: options.warn ?? (() => undefined),
    })
    return { facts, keys, identity, journal, peopleJournal, copying, people, anchored }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** What custody is made of: for its callers, and for its operator. */
export const openInside = async (options: CustodyOptions) => {
  const { dir, keyRing, clock, policyDelayS } = options
  const store = await (options.openStore ?? openStore)(dir)
  const parts = await openChecked(store, options)
  const { keys, identity, journal, people } = parts
  const vault = createVault({
    keys,
    identity,
    store,
    journal,
    pending: createPending(store, keyRing),
    signed: openSigned(store, keyRing),
    clock,
    witnesses: options.witnesses,
    delay: policyDelayS * 1000,
    freezeOf: people.freezeOf,
    recoveryOf: people.recoveryOf,
    signers: options.signers ?? noSigners,
  })
  return { ...parts, store, vault }
}
