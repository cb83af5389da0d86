import { sha256 } from '@noble/hashes/sha2.js'
import { p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import type { RegtestNode } from './node.ts'

const REGTEST = { ...TEST_NETWORK, bech32: 'bcrt' }
/** Not secret: its coins are worth nothing. */
const KEY = sha256(new TextEncoder().encode('faucet of a chain for trying things out'))
const PURSE = p2wpkh(pubECDSA(KEY), REGTEST)
const ADDRESS = PURSE.address ?? ''
/** Blocks until a reward may be spent. */
const MATURITY = 100
/** Rewards to begin with: change of a gift waits for a block, and only so many may wait on one another. */
const REWARDS = 10
const FEE_RATE = 2

export interface Gift {
  address: string
  /** Satoshi. */
  value: number
}

/** Gives away what mining brings in. */
export const makeFaucet = (node: RegtestNode) => {
  const ripe = async () => {
    const coins = (await node.unspent(ADDRESS)) ?? []
    const tip = await node.height()
    return coins
      .filter(({ reward, height = Infinity }) => !reward || height <= tip - MATURITY)
      .sort((a, b) => b.value - a.value)
  }

  return {
    /** Mines until there is something to give. */
    async fill(): Promise<void> {
      if ((await ripe()).length === 0) await node.mine(MATURITY + REWARDS, { to: ADDRESS })
    },

    /** Pays all of them in one transaction, which waits for a block; answers its txid. */
    async give(gifts: readonly Gift[]): Promise<string> {
      const wanted = gifts.reduce((sum, { value }) => sum + value, 0)
      const transaction = new Transaction()
      const fee = (200 + gifts.length * 43) * FEE_RATE
      let total = 0
      for (const { txid, vout, value } of await ripe()) {
        if (total >= wanted + fee + 10_000) break
        const witnessUtxo = { script: PURSE.script, amount: BigInt(value) }
        transaction.addInput({ txid, index: vout, witnessUtxo })
        total += value
      }
      if (total < wanted + fee) throw new Error('The faucet has less than that. Mine some blocks first.')
      for (const { address, value } of gifts) transaction.addOutputAddress(address, BigInt(value), REGTEST)
      transaction.addOutputAddress(ADDRESS, BigInt(total - wanted - fee), REGTEST)
      transaction.sign(KEY)
      transaction.finalize()
      return node.submit(transaction.hex)
    },

    /** One more block; its reward fills the faucet. */
    mine: (blocks: number, empty = false) => node.mine(blocks, { to: ADDRESS, empty }),
  }
}
