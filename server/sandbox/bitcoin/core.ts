import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeAddress } from '#domain/bitcoin.ts'
import { freePort } from '#server/sandbox/port.ts'
import { bcoin, type TX } from './bcoin.ts'
import { makeLedger } from './ledger.ts'
import type { RegtestNode } from './node.ts'
import { Refusal } from './refusal.ts'
import { makeRpc } from './rpc.ts'

const READY_WITHIN_MS = 25_000
/** Whose nobody is. */
const REWARD = 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'

const read = (hex: string): TX => bcoin.TX.fromRaw(Buffer.from(hex, 'hex'))

const scriptOf = (address: string): string | undefined => {
  try {
    return Buffer.from(decodeAddress(address, 'regtest')).toString('hex')
  } catch {
    return undefined
  }
}

/** Starts a bitcoind on regtest; it ends with this process. */
const startCore = async (program: string, place: string) => {
  const port = await freePort()
  const rpc = makeRpc(`http://127.0.0.1:${port}`, join(place, 'regtest', '.cookie'))
  let child: ReturnType<typeof spawn> | undefined
  const kill = () => child?.kill('SIGKILL')
  process.once('exit', kill)

  const start = async (): Promise<void> => {
    const flags = ['-regtest', `-datadir=${place}`, '-server', '-listen=0', '-printtoconsole=0']
    // However old the last block is, it takes transactions.
    flags.push('-maxtipage=2000000000', '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1', `-rpcport=${port}`)
    const started = spawn(program, flags, { stdio: ['ignore', 'ignore', 'pipe'] })
    child = started
    let complaint = ''
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000)
    })
    let ended: string | undefined
    started.once('error', ({ message }) => {
      ended = message
    })
    started.once('exit', (code) => {
      ended = complaint.trim() || `bitcoind ended with code ${code}`
    })
    await rpc.ready(() => ended, READY_WITHIN_MS)
  }
  const stop = async (): Promise<void> => {
    const gone = new Promise<void>((resolve) => child?.once('exit', () => resolve()))
    await rpc.call('stop')
    await gone
  }
  await start()
  return {
    call: rpc.call,
    /** Without what waited. */
    async restart() {
      await stop()
      await rm(join(place, 'regtest', 'mempool.dat'), { force: true })
      await start()
    },
    async stop() {
      await stop()
      process.removeListener('exit', kill)
    },
  }
}

/** The same as `openNode` by Bitcoin Core, where somebody has it: `program` is its bitcoind. */
export const openCore = async (program: string, folder?: string): Promise<RegtestNode> => {
  const place = folder ? join(folder, 'core') : await mkdtemp(join(tmpdir(), 'countersign-core-'))
  await mkdir(place, { recursive: true })
  const core = await startCore(program, place)
  const { call } = core
  const ledger = makeLedger()

  const bring = async (txid: string): Promise<TX | undefined> => {
    try {
      return read(await call('getrawtransaction', txid))
    } catch (error) {
      // Gone meanwhile, or in a block.
      if (error instanceof Refusal) return undefined
      throw error
    }
  }
  const hashAt = (height: number): Promise<string | undefined> =>
    call('getblockhash', height).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined
      throw error
    })

  const follow = async (): Promise<void> => {
    if (ledger.hashAt(ledger.height()) !== (await call('getbestblockhash'))) {
      while (ledger.height() >= 0 && (await hashAt(ledger.height())) !== ledger.hashAt(ledger.height()))
        ledger.drop()
      const height = await call('getblockcount')
      while (ledger.height() < height) {
        const { hash, time, tx } = await call('getblock', await call('getblockhash', ledger.height() + 1), 2)
        ledger.add({ hash, time, txs: tx.map(({ hex }) => read(hex)) })
      }
    }
    await ledger.wait(await call('getrawmempool'), bring)
  }
  let last = Promise.resolve()
  /** As it is now: whoever asks waits for a look that begins after he asked. */
  const current = async (): Promise<typeof ledger> => {
    last = last.catch(() => undefined).then(follow)
    await last
    return ledger
  }
  await current()

  const submit = (tx: TX): Promise<string> => call('sendrawtransaction', tx.toRaw().toString('hex'), 0)
  /** What is refused stays away. */
  const submitAgain = async (txs: readonly TX[]): Promise<void> => {
    for (const tx of txs)
      await submit(tx).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
  }
  const mineEmpty = async (blocks: number, to: string): Promise<void> => {
    for (let count = 0; count < blocks; count += 1) await call('generateblock', to, [])
  }

  return {
    height: () => call('getblockcount'),
    hashAt,
    find: async (txid) => (await current()).find(txid),
    inBlock: async (hash) => (await current()).page(hash)?.txs,
    async pool() {
      const { size, bytes, total_fee } = await call('getmempoolinfo')
      return { count: size, vsize: bytes, total_fee }
    },
    async confirmed(address) {
      const script = scriptOf(address)
      return script === undefined ? undefined : (await current()).history(script)
    },
    async waiting(address) {
      const script = scriptOf(address)
      return script === undefined ? undefined : (await current()).waitingOf(script)
    },
    async unspent(address) {
      const script = scriptOf(address)
      return script === undefined ? undefined : (await current()).unspent(script)
    },
    submit: (hex) => call('sendrawtransaction', hex, 0),

    async mine(blocks, { to = REWARD, empty = false } = {}) {
      if (empty) await mineEmpty(blocks, to)
      else await call('generatetoaddress', blocks, to)
      return call('getblockcount')
    },

    async reorganise(depth, forget) {
      const { height, hashAt: known, page, waiting } = await current()
      const lowest = height() - depth + 1
      const hashes = Array.from({ length: depth }, (_, index) => known(lowest + index) ?? '')
      const undone = hashes.flatMap((hash) => page(hash)?.txs.slice(1) ?? [])
      const others = waiting()
      await call('invalidateblock', hashes[0])
      if (forget) await core.restart()
      await mineEmpty(depth + 1, REWARD)
      await submitAgain(forget ? others : undone)
      return call('getblockcount')
    },

    async close() {
      await core.stop()
      if (!folder) await rm(place, { recursive: true, force: true })
    },
  }
}
