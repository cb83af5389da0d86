// @vitest-environment node
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRegtest } from '#server/sandbox/regtest.ts'
import { makePurse } from '#tests/server/chains/bitcoin/purse.ts'

const log = pino({ level: 'silent' })
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-regtest-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const ask = async (url: string, path: string) => (await fetch(url + path)).text()

test('a chain in a folder goes on where it stopped, with what waited', async () => {
  const { address } = makePurse(1)
  const first = await startRegtest({ log, folder })
  const mined = await first.give([{ address, value: 5000 }])
  const height = await first.mine(3)
  const tip = await ask(first.url, `/block-height/${height}`)
  const waiting = await first.give([{ address, value: 6000 }])
  await first.stop()

  const second = await startRegtest({ log, folder })
  try {
    expect(await ask(second.url, '/blocks/tip/height')).toBe(String(height))
    expect(await ask(second.url, `/block-height/${height}`)).toBe(tip)
    const coins = JSON.parse(await ask(second.url, `/address/${address}/utxo`))
    expect(coins).toContainEqual(expect.objectContaining({ txid: mined, value: 5000 }))
    expect(coins).toContainEqual({ txid: waiting, vout: 0, value: 6000, status: { confirmed: false } })
  } finally {
    await second.stop()
  }
}, 30_000)
