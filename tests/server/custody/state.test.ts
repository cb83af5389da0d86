// @vitest-environment node
import { expect, test } from 'vitest'
import { noSigners } from '#server/custody/bitcoin/signers.ts'
import { chained, type LogEntry } from '#server/custody/disk/chain.ts'
import type { LogEvent } from '#server/custody/event.ts'
import type { KeyFile, Keys } from '#server/custody/keys.ts'
import { replay } from '#server/custody/state.ts'
import { createVault, type Vault } from '#server/custody/vault.ts'

const LENGTH = 5000
const AT = '2026-03-01T12:00:00.000Z'
const address = '0x5290842E94F1b1a0b45A3A2B2B7D5c8A1D0C9ee7'
const key: KeyFile = {
  version: 1,
  walletId: 'safe',
  address,
  userId: 'owner',
  keyId: 'k',
  createdAt: AT,
  sealed: '',
}

const declined = (txId: string): LogEvent => ({
  type: 'declined',
  data: { txId, guardianId: 'ada', reason: 'No' },
})

test('what is appended to a log of 5,000 entries costs as much as its own entries, not as the log', async () => {
  let looks = 0
  const counted = (entry: LogEntry): LogEntry =>
    new Proxy(entry, {
      get(target, name, receiver) {
        looks += 1
        return Reflect.get(target, name, receiver)
      },
    })
  const entries: LogEntry[] = [
    chained(undefined, { type: 'created', data: { walletId: 'safe', address } }, AT),
  ]
  while (entries.length < LENGTH)
    entries.push(chained(entries.at(-1), declined(`tx-${entries.length % 10}`), AT))
  const handed: (LogEntry | undefined)[] = []
  const vault = createVault({
    keys: { find: async () => key } as unknown as Keys,
    identity: {} as Vault['identity'],
    store: { close: async () => undefined } as Vault['store'],
    pending: {} as Vault['pending'],
    signed: { ids: async () => [] } as unknown as Vault['signed'],
    signers: noSigners,
    journal: {
      load: async () => entries.map(counted),
      async append(_, last, events, at) {
        handed.push(last)
        return events.map((event) => chained(last, event, at))
      },
      peek: async () => entries,
      check: async () => undefined,
      ids: async () => ['safe'],
      mended: async () => [],
      holds: async () => true,
      refusals: () => new Map(),
      accept: async () => [],
      reconcile: async () => undefined,
      reseal: async () => 0,
    },
    clock: { now: () => new Date(AT) },
    delay: 0,
    freezeOf: () => undefined,
    recoveryOf: () => undefined,
  })

  await vault.inTurn('safe', async ({ state }) => expect(state.entries).toHaveLength(LENGTH))
  looks = 0
  for (let round = 1; round <= 100; round += 1) {
    await vault.inTurn('safe', async (box) => {
      await box.append(declined('tx-new'))
      expect(box.state.entries).toHaveLength(LENGTH + round)
      expect(box.state.decisions.get('tx-new')).toHaveLength(round)
      expect(box.state.head).toBe(box.state.entries.at(-1)?.hash)
    })
  }
  expect(handed).toHaveLength(100)
  expect(looks).toBeLessThan(100)
})

test('what ends a send of a token costs as much in a long log as in a short one', () => {
  const looksIn = (sends: number): number => {
    let looks = 0
    const asset = { contract: address, decimals: 6, item: null, id: 'usdc' }
    const exact = new Proxy(
      { family: 'evm', chainId: 153, asset },
      {
        get(target, name, receiver) {
          looks += 1
          return Reflect.get(target, name, receiver)
        },
      },
    )
    const ids = Array.from({ length: sends }, (_, at) => `tx-${at}`)
    const entries = ids.flatMap((txId) => [
      { type: 'proposed', data: { txId, terms: { amount: '1 USDC' }, exact } },
      { type: 'ended', data: { txId, outcome: Number(txId.slice(3)) % 2 === 0 ? 'final' : 'expired' } },
    ])
    replay(entries.map((entry, seq) => ({ ...entry, seq, at: AT })) as unknown as LogEntry[])
    return looks
  }
  expect(looksIn(1000)).toBe(10 * looksIn(100))
})
