// @vitest-environment node
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEther } from 'viem'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { startAnvil } from '#server/sandbox/anvil.ts'
import { connect, payer } from '#server/sandbox/client.ts'
import { silent, temporaryFolder } from './place.ts'

vi.setConfig({ testTimeout: 60_000 })

const TO = '0x00000000000000000000000000000000000000a1'
const folder = temporaryFolder()
const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step()
})
afterAll(() => folder.remove())

const fileFor = (name: string) => join(folder.path, name, 'chain.json')
const keeperPid = (stateFile: string) => Number.parseInt(readFileSync(`${stateFile}.pid`, 'utf8'), 10)
const balanceOn = (rpcUrl: string) => connect(rpcUrl).getBalance({ address: TO })

test('a stopped chain resumes with its blocks, receipts and balances', async () => {
  const stateFile = fileFor('resume')
  const first = await startAnvil({ chainId: 153, stateFile, log: silent, blockTime: 'instant' })
  const hash = await payer(connect(first.rpcUrl))({ to: TO, value: parseEther('3') })
  await first.stop()

  const second = await startAnvil({ chainId: 153, stateFile, log: silent, blockTime: 'instant' })
  cleanUp.push(second.stop)
  const client = connect(second.rpcUrl)
  expect(await balanceOn(second.rpcUrl)).toBe(parseEther('3'))
  expect((await client.getTransactionReceipt({ hash })).blockNumber).toBe(1n)
  expect(await client.getBlockNumber()).toBe(1n)
})

test('blocks come by themselves at the block time, and transactions do not wait for them', async () => {
  const { rpcUrl, stop } = await startAnvil({ chainId: 153, stateFile: fileFor('time'), log: silent })
  cleanUp.push(stop)
  const client = connect(rpcUrl)
  const start = Date.now()
  await payer(client)({ to: TO, value: 1n })
  expect(Date.now() - start).toBeLessThan(900)
  await vi.waitFor(
    async () => expect(await client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThanOrEqual(3n),
    { timeout: 5000 },
  )
})

test('kill -9 of the process that started it ends the chain within 2 s, and the next start has all of it', async () => {
  const stateFile = fileFor('kill')
  const parent = spawn(
    process.execPath,
    ['--import', 'tsx', resolve('tests/server/sandbox/parent.ts'), stateFile, TO],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  cleanUp.push(() => parent.kill('SIGKILL'))
  const rpcUrl = await new Promise<string>((done, fail) => {
    parent.stdout.once('data', (line: Buffer) => done(line.toString().trim()))
    parent.once('exit', (code) => fail(new Error(`The parent ended with ${code}`)))
  })
  expect(await balanceOn(rpcUrl)).toBe(parseEther('7'))

  parent.kill('SIGKILL')
  const [again] = await Promise.all([
    startAnvil({ chainId: 153, stateFile, log: silent }),
    vi.waitFor(() => expect(balanceOn(rpcUrl)).rejects.toThrow(), { timeout: 2000 }),
  ])
  cleanUp.push(again.stop)
  expect(await balanceOn(again.rpcUrl)).toBe(parseEther('7'))
})

test('when the chain itself is killed, what was mined some seconds before is on disk', async () => {
  const stateFile = fileFor('crash')
  const first = await startAnvil({ chainId: 153, stateFile, log: silent })
  const client = connect(first.rpcUrl)
  await payer(client)({ to: TO, value: parseEther('5') })
  await vi.waitFor(
    () => expect(existsSync(stateFile) && readFileSync(stateFile, 'utf8').includes(TO)).toBe(true),
    { timeout: 6000, interval: 100 },
  )
  process.kill(-keeperPid(stateFile), 'SIGKILL')
  await vi.waitFor(() => expect(balanceOn(first.rpcUrl)).rejects.toThrow(), { timeout: 2000 })
  await expect(first.stop()).rejects.toThrow('did not save its state')

  const again = await startAnvil({ chainId: 153, stateFile, log: silent })
  cleanUp.push(again.stop)
  expect(await balanceOn(again.rpcUrl)).toBe(parseEther('5'))
})

test('a taken port stops the start with a sentence', async () => {
  const first = await startAnvil({ chainId: 153, stateFile: fileFor('port'), log: silent })
  cleanUp.push(first.stop)
  const port = Number.parseInt(new URL(first.rpcUrl).port, 10)
  await expect(
    startAnvil({ chainId: 31337, stateFile: fileFor('other'), log: silent, port }),
  ).rejects.toThrow('Local chain 31337 did not start')
})
