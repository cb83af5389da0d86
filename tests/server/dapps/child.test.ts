// @vitest-environment node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { recoverMessageAddress, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { confirmRequest, pingSession } from '#contract/endpoints/dapp.ts'
import { type Backend, type Bond, type Owner, openBackend, until } from './backend.ts'
import { type Mortal, openMortal, type Step } from './mortality.ts'
import { confirmation } from './shown.ts'

vi.setConfig({ testTimeout: 300_000 })
const PATIENCE = { timeout: 30_000, interval: 50 }
const deep = process.env.DEEP !== undefined

let mortal: Mortal
let backend: Backend
let owner: Owner
let bond: Bond
beforeAll(async () => {
  mortal = await openMortal()
  backend = await openBackend({ deps: { walletConnect: mortal.launch } })
  owner = await backend.owner('ada@example.com', '0')
  bond = await backend.bond(owner)
})
afterAll(async () => {
  await backend.stop()
  await mortal.remove()
})

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const arrival = (text: string) =>
  until(owner, 'wc-session:request', ({ params }) => params[0] === toHex(text))
const confirm = async (text: string) => {
  const { id } = await arrival(text)
  await owner.client.ok(confirmRequest, await confirmation(owner.client, id))
}
const ask = (text: string) => bond.dapp.ask(bond.session, 'personal_sign', [toHex(text), owner.address])
const signerOf = async (message: string, signature: Promise<string>) =>
  recoverMessageAddress({ message, signature: (await signature) as `0x${string}` })
/** Each request so far had one answer. */
const expectOnce = () => expect([...bond.dapp.answers.values()].filter((count) => count !== 1)).toEqual([])

test.runIf(process.platform === 'linux')('the client’s process knows nothing of the server’s', () => {
  const names = readFileSync(`/proc/${mortal.pid()}/environ`, 'utf8')
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => entry.split('=')[0])
  expect(names.filter((name) => name !== 'PATH' && name !== 'HOME')).toEqual([])
})

test('ends with its server, however that ends', async () => {
  const parent = spawn(process.execPath, ['--import', 'tsx', 'tests/server/dapps/parent.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: 'postgres://secret' },
  })
  const [said] = await once(parent.stdout, 'data')
  const pid = Number(/child (\d+)/.exec(String(said))?.[1])
  expect(isAlive(pid)).toBe(true)
  expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('DATABASE_URL')
  parent.kill('SIGKILL')
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), PATIENCE)
})

describe('a client’s process that is killed is started again, and its dApp gets the one answer', () => {
  const steps: [string, Step][] = [
    ['before its message is kept', { at: 'says', what: '//messages_withoutClientAck', nth: 1 }],
    ['before its message is known', { at: 'says', what: '//messages"', nth: 1 }],
    ['before the server is told', { at: 'says', what: '"ask":"requested"', nth: 1 }],
    ['before the answer is out', { at: 'before the answer is out' }],
    ['after the answer is out', { at: 'after the answer is out' }],
  ]
  test.each(steps)('%s', async (name, step) => {
    const before = mortal.lives()
    mortal.arm(step)
    const answer = ask(name)
    await confirm(name)
    expect(await signerOf(name, answer)).toBe(owner.address)
    await vi.waitFor(() => expect(mortal.lives()).toBe(before + 1), PATIENCE)
    expect(mortal.isArmed()).toBe(false)
    expectOnce()
  })

  test('while its owner thinks, and another request comes meanwhile', async () => {
    const first = ask('thinks')
    await arrival('thinks')
    process.kill(mortal.pid(), 'SIGKILL')
    const second = ask('meanwhile')
    // The server may find out only by asking; then the owner presses again.
    await vi.waitFor(() => confirm('thinks'), PATIENCE)
    await confirm('meanwhile')
    expect(await signerOf('thinks', first)).toBe(owner.address)
    expect(await signerOf('meanwhile', second)).toBe(owner.address)
    expectOnce()
    await vi.waitFor(
      async () =>
        expect(await owner.client.ok(pingSession, { body: { sessionId: bond.id } })).toEqual({ ok: true }),
      PATIENCE,
    )
  })

  test.runIf(deep)('at each of the things that it says for one request', async () => {
    for (let nth = 1; ; nth += 1) {
      const text = `step ${nth}`
      mortal.arm({ at: 'says', what: '', nth })
      const answer = ask(text)
      // Its end may be found out only by asking; then the owner presses again.
      await vi.waitFor(() => confirm(text), PATIENCE)
      expect(await signerOf(text, answer)).toBe(owner.address)
      // One more, so that whatever is left to be said is said.
      const last = ask(`${text}, settled`)
      await vi.waitFor(() => confirm(`${text}, settled`), PATIENCE)
      await last
      expectOnce()
      if (mortal.isArmed()) break
      expect(nth).toBeLessThan(100)
    }
    await mortal.disarm()
  })

  test.runIf(deep)('when it hangs', async () => {
    const before = mortal.lives()
    process.kill(mortal.pid(), 'SIGSTOP')
    const answer = ask('hangs')
    await vi.waitFor(() => expect(mortal.lives()).toBe(before + 1), PATIENCE)
    await confirm('hangs')
    expect(await signerOf('hangs', answer)).toBe(owner.address)
    expectOnce()
  })
})
