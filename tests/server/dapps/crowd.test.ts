// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmRequest } from '#contract/endpoints/dapp.ts'
import { launchProgram } from '#server/dapps/launch.ts'
import { type Backend, type Bond, type Owner, openBackend } from './backend.ts'
import { confirmation } from './shown.ts'

const deep = process.env.DEEP !== undefined
const SESSIONS = deep ? 10 : 4
const REQUESTS = deep ? 20 : 6

let backend: Backend
let wallets: Owner[]
const bonds: (Bond & { owner: Owner })[] = []
beforeAll(async () => {
  backend = await openBackend({ deps: { walletConnect: launchProgram() } })
  const person = await backend.person('ada@example.com')
  wallets = []
  for (const name of ['One', 'Two', 'Three']) wallets.push(await backend.wallet(person, name, '0'))
  for (let n = 0; n < SESSIONS; n += 1) {
    const owner = wallets[n % wallets.length] as Owner
    bonds.push({ ...(await backend.bond(owner)), owner })
  }
}, 120_000)
afterAll(() => backend.stop())

/** A client numbers what it asks by the millisecond and three digits by chance: two of one millisecond may be one to it. */
const nextMillisecond = async () => {
  const now = Date.now()
  while (Date.now() === now) await new Promise((next) => setImmediate(next))
}

test(`${SESSIONS} sessions on three wallets get one answer for each of their ${SESSIONS * REQUESTS} requests`, async () => {
  const [first] = wallets
  const confirmed = new Set<string>()
  // The owner confirms whatever comes.
  first?.socket.socket.on('wc-session:request', ({ data }: { data: { id: string } }) => {
    confirmed.add(data.id)
    void confirmation(first.client, data.id).then((shown) => first.client.call(confirmRequest, shown))
  })
  const asked: Promise<string>[][] = bonds.map(() => [])
  for (let n = 0; n < REQUESTS; n += 1) {
    const data = `0x${n.toString(16).padStart(4, '0')}`
    for (const [index, { dapp, session, owner }] of bonds.entries()) {
      asked[index]?.push(dapp.ask(session, 'personal_sign', [data, owner.address]))
    }
    await nextMillisecond()
  }
  const outcomes = await Promise.all(
    asked.map(async (answers) => {
      const settled = await Promise.allSettled(answers)
      return settled.map((one) => (one.status === 'fulfilled' ? 'signed' : String(one.reason.code)))
    }),
  )
  const all = outcomes.flat()
  expect(all).toHaveLength(SESSIONS * REQUESTS)
  // A dApp that asks faster than the owner answers is refused; nobody waits in vain.
  expect(all.filter((outcome) => !['signed', '-32005'].includes(outcome))).toEqual([])
  expect(all.filter((outcome) => outcome === 'signed')).toHaveLength(confirmed.size)
  for (const outcome of outcomes) expect(outcome).toContain('signed')
  for (const { dapp } of bonds) {
    expect([...dapp.answers.values()]).toEqual(Array.from({ length: REQUESTS }, () => 1))
  }
}, 120_000)
