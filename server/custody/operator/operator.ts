import { type MissingSpend, missingSpends, type UnspentOn } from '#server/custody/bitcoin/missing.ts'
import { renewAccount } from '#server/custody/bitcoin/sweep.ts'
import type { LogEntry } from '#server/custody/disk/chain.ts'
import { hold, isAgreed, missingFor, openHolds, untouchedHold } from '#server/custody/hold/hold.ts'
import { type Counts, type Forgotten, forgotten, goBack, release } from '#server/custody/hold/release.ts'
import { type CustodyOptions, openInside } from '#server/custody/inside.ts'
import { walletIds } from '#server/custody/keys.ts'
import { endSessions } from '#server/custody/person/grant.ts'
import { NOTICE, type PersonState, recoverableUntil } from '#server/custody/person/state.ts'
import { type PolicyVersion, required, strictestEver } from '#server/custody/policy.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { heldOn, nextOf, replay } from '#server/custody/state.ts'
import { ripeTime } from '#server/custody/time.ts'
import type { Box } from '#server/custody/vault.ts'
import { type BitcoinSender, bitcoinOf, type Sender, senderOf } from './paused.ts'
import { type Recovered, recover, recoverMailed } from './recover.ts'
import { fault, type Said, spellChain, spellMissing } from './said.ts'

/** What the chains say of an address; a chain that does not answer is left out. */
export type CountsOf = (address: string) => Promise<ReadonlyMap<number, Counts>>

/** What the Bitcoin chains call unspent of a wallet's addresses; a chain that does not answer is left out. */
export type UnspentOf = (senders: readonly BitcoinSender[]) => Promise<UnspentOn>

/** Whose word a hold waits for: they hear of it by mail. */
export interface Asked {
  walletId: string
  address: string
  emails: string[]
}

/** Who has to hear of a lift by mail. */
export interface Lifted {
  said: Said
  told?: { email: string; kind: 'notice' | 'lifted'; from: string }
}

/**
 * What an operator does. Every call may be repeated; each answers a sentence for each thing, and whether something is left
 * to do.
 */
export interface Operator {
  status(): Promise<Said[]>
  /** How far each wallet's journal goes, for whoever asks the chains; those whose log is refused are left out. */
  senders(): Promise<Sender[]>
  /** His word that a wallet's hold ends, and its end where nobody else's is missing and the chain has counted all. */
  release(walletId: string, countsOf: CountsOf): Promise<Said[]>
  /** What a lying node had called spent, and has to be handed in again. */
  forgotten(walletId: string, countsOf: CountsOf): Promise<Forgotten[]>
  /** The same on Bitcoin, and what is signed and open there and its node does not have. */
  missing(walletId: string, unspentOf: UnspentOf): Promise<MissingSpend[]>
  /**
   * After custody was put back from a backup: holds every wallet, ends every session and backup code, and tells what
   * custody signed and the chains count. Only then is custody opened for its callers again. `emails`: who has to hear of it.
   */
  restored(countsOf: CountsOf): Promise<{ said: Said[]; emails: string[] }>
  /** First the notice; seven days later the end of the freeze. */
  lift(userId: string): Promise<Lifted>
  /**
   * For whoever has lost authenticator and backup codes: first the notice, whose days begin with `recoverMailed`; seven
   * days later, and once all guardians have agreed, the leave to set up others.
   */
  recover(email: string): Promise<Recovered>
  recoverMailed(mailed: { userId: string; id: string }): Promise<void>
  /**
   * Gives a wallet, or every one, a new Bitcoin key in place of one of which a signer is lost for good. What the old one holds
   * is moved by the servers.
   */
  renewBitcoin(walletId: string | undefined): Promise<Said[]>
  correctClock(): Promise<Said[]>
  /**
   * Takes the longest story of a wallet or person whose log is refused, or of everybody where all is older than the
   * anchor knows. What is taken so is held.
   */
  startAgain(id: string | undefined): Promise<{ said: Said[]; asked: Asked[] }>
  close(): Promise<void>
}

/** The strictest rules that any story knows: what they ask for, and of whom. */
const strictestOf = (stories: readonly (readonly LogEntry[])[]): PolicyVersion | undefined =>
  strictestEver(stories.flatMap((entries) => [...replay(entries).state.policies]))

const iso = (ms: number): string => new Date(ms).toISOString()

/** The operator's hands on an open custody. `startAgain` and `restored` take it for granted that nobody else has it. */
export const operatorOf = (
  inside: Awaited<ReturnType<typeof openInside>>,
  { clock, witnesses }: CustodyOptions,
): Omit<Operator, 'close'> => {
  const { facts, people, vault, journal, peopleJournal, copying, anchored } = inside

  /**
   * All that have a log, or should have one. Of those that are refused, whoever is nobody's is left out: a copy of a log
   * that nobody ever had.
   */
  const subjects = async (
    of: typeof journal | typeof peopleJournal,
    owners: readonly string[],
    isKnown: (id: string) => Promise<boolean>,
  ): Promise<string[]> => {
    const found = new Set([...(await of.ids()), ...owners])
    for (const id of of.refusals().keys()) if ((await isKnown(id)) || (await of.holds(id))) found.add(id)
    return [...found].sort()
  }
  const isBegun = async (id: string): Promise<boolean> =>
    (await vault.keys.unfinished(id).catch(() => true)) !== undefined
  const wallets = async () => subjects(journal, await walletIds(vault.store), isBegun)
  const persons = () => {
    const begun = people.accounts.all().flatMap(([, { userId, begun }]) => (begun ? [userId] : []))
    return subjects(peopleJournal, begun, async (id) => people.accountOf(id) !== undefined)
  }

  /** What is found of one wallet or person; a log that is refused is a finding, too. */
  const look = async (name: string, work: () => Promise<Said[]>): Promise<Said[]> => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof CustodyRefusal)) throw error
      return [fault(`${name}: ${error.message}`)]
    }
  }
  const each = async (
    of: { kind: 'Wallet' | 'Person'; ids: readonly string[] },
    work: (id: string) => Promise<Said[]>,
  ): Promise<Said[]> => {
    const found: Said[] = []
    for (const id of of.ids) found.push(...(await look(`${of.kind} ${id}`, () => work(id))))
    return found
  }

  const isAhead = (at: string | undefined): boolean => Date.parse(at ?? '') > clock.now().getTime()
  const aheadOf = (name: string, at: string | undefined): Said[] =>
    isAhead(at) ? [fault(`${name} has an entry of ${at}, a time that has not come: correct-clock.`)] : []

  const walletStatus = (walletId: string) =>
    vault.inTurn(walletId, async ({ state }) => [
      ...openHolds(state).map((one) => {
        const on = heldOn(one)
        const where = on === undefined ? 'on every chain' : spellChain(on)
        const why = {
          'unknown-transaction': `its address sent ${one.hash}, which its log does not know`,
          count: 'the chain counts more than custody signed',
          'older-state': 'an older state of it was taken',
          restored: 'it was put back from a backup',
        }[one.reason]
        const missing = spellMissing(missingFor([one]))
        return fault(`Wallet ${walletId} is held ${where} since ${one.at}: ${why}. ${missing}`)
      }),
      ...aheadOf(`Wallet ${walletId}`, state.entries.at(-1)?.at),
    ])

  const recoveryStatus = (name: string, state: PersonState, now: number): Said[] => {
    const { recovery } = state
    if (!recovery) return []
    const until = recoverableUntil(state, now)
    if (until !== undefined)
      return [{ text: `${name} may set up a new authenticator until ${iso(until)}.`, isLeft: false }]
    if (recovery.grantedAt !== undefined || recovery.mailedAt === undefined) return []
    const from = iso(recovery.mailedAt + NOTICE)
    return [fault(`${name} has lost his factors, an operator said; recover goes on from ${from}.`)]
  }

  const personStatus = (userId: string) =>
    people.inTurn(userId, async ({ state, now }) => {
      const { frozenAt, noticedAt, pinned, entries } = state
      const name = `Person ${userId} (${pinned?.email ?? 'not pinned'})`
      const notice =
        noticedAt === undefined ? '' : ` Notice was given; lift ends it from ${iso(noticedAt + NOTICE)} on.`
      return [
        ...(frozenAt === undefined
          ? []
          : [fault(`${name} is frozen since ${iso(frozenAt)} by the link of a mail.${notice}`)]),
        ...recoveryStatus(name, state, now),
        ...aheadOf(name, entries.at(-1)?.at),
      ]
    })

  /** The operator's word about every open hold; a sender that only waits is held first, so that nothing old is signed. */
  const agree = async (box: Box, counts: ReadonlyMap<number, Counts>): Promise<void> => {
    for (const [chainId, { latest, pending }] of counts) {
      const own = nextOf(box.state, chainId)
      const isAheadOfUs = Math.max(latest, pending) > own
      if (isAheadOfUs && openHolds(box.state, chainId).length === 0)
        await hold(box, { reason: 'count', chainId })
    }
    for (const { seq, agreed } of openHolds(box.state))
      if (!agreed.operator) await box.append({ type: 'release-agreed', data: { hold: seq, by: 'operator' } })
  }

  const releaseOn = async (box: Box, chainId: number, counts: Counts): Promise<Said> => {
    const name = `Wallet ${box.key.walletId} on chain ${chainId}`
    try {
      const { nonce } = await release(box, { walletId: box.key.walletId, chainId, ...counts })
      return { text: `${name} is released; its next nonce is ${nonce}.`, isLeft: false }
    } catch (error) {
      if (!(error instanceof CustodyRefusal)) throw error
      return fault(`${name}: ${error.message}`)
    }
  }

  /** The chain waits for a nonce that nobody signs any more, for a release believed a node that counted too much. */
  const backOn = async (box: Box, chainId: number, counts: Counts): Promise<Said[]> => {
    const nonce = await goBack(box, chainId, counts)
    if (nonce === undefined) return []
    const name = `Wallet ${box.key.walletId} on chain ${chainId}`
    return [{ text: `${name} goes back to nonce ${nonce}, which was never signed.`, isLeft: false }]
  }

  /** What is taken in spite of what is missing waits for its people's word. */
  const takeWallet = async (
    walletId: string,
    stories: readonly LogEntry[][],
    asked: Asked[],
  ): Promise<Said[]> =>
    vault.inTurn(walletId, async (box) => {
      const strictest = strictestOf(stories)
      const needed = strictest ? required(strictest) : 0
      const before = untouchedHold(box.state, 'older-state')
      if (before && (before.consent?.required ?? 0) >= needed)
        return [fault(`Wallet ${walletId} is held already. ${spellMissing(missingFor([before]))}`)]
      await hold(box, {
        reason: 'older-state',
        ...(strictest &&
          needed > 0 && { consent: { required: needed, guardians: [...strictest.guardians] } }),
      })
      const { userId, address } = box.key
      const guardians = needed > 0 ? (strictest?.guardians ?? []) : []
      const emails = [people.accountOf(userId)?.email ?? [], guardians.map(({ email }) => email)].flat()
      asked.push({ walletId, address, emails })
      const missing = spellMissing(missingFor(openHolds(box.state)))
      return [fault(`Wallet ${walletId} goes on from entry ${box.state.entries.length}, held. ${missing}`)]
    })

  const takePerson = (userId: string): Promise<Said[]> =>
    people.inTurn(userId, async (turn) => {
      await endSessions(people, turn, [...turn.state.sessions.keys()])
      // Also where that was done before: the wait begins anew.
      await turn.append({ type: 'older-state', data: { codes: 'void' } })
      return [
        {
          text: `Person ${userId} goes on from entry ${turn.state.entries.length}: every session has ended, no backup code is good any more, and he sends nothing for POLICY_DELAY_S.`,
          isLeft: false,
        },
      ]
    })

  const startOne = async (id: string, asked: Asked[]): Promise<Said[]> => {
    const isWallet = (await wallets()).includes(id)
    if (!isWallet && !(await persons()).includes(id))
      return [fault(`Custody knows neither a wallet nor a person ${id}.`)]
    return look(isWallet ? `Wallet ${id}` : `Person ${id}`, async () => {
      const of = isWallet ? journal : peopleJournal
      const isRefused = await of.load(id).then(
        () => false,
        () => true,
      )
      if (!isRefused)
        return [{ text: `${id} is not refused: there is nothing to take again.`, isLeft: false }]
      if (!isWallet) {
        await peopleJournal.accept(id)
        return takePerson(id)
      }
      return takeWallet(id, await journal.accept(id), asked)
    })
  }

  const compare = (name: string, box: Box, counts: ReadonlyMap<number, Counts>): Said[] =>
    [...counts].map(([chainId, { final, latest, pending }]) => {
      const own = nextOf(box.state, chainId)
      const text = `${name} on chain ${chainId}: custody signed ${own}, the chain counts ${latest} (${final} finally, ${pending} with what waits).`
      return { text, isLeft: false }
    })

  const holdRestored = (walletId: string, countsOf: CountsOf): Promise<Said[]> =>
    look(`Wallet ${walletId}`, async () => {
      const { address } = await vault.keys.find(walletId)
      const counts = await countsOf(address)
      return vault.inTurn(walletId, async (box) => {
        if (!untouchedHold(box.state, 'restored')) await hold(box, { reason: 'restored' })
        const name = `Wallet ${walletId}`
        const missing = spellMissing(missingFor(openHolds(box.state)))
        return [
          ...compare(name, box, counts),
          fault(`${name} goes on from entry ${box.state.entries.length}, held. ${missing}`),
        ]
      })
    })

  return {
    async restored(countsOf) {
      if (!facts.has('restored'))
        return {
          said: [
            { text: 'Custody was not put back from a backup, or this was said already.', isLeft: false },
          ],
          emails: [],
        }
      const said: Said[] = []
      for (const walletId of await wallets()) said.push(...(await holdRestored(walletId, countsOf)))
      // Their factors may be older, too: spent codes would be good again, and later freezes are forgotten.
      const emails: string[] = []
      const taken = await each({ kind: 'Person', ids: await persons() }, async (userId) => {
        const found = await takePerson(userId)
        emails.push(...[people.accountOf(userId)?.email ?? []].flat())
        return found
      })
      said.push(...taken.filter(({ isLeft }) => isLeft))
      await copying.settled()
      await anchored.taken()
      await facts.remove('restored')
      return { said, emails }
    },

    status: async () => [
      ...(await each({ kind: 'Wallet', ids: await wallets() }, walletStatus)),
      ...(await each({ kind: 'Person', ids: await persons() }, personStatus)),
    ],

    async senders() {
      const found: Sender[] = []
      for (const walletId of await wallets())
        await look(`Wallet ${walletId}`, () =>
          vault.inTurn(walletId, async (box) => {
            found.push(senderOf(box))
            return []
          }),
        )
      return found
    },

    release: (walletId, countsOf) =>
      look(`Wallet ${walletId}`, async () => {
        const { address } = await vault.keys.find(walletId)
        const counts = await countsOf(address)
        return vault.inTurn(walletId, async (box) => {
          await agree(box, counts)
          const open = openHolds(box.state)
          const missing = missingFor(open)
          if (!isAgreed(missing)) return [fault(`Wallet ${walletId} stays held. ${spellMissing(missing)}`)]
          const said: Said[] = []
          for (const [chainId, of] of counts)
            if (openHolds(box.state, chainId).length > 0) said.push(await releaseOn(box, chainId, of))
            else said.push(...(await backOn(box, chainId, of)))
          if (said.length > 0) return said
          if (open.length === 0) return [{ text: `Wallet ${walletId} is not held.`, isLeft: false }]
          const text = `Your word about wallet ${walletId} is written down. No chain answers: its next send ends the hold.`
          return [{ text, isLeft: true }]
        })
      }),

    async forgotten(walletId, countsOf) {
      const { address } = await vault.keys.find(walletId)
      const counts = await countsOf(address)
      return vault.inTurn(walletId, (box) => forgotten(vault, box, counts))
    },

    async missing(walletId, unspentOf) {
      const unspent = await unspentOf(await vault.inTurn(walletId, async (box) => bitcoinOf(box)))
      return vault.inTurn(walletId, (box) => missingSpends(vault, box, unspent))
    },

    lift: (userId) =>
      people.inTurn(userId, async (turn) => {
        const { frozenAt, noticedAt, pinned } = turn.state
        const email = pinned?.email ?? ''
        if (frozenAt === undefined)
          return { said: { text: `Person ${userId} is not frozen.`, isLeft: false } }
        if (noticedAt === undefined) {
          await turn.append({ type: 'lift-noticed', data: {} })
          const from = iso(turn.now + NOTICE)
          return {
            said: fault(`Person ${userId} gets a mail about it; lift again from ${from} on.`),
            told: { email, kind: 'notice' as const, from },
          }
        }
        const from = noticedAt + NOTICE
        if (ripeTime(turn.now, witnesses) < from)
          return { said: fault(`The notice to person ${userId} ends at ${iso(from)}; lift again then.`) }
        await endSessions(people, turn, [...turn.state.sessions.keys()])
        await turn.append({ type: 'unfrozen', data: { by: 'operator' } })
        return {
          said: { text: `Person ${userId} is frozen no more; every session has ended.`, isLeft: false },
          told: { email, kind: 'lifted' as const, from: iso(turn.now) },
        }
      }),

    recover: (email) => recover({ people, vault, witnesses, wallets }, email),
    recoverMailed: (mailed) => recoverMailed({ people }, mailed),

    renewBitcoin: async (walletId) =>
      each({ kind: 'Wallet', ids: walletId === undefined ? await wallets() : [walletId] }, (id) =>
        vault.inTurn(id, async (box) => {
          const said: Said[] = []
          for (const network of box.state.keys.keys()) {
            const name = `Wallet ${id} ${spellChain(network)}`
            try {
              const address = await renewAccount(vault, box, network)
              const text = `${name} has a new key with the address ${address}. The servers move to it what the last one holds.`
              said.push({ text, isLeft: false })
            } catch (error) {
              if (!(error instanceof CustodyRefusal)) throw error
              said.push(fault(`${name}: ${error.message}`))
            }
          }
          return said
        }),
      ),

    async correctClock() {
      const now = people.now()
      for (const [id, times] of people.tries.all())
        if (times.some((at) => at > now))
          await people.tries.set(
            id,
            times.filter((at) => at <= now),
          )
      const corrected = (name: string, isDone: boolean): Said[] =>
        isDone ? [{ text: `${name} has the right time again.`, isLeft: false }] : []
      return [
        ...(await each({ kind: 'Wallet', ids: await wallets() }, async (id) =>
          corrected(`Wallet ${id}`, await vault.correctClock(id)),
        )),
        ...(await each({ kind: 'Person', ids: await persons() }, async (id) =>
          corrected(`Person ${id}`, await people.correctClock(id)),
        )),
      ]
    },

    async startAgain(id) {
      const asked: Asked[] = []
      if (id !== undefined) return { said: await startOne(id, asked), asked }
      if (anchored.isOlder === false)
        return { said: [{ text: 'Nothing is older than the anchor knows.', isLeft: false }], asked }
      const said = [
        ...(await each({ kind: 'Wallet', ids: await wallets() }, async (walletId) =>
          takeWallet(walletId, [(await journal.load(walletId)) ?? []], asked),
        )),
        ...(await each({ kind: 'Person', ids: await persons() }, takePerson)),
      ]
      await copying.settled()
      await anchored.taken()
      return { said, asked }
    },
  }
}

/** Opens custody for its operator alone. */
export const openOperator = async (options: CustodyOptions): Promise<Operator> => {
  const inside = await openInside(options)
  return {
    ...operatorOf(inside, options),
    async close() {
      await inside.people.drain()
      await inside.copying.settled()
      await inside.vault.close()
    },
  }
}
