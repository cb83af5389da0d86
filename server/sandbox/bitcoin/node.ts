import { mkdir } from 'node:fs/promises'
import { address as codec, networks } from 'bitcoinjs-lib'
import { decodeAddress } from '#domain/bitcoin.ts'
import {
  type Address,
  type Block,
  bcoin,
  type Chain,
  type Entry,
  leveldown,
  type Mempool,
  type Output,
  type TX,
  type Waiting,
} from './bcoin.ts'
import { checkOutputs, replacedBy } from './policy.ts'
import { IN_CHAIN, NOT_A_TRANSACTION, REFUSED, Refusal, UNKNOWN_COINS } from './refusal.ts'
import { verifyTaproot } from './verify.ts'

/** Of bcoin's states of a deployment. */
const ACTIVE = 3

const network = bcoin.Network.get('regtest')

/** bcoin is older than taproot: spending by an unknown version of witness is an error to it unless this is off. */
const letTaprootThrough = (): void => {
  const { flags } = bcoin.Script
  const off = ~(flags.VERIFY_DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM ?? 0)
  for (const name of ['STANDARD_VERIFY_FLAGS', 'ONLY_STANDARD_VERIFY_FLAGS'])
    flags[name] = (flags[name] ?? 0) & off
}

/** This leveldown takes a bound that is null for one that nothing can reach: look-ups would be empty. */
const dropNullBounds = (): void => {
  const { iterator } = leveldown.prototype
  leveldown.prototype.iterator = function (options = {}) {
    const bounds = Object.entries(options).filter(([, value]) => value !== null)
    return iterator.call(this, Object.fromEntries(bounds))
  }
}

/** A transaction with what it spends and where it is. */
export interface Found {
  tx: TX
  /** Of each input; undefined for a coinbase. */
  spent: (Output | undefined)[]
  block: { height: number; hash: string; time: number; index: number } | undefined
}

export interface Unspent {
  txid: string
  vout: number
  value: number
  height: number | undefined
  /** It is the reward of a block, and may be spent only much later. */
  reward: boolean
}

/** Hashes are shown in the other order of bytes than they are kept in. */
export const reversed = (hash: string): string => Buffer.from(hash, 'hex').reverse().toString('hex')

/** bcoin's own reading of addresses is older than taproot's. */
const addressOf = (text: string): Address | undefined => {
  try {
    return bcoin.Script.fromRaw(Buffer.from(decodeAddress(text, 'regtest'))).getAddress() ?? undefined
  } catch {
    return undefined
  }
}

export const addressText = (output: Output): string | undefined => {
  try {
    return codec.fromOutputScript(output.script.toRaw(), networks.regtest)
  } catch {
    return undefined
  }
}

/** Blocks are handed to the pool of waiting transactions in the order in which they come. */
const follow = (chain: Chain, mempool: Mempool): void => {
  chain.on('connect', async (entry, block) => {
    await mempool._addBlock(entry, block.txs)
    // An empty pool does not note where it was, and would be thrown away at the next start.
    mempool.cache.sync(entry.hash)
    await mempool.cache.flush()
  })
  chain.on('disconnect', (entry, block) => mempool._removeBlock(entry, block.txs))
  chain.on('reorganize', () => mempool._handleReorg())
}

/** A chain of its own for trying things out (regtest), in memory or in `folder`, with the rules of today's nodes. */
export const openNode = async (folder?: string) => {
  letTaprootThrough()
  dropNullBounds()
  if (folder) await mkdir(folder, { recursive: true })
  const options = { network, memory: !folder, prefix: folder ?? '/', indexTX: true, indexAddress: true }
  const chain = new bcoin.Chain(options)
  // Everything that was ever activated is active from the first block on.
  chain.getState = async () => ACTIVE
  const mempool = new bcoin.Mempool({
    ...{ ...options, chain, persistent: Boolean(folder) },
    ...{ requireStandard: false, limitFree: false, relayPriority: false, rejectAbsurdFees: false },
  })
  const miner = new bcoin.Miner({ network, chain, mempool })
  const emptyMiner = new bcoin.Miner({ network, chain })
  const parts = [chain, mempool, miner, emptyMiner]
  follow(chain, mempool)
  for (const part of parts) await part.open()

  const outputOf = async (hash: string, index: number): Promise<Output | undefined> => {
    const tx = mempool.getEntry(hash)?.tx ?? (await chain.getMeta(hash))?.tx
    return tx?.outputs[index]
  }

  const find = async (hash: string): Promise<Found | undefined> => {
    const meta = mempool.getMeta(hash) ?? (await chain.getMeta(hash))
    if (!meta) return undefined
    const { tx, height, block, time, index } = meta
    const spent: Found['spent'] = []
    if (!tx.isCoinbase())
      for (const { prevout } of tx.inputs) spent.push(await outputOf(prevout.hash, prevout.index))
    return { tx, spent, block: block ? { height, hash: reversed(block), time, index } : undefined }
  }

  /** What Bitcoin Core asks for before it passes a transaction on; answers what has to make room for it. */
  const check = async (tx: TX): Promise<Waiting[]> => {
    if (await chain.getMeta(tx.hash('hex'))) throw new Refusal(IN_CHAIN, 'Transaction already in block chain')
    const spent = await Promise.all(tx.inputs.map(({ prevout }) => outputOf(prevout.hash, prevout.index)))
    const known = spent.filter((output) => output !== undefined)
    if (known.length < spent.length) throw new Refusal(UNKNOWN_COINS, 'bad-txns-inputs-missingorspent')
    const fee = checkOutputs(tx, known)
    verifyTaproot(
      tx.toRaw(),
      known.map(({ script, value }) => ({ script: script.toRaw(), value: BigInt(value) })),
    )
    return replacedBy(mempool, tx, fee)
  }

  const parse = (hex: string): TX => {
    try {
      const raw = Buffer.from(hex, 'hex')
      const tx = bcoin.TX.fromRaw(raw)
      if (tx.toRaw().toString('hex') === hex.toLowerCase()) return tx
    } catch {
      // The same sentence for all that is wrong with the bytes.
    }
    throw new Refusal(NOT_A_TRANSACTION, 'TX decode failed. Make sure the tx has at least one input.')
  }

  const add = async (tx: TX): Promise<void> => {
    const missing = await mempool.addTX(tx).catch((error: Error & { reason?: string }) => {
      throw new Refusal(REFUSED, error.reason ?? error.message)
    })
    if (!missing) return
    mempool.removeOrphan(tx.hash('hex'))
    throw new Refusal(UNKNOWN_COINS, 'bad-txns-inputs-missingorspent')
  }

  const reward = addressOf('bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t')

  const mineOn = async (tip: Entry, from: typeof miner, to = reward): Promise<Entry> => {
    if (!to) throw new Error('The address for rewards is none of regtest')
    const job = await from.cpu.createJob(tip, to)
    const entry = await chain.add(await job.mineAsync())
    if (!entry) throw new Error(`Block ${tip.height + 1} was not taken`)
    return entry
  }

  const entryAt = async (height: number): Promise<Entry> => {
    const entry = await chain.getEntryByHeight(height)
    if (!entry) throw new Error(`There is no block ${height}`)
    return entry
  }

  const blockAt = async (height: number): Promise<Block> => {
    const block = await chain.getBlock((await entryAt(height)).hash)
    if (!block) throw new Error(`Block ${height} is not kept`)
    return block
  }

  return {
    height: async () => chain.height,
    hashAt: async (height: number): Promise<string | undefined> =>
      (await chain.getEntryByHeight(height))?.rhash(),
    /** `txid` as it is shown. */
    find: (txid: string) => find(reversed(txid)),

    /** The transactions of a block, by its hash as it is shown; undefined for one that is not of the chain. */
    async inBlock(shown: string): Promise<TX[] | undefined> {
      const hash = reversed(shown)
      return (await chain.isMainHash(hash)) ? (await chain.getBlock(hash))?.txs : undefined
    },

    /** What waits: how many, their virtual bytes and fees. */
    pool: async () => {
      const entries = [...mempool.map.values()]
      return {
        count: entries.length,
        vsize: entries.reduce((sum, { size }) => sum + size, 0),
        total_fee: entries.reduce((sum, { fee }) => sum + fee, 0),
      }
    },

    /** Ids, as they are shown, of an address's transactions in blocks, newest first. Undefined for what is no address. */
    async confirmed(text: string): Promise<string[] | undefined> {
      const address = addressOf(text)
      if (!address) return undefined
      const metas = await chain.getMetaByAddress(address)
      return metas.sort((a, b) => b.height - a.height || b.index - a.index).map(({ tx }) => tx.txid())
    },

    /** Those that wait. */
    async waiting(text: string): Promise<Found[] | undefined> {
      const address = addressOf(text)
      if (!address) return undefined
      const found = await Promise.all(mempool.getMetaByAddress(address).map(({ tx }) => find(tx.hash('hex'))))
      return found.filter((item) => item !== undefined && !item.block) as Found[]
    },

    async unspent(text: string): Promise<Unspent[] | undefined> {
      const address = addressOf(text)
      if (!address) return undefined
      const coins = [...mempool.getCoinsByAddress(address), ...(await chain.getCoinsByAddress(address))]
      return coins
        .filter(({ hash, index }) => !mempool.isSpent(hash, index))
        .map(({ hash, index, value, height, coinbase }) => ({
          txid: reversed(hash),
          vout: index,
          value,
          height: height < 0 ? undefined : height,
          reward: coinbase,
        }))
    },

    /** Hands in a transaction; answers its txid. Throws a Refusal. */
    async submit(hex: string): Promise<string> {
      const tx = parse(hex)
      if (mempool.getEntry(tx.hash('hex'))) return tx.txid()
      const replaced = await check(tx)
      for (const entry of replaced) if (mempool.getEntry(entry.tx.hash('hex'))) mempool.evictEntry(entry)
      try {
        await add(tx)
      } catch (error) {
        for (const entry of replaced) await add(entry.tx)
        throw error
      }
      await mempool.cache.flush()
      return tx.txid()
    },

    /** Mines so many blocks with what waits, or without; answers the height. */
    async mine(
      blocks: number,
      { to, empty = false }: { to?: string; empty?: boolean } = {},
    ): Promise<number> {
      const address = to === undefined ? reward : addressOf(to)
      for (let count = 0; count < blocks; count += 1)
        await mineOn(chain.tip, empty ? emptyMiner : miner, address)
      return chain.height
    },

    /**
     * Replaces the last `depth` blocks by one more without transactions. What was in them waits again, unless it is to
     * be forgotten.
     */
    async reorganise(depth: number, forget: boolean): Promise<number> {
      const undone: TX[] = []
      for (let height = chain.height - depth + 1; height <= chain.height; height += 1)
        undone.push(...(await blockAt(height)).txs.slice(1))
      let tip = await entryAt(chain.height - depth)
      for (let count = 0; count <= depth; count += 1) tip = await mineOn(tip, emptyMiner)
      for (const tx of undone) {
        const entry = mempool.getEntry(tx.hash('hex'))
        if (entry && forget) mempool.evictEntry(entry)
        // bcoin itself takes them back only while others wait.
        if (!entry && !forget) await mempool.addTX(tx).catch(() => undefined)
      }
      return chain.height
    },

    async close() {
      for (const part of [...parts].reverse()) await part.close()
    },
  }
}
export type RegtestNode = Awaited<ReturnType<typeof openNode>>
