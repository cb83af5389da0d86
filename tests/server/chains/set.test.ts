import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEvm } from '#server/chains/evm/chain.ts'
import { makeChains } from '#server/chains/set.ts'
import { startNode, type TestNode } from './node.ts'

let node: TestNode
beforeAll(async () => {
  node = await startNode()
})
afterAll(() => node.stop())

const listen = () => {
  const lines: { level: number; msg: string; blockchain?: string }[] = []
  return { lines, log: pino({ level: 'debug' }, { write: (line: string) => lines.push(JSON.parse(line)) }) }
}

test('a node of another chain stays off with a clear line; the rest works', async () => {
  const { lines, log } = listen()
  const chains = makeChains({
    rpcUrls: {
      'redbelly:testnet': node.rpcUrl,
      'ethereum:sepolia': node.rpcUrl,
      'polygon:amoy': 'http://127.0.0.1:9',
      'bitcoin:regtest': 'http://127.0.0.1:9',
    },
    local: false,
    log,
  })
  await chains.start()
  expect(chains.list()).toMatchObject([
    { blockchain: 'polygon:amoy', available: false },
    { blockchain: 'ethereum:sepolia', available: false },
    { blockchain: 'redbelly:testnet', available: true },
  ])
  expect(lines.filter(({ level }) => level >= 50)).toMatchObject([
    {
      blockchain: 'ethereum:sepolia',
      msg: 'The node for ethereum:sepolia serves chain 153, not 11155111. The chain stays off until its RPC_URL is right.',
    },
  ])
  await expect(findEvm(chains, 'ethereum:sepolia')?.fees()).rejects.toMatchObject({
    name: 'ChainUnavailableError',
    message: 'Ethereum Sepolia cannot be reached right now. Try again in a moment.',
  })
  const fees = await findEvm(chains, 'redbelly:testnet')?.fees()
  expect(fees?.fast.maxPriorityFeePerGas).toBe(0n)
  expect(fees?.slow.maxFeePerGas).toBeGreaterThan(0n)
  expect(chains.get('bitcoin:regtest')).toBeUndefined()
  await chains.stop()
})

test('a chain whose node comes back is used again', async () => {
  const { log } = listen()
  const late = await startNode()
  const chains = makeChains({ rpcUrls: { 'redbelly:testnet': late.rpcUrl }, local: true, log })
  const chain = chains.get('redbelly:testnet')
  expect(chain?.available()).toBe(false)
  expect(await chain?.head()).toBeGreaterThan(0)
  expect(chain?.available()).toBe(true)
  await late.stop()
  await expect(chain?.head()).rejects.toMatchObject({ name: 'ChainUnavailableError' })
  expect(chain?.available()).toBe(false)
})

test('the one Bitcoin chain of ESPLORA_URL is among them, with its confirmations', async () => {
  const { log } = listen()
  const of = (more: Partial<Parameters<typeof makeChains>[0]>, confirmations?: number) =>
    makeChains({
      ...{ rpcUrls: {}, local: false, log },
      bitcoin: { network: 'mainnet', esploraUrl: 'http://127.0.0.1:9', confirmations },
      ...more,
    })
  expect(of({}).list()).toEqual([{ blockchain: 'bitcoin:mainnet', available: false, confirmations: 3 }])
  expect(of({}).get('bitcoin:mainnet')).toMatchObject({ family: 'bitcoin', confirmations: 3 })
  expect(of({}, 6).get('bitcoin:mainnet')).toMatchObject({ confirmations: 6 })
  expect(of({ local: true }).get('bitcoin:mainnet')).toMatchObject({ confirmations: 1, pollMs: 1000 })
})
