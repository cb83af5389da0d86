// @vitest-environment node
import { setImmediate as tick } from 'node:timers/promises'
import { parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { CustodyRefusal, type SignedTransaction } from '#server/custody/custody.ts'
import type { Store } from '#server/custody/store.ts'
import { diesAfter } from './dying.ts'
import {
  approve,
  type Bench,
  bench,
  confirmGuardian,
  grant,
  guarded,
  idOf,
  propose,
  refused,
  send,
  sending,
  setPolicy,
  sign,
  stateOf,
} from './fixture.ts'
import { memoryStore } from './memory.ts'

const cancel = async (made: Bench, name = 'tx-1') =>
  made.custody.cancel({ grant: await grant(made, 'owner'), walletId: 'safe', txId: idOf(name) })

const typesOf = async ({ custody }: Bench, name = 'tx-1') =>
  (await custody.approvalLog({ walletId: 'safe' })).entries.flatMap(({ type, data }) =>
    'txId' in data && data.txId === idOf(name) ? [type] : [],
  )

const fulfilled = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

describe('a process that ends at any write', () => {
  /** Runs `work` again and again, each time with one write more, until it gets through. */
  const throughout = async (
    open: () => Promise<Bench>,
    work: (made: Bench) => Promise<unknown>,
    then: (made: Bench, done: boolean) => Promise<void>,
  ): Promise<number> => {
    for (let writes = 0; ; writes += 1) {
      const made = await open()
      await diesAfter(made, writes)
      const done = await fulfilled(work(made))
      await made.reopen()
      await then(made, done)
      if (done) return writes
    }
  }
  const owned = async () => {
    const made = await bench()
    await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
    await grant(made, 'owner')
    return made
  }

  test('of a proposal: it is there once, or not at all', async () => {
    const writes = await throughout(
      owned,
      (made) => propose(made, sending()),
      async (made) => {
        expect((await propose(made, sending())).txId).toBe(idOf('tx-1'))
        expect(await typesOf(made)).toEqual(['proposed'])
      },
    )
    expect(writes).toBe(2)
  })

  test('of signing: the same bytes once, at one nonce, whatever is asked afterwards', async () => {
    const writes = await throughout(
      async () => {
        const made = await owned()
        await propose(made, sending())
        return made
      },
      (made) => sign(made, sending()),
      async (made) => {
        const begun = (await typesOf(made)).includes('signing')
        const other = { ...sending(), tx: { ...sending().tx, maxFeePerGas: '1999999999' }, mined: 9 }
        const signed = await sign(made, begun ? other : sending())
        const { nonce, maxFeePerGas } = parseTransaction(signed.raw)
        expect({ nonce, maxFeePerGas }).toEqual({ nonce: 0, maxFeePerGas: 2_000_000_000n })
        expect(await sign(made, sending())).toEqual(signed)
        expect(await typesOf(made)).toEqual(['proposed', 'signing', 'signed'])
        expect((await send(made, sending('next'))).nonce).toBe(1)
      },
    )
    expect(writes).toBe(5)
  })

  test('of a cancellation: what it left is what counts', async () => {
    const writes = await throughout(
      async () => {
        const made = await owned()
        await propose(made, sending())
        return made
      },
      cancel,
      async (made, done) => {
        const cancelled = (await typesOf(made)).includes('cancelled')
        if (done) expect(cancelled).toBe(true)
        if (cancelled) await refused(sign(made, sending()), 'Ended')
        else await sign(made, sending())
        expect(await fulfilled(cancel(made))).toBe(cancelled)
      },
    )
    expect(writes).toBe(2)
  })

  test('of a change of rules: one version or the other, and whole', async () => {
    const writes = await throughout(
      () => guarded(['ada', 'bob'], 2),
      async (made) => setPolicy(made, await guardians(made), 1),
      async (made, done) => {
        const [before, after, ...more] = (await made.custody.policies({ walletId: 'safe' })).slice(-2)
        const version = after?.version ?? 0
        expect(more).toEqual([])
        if (done) expect(after?.consensus).toBe(1)
        expect([before?.version, after?.guardians.length]).toEqual([version - 1, 2])
        await setPolicy(made, await guardians(made), 1)
        const now = (await made.custody.policies({ walletId: 'safe' })).at(-1)
        expect(now).toMatchObject({ version: after?.consensus === 1 ? version : version + 1, consensus: 1 })
      },
    )
    expect(writes).toBe(2)
  })

  test('of the last approval: signed once it is there, and once only', async () => {
    const writes = await throughout(
      async () => {
        const made = await guarded(['ada'], 1)
        await propose(made, sending())
        return made
      },
      async (made) => {
        const [ada] = await guardians(made)
        await approve(made, ada!)
        await sign(made, sending())
      },
      async (made) => {
        const [ada] = await guardians(made)
        if ((await stateOf(made)).status === 'waiting') await approve(made, ada!)
        const signed = await sign(made, sending())
        expect(await sign(made, sending())).toEqual(signed)
        expect(await typesOf(made)).toEqual(['proposed', 'approved', 'signing', 'signed'])
      },
    )
    expect(writes).toBeGreaterThan(6)
  })
})

const guardians = async ({ custody }: Bench) =>
  ((await custody.policies({ walletId: 'safe' })).at(-1)?.guardians ?? []).map((guardian) => ({
    ...guardian,
    address: guardian.address as `0x${string}`,
  }))

/** Every change of a file takes a turn of the event loop before it and after it. */
const slow = (store: Store): Store => {
  const change =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      await tick()
      const answer = await work(...args)
      await tick()
      return answer
    }
  return {
    ...store,
    create: change(store.create),
    replace: change(store.replace),
    append: change(store.append),
  }
}

const ROUNDS = process.env.DEEP ? 1000 : 100

test(
  `cancelling against the last approval, ${ROUNDS} times: never both, never bytes without a winner`,
  async () => {
    const made = await bench()
    const openMemory = memoryStore()
    await made.reopen({ openStore: async () => slow(await openMemory()) })
    await made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })
    const ada = await confirmGuardian(made, 'ada')
    await setPolicy(made, [ada], 1)
    const outcomes = { cancelled: 0, signed: 0 }
    let window = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `tx-${round}`
      await propose(made, sending(name))
      let ticks = 0
      let over = false
      const counting = (async () => {
        while (!over) {
          await tick()
          ticks += 1
        }
      })()
      const signing: Promise<SignedTransaction | CustodyRefusal> = approve(made, ada, name)
        .then(() => sign(made, sending(name)))
        .catch((error: unknown) => {
          if (error instanceof CustodyRefusal) return error
          throw error
        })
      const cancelling = (async () => {
        // The first round measures how long it takes; the others are spread over that.
        for (let wait = Math.floor((window * 1.1 * round) / ROUNDS); wait > 0; wait -= 1) await tick()
        return fulfilled(cancel(made, name))
      })()
      if (round === 0) await signing
      const signed = await signing
      over = true
      await counting
      window = Math.max(window, ticks)
      const cancelled = await cancelling

      const types = await typesOf(made, name)
      const bytes = await made.custody.signedTransaction({ walletId: 'safe', txId: idOf(name) })
      expect([cancelled, types.includes('cancelled')]).toEqual([cancelled, cancelled])
      if (cancelled) {
        expect(signed).toBeInstanceOf(CustodyRefusal)
        expect(types).not.toContain('signing')
        expect(bytes).toBeNull()
        await refused(sign(made, sending(name)), 'Ended')
        outcomes.cancelled += 1
      } else {
        expect(signed).toEqual(bytes)
        expect(types.slice(-2)).toEqual(['signing', 'signed'])
        await refused(cancel(made, name), 'AlreadySigned')
        outcomes.signed += 1
      }
    }
    expect(outcomes.cancelled).toBeGreaterThan(ROUNDS / 10)
    expect(outcomes.signed).toBeGreaterThan(ROUNDS / 20)
  },
  ROUNDS * 300,
)
