import { describe, expect, test } from 'vitest'
import type { Target } from '#server/modules/assets/service.ts'
import { confirm, type Entry, type Flow, netEntries } from '#server/modules/transactions/evm/watch/net.ts'
import { findRises } from '#server/modules/transactions/evm/watch/weigh.ts'

const holder: Target['holder'] = {
  ...{ accountId: 'a', walletId: 'w', userId: 'u', address: '0xAa', addressKey: '0xaa' },
  ...{ network: 'evm', signature: '' },
}
const token: Target['token'] = {
  ...{ id: 't', blockchain: 'hardhat', contract: '0xc0', type: 'ERC20', symbol: 'T', name: 'T', decimals: 6 },
}
const block = { number: 7, hash: '0x07', at: new Date(0) }

const flow = (direction: 'in' | 'out', amount: bigint, about: Partial<Flow> = {}): Flow => ({
  ...{ holder, token, item: '', hash: '0x01', block, logIndex: 0, direction, amount, other: '0xbb' },
  ...{ signed: true, wrap: false },
  ...about,
})

const entry = (net: bigint, about: Partial<Entry> = {}): Entry => ({
  ...{
    holder,
    token,
    item: '',
    hash: '0x01',
    block,
    logIndex: 0,
    net,
    other: '0xbb',
    signed: true,
    doubtful: false,
  },
  ...about,
})
const stranger = { signed: false, doubtful: true, hash: '0x02' }

const nets = (entries: readonly Entry[], units: bigint | undefined, exact = true): bigint[] =>
  confirm(entries, units === undefined ? undefined : { units, exact }).map(({ net }) => net)

describe('what the logs of one transaction say', () => {
  test('is one entry, whose counterparty is that of the largest part', () => {
    const flows = [flow('out', 1n, { other: '0xfee' }), flow('out', 99n), flow('in', 10n, { other: '0xcc' })]
    expect(netEntries(flows)).toMatchObject([{ net: -90n, other: '0xbb', doubtful: false }])
  })

  test('counts a deposit only where no transfer tells of it, and doubts it', () => {
    const deposit = flow('in', 5n, { wrap: true })
    expect(netEntries([deposit])).toMatchObject([{ net: 5n, doubtful: true }])
    expect(netEntries([deposit, flow('in', 4n)])).toMatchObject([{ net: 4n, doubtful: false }])
  })

  test('is doubted where it takes from who did not sign', () => {
    expect(netEntries([flow('out', 5n, { signed: false })])).toMatchObject([{ doubtful: true }])
    expect(netEntries([flow('in', 5n, { signed: false })])).toMatchObject([{ doubtful: false }])
  })
})

describe('one transaction against the balance', () => {
  test.each<[string, Entry, bigint | undefined, bigint]>([
    ['a fee on top', entry(-100n), -101n, -101n],
    ['a fee taken from what arrives', entry(100n), 99n, 99n],
    ['a log that lies', entry(100n), 0n, 0n],
    ['a send that lies', entry(-100n, { intended: 100n }), 0n, 0n],
    ['a send without a log', entry(0n, { intended: 100n }), -100n, -100n],
    ['a send without a log or effect', entry(0n, { intended: 100n }), 0n, 0n],
    ['a send without a log while the balance rose', entry(0n, { intended: 100n }), 7n, 0n],
    ['a send while the balance rose by itself', entry(-100n, { intended: 100n }), 7n, -100n],
    ['an allowance that was used', entry(-100n, stranger), -100n, -100n],
    ['a made-up loss', entry(-100n, stranger), 0n, 0n],
    ['a made-up loss while the balance rose', entry(-100n, stranger), 7n, 0n],
    ['a balance that nobody tells', entry(-100n), undefined, -100n],
    ['a loss that nobody confirms', entry(-100n, stranger), undefined, 0n],
  ])('%s', (_, proposed, units, net) => {
    expect(nets([proposed], units)).toEqual([net])
  })

  test('that is only known by its sign keeps the amounts of the logs', () => {
    expect(nets([entry(-100n)], 5n, false)).toEqual([-100n])
    expect(nets([entry(-100n, stranger)], -1n, false)).toEqual([-100n])
    expect(nets([entry(-100n, stranger)], 5n, false)).toEqual([0n])
    expect(nets([entry(0n, { intended: 100n })], -100n, false)).toEqual([-100n])
  })
})

describe('several transactions in one block', () => {
  test('stand where they add up, and where they do not the doubtful only explain the rest', () => {
    const [sent, got, taken] = [entry(-10n), entry(4n, { hash: '0x03' }), entry(-30n, stranger)]
    expect(nets([sent, got, taken], -36n)).toEqual([-10n, 4n, -30n])
    expect(nets([sent, got, taken], -6n)).toEqual([-10n, 4n, 0n])
    expect(nets([sent, taken], -41n)).toEqual([-10n, -30n])
  })

  test('a send without a log moved if the balance says so', () => {
    const silent = entry(0n, { intended: 50n })
    const got = entry(20n, { hash: '0x03' })
    expect(nets([silent, got], -30n)).toEqual([-50n, 20n])
    expect(nets([silent, got], 20n)).toEqual([0n, 20n])
  })
})

describe('the blocks in which a balance rose', () => {
  const chain = (rises: Record<number, bigint>, oldest = 0) => {
    let looks = 0
    return {
      looks: () => looks,
      at: async (block: number) => {
        looks += 1
        if (block < oldest) return undefined
        return Object.entries(rises).reduce((sum, [at, by]) => (Number(at) <= block ? sum + by : sum), 100n)
      },
    }
  }

  test.each<[Record<number, bigint>, number[]]>([
    [{ 999: 5n }, [999]],
    [{ 1000: 5n }, [1000]],
    [{ 1: 5n }, [1]],
    [{ 400: 5n, 401: 6n, 900: 1n }, [400, 401, 900]],
    [{ 500: 9n, 700: -4n }, [500]],
    [{}, []],
    [{ 500: -4n }, []],
  ])('%o', async (rises, blocks) => {
    const { at, looks } = chain(rises)
    expect(await findRises(at, 100n, 1000)).toEqual(blocks)
    expect(looks()).toBeLessThan(60)
  })

  test('are not known where the node forgot them, and nobody looks forever', async () => {
    expect(await findRises(chain({ 400: 5n }, 900).at, 100n, 1000)).toEqual([])
    const often = chain(Object.fromEntries(Array.from({ length: 1000 }, (_, block) => [block + 1, 1n])))
    await findRises(often.at, 100n, 1000)
    expect(often.looks()).toBeLessThan(100)
  })
})
