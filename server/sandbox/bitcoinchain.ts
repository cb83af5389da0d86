import { join } from 'node:path'
import { isBitcoinAddress } from '#domain/bitcoin.ts'
import { invalid } from '#server/error.ts'
import type { SandboxChain, SandboxChainsOptions } from './chains.ts'
import { type Gift, wholeUnits } from './faucet.ts'
import { startRegtest } from './regtest.ts'

const BLOCKCHAIN = 'bitcoin:regtest'
const COIN = { symbol: 'BTC', decimals: 8 }
const DEFAULT_AMOUNT = '0.1'
/** Its rewards are not endless. */
const MAX_COINS = 50n
/** Seconds between blocks. */
const BLOCK_TIME = 5

const giftOf = ({ address, symbol, amount = DEFAULT_AMOUNT }: Gift) => {
  if (symbol !== undefined && symbol.toUpperCase() !== COIN.symbol)
    throw invalid(`${BLOCKCHAIN} has no ${symbol}: choose ${COIN.symbol}`)
  if (!isBitcoinAddress(address, 'regtest')) throw invalid(`${address} is not a Bitcoin regtest address`)
  return { address: address.trim(), value: Number(wholeUnits(amount, COIN, MAX_COINS)) }
}

/** The sandbox's Bitcoin chain. What its faucet gives waits for the next block. */
export const startSandboxBitcoin = async ({ dataDir, log, blockTime }: SandboxChainsOptions) => {
  const regtest = await startRegtest({
    log,
    folder: join(dataDir, 'chains', 'bitcoin-regtest'),
    ...(typeof blockTime !== 'string' && { blockTime: BLOCK_TIME }),
  })
  const chain: SandboxChain = {
    blockchain: BLOCKCHAIN,
    rpcUrl: regtest.url,
    nativeSymbol: COIN.symbol,
    tokens: [],
    give: (gift) => regtest.give([giftOf(gift)]),
    mine: (blocks) => regtest.mine(blocks),
    hold: (held) => regtest.hold(held),
  }
  return { chain, stop: regtest.stop }
}
