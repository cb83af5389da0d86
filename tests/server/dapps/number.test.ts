// @vitest-environment node
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmRequest } from '#contract/endpoints/dapp.ts'
import { type Backend, type Bond, type Owner, openBackend, until } from './backend.ts'
import { faultOf } from './dapp.ts'
import { confirmation } from './shown.ts'

const NUMBER = 1_790_000_000_000_123

let backend: Backend
let owners: Owner[]
let bonds: (Bond & { owner: Owner })[]
beforeAll(async () => {
  backend = await openBackend()
  const ada = await backend.owner('ada@example.com', '0')
  const eve = await backend.owner('eve@example.com', '0')
  owners = [ada, ada, eve]
  bonds = await Promise.all(owners.map(async (owner) => ({ ...(await backend.bond(owner)), owner })))
}, 60_000)
afterAll(() => backend.stop())

const hex = (text: string) => `0x${Buffer.from(text).toString('hex')}`
const ask = ({ dapp, session, owner }: (typeof bonds)[number], text: string, id: number) => {
  dapp.numberNext(id)
  return dapp.ask(session, 'personal_sign', [hex(text), owner.address])
}
const confirm = async (owner: Owner, text: string) => {
  const { id } = await until(owner, 'wc-session:request', ({ params }) => params[0] === hex(text))
  await owner.client.ok(confirmRequest, await confirmation(owner.client, id))
}
const signerOf = async (message: string, signature: Promise<string>) =>
  recoverMessageAddress({ message, signature: (await signature) as `0x${string}` })

test('requests of several dApps under one number are answered each for itself, and once', async () => {
  const texts = bonds.map((_, index) => `text ${index}`)
  const answers = bonds.map((bond, index) => ask(bond, texts[index] ?? '', NUMBER))
  // The last one first: the order of the answers is none of the dApps'.
  for (const [index, { owner }] of [...bonds.entries()].reverse()) await confirm(owner, texts[index] ?? '')
  for (const [index, answer] of answers.entries())
    expect(await signerOf(texts[index] ?? '', answer)).toBe(owners[index]?.address)
  for (const { dapp } of bonds) expect([...dapp.answers.values()]).toEqual([1])
})

test('one of them may be refused at once while the others wait', async () => {
  const [first, second] = bonds as [Bond & { owner: Owner }, Bond & { owner: Owner }]
  const waiting = ask(first, 'waiting', NUMBER + 1)
  await until(first.owner, 'wc-session:request', ({ params }) => params[0] === hex('waiting'))
  expect(await faultOf(ask(second, 'Countersign says so', NUMBER + 1))).toMatchObject({ code: 5000 })
  await confirm(first.owner, 'waiting')
  expect(await signerOf('waiting', waiting)).toBe(first.owner.address)
})

test('proposals under one number end in a session each with its own dApp', async () => {
  const pair = await Promise.all(
    ['First', 'Second'].map(async (name, index) => {
      const dapp = await backend.dapp(name)
      dapp.numberNext(NUMBER + 2)
      const { uri, session } = await dapp.connect()
      return { name, uri, session, owner: owners[index * 2] as Owner }
    }),
  )
  const ids: string[] = []
  for (const { uri, owner } of pair) ids.push((await backend.paste(owner, uri)).id)
  for (const [index, { name, owner, session }] of pair.entries()) {
    const id = ids[index] ?? ''
    const { proposerMeta } = await until(owner, 'wc-session:proposal', (data) => data.id === id)
    expect(proposerMeta.name).toBe(name)
    await backend.approve(owner, id)
    expect((await session).namespaces.eip155?.accounts[0]).toContain(owner.address)
  }
})

test('a number that no double holds exactly stops nobody else', async () => {
  const [first, , third] = bonds as [Bond & { owner: Owner }, unknown, Bond & { owner: Owner }]
  for (const id of [1.5, -1, 2 ** 60]) void ask(first, 'unheard', id)
  const answer = ask(third, 'heard', NUMBER + 3)
  await confirm(third.owner, 'heard')
  expect(await signerOf('heard', answer)).toBe(third.owner.address)
})
