import { describe, expect, it } from 'vitest'
import { BLOCKCHAINS } from '#contract/blockchain.ts'
import {
  accountNetworkOf,
  accountOn,
  bitcoinNetworkOf,
  blockchainOf,
  CHAINS,
  caip2,
  chainName,
  EVM_CHAIN_IDS,
  explorerUrl,
  familyOf,
  feeUnit,
  isBitcoin,
  nativeAsset,
  nativeSymbol,
} from '#domain/chain.ts'

const MAINNET = 'bip122:000000000019d6689c085ae165831e93'
const TESTNET = 'bip122:000000000933ea01ad0ee984209779ba'
const REGTEST = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

const TABLE = [
  ['polygon:mainnet', 'Polygon', 'polygon', 'matic', 'eip155:137', 'MATIC', 'https://polygonscan.com/tx/'],
  [
    'polygon:amoy',
    'Polygon Amoy',
    'polygon',
    'matic',
    'eip155:80002',
    'MATIC',
    'https://amoy.polygonscan.com/tx/',
  ],
  [
    'ethereum:sepolia',
    'Ethereum Sepolia',
    'ethereum',
    'eth',
    'eip155:11155111',
    'ETH',
    'https://sepolia.etherscan.io/tx/',
  ],
  ['bitcoin:mainnet', 'Bitcoin', 'bitcoin', 'btc', MAINNET, 'Satoshi', 'https://mempool.space/tx/'],
  [
    'bitcoin:testnet',
    'Bitcoin Testnet',
    'bitcoin',
    'btc',
    TESTNET,
    'Satoshi',
    'https://mempool.space/testnet/tx/',
  ],
  ['bitcoin:regtest', 'Bitcoin Regtest', 'bitcoin', 'btc', REGTEST, 'Satoshi', undefined],
  ['redbelly:devnet', 'Redbelly Devnet', 'redbelly', 'rbnt', 'eip155:152', 'RBNT', undefined],
  [
    'redbelly:testnet',
    'Redbelly Testnet',
    'redbelly',
    'rbnt',
    'eip155:153',
    'RBNT',
    'https://redbelly.testnet.routescan.io/tx/',
  ],
  [
    'redbelly:mainnet',
    'Redbelly',
    'redbelly',
    'rbnt',
    'eip155:151',
    'RBNT',
    'https://redbelly.routescan.io/tx/',
  ],
  ['hardhat', 'Hardhat', 'ethereum', 'eth', 'eip155:31337', 'ETH', undefined],
] as const

describe('each chain', () => {
  it('has its row in this table', () => {
    expect(TABLE.map(([id]) => id)).toEqual(BLOCKCHAINS)
    expect(Object.keys(CHAINS)).toEqual(BLOCKCHAINS)
  })

  it.each(TABLE)('%s is %s of family %s with coin %s', (id, name, family, symbol, chainId, unit) => {
    expect(chainName(id)).toBe(name)
    expect(familyOf(id)).toBe(family)
    expect(nativeSymbol(id)).toBe(symbol)
    expect(caip2(id)).toBe(chainId)
    expect(blockchainOf(chainId)).toBe(id)
    expect(feeUnit(id)).toBe(unit)
    expect(isBitcoin(id)).toBe(family === 'bitcoin')
  })

  it.each(TABLE)('%s links a transaction to its explorer, once there is a hash', (...row) => {
    const [blockchain, base] = [row[0], row[6]]
    const id = isBitcoin(blockchain) ? { txid: 'ab12' } : { hash: '0xab12' }
    const expected = base && `${base}${isBitcoin(blockchain) ? 'ab12' : '0xab12'}`
    expect(explorerUrl({ blockchain, ...id })).toBe(expected)
    expect(explorerUrl({ blockchain })).toBeUndefined()
    expect(explorerUrl({ blockchain, hash: null, txid: null })).toBeUndefined()
    expect(explorerUrl({ blockchain, ...id }, { [blockchain]: '' })).toBeUndefined()
  })
})

describe('an unknown chain', () => {
  it('shows its id and knows nothing more', () => {
    const id = 'solana:mainnet'
    expect(chainName(id)).toBe(id)
    expect(familyOf(id)).toBeUndefined()
    expect(nativeSymbol(id)).toBeUndefined()
    expect(caip2(id)).toBeUndefined()
    expect(accountNetworkOf(id)).toBeUndefined()
    expect(feeUnit(id)).toBe('')
    expect(explorerUrl({ blockchain: id, hash: '0xab' })).toBeUndefined()
    expect(blockchainOf('eip155:1')).toBeUndefined()
  })

  it('is not mistaken for a property that every object has', () => {
    expect(chainName('constructor')).toBe('constructor')
    expect(familyOf('toString')).toBeUndefined()
  })
})

describe('explorer links', () => {
  it('take configured bases over the built-in ones', () => {
    const explorers = { hardhat: 'http://127.0.0.1:9000/tx/', 'polygon:mainnet': 'https://example.org/' }
    expect(explorerUrl({ blockchain: 'hardhat', hash: '0xab' }, explorers)).toBe(
      'http://127.0.0.1:9000/tx/0xab',
    )
    expect(explorerUrl({ blockchain: 'polygon:mainnet', hash: '0xab' }, explorers)).toBe(
      'https://example.org/0xab',
    )
  })

  it('cannot be led elsewhere by a hash', () => {
    expect(explorerUrl({ blockchain: 'polygon:mainnet', hash: '../a?b#c' })).toBe(
      'https://polygonscan.com/tx/..%2Fa%3Fb%23c',
    )
  })
})

describe('dApp sessions', () => {
  it('are offered for every EVM chain and for no Bitcoin chain', () => {
    expect(EVM_CHAIN_IDS).toEqual([
      'eip155:137',
      'eip155:80002',
      'eip155:11155111',
      'eip155:152',
      'eip155:153',
      'eip155:151',
      'eip155:31337',
    ])
  })
})

describe('accounts and coins of a wallet', () => {
  it.each([
    ['redbelly:testnet', 'evm', undefined],
    ['hardhat', 'evm', undefined],
    ['bitcoin:mainnet', 'bitcoin', 'mainnet'],
    ['bitcoin:testnet', 'testnet', 'testnet'],
    ['bitcoin:regtest', 'regtest', 'regtest'],
  ])('%s uses the account of network %s', (blockchain, account, network) => {
    expect(accountNetworkOf(blockchain)).toBe(account)
    expect(bitcoinNetworkOf(blockchain)).toBe(network)
  })

  it('finds the account that holds a chain’s assets', () => {
    const evm = { network: 'evm', address: '0x1' } as const
    const regtest = { network: 'regtest', address: 'bcrt1' } as const
    const wallet = { accounts: [evm, regtest] }
    expect(accountOn(wallet, 'polygon:amoy')).toBe(evm)
    expect(accountOn(wallet, 'bitcoin:regtest')).toBe(regtest)
    expect(accountOn(wallet, 'bitcoin:mainnet')).toBeUndefined()
    expect(accountOn(wallet, 'solana:mainnet')).toBeUndefined()
  })

  it('pays fees with the coin of the same chain that has a balance', () => {
    const coin = { blockchain: 'hardhat', amount: '1' }
    const token = { blockchain: 'hardhat', amount: '5', type: 'ERC20' } as const
    const elsewhere = { blockchain: 'redbelly:testnet', amount: '9' }
    expect(nativeAsset([token, elsewhere, coin], 'hardhat')).toBe(coin)
    expect(nativeAsset([token, elsewhere], 'hardhat')).toBeUndefined()
    expect(nativeAsset([{ ...coin, amount: '0' }], 'hardhat')).toBeUndefined()
  })
})
