import { pino } from 'pino'
import { type Hex, stringToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEvm } from '#server/chains/evm/chain.ts'
import { makeChains } from '#server/chains/set.ts'
import tokenArtifact from '#server/sandbox/contracts/TestToken.json' with { type: 'json' }
import { startNode, type TestNode } from './node.ts'

let node: TestNode
beforeAll(async () => {
  node = await startNode()
})
afterAll(() => node.stop())

const read = async (address: string, type: 'ERC20' | 'ERC721' = 'ERC20') => {
  const chains = makeChains({
    rpcUrls: { 'redbelly:testnet': node.rpcUrl },
    local: true,
    log: pino({ level: 'silent' }),
  })
  return findEvm(chains, 'redbelly:testnet')?.metadata(address, type)
}
const deploy = (name: string, symbol: string, decimals: number) =>
  node.deploy(tokenArtifact.abi, tokenArtifact.bytecode, [name, symbol, decimals])

test('names are cut to one visible line', async () => {
  const address = await deploy(
    `Free\nmoney \u202Eat evil.example${'!'.repeat(5000)}`,
    '\u200BUSDC\u202E clone of the real one',
    6,
  )
  const metadata = await read(address)
  expect(metadata).toEqual({
    symbol: 'USDC clone of th',
    name: `Free money at evil.example${'!'.repeat(38)}`,
    decimals: 6,
  })
  expect([...(metadata?.name ?? '')]).toHaveLength(64)
})

test('a token without a visible name gets one', async () => {
  expect(await read(await deploy('\u200B', '\u202E', 18))).toEqual({
    symbol: 'TOKEN',
    name: 'TOKEN',
    decimals: 18,
  })
})

test('decimals above 77 make a token unusable', async () => {
  expect(await read(await deploy('Big', 'BIG', 255))).toBeUndefined()
  expect(await read(await deploy('Edge', 'EDGE', 77))).toMatchObject({ decimals: 77 })
})

test('an early token that answers with 32 bytes is understood; silence is not decimals', async () => {
  // Whatever is asked: the 32 bytes that follow the code.
  const code = `0x602060106000396020600 0f3`.replace(' ', '') as Hex
  const padded = `${code}${'00'.repeat(0x10 - (code.length - 2) / 2)}${stringToHex('MKR', { size: 32 }).slice(2)}`
  const address = '0x00000000000000000000000000000000000000aa'
  await node.client.setCode({ address, bytecode: padded as Hex })
  // As a number the same bytes are far above 77.
  expect(await read(address)).toBeUndefined()
  expect(await read(address, 'ERC721')).toEqual({ symbol: 'MKR', name: 'MKR', decimals: 0 })
  await node.client.setCode({ address, bytecode: '0x60006000fd' })
  expect(await read(address)).toEqual({ symbol: 'TOKEN', name: 'TOKEN', decimals: undefined })
})
