// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmRequest } from '#contract/endpoints/dapp.ts'
import { type Bond, type Owner, openStage, type Stage } from './stage.ts'

const SESSIONS = 10
const REQUESTS = 20

let stage: Stage
let wallets: Owner[]
const bonds: (Bond & { owner: Owner })[] = []
beforeAll(async () => {
  stage = await openStage()
  const person = await stage.person('ada@example.com')
  wallets = []
  for (const name of ['One', 'Two', 'Three']) wallets.push(await stage.wallet(person, name, '0'))
  for (let n = 0; n < SESSIONS; n += 1) {
    const owner = wallets[n % wallets.length] as Owner
    bonds.push({ ...(await stage.bond(owner)), owner })
  }
}, 120_000)
afterAll(() => stage.stop())

/** The client numbers requests by the millisecond and three digits by chance: two of one millisecond may be the same. */
const nextMillisecond = async () => {
  const now = Date.now()
  while (Date.now() === now) await new Promise((next) => setImmediate(next))
}

test('ten sessions on three wallets get one answer for each of their 200 requests', async () => {
  const [first] = wallets
  const confirmed = new Set<string>()
  // The owner confirms whatever comes.
  first?.socket.socket.on('wc-session:request', ({ data }: { data: { id: string } }) => {
    confirmed.add(data.id)
    void first.client.call(confirmRequest, { params: { id: data.id }, body: {} })
  })
  const outcomes = await Promise.all(
    bonds.map(async ({ dapp, session, owner }) => {
      const answers: Promise<string>[] = []
      for (let n = 0; n < REQUESTS; n += 1) {
        const data = `0x${n.toString(16).padStart(4, '0')}`
        answers.push(dapp.ask(session, 'personal_sign', [data, owner.address]))
        await nextMillisecond()
      }
      const settled = await Promise.allSettled(answers)
      return settled.map((one) => (one.status === 'fulfilled' ? 'signed' : String(one.reason.code)))
    }),
  )
  const all = outcomes.flat()
  expect(all).toHaveLength(SESSIONS * REQUESTS)
  expect(new Set(all)).toEqual(new Set(['signed', '-32005']))
  expect(all.filter((outcome) => outcome === 'signed')).toHaveLength(confirmed.size)
  for (const outcome of outcomes) expect(outcome).toContain('signed')
  for (const { dapp } of bonds) {
    expect([...dapp.answers.values()]).toEqual(Array.from({ length: REQUESTS }, () => 1))
  }
}, 120_000)
