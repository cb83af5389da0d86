// @vitest-environment node
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBitcoinChain } from '#server/chains/bitcoin/node.ts'
import { Shifted } from '#server/chains/watch/position.ts'

type Answer = { status?: number; body: unknown } | 'cut'

const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
const ADDRESS = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
const hashOf = (branch: string, height: number) => `${branch}${height}`.padStart(64, '0')

/** What a service that is not in order says. */
let answers: (path: string) => Answer | undefined
let asked: string[] = []
const server = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  const answer = path === '/block-height/0' ? { body: GENESIS } : answers(path)
  if (answer === 'cut') {
    response.writeHead(200, { 'content-length': 100 })
    response.write('[')
    setImmediate(() => response.destroy())
    return
  }
  response.writeHead(answer?.status ?? (answer ? 200 : 404))
  response.end(typeof answer?.body === 'string' ? answer.body : JSON.stringify(answer?.body ?? 'nothing'))
})
const connect = () => {
  const { port } = server.address() as AddressInfo
  return makeBitcoinChain({
    blockchain: 'bitcoin:regtest',
    esploraUrl: `http://127.0.0.1:${port}/`,
    confirmations: 1,
    pollMs: 100,
    log: pino({ level: 'silent' }),
  })
}

const transaction = (number: number, height: number, branch = 'a') => ({
  txid: number.toString(16).padStart(64, '0'),
  vin: [],
  vout: [{ scriptpubkey_address: ADDRESS, value: 1000 }],
  fee: 0,
  status: {
    confirmed: true,
    block_height: height,
    block_hash: hashOf(branch, height),
    block_time: 1_700_000_000,
  },
})

beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)))
beforeEach(() => {
  asked = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const UNREACHABLE = {
  name: 'ChainUnavailableError',
  message: 'Bitcoin Regtest cannot be reached right now. Try again in a moment.',
}

describe('an answer that is none', () => {
  test.each<[string, Answer]>([
    ['an error', { status: 500, body: 'boom' }],
    ['too much asked', { status: 429, body: 'slow down' }],
    ['a page of a login', { body: '<html>Sign in</html>' }],
    ['another shape', { body: [{ txid: 'x', vout: 0, value: 1, status: { confirmed: false } }] }],
    [
      'half a satoshi',
      { body: [{ txid: hashOf('a', 1), vout: 0, value: 0.5, status: { confirmed: false } }] },
    ],
    [
      'a negative value',
      { body: [{ txid: hashOf('a', 1), vout: 0, value: -1, status: { confirmed: false } }] },
    ],
    [
      'more satoshi than a number can count',
      {
        body: `[{"txid":"${hashOf('a', 1)}","vout":0,"value":9007199254740993,"status":{"confirmed":false}}]`,
      },
    ],
    [
      'a block without a height',
      { body: [{ txid: hashOf('a', 1), vout: 0, value: 1, status: { confirmed: true } }] },
    ],
    ['nothing there', { status: 404, body: 'no' }],
    ['half an answer', 'cut'],
  ])('%s: the chain cannot be reached, and is asked again later', async (_, answer) => {
    const chain = connect()
    answers = () => answer
    await expect(chain.unspent(ADDRESS)).rejects.toMatchObject(UNREACHABLE)
    expect(chain.available()).toBe(false)
    answers = () => ({ body: [] })
    expect(await chain.unspent(ADDRESS)).toEqual([])
    expect(chain.available()).toBe(true)
  })

  test.each(['', ' ', '-1', '1.5', 'Block not found'])('a head of %j is none', async (body) => {
    answers = () => ({ body })
    await expect(connect().head()).rejects.toMatchObject(UNREACHABLE)
  })
})

describe('pages of a history', () => {
  const upTo = { number: 10, hash: hashOf('a', 10) }
  const chainOf =
    (branch: (height: number) => string, pages: Record<string, unknown[]>) => (path: string) => {
      const [, height] = /^\/block-height\/(\d+)$/.exec(path) ?? []
      if (height !== undefined) return { body: hashOf(branch(Number(height)), Number(height)) }
      const [, cursor] = /\/txs\/chain(?:\/(\w+))?$/.exec(path) ?? []
      return { body: pages[cursor === undefined ? '' : String(Number.parseInt(cursor, 16))] ?? [] }
    }

  test('of whichever size are read to the end, and no further than is asked', async () => {
    const chain = connect()
    answers = chainOf(() => 'a', {
      '': [transaction(5, 11), transaction(4, 10)],
      4: [transaction(3, 8)],
      3: [transaction(2, 7), transaction(1, 5)],
    })
    const txids = async (after: number) =>
      (await chain.history([ADDRESS], after, upTo)).map(({ txid }) => Number.parseInt(txid, 16))
    expect(await txids(0)).toEqual([1, 2, 3, 4])
    asked = []
    expect(await txids(8)).toEqual([4])
    expect(asked.filter((path) => path.includes('/txs/chain'))).toHaveLength(2)
  })

  test('that come twice are not followed for ever', async () => {
    answers = chainOf(() => 'a', { '': [transaction(4, 10)], 4: [transaction(4, 10)] })
    await expect(connect().history([ADDRESS], 0, upTo)).rejects.toMatchObject(UNREACHABLE)
  })

  test('of another branch are not believed', async () => {
    answers = chainOf(() => 'b', { '': [transaction(4, 10)] })
    await expect(connect().history([ADDRESS], 0, upTo)).rejects.toThrow(Shifted)
  })

  test('that end too soon, because a later block was replaced, are not believed', async () => {
    // The last transaction of the page was in block 11, which is gone: whoever asks what follows it gets nothing.
    answers = chainOf((height) => (height > 10 ? 'b' : 'a'), { '': [transaction(5, 11)] })
    await expect(connect().history([ADDRESS], 0, upTo)).rejects.toThrow(Shifted)
  })

  test('may not tell of what waits', async () => {
    answers = chainOf(() => 'a', { '': [{ ...transaction(4, 10), status: { confirmed: false } }] })
    await expect(connect().history([ADDRESS], 0, upTo)).rejects.toMatchObject(UNREACHABLE)
  })
})

describe('handing in', () => {
  test.each<[string, Answer, string]>([
    ['a page of a login', { body: '<html>Sign in</html>' }, 'unclear'],
    ['an error', { status: 500, body: 'dust' }, 'unclear'],
    ['half an answer', 'cut', 'unclear'],
    ['too much asked', { status: 429, body: 'slow down' }, 'later'],
    ['words that nobody knows', { status: 400, body: 'no thanks' }, 'unclear'],
    ['a txid', { body: `${hashOf('a', 1)}\n` }, 'accepted'],
  ])('answered by %s is never mistaken', async (_, answer, kind) => {
    const chain = connect()
    answers = () => answer
    expect(await chain.broadcast('00')).toMatchObject({ kind })
  })

  test('without an answer is unclear', async () => {
    const chain = makeBitcoinChain({
      ...{ blockchain: 'bitcoin:regtest', esploraUrl: 'http://127.0.0.1:1', confirmations: 1, pollMs: 100 },
      log: pino({ level: 'silent' }),
    })
    expect(await chain.broadcast('00')).toMatchObject({ kind: 'unclear' })
    expect(await chain.probe()).toBe(false)
  })
})
