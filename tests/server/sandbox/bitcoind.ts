import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { openNode } from '#server/sandbox/bitcoin/node.ts'
import { Refusal } from '#server/sandbox/bitcoin/refusal.ts'

/**
 * Answers as bitcoind does (its RPC help of 24 to 28), over the sandbox's own node: what Bitcoin Core is asked for is tried
 * here where nobody has it.
 */
const flagOf = (name: string): string => {
  const found = process.argv.find((flag) => flag.startsWith(`-${name}=`))
  return found?.slice(name.length + 2) ?? ''
}
const place = join(flagOf('datadir'), 'regtest')
mkdirSync(place, { recursive: true })
writeFileSync(join(place, '.cookie'), '__cookie__:secret')
const node = await openNode(join(place, 'blocks'))
const NOT_FOUND = -5
const OUT_OF_RANGE = -8
const COIN = 1e8

const hashAt = async (height: number): Promise<string> => {
  const hash = await node.hashAt(height)
  if (hash === undefined) throw new Refusal(OUT_OF_RANGE, 'Block height out of range')
  return hash
}
/** Ids of what waits. */
const pool = new Set<string>()
const waiting = async (): Promise<string[]> => {
  for (const txid of pool) {
    const found = await node.find(txid)
    if (!found || found.block) pool.delete(txid)
  }
  return [...pool]
}
const blockOf = async (hash: string) => {
  const txs = (await node.inBlock(hash)) ?? []
  const found = await node.find(txs[0]?.txid() ?? '')
  const { height = 0, time = 0 } = found?.block ?? {}
  return { hash, height, time, tx: txs.map((tx) => ({ txid: tx.txid(), hex: tx.toRaw().toString('hex') })) }
}

type Params = [string & number, string & string[] & number, ...unknown[]]
const METHODS: Record<string, (...params: Params) => Promise<unknown>> = {
  getblockcount: () => node.height(),
  getbestblockhash: async () => hashAt(await node.height()),
  getblockhash: (height) => hashAt(height),
  getblock: (hash) => blockOf(hash),
  getrawmempool: waiting,
  async getrawtransaction(txid) {
    const found = await node.find(txid)
    if (!found || found.block) throw new Refusal(NOT_FOUND, 'No such mempool transaction.')
    return found.tx.toRaw().toString('hex')
  },
  async getmempoolinfo() {
    const { count, vsize, total_fee } = await node.pool()
    return { loaded: true, size: count, bytes: vsize, total_fee: total_fee / COIN }
  },
  async sendrawtransaction(hex) {
    const txid = await node.submit(hex)
    pool.add(txid)
    return txid
  },
  async generatetoaddress(blocks, to) {
    const before = await node.height()
    const after = await node.mine(blocks, { to })
    return Promise.all(Array.from({ length: after - before }, (_, index) => hashAt(before + 1 + index)))
  },
  async generateblock(to) {
    return { hash: await hashAt(await node.mine(1, { to, empty: true })) }
  },
  async stop() {
    setTimeout(async () => {
      await node.close()
      process.exit()
    }, 10)
    return 'Bitcoin Core stopping'
  },
}

createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  if (request.headers.authorization !== `Basic ${Buffer.from('__cookie__:secret').toString('base64')}`) {
    response.writeHead(401).end()
    return
  }
  const { id, method, params } = JSON.parse(body)
  const answer = async () => {
    try {
      const call = METHODS[method]
      if (!call) throw new Refusal(-32601, 'Method not found')
      return { status: 200, reply: { result: (await call(...(params as Params))) ?? null, error: null, id } }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message } = error
      return { status: 500, reply: { result: null, error: { code, message }, id } }
    }
  }
  const { status, reply } = await answer()
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
}).listen(Number(flagOf('rpcport')), '127.0.0.1')
