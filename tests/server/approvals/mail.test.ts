// @vitest-environment node
import { expect, test, vi } from 'vitest'
import { onChain } from '#tests/server/chains/onchain.ts'
import { openRig, type Person, type Rig } from '#tests/server/guardians/rig.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'

const MINUTE = 60_000

let rig: Rig
let owner: Person
let ada: Person
let bob: Person
let cleo: Person

onChain(openRig, async (both) => {
  rig = both.rig
  const names = ['owner', 'ada', 'bob', 'cleo'] as const
  ;[owner, ada, bob, cleo] = await rig.people(...names)
})

const asking = ({ email }: Person) =>
  rig.mailsTo(email).filter(({ subject }) => subject === `${owner.email} asks for your approval`)
const round = async () => {
  rig.clock.advance(2 * MINUTE)
  await rig.round()
}

test('each guardian gets one mail when a transfer waits: its link, and nothing of what it moves', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 2)
  const sent = await rig.send(safe, '1.2345')
  await vi.waitFor(() => expect(asking(bob)).toHaveLength(1))
  for (const person of [ada, bob]) {
    const [mail] = asking(person)
    const request = (await rig.approvals.list(person.id)).find(({ txId }) => txId === sent.id)
    const link = `https://wallet.example/guardian-hub?filter=approvals&item=${request?.id}`
    expect(mail?.text).toContain(safe.name)
    expect(mail?.text).toContain(link)
    expect(mail?.html).toContain(link.replace('&', '&amp;'))
    for (const secret of ['1.2345', '12345', STRANGER, STRANGER.slice(0, 8), safe.address, 'RBNT'])
      expect(`${mail?.subject} ${mail?.text} ${mail?.html}`.toLowerCase()).not.toContain(secret.toLowerCase())
  }
  await rig.approve(ada, sent.id)
  await round()
  await rig.restart()
  await round()
  expect([asking(ada).length, asking(bob).length]).toEqual([1, 1])
})

test('who comes back as a guardian is not told a second time, who is new is', async () => {
  const safe = await rig.guarded(owner, [ada, bob], 1)
  const [before, others] = [asking(ada).length, asking(cleo).length]
  const sent = await rig.send(safe)
  await vi.waitFor(() => expect(asking(ada)).toHaveLength(before + 1))
  await rig.guardians.retire(owner, safe.id, safe.ids[0] ?? '')
  await rig.join(safe, ada)
  await rig.join(safe, cleo)
  await round()
  const waits = async ({ id }: Person) =>
    (await rig.approvals.list(id)).filter(({ txId, status }) => txId === sent.id && status === 'pending')
  expect([await waits(ada), await waits(cleo)].map(({ length }) => length)).toEqual([1, 1])
  expect(asking(ada)).toHaveLength(before + 1)
  expect(asking(cleo)).toHaveLength(others + 1)
})

test('it leaves once, also when nobody took it before the process died', async () => {
  const safe = await rig.guarded(owner, [ada], 1)
  const before = asking(ada).length
  const { send } = rig.post
  const tried = vi.fn(() => Promise.reject(new Error('The mail server is away')))
  rig.post.send = tried
  try {
    await rig.send(safe)
    await vi.waitFor(() => expect(tried).toHaveBeenCalledOnce())
  } finally {
    rig.post.send = send
  }
  await rig.restart()
  await round()
  await round()
  expect(asking(ada)).toHaveLength(before + 1)
  // The same mail: whoever got it the first time sees it once.
  expect(asking(ada).at(-1)?.id).toBe((tried.mock.calls as unknown as [{ id: string }][])[0]?.[0].id)
})
