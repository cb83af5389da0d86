// @vitest-environment node
import { type IncomingHttpHeaders, request } from 'node:http'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type SandboxChains, startSandboxChains } from '#server/sandbox/chains.ts'
import { connect } from '#server/sandbox/client.ts'
import { type Mailbox, startMailbox } from '#server/sandbox/mailbox.ts'
import { serveSandbox, silent, temporaryFolder } from './place.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 })

const ADDRESS = '0x00000000000000000000000000000000000000B1'
const BITCOIN = 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'
const TESTNET = 'http://127.0.0.1:41740'
const folder = temporaryFolder()
let chains: SandboxChains
let mailbox: Mailbox
let server: Awaited<ReturnType<typeof serveSandbox>>

beforeAll(async () => {
  chains = await startSandboxChains({ dataDir: folder.path, log: silent, blockTime: 'instant' })
  mailbox = await startMailbox(silent)
  server = await serveSandbox({ chains: chains.chains, mailbox, testnetPageUrl: TESTNET })
})
afterAll(async () => {
  await server.stop()
  await mailbox.stop()
  await chains.stop()
  folder.remove()
})

type Answer = { status: number; headers: IncomingHttpHeaders; body: string }

/** As a browser or an attacker sends it: any header, Host included. */
const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) =>
  new Promise<Answer>((resolve, reject) => {
    const json = body === undefined ? undefined : JSON.stringify(body)
    const outgoing = request(
      {
        host: '127.0.0.1',
        port: server.port,
        method,
        path,
        headers: {
          host: `localhost:${server.port}`,
          ...(json && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }),
          ...headers,
        },
      },
      async (response) => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(json)
  })
const post = async (path: string, body: unknown, headers = {}) => {
  const { status, body: text } = await ask('POST', path, headers, body)
  return { status, answer: JSON.parse(text) }
}

const send = (mail: { to: string; subject: string; text: string; html?: string }) =>
  createTransport(mailbox.smtpUrl).sendMail({ from: 'Countersign <no-reply@countersign.localhost>', ...mail })

test('a mail that was sent is in the mailbox, newest first, and can be asked for by recipient', async () => {
  await send({
    to: 'mara@example.com',
    subject: 'Your code',
    text: 'Code 123456 ✓',
    html: '<b>Code 123456</b>',
  })
  await send({ to: 'tomas@example.com', subject: 'An invitation', text: 'Hello' })
  const all = JSON.parse((await ask('GET', '/sandbox/mailbox')).body)
  expect(all.items.map((mail: { to: string }) => mail.to)).toEqual(['tomas@example.com', 'mara@example.com'])
  const { items } = JSON.parse((await ask('GET', '/sandbox/mailbox?to=Mara%40example.com')).body)
  expect(items).toEqual([
    {
      id: expect.any(String),
      to: 'mara@example.com',
      subject: 'Your code',
      text: expect.stringContaining('Code 123456 ✓'),
      html: expect.stringContaining('<b>Code 123456</b>'),
      sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    },
  ])
})

test('the HTML of a mail is served where it can do nothing', async () => {
  await send({ to: 'html@example.com', subject: 'Hi', text: 'Hi', html: '<script>alert(1)</script>' })
  const [mail] = mailbox.list('html@example.com')
  const { status, headers } = await ask('GET', `/sandbox/mailbox/${mail?.id}/html`)
  expect(status).toBe(200)
  expect(headers['content-security-policy']).toMatch(/^sandbox; default-src 'none';/)
  expect((await ask('GET', '/sandbox/mailbox/none/html')).status).toBe(404)
})

test('the mailbox keeps the newest 500', async () => {
  const transport = createTransport({ url: mailbox.smtpUrl, pool: true })
  const to = Array.from({ length: 50 }, (_, i) => `ring${i}@example.com`)
  for (let round = 0; round < 10; round++)
    await transport.sendMail({ from: 'a@example.com', to, subject: `Round ${round}`, text: 'x' })
  await send({ to: 'last@example.com', subject: 'Last', text: 'x' })
  transport.close()
  expect(mailbox.list()).toHaveLength(500)
  expect(mailbox.list()[0]?.to).toBe('last@example.com')
  expect(mailbox.list('ring0@example.com')).toHaveLength(9)
})

test('GET /sandbox tells programs where everything is, and shows people a page without inline code', async () => {
  const json = JSON.parse((await ask('GET', '/sandbox', { accept: 'application/json' })).body)
  expect(json).toMatchObject({
    mailbox: `${server.origin}/sandbox/mailbox`,
    faucet: `${server.origin}/sandbox/faucet`,
    testnetPage: TESTNET,
  })
  expect(
    json.chains.map(({ blockchain, rpc }: { blockchain: string; rpc: string }) => [blockchain, rpc]),
  ).toEqual(chains.chains.map(({ blockchain, rpcUrl }) => [blockchain, rpcUrl]))
  expect(json.chains[0].tokens[0]).toEqual({
    symbol: 'USDC',
    type: 'ERC20',
    address: chains.chains[0]?.tokens[0]?.address,
    decimals: 6,
  })

  const page = await ask('GET', '/sandbox', { accept: 'text/html,*/*' })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'")
  expect(page.body).not.toMatch(/<style|style=|<script(?![^>]*src=)|\son\w+=/)
  const files = [...page.body.matchAll(/(?:src|href)="(\/sandbox\/[^"]+)"/g)].map(([, path]) => path ?? '')
  expect(files.length).toBeGreaterThan(3)
  for (const path of files) expect([path, (await ask('GET', path)).status]).toEqual([path, 200])
})

test('faucet, KYC and mining answer with what was mined', async () => {
  const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)
  const gift = { address: ADDRESS, blockchain: 'redbelly:testnet' }
  expect(await post('/sandbox/faucet', gift)).toEqual({ status: 200, answer: { hash } })
  expect(await post('/sandbox/faucet', { ...gift, symbol: 'DAI', amount: 2.5 })).toEqual({
    status: 200,
    answer: { hash },
  })
  expect(await post('/sandbox/kyc', { address: ADDRESS })).toEqual({ status: 200, answer: { hash } })
  const { answer: one } = await post('/sandbox/mine', { blockchain: 'hardhat' })
  const { answer: four } = await post('/sandbox/mine', { blockchain: 'hardhat', blocks: 3 })
  expect(four.height).toBe(one.height + 3)
})

test('Bitcoin of the faucet waits for a block, which comes when it is asked for', async () => {
  const esplora = chains.chains.find(({ blockchain }) => blockchain === 'bitcoin:regtest')?.rpcUrl
  const status = async (txid: string) => (await fetch(`${esplora}/tx/${txid}/status`)).json()
  const { answer } = await post('/sandbox/faucet', {
    ...{ address: BITCOIN, blockchain: 'bitcoin:regtest', symbol: 'BTC', amount: '0.5' },
  })
  expect(answer).toEqual({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const coins = await (await fetch(`${esplora}/address/${BITCOIN}/utxo`)).json()
  expect(coins).toMatchObject([{ txid: answer.hash, value: 50_000_000 }])
  expect(await status(answer.hash)).toEqual({ confirmed: false })
  const { answer: mined } = await post('/sandbox/mine', { blockchain: 'bitcoin:regtest' })
  expect(await status(answer.hash)).toMatchObject({ confirmed: true, block_height: mined.height })
})

test('blocks are held back on one chain, until they may come again', async () => {
  const hold = (held: boolean) => post('/sandbox/blocks', { blockchain: 'hardhat', held })
  const { rpcUrl } = chains.chains.find(({ blockchain }) => blockchain === 'hardhat')!
  const node = connect(rpcUrl)
  const balance = () => node.getBalance({ address: ADDRESS })
  expect(await hold(true)).toEqual({ status: 200, answer: { held: true } })
  const before = await balance()
  const [account] = await node.getAddresses()
  const hash = await node.sendTransaction({ account: account!, chain: null, to: ADDRESS, value: 5n })
  expect(await node.getTransaction({ hash })).toMatchObject({ blockNumber: null })
  expect(await balance()).toBe(before)
  expect(await hold(false)).toEqual({ status: 200, answer: { held: false } })
  await node.sendTransaction({ account: account!, chain: null, to: ADDRESS, value: 5n })
  await expect.poll(balance, { timeout: 20_000 }).toBe(before + 10n)
})

test.each([
  ['/sandbox/faucet', {}, 'Address is required'],
  [
    '/sandbox/faucet',
    { address: ADDRESS, blockchain: 'bitcoin:regtest' },
    `${ADDRESS} is not a Bitcoin regtest address`,
  ],
  [
    '/sandbox/faucet',
    { address: BITCOIN, blockchain: 'bitcoin:regtest', amount: '51' },
    'The faucet gives more than 0 and at most 50 at a time',
  ],
  [
    '/sandbox/faucet',
    { address: BITCOIN, blockchain: 'bitcoin:regtest', symbol: 'USDC' },
    'bitcoin:regtest has no USDC: choose BTC',
  ],
  ['/sandbox/faucet', { address: ADDRESS, blockchain: 'ethereum:sepolia' }, 'The sandbox runs no chain'],
  ['/sandbox/faucet', { address: ADDRESS, blockchain: 'hardhat', to: 'x' }, 'Unknown field to'],
  ['/sandbox/kyc', { address: 'mara' }, 'mara is not an EVM address'],
  ['/sandbox/mine', { blockchain: 'hardhat', blocks: 0 }, 'Blocks should be at least 1'],
  ['/sandbox/mine', { blockchain: 'hardhat', blocks: 1001 }, 'Blocks should be at most 1000'],
])('%s refuses %j in the envelope of all errors', async (path, body, sentence) => {
  const { status, answer } = await post(path, body)
  expect(status).toBe(400)
  expect(answer).toEqual({
    name: 'ValidationError',
    message: expect.stringContaining(sentence),
    traceId: expect.any(String),
    key: expect.any(String),
    params: expect.any(Object),
  })
})

test.each([
  ['GET', '/sandbox'],
  ['GET', '/sandbox/mailbox'],
  ['GET', '/sandbox/page.js'],
  ['GET', '/sandbox/nothing'],
  ['POST', '/sandbox/faucet'],
  ['POST', '/sandbox/kyc'],
  ['POST', '/sandbox/mine'],
  ['POST', '/sandbox/blocks'],
])('%s %s answers neither other hosts, nor proxies, nor foreign pages', async (method, path) => {
  const from = async (headers: Record<string, string>) => {
    const { status, body } = await ask(method, path, headers, method === 'POST' ? {} : undefined)
    return [status, JSON.parse(body).name]
  }
  expect(await from({ host: `attacker.example:${server.port}` })).toEqual([403, 'ForbiddenError'])
  expect(await from({ 'x-forwarded-host': 'attacker.example' })).toEqual([403, 'ForbiddenError'])
  expect(await from({ origin: 'https://attacker.example' })).toEqual([403, 'OriginError'])
})

test('the browser lets the TestNet page complete KYC, and only that', async () => {
  const preflight = {
    origin: TESTNET,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type',
  }
  const asked = await ask('OPTIONS', '/sandbox/kyc', preflight)
  expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, TESTNET])
  expect(asked.headers['access-control-allow-headers']).toBe('content-type')
  const done = await ask('POST', '/sandbox/kyc', { origin: TESTNET }, { address: ADDRESS })
  expect([done.status, done.headers['access-control-allow-origin']]).toEqual([200, TESTNET])

  expect((await ask('OPTIONS', '/sandbox/faucet', preflight)).status).toBe(403)
  expect((await ask('GET', '/sandbox/mailbox', { origin: TESTNET })).status).toBe(403)
  const own = await ask('POST', '/sandbox/kyc', { origin: server.origin }, { address: ADDRESS })
  expect([own.status, own.headers['access-control-allow-origin']]).toEqual([200, undefined])
})

test('a reset is done after its answer, and refused where other data may lie', async () => {
  expect((await ask('POST', '/sandbox/reset', {}, {})).status).toBe(409)
  let asked = 0
  const own = await serveSandbox({
    chains: chains.chains,
    mailbox,
    reset: () => {
      asked += 1
    },
  })
  const post = (headers: Record<string, string>, body: object = {}) =>
    fetch(`${own.origin}/sandbox/reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { 'x-forwarded-for': '1.2.3.4' },
    { origin: TESTNET },
  ]
  for (const headers of foreign) expect((await post(headers)).status).toBe(403)
  expect((await post({}, { sure: true })).status).toBe(400)
  expect(asked).toBe(0)
  expect((await post({ origin: own.origin })).status).toBe(202)
  await vi.waitFor(() => expect(asked).toBe(1))
  await own.stop()
})

test('an unknown address under /sandbox is 404', async () => {
  expect((await ask('GET', '/sandbox/nothing', { accept: 'text/html' })).status).toBe(404)
})
