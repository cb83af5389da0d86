import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { schnorr } from '@noble/curves/secp256k1.js'
import { p2tr, selectUTXO } from '@scure/btc-signer'
import { decodeAddress } from '#domain/bitcoin.ts'
import { selectCoins } from '#server/modules/transactions/bitcoin/select.ts'
import { openBitcoinRig } from '#tests/server/transactions/bitcoin/rig.ts'

const TRANSACTIONS = 5000
const A_BLOCK = 50
const PAGE = 25
const PAID = 1800
/** Of regtest: a node has to show that it serves the right chain. */
const GENESIS = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
const STRANGER = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'

const hex = (number: number): string => number.toString(16).padStart(64, '0')
const hashAt = (height: number): string => (height === 0 ? GENESIS : hex(1_000_000 + height))

/** Esplora's answers about one address, newest first, as a node in good order gives them. */
const serveHistory = async () => {
  let tip = 0
  let paid = ''
  const transaction = (index: number) => {
    const height = 1 + Math.floor(index / A_BLOCK)
    const block_time = 1_700_000_000 + height * 600
    const prevout = { scriptpubkey_address: STRANGER, value: PAID + 200 }
    return {
      txid: hex(index + 1),
      vin: [{ txid: hex(900_000 + index), vout: 0, is_coinbase: false, prevout }],
      vout: [{ scriptpubkey_address: paid, value: PAID }],
      fee: 200,
      status: { confirmed: true, block_height: height, block_hash: hashAt(height), block_time },
    }
  }
  const coin = (index: number) => {
    const { txid, vout, status } = transaction(index)
    return { txid, vout: 0, value: vout[0]?.value, status }
  }
  const answer = (path: string): unknown => {
    const [, height] = /^\/block-height\/(\d+)$/.exec(path) ?? []
    if (height !== undefined) return Number(height) <= tip ? hashAt(Number(height)) : undefined
    if (path === '/blocks/tip/height') return String(tip)
    if (path === '/mempool') return { count: 0, vsize: 0, total_fee: 0 }
    if (path.endsWith('/utxo')) return Array.from({ length: tip * A_BLOCK }, (_, index) => coin(index))
    const [, last] = /^\/address\/\w+\/txs\/chain(?:\/(\w+))?$/.exec(path) ?? []
    const above = last === undefined ? tip * A_BLOCK : Number.parseInt(last, 16) - 1
    const count = Math.min(PAGE, above)
    return Array.from({ length: count }, (_, index) => transaction(above - 1 - index))
  }
  const server = createServer((request, response) => {
    const found = answer(request.url ?? '/')
    response.statusCode = found === undefined ? 404 : 200
    response.end(typeof found === 'string' ? found : JSON.stringify(found ?? 'none'))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pay(address: string) {
      paid = address
      tip = TRANSACTIONS / A_BLOCK
    },
    stop: () => server.close(),
  }
}

/** The pages as they come, without the product. */
const bare = async (url: string, address: string): Promise<void> => {
  for (let last = ''; ; ) {
    const answer = await fetch(`${url}/address/${address}/txs/chain${last && `/${last}`}`)
    const page = (await answer.json()) as { txid: string }[]
    const next = page.at(-1)?.txid
    if (next === undefined) return
    last = next
  }
}

const COINS = 2000
const CHOICES = 20
/** What the other library needs to know: the key inside of an address of its own. */
const KEY = schnorr.getPublicKey(new Uint8Array(32).fill(1))
const OWN = p2tr(KEY).address ?? ''

/** Which of 2,000 coins pay, each time another amount; beside it the choice of another library. */
const choices = (spread: (values: number[]) => string): [what: string, measured: string, floor: string] => {
  const script = decodeAddress(OWN, 'mainnet')
  const coins = Array.from({ length: COINS }, (_, index) => ({
    txid: hex(index + 1),
    vout: 0,
    value: 1000n + ((BigInt(index) * 7919n) ** 2n % 1_000_000n),
  }))
  const others = coins.map(({ txid, vout, value }) => ({
    ...{ txid, index: vout, tapInternalKey: KEY },
    witnessUtxo: { amount: value, script },
  }))
  const timed = (work: (amount: bigint) => unknown): number[] =>
    Array.from({ length: CHOICES }, (_, turn) => {
      const from = performance.now()
      if (!work(5_000_000n + BigInt(turn) * 777_777n)) throw new Error('These coins are enough')
      return performance.now() - from
    })
  const chosen = timed((amount) => selectCoins(coins, { amount, script, changeScript: script, rate: 5000n }))
  const options = { feePerByte: 5n, changeAddress: OWN, createTx: false, disableScriptCheck: true }
  const other = timed((amount) => selectUTXO(others, [{ address: OWN, amount }], 'default', options))
  return [
    `the choice among ${COINS} coins, ${CHOICES} times`,
    spread(chosen),
    `@scure/btc-signer: ${spread(other)}`,
  ]
}

/** An address that 5,000 transactions paid while its server was away. */
export const benchBitcoin = async (
  spread: (values: number[]) => string,
): Promise<[what: string, measured: string, floor: string][]> => {
  const node = await serveHistory()
  const rig = await openBitcoinRig({ url: node.url })
  try {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId)
    node.pay(wallet.bitcoin)
    const head = await rig.chain.head()
    const timed = async (work: () => Promise<unknown>): Promise<string> => {
      const from = performance.now()
      await work()
      return `${Math.round(performance.now() - from)} ms`
    }
    const floor = await timed(() => bare(node.url, wallet.bitcoin))
    const mark = { number: head, hash: hashAt(head) }
    const read = await timed(() => rig.chain.history([wallet.bitcoin], 0, mark))
    const written = await timed(() => rig.tick())
    const { total } = await rig.services.transactions.list(userId, { walletId: wallet.id, limit: 1 })
    const held = (await rig.bitcoinOf(userId, wallet.id))?.amount
    if (total !== TRANSACTIONS || held !== String(PAID * TRANSACTIONS))
      throw new Error(`${total} transactions are written, and ${held} satoshi`)
    return [
      [`a Bitcoin address's ${TRANSACTIONS} transactions, read`, read, `the bare pages: ${floor}`],
      choices(spread),
      ['the same into rows, coins and a balance', written, `reading it: ${read}`],
    ]
  } finally {
    await rig.stop()
    node.stop()
  }
}
