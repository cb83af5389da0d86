// @vitest-environment node
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Regtest, startRegtest } from '#server/sandbox/regtest.ts'
import { makePurse } from '#tests/server/chains/bitcoin/purse.ts'

let folder: string
let plain: Regtest
let core: Regtest

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-bitcoind-'))
  const program = join(folder, 'bitcoind')
  const node = `${process.execPath} --import tsx ${resolve('tests/server/sandbox/bitcoind.ts')}`
  await writeFile(program, `#!/bin/sh\ncd '${resolve('.')}' && NODE_BACKEND=js exec ${node} "$@"\n`)
  await chmod(program, 0o755)
  const log = pino({ level: 'silent' })
  plain = await startRegtest({ log })
  vi.stubEnv('BITCOIND_PATH', program)
  core = await startRegtest({ log, folder })
  vi.unstubAllEnvs()
}, 120_000)
afterAll(async () => {
  await plain.stop()
  await core.stop()
  await rm(folder, { recursive: true, force: true })
})

const ask = async ({ url }: Regtest, path: string) => {
  const answer = await fetch(url + path)
  const body = await answer.text()
  return answer.ok ? body : `${answer.status} ${body}`
}

interface Output {
  scriptpubkey_address?: string
  value: number
}
interface Status {
  confirmed: boolean
  block_height?: number
}
interface Listed {
  fee: number
  status: Status
  vin: { prevout: Output | null }[]
  vout: Output[]
}

/** What one says of an address, without hashes and times of its blocks. */
const told = async (regtest: Regtest, address: string) => {
  const json = async (what: string) => JSON.parse(await ask(regtest, `/address/${address}/${what}`))
  const isOf = (output: Output | null) => output?.scriptpubkey_address === address
  const history: Listed[] = await json('txs/chain')
  const coins: { value: number; status: Status }[] = await json('utxo')
  return {
    history: history.map(({ fee, status: { confirmed, block_height }, vin, vout }) => ({
      ...{ fee, confirmed, block_height, got: vout.filter(isOf) },
      spent: vin.map(({ prevout }) => prevout).filter(isOf),
    })),
    waiting: (await json('txs/mempool')).length,
    coins: coins.map(({ value, status: { confirmed } }) => [value, confirmed]),
  }
}

test('a chain by bitcoind says the same as the one of the sandbox, step by step', async () => {
  const purse = makePurse(5)
  const { address } = purse
  const both = async <T>(step: (regtest: Regtest) => Promise<T>) =>
    [await step(plain), await step(core)] as const
  const alike = async () => {
    const [one, other] = await both((regtest) => told(regtest, address))
    expect(other).toEqual(one)
    return one
  }
  expect(await ask(core, '/block-height/0')).toBe(await ask(plain, '/block-height/0'))

  await both((regtest) => regtest.give([{ address, value: 100_000 }]))
  expect(await alike()).toMatchObject({ waiting: 1, history: [], coins: [[100_000, false]] })
  const [height, same] = await both((regtest) => regtest.mine(2))
  expect(same).toBe(height)
  expect(await alike()).toMatchObject({ waiting: 0, coins: [[100_000, true]] })

  await both(async (regtest) => {
    const [coin] = JSON.parse(await ask(regtest, `/address/${address}/utxo`))
    const spent = purse.spend([{ ...coin, value: BigInt(coin.value) }], [{ address, value: 60_000n }])
    const post = () => fetch(`${regtest.url}/tx`, { method: 'POST', body: spent.raw })
    expect(await (await post()).text()).toBe(spent.txid)
    expect((await post()).status).toBe(200)
  })
  expect(await alike()).toMatchObject({ waiting: 1, coins: [[60_000, false]] })
  await both((regtest) => regtest.mine(1, { empty: true }))
  expect((await alike()).waiting).toBe(1)
  await both((regtest) => regtest.mine())
  expect((await alike()).history).toHaveLength(2)

  const [wrong, refused] = await both(async ({ url }) => {
    const answer = await fetch(`${url}/tx`, { method: 'POST', body: '00' })
    return { status: answer.status, body: await answer.text() }
  })
  expect(refused).toEqual(wrong)
  expect(await ask(core, `/block-height/${height + 99}`)).toBe('404 Block not found')
  const tip = await ask(core, '/blocks/tip/hash')
  expect(JSON.parse(await ask(core, `/block/${tip}`))).toEqual({ id: tip, tx_count: 2 })
  expect(await ask(core, `/tx/${'0'.repeat(64)}`)).toBe('404 Transaction not found')
}, 120_000)
