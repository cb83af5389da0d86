// @vitest-environment node
import { createPublicClient, http, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readPermission } from '#server/chains/evm/permission.ts'
import { type SandboxChains, startSandboxChains } from '#server/sandbox/chains.ts'
import { REGISTRY_ADDRESS } from '#server/sandbox/deploy.ts'
import { sandboxPrices } from '#server/sandbox/prices.ts'
import { silent, temporaryFolder } from './place.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

const ERC20 = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const ERC721 = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function supportsInterface(bytes4) view returns (bool)',
])

const folder = temporaryFolder()
let running: SandboxChains
const start = () => startSandboxChains({ dataDir: folder.path, log: silent, blockTime: 'instant' })
beforeAll(async () => {
  running = await start()
})
afterAll(async () => {
  await running.stop()
  folder.remove()
})

const chainOf = (blockchain: string) => {
  const chain = running.chains.find((candidate) => candidate.blockchain === blockchain)
  if (!chain) throw new Error(`${blockchain} does not run`)
  return chain
}
const tokenOf = (blockchain: string, symbol: string) => {
  const token = chainOf(blockchain).tokens.find((candidate) => candidate.symbol === symbol)
  if (!token) throw new Error(`${blockchain} has no ${symbol}`)
  return token
}
const clientOf = (blockchain: string) => createPublicClient({ transport: http(chainOf(blockchain).rpcUrl) })
let next = 0xa000n
const newAddress = () => {
  next += 1n
  return `0x${next.toString(16).padStart(40, '0')}` as const
}

test.each([
  ['redbelly:testnet', 153],
  ['hardhat', 31337],
])('%s has chain id %d, ERC-20s of 6 and 18 decimals and an ERC-721', async (blockchain, chainId) => {
  const client = clientOf(blockchain)
  expect(await client.getChainId()).toBe(chainId)
  const { tokens } = chainOf(blockchain)
  expect(tokens.map(({ symbol, type, decimals }) => [symbol, type, decimals])).toEqual([
    ['USDC', 'ERC20', 6],
    ['DAI', 'ERC20', 18],
    ['SEAL', 'ERC721', 0],
  ])
  for (const { address, symbol, decimals, type } of tokens) {
    expect(await client.readContract({ address, abi: ERC20, functionName: 'symbol' })).toBe(symbol)
    if (type === 'ERC721') continue
    expect(await client.readContract({ address, abi: ERC20, functionName: 'decimals' })).toBe(decimals)
  }
})

test('the faucet gives 10 native coins by default, and exact amounts', async () => {
  const address = newAddress()
  const client = clientOf('redbelly:testnet')
  const hash = await chainOf('redbelly:testnet').give({ address })
  expect((await client.getTransactionReceipt({ hash: hash as `0x${string}` })).status).toBe('success')
  expect(await client.getBalance({ address })).toBe(10n * 10n ** 18n)
  await chainOf('redbelly:testnet').give({ address, symbol: 'rbnt', amount: '0.000000000000000001' })
  expect(await client.getBalance({ address })).toBe(10n * 10n ** 18n + 1n)
})

test('the faucet mints ERC-20 in the token’s own decimals, with a Transfer event', async () => {
  const to = newAddress()
  const { address } = tokenOf('hardhat', 'USDC')
  const client = clientOf('hardhat')
  await chainOf('hardhat').give({ address: to, symbol: 'USDC', amount: '1.5' })
  expect(await client.readContract({ address, abi: ERC20, functionName: 'balanceOf', args: [to] })).toBe(
    1500000n,
  )
  const [log] = await client.getLogs({ address, event: ERC20[3], args: { to }, fromBlock: 0n })
  expect(log?.args.value).toBe(1500000n)
})

test('the faucet mints the next id of the ERC-721, each once', async () => {
  const [first, second] = [newAddress(), newAddress()]
  const { address } = tokenOf('redbelly:testnet', 'SEAL')
  const client = clientOf('redbelly:testnet')
  await chainOf('redbelly:testnet').give({ address: first, symbol: 'SEAL' })
  await chainOf('redbelly:testnet').give({ address: second, symbol: 'SEAL' })
  const ownerOf = (id: bigint) =>
    client.readContract({ address, abi: ERC721, functionName: 'ownerOf', args: [id] })
  expect([await ownerOf(1n), await ownerOf(2n)].map((owner) => owner.toLowerCase())).toEqual([first, second])
  expect(
    await client.readContract({
      address,
      abi: ERC721,
      functionName: 'supportsInterface',
      args: ['0x80ac58cd'],
    }),
  ).toBe(true)
})

test('twenty gifts at once all arrive', async () => {
  const address = newAddress()
  const chain = chainOf('hardhat')
  const hashes = await Promise.all(Array.from({ length: 20 }, () => chain.give({ address, amount: '1' })))
  expect(new Set(hashes).size).toBe(20)
  expect(await clientOf('hardhat').getBalance({ address })).toBe(20n * 10n ** 18n)
})

test.each([
  [{ symbol: 'DOGE' }, 'hardhat has no DOGE: choose one of ETH, USDC, DAI, SEAL'],
  [{ symbol: 'USDC', amount: '0.0000001' }, 'USDC has 6 decimals, 0.0000001 has more'],
  [{ amount: '0' }, 'more than 0 and at most 1000000'],
  [{ amount: '1000001' }, 'more than 0 and at most 1000000'],
  [{ amount: '-1' }, '"-1" is not an amount'],
  [{ amount: '1e3' }, '"1e3" is not an amount'],
  [{ symbol: 'SEAL', amount: '2' }, 'one at a time'],
  [{ address: '0x12' }, '0x12 is not an EVM address'],
  [{ address: '0xDAFEA492D9c6733ae3d56b7Ed1ADB60692c98BC5' }, 'is not an EVM address'],
])('the faucet refuses %j', async (gift, sentence) => {
  await expect(chainOf('hardhat').give({ address: newAddress(), ...gift })).rejects.toThrow(sentence)
})

test('KYC is read through the registry at its real address, and only the allowed address has it', async () => {
  const [allowed, other] = [newAddress(), newAddress()]
  const client = clientOf('redbelly:testnet')
  expect(await readPermission(client, REGISTRY_ADDRESS, allowed)).toBe(false)
  await chainOf('redbelly:testnet').allow?.(allowed)
  expect(await readPermission(client, REGISTRY_ADDRESS, allowed)).toBe(true)
  expect(await readPermission(client, REGISTRY_ADDRESS, other)).toBe(false)
  expect(chainOf('hardhat').allow).toBeUndefined()
})

test('mining adds exactly the blocks asked for', async () => {
  const before = await clientOf('hardhat').getBlockNumber({ cacheTime: 0 })
  expect(await chainOf('hardhat').mine(5)).toBe(Number(before) + 5)
})

test('prices are keyed by chain and contract, native coins by symbol', () => {
  const tokens = running.chains.flatMap(({ blockchain, tokens }) =>
    tokens.map(({ address, symbol }) => ({ blockchain, address, symbol })),
  )
  const prices = sandboxPrices(tokens)
  const native = (blockchain: string) =>
    prices.find((price) => price.blockchain === blockchain && !price.address)
  expect(native('redbelly:testnet')).toEqual({
    blockchain: 'redbelly:testnet',
    symbol: 'RBNT',
    price: '0.05',
  })
  expect(native('hardhat')?.price).toBe('3000')
  expect(native('bitcoin:regtest')?.price).toBe('64000.5')
  expect(native('polygon:amoy')?.price).toBe('0.5')
  const { address } = tokenOf('hardhat', 'USDC')
  expect(prices).toContainEqual({ blockchain: 'hardhat', address, symbol: 'USDC', price: '1' })
  expect(prices.some(({ symbol }) => symbol === 'SEAL')).toBe(false)
})

test('a second start deploys nothing again and keeps what was given', async () => {
  const address = newAddress()
  await chainOf('redbelly:testnet').give({ address, amount: '2' })
  await chainOf('redbelly:testnet').allow?.(address)
  const before = running.chains.map(({ tokens }) => tokens)
  const height = await clientOf('redbelly:testnet').getBlockNumber({ cacheTime: 0 })
  await running.stop()
  running = await start()
  expect(running.chains.map(({ tokens }) => tokens)).toEqual(before)
  const client = clientOf('redbelly:testnet')
  expect(await client.getBlockNumber()).toBe(height)
  expect(await client.getBalance({ address })).toBe(2n * 10n ** 18n)
  expect(await readPermission(client, REGISTRY_ADDRESS, address)).toBe(true)
})
