import { createServer, type IncomingMessage, type Server } from 'node:http'
import { addressText, type Found, type RegtestNode, reversed } from './node.ts'
import { NOT_A_TRANSACTION, Refusal } from './refusal.ts'

/** As many as Esplora gives at once. */
const PAGE = 25
const WAITING_MAX = 50
const BODY_MAX = 1_000_000

interface Answer {
  status: number
  body: unknown
}
const ok = (body: unknown): Answer => ({ status: 200, body })
const wrong = (status: number, body: string): Answer => ({ status, body })

const outputJson = (output: Found['tx']['outputs'][number]) => ({
  scriptpubkey: output.script.toRaw().toString('hex'),
  ...(addressText(output) && { scriptpubkey_address: addressText(output) }),
  value: output.value,
})

const statusJson = ({ block }: Pick<Found, 'block'>) =>
  block
    ? { confirmed: true, block_height: block.height, block_hash: block.hash, block_time: block.time }
    : { confirmed: false }

/** A transaction in Esplora's shape. */
const txJson = (found: Found) => {
  const { tx, spent } = found
  const coinbase = tx.isCoinbase()
  const sum = (values: readonly ({ value: number } | undefined)[]) =>
    values.reduce((total, output) => total + (output?.value ?? 0), 0)
  return {
    txid: tx.txid(),
    version: tx.version,
    locktime: tx.locktime,
    vin: tx.inputs.map(({ prevout, script, witness, sequence }, index) => {
      const output = spent[index]
      return {
        txid: reversed(prevout.hash),
        vout: prevout.index,
        prevout: output ? outputJson(output) : null,
        scriptsig: script.toRaw().toString('hex'),
        witness: witness.items.map((item) => item.toString('hex')),
        is_coinbase: coinbase,
        sequence,
      }
    }),
    vout: tx.outputs.map(outputJson),
    size: tx.getSize(),
    weight: tx.getWeight(),
    fee: coinbase ? 0 : sum(spent) - sum(tx.outputs),
    status: statusJson(found),
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > BODY_MAX) throw new Refusal(NOT_A_TRANSACTION, 'TX decode failed')
  }
  return text.trim()
}

const TXID = /^[0-9a-f]{64}$/

/** The part of Esplora's REST interface (API.md of Blockstream/esplora) that wallets use, over one node. */
export const makeEsplora = (node: RegtestNode): Server => {
  /** Of addresses that were asked about since the last block: the pages of one history are many. */
  let listed = { tip: '', of: new Map<string, string[]>() }
  const confirmedOf = async (address: string): Promise<string[] | undefined> => {
    const tip = (await node.hashAt(await node.height())) ?? ''
    if (tip !== listed.tip) listed = { tip, of: new Map() }
    const { of } = listed
    const found = of.get(address) ?? (await node.confirmed(address))
    if (found) of.set(address, found)
    return found
  }

  const pageOf = async (txids: readonly string[]) => {
    const found = await Promise.all(txids.slice(0, PAGE).map((txid) => node.find(txid)))
    return found.flatMap((item) => (item ? txJson(item) : []))
  }

  const confirmed = async (address: string, after?: string): Promise<Answer> => {
    const all = await confirmedOf(address)
    if (!all) return wrong(400, 'Invalid Bitcoin address')
    const from = after === undefined ? 0 : all.indexOf(after) + 1
    if (after !== undefined && from === 0) return ok([])
    return ok(await pageOf(all.slice(from)))
  }

  const ofAddress = async (address: string, what: string, after?: string): Promise<Answer | undefined> => {
    if (what === 'txs/chain') return confirmed(address, after)
    const waiting = (await node.waiting(address))?.slice(0, WAITING_MAX).map(txJson)
    if (!waiting) return wrong(400, 'Invalid Bitcoin address')
    if (what === 'txs/mempool') return ok(waiting)
    if (what === 'txs') return ok([...waiting, ...(await pageOf((await confirmedOf(address)) ?? []))])
    if (what !== 'utxo') return undefined
    const coins = (await node.unspent(address)) ?? []
    return ok(
      await Promise.all(
        coins.map(async ({ txid, vout, value, height }) => {
          const found = height === undefined ? undefined : await node.find(txid)
          return { txid, vout, status: statusJson({ block: found?.block }), value }
        }),
      ),
    )
  }

  const ofTransaction = async (txid: string, what: string): Promise<Answer | undefined> => {
    const found = TXID.test(txid) ? await node.find(txid) : undefined
    // As Esplora: it answers for the status of what it has never seen.
    if (what === 'status') return ok(statusJson({ block: found?.block }))
    if (!found) return wrong(404, 'Transaction not found')
    if (what === '') return ok(txJson(found))
    return what === 'hex' ? ok(found.tx.toRaw().toString('hex')) : undefined
  }

  const ofBlock = async (hash: string, start: string | undefined): Promise<Answer> => {
    const txs = await node.inBlock(hash)
    if (!txs) return wrong(404, 'Block not found')
    if (start === undefined) return ok({ id: hash, tx_count: txs.length })
    const found = await Promise.all(
      txs.slice(Number(start), Number(start) + PAGE).map((tx) => node.find(tx.txid())),
    )
    return ok(found.flatMap((item) => (item ? txJson(item) : [])))
  }

  const get = async (path: string): Promise<Answer | undefined> => {
    const [, height] = /^\/block-height\/(\d{1,9})$/.exec(path) ?? []
    if (path === '/blocks/tip/height') return ok(String(await node.height()))
    if (path === '/blocks/tip/hash' || height !== undefined) {
      const hash = await node.hashAt(height === undefined ? await node.height() : Number(height))
      return hash === undefined ? wrong(404, 'Block not found') : ok(hash)
    }
    // There is no traffic to estimate by.
    if (path === '/fee-estimates') return ok({})
    if (path === '/mempool') return ok(await node.pool())
    const [, hash, start] = /^\/block\/([0-9a-f]{64})(?:\/txs\/(\d{1,6}))?$/.exec(path) ?? []
    if (hash !== undefined) return ofBlock(hash, start)
    const [, address, what = '', after] =
      /^\/address\/([0-9A-Za-z]+)\/(txs\/mempool|txs\/chain|txs|utxo)(?:\/([0-9a-f]{64}))?$/.exec(path) ?? []
    if (address !== undefined) return ofAddress(address, what, after)
    const [, txid, part = ''] = /^\/tx\/([0-9a-f]+)(?:\/(\w+))?$/.exec(path) ?? []
    return txid === undefined ? undefined : ofTransaction(txid, part)
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const path = request.url ?? '/'
    try {
      if (request.method === 'POST' && path === '/tx') return ok(await node.submit(await bodyOf(request)))
      const found = request.method === 'GET' ? await get(path) : undefined
      return found ?? wrong(404, 'endpoint does not exist or is not supported')
    } catch (error) {
      if (!(error instanceof Refusal)) return wrong(500, String(error))
      const { code, message } = error
      return wrong(400, `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`)
    }
  }

  return createServer(async (request, response) => {
    const { status, body } = await answer(request)
    const text = typeof body === 'string'
    response.writeHead(status, { 'content-type': text ? 'text/plain' : 'application/json' })
    response.end(text ? body : JSON.stringify(body))
  })
}
