import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type ContactDraft,
  createContact,
  importContacts,
  listContacts,
  removeContact,
  updateContact,
} from '#contract/endpoints/contact.ts'
import { createWallet, getWallet } from '#contract/endpoints/wallet.ts'
import { CONTACT_IMPORT_BYTES, CONTACTS_MAX } from '#contract/limit.ts'
import { CONTACT_NAME_FORBIDDEN, CONTACT_NAME_LONG, NOTE_FORBIDDEN, NOTE_LONG } from '#contract/line.ts'
import {
  ADDRESS_FIXED,
  addressUsed,
  CONTACT_GONE,
  CONTACT_NAME_USED,
  CONTACTS_FULL,
  TWO_ADDRESSES,
} from '#domain/contact.ts'
import { HINT_TEXTS } from '#domain/sendwarning.ts'
import { tokens } from '#server/db/schema/chain.ts'
import { sends, transactions } from '#server/db/schema/transaction.ts'
import { makeContacts } from '#server/modules/contacts/service.ts'
import type { SignedInClient } from '#tests/server/harness/user.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
let owner: SignedInClient
let stranger: SignedInClient
let forms: SignedInClient
beforeAll(async () => {
  server = await startServer()
  owner = await server.signIn('owner@example.com')
  stranger = await server.signIn('stranger@example.com')
  forms = await server.signIn('forms@example.com')
})
afterAll(() => server.stop())

/** EIP-55's own examples. */
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'

let count = 0
const fresh = () => `0x${(++count).toString(16).padStart(4, '0')}${'f'.repeat(35)}e`.toLowerCase()
const draft = (name: string, more: Partial<ContactDraft> = {}): ContactDraft => ({
  ...{ name, addresses: [{ network: 'evm', address: fresh() }], note: '' },
  ...more,
})
const add = (name: string, more: Partial<ContactDraft> = {}, client = owner) =>
  client.ok(createContact, { body: draft(name, more) })
const tryToAdd = (name: string, more: Partial<ContactDraft> = {}, client = owner) =>
  client.call(createContact, { body: draft(name, more) })
const names = async (client = owner) =>
  (await client.ok(listContacts, { query: {} })).items.map(({ name }) => name)
const on = (network: ContactDraft['addresses'][number]['network'], address: string) => ({
  addresses: [{ network, address }],
})

describe('an address book', () => {
  it('keeps, changes and forgets, and tells the other tabs of it', async () => {
    const person = await server.signIn('keeper@example.com')
    const socket = await server.socket(person)
    await socket.login(person.pair)
    const made = await add('  Nordlys Print ', { ...on('evm', EVM.toLowerCase()), note: 'Prints' }, person)
    expect(made).toMatchObject({ name: 'Nordlys Print', note: 'Prints', ...on('evm', EVM) })
    expect((await socket.next('contact:created')).payload.data).toEqual(made)
    const { items, total, cursor } = await person.ok(listContacts, { query: {} })
    expect([items, total]).toEqual([[made], 1])

    const changed = await person.ok(updateContact, {
      params: { id: made.id },
      body: draft('Nordlys', on('evm', OTHER)),
    })
    expect(changed).toMatchObject({ id: made.id, name: 'Nordlys', note: '', ...on('evm', OTHER) })
    expect((await socket.next('contact:updated')).payload.data).toEqual(changed)
    const query = { since: cursor ?? '' }
    expect(await person.ok(listContacts, { query })).toMatchObject({ items: [changed], removed: [] })

    await person.ok(removeContact, { params: { id: made.id }, body: {} })
    expect((await socket.next('contact:removed')).payload.data).toMatchObject({ id: made.id })
    expect(await person.ok(listContacts, { query })).toMatchObject({
      items: [],
      total: 0,
      removed: [made.id],
    })
    socket.close()
  })

  it('is nobody else’s: a foreign id does not exist, and names are free for everybody', async () => {
    const mine = await add('Jun Okafor')
    const gone = { status: 404, body: { message: CONTACT_GONE } }
    const params = { id: mine.id }
    expect(await stranger.call(updateContact, { params, body: draft('Mine now') })).toMatchObject(gone)
    expect(await stranger.call(removeContact, { params, body: {} })).toMatchObject(gone)
    expect(await names(stranger)).toEqual([])
    await add('Jun Okafor', on('evm', mine.addresses[0]?.address ?? ''), stranger)
    expect(await names(stranger)).toEqual(['Jun Okafor'])
    expect(await names()).toContain('Jun Okafor')
    expect(await owner.call(updateContact, { params: { id: 'none' }, body: draft('A') })).toMatchObject(gone)
  })

  it.each([
    ['evm', EVM],
    ['evm', EVM.toLowerCase()],
    ['evm', `0x${EVM.slice(2).toUpperCase()}`],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['bitcoin', '31nKoVLBc2BXUeKQKhnimyrt9DD12VwG6p'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['bitcoin', 'bc1qqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqyqszqgpqrn7dgd'],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ['testnet', 'mfcGAzvis9JQAb6avB6WBGiGrgWzLxuGaC'],
    ['testnet', '2MsLXsEGDDUgsgRwwzqQbPvr9MZRApVae6w'],
    ['testnet', 'tb1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpw0yxjz'],
    ['testnet', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47zagq'],
    ['regtest', 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t'],
    ['regtest', 'bcrt1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqc8gma6'],
  ] as const)('takes on %s the address %s', async (network, address) => {
    const made = await add('Rosa', on(network, address), forms)
    const shown = network === 'evm' ? EVM : address.replace(/^BC1.*/, (text) => text.toLowerCase())
    expect(made.addresses).toEqual([{ network, address: shown }])
    await forms.ok(removeContact, { params: { id: made.id }, body: {} })
  })

  it.each([
    ['evm', '0x123', 'Wallet address should be Ethereum address'],
    ['evm', EVM.replace('aA', 'Aa'), HINT_TEXTS.checksum],
    ['evm', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Wallet address should be Ethereum address'],
    ['bitcoin', EVM, 'Wallet address should be a valid Bitcoin mainnet address'],
    [
      'bitcoin',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
      'Wallet address should be a valid Bitcoin mainnet address',
    ],
    [
      'testnet',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      'Wallet address should be a valid Bitcoin testnet address',
    ],
    [
      'regtest',
      'tb1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpw0yxjz',
      'Wallet address should be a valid Bitcoin regtest address',
    ],
    ['evm', '', 'Wallet address is required'],
  ] as const)('refuses on %s the address %s', async (network, address, message) => {
    expect(await tryToAdd('Wrong', on(network, address))).toMatchObject({ status: 400, body: { message } })
  })

  it('has one address of a contact on each network, and each address once', async () => {
    const address = fresh()
    const made = await add('Several', {
      addresses: [
        { network: 'evm', address },
        { network: 'regtest', address: 'bcrt1qqyqszqgpqyqszqgpqyqszqgpqyqszqgpvxat9t' },
      ],
    })
    expect(made.addresses).toHaveLength(2)
    const two = { addresses: [fresh(), fresh()].map((one) => ({ network: 'evm' as const, address: one })) }
    expect(await tryToAdd('Two', two)).toMatchObject({ status: 409, body: { message: TWO_ADDRESSES } })
    expect(await tryToAdd('Again', on('evm', address.toUpperCase().replace('0X', '0x')))).toMatchObject({
      status: 409,
      body: { message: addressUsed('Several') },
    })
  })

  it.each(['nordlys print', 'NORDLYS  PRINT', 'Nordlys\u3164Print', 'Ｎordlys Print', 'Nordlys\u00a0Print'])(
    'takes no second name that looks like one: %s',
    async (name) => {
      const taken = { status: 409, body: { message: CONTACT_NAME_USED } }
      const known = (await names()).includes('Nordlys Print')
      if (!known) await add('Nordlys Print')
      expect(await tryToAdd(name)).toMatchObject(taken)
      const other = await add(`Other ${randomUUID().slice(0, 8)}`)
      expect(await owner.call(updateContact, { params: { id: other.id }, body: draft(name) })).toMatchObject(
        taken,
      )
    },
  )

  it.each([
    ['', 'Name is required'],
    ['   ', 'Name is required'],
    ['x'.repeat(41), CONTACT_NAME_LONG],
    ['a\nb', CONTACT_NAME_FORBIDDEN],
    ['a\u0000b', CONTACT_NAME_FORBIDDEN],
    ['a\u0007b', CONTACT_NAME_FORBIDDEN],
    ['a\u202eb', CONTACT_NAME_FORBIDDEN],
    ['a\u2066b', CONTACT_NAME_FORBIDDEN],
    ['a\u200bb', CONTACT_NAME_FORBIDDEN],
    ['a\u2028b', CONTACT_NAME_FORBIDDEN],
    ['a\ud800b', CONTACT_NAME_FORBIDDEN],
    ['\u3164\u2800', CONTACT_NAME_FORBIDDEN],
  ])('refuses the name %j', async (name, message) => {
    expect(await tryToAdd(name)).toMatchObject({ status: 400, body: { message } })
  })

  it.each([
    ['x'.repeat(141), NOTE_LONG],
    ['a\r\nb', NOTE_FORBIDDEN],
    ['a\u202eb', NOTE_FORBIDDEN],
  ])('refuses the note %j', async (note, message) => {
    expect(await tryToAdd('Noted', { note })).toMatchObject({ status: 400, body: { message } })
  })

  it.each([
    '=HYPERLINK("https://evil.example")',
    '<img src=x onerror=alert(1)>',
    '"; drop table contacts; --',
    '😀'.repeat(40),
  ])('keeps as plain text what only looks like more: %s', async (name) => {
    const made = await add(name, { note: name })
    expect(made).toMatchObject({ name, note: name })
    await owner.ok(removeContact, { params: { id: made.id }, body: {} })
  })

  it('keeps one of several that are made at once under the same name', async () => {
    const person = await server.signIn('parallel@example.com')
    const answers = await Promise.all(Array.from({ length: 8 }, () => tryToAdd('Twin', {}, person)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
    const address = fresh()
    const same = await Promise.all(['A', 'B', 'C'].map((name) => tryToAdd(name, on('evm', address), person)))
    expect(same.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  it('loses no address that another tab puts there meanwhile', async () => {
    const { id } = await add('Meanwhile')
    const caller = { id: owner.id, email: owner.email, grant: owner.cookies.get('sid')?.value ?? '' }
    const [other, mine] = [draft('Meanwhile'), draft('Meanwhile')]
    let isOvertaken = false
    const contacts = makeContacts({
      ...server.deps,
      async sentTo() {
        if (!isOvertaken) {
          isOvertaken = true
          await contacts.update(caller, id, other)
        }
        return []
      },
    })
    await expect(contacts.update(caller, id, mine)).rejects.toThrow(ADDRESS_FIXED)
    const kept = (await owner.ok(listContacts, { query: {} })).items.find((one) => one.id === id)
    expect(kept?.addresses.map(({ address }) => address.toLowerCase())).toEqual([other.addresses[0]?.address])
    await owner.ok(removeContact, { params: { id }, body: {} })
  })

  it('takes a thousand at once, none of them where one is wrong, and not one more', async () => {
    const person = await server.signIn('many@example.com')
    const many = Array.from({ length: CONTACTS_MAX }, (_, index) =>
      draft(`Person ${index}`, { note: 'x'.repeat(100) }),
    )
    expect(JSON.stringify({ contacts: many }).length).toBeLessThan(CONTACT_IMPORT_BYTES)
    const bring = (contacts: ContactDraft[]) => person.call(importContacts, { body: { contacts } })
    const last = many.at(-1) as ContactDraft
    expect((await bring([...many.slice(0, -1), { ...last, ...on('evm', '0x1') }])).status).toBe(400)
    expect((await bring([...many.slice(0, -1), { ...last, name: 'PERSON 0' }])).status).toBe(409)
    expect(await names(person)).toEqual([])

    const { status, body } = await bring(many)
    expect([status, body.total]).toEqual([201, CONTACTS_MAX])
    const full = { status: 409, body: { message: CONTACTS_FULL } }
    expect(await tryToAdd('One more', {}, person)).toMatchObject(full)
    expect(await bring([draft('One more')])).toMatchObject(full)
    expect(await names(person)).toHaveLength(CONTACTS_MAX)
    const [first] = (await person.ok(listContacts, { query: {} })).items
    await person.ok(removeContact, { params: { id: first?.id ?? '' }, body: {} })
    const tries = await Promise.all([1, 2, 3].map((number) => tryToAdd(`Late ${number}`, {}, person)))
    expect(tries.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
    expect((await bring([...many, draft('Too many')])).status).toBe(400)
  })

  it('keeps an address to which something was sent', async () => {
    const { id: walletId } = await owner.ok(createWallet, { body: { name: 'Paying' } })
    await vi.waitFor(
      async () => expect((await owner.ok(getWallet, { params: { id: walletId } })).status).toBe('active'),
      { timeout: 20_000 },
    )
    const paid = on('evm', '0x52908400098527886e0f7030069857d2e4169ee7')
    const person = await add('Paid', paid)
    const { id } = person
    const createdAt = server.clock.now()
    const blockchain = 'redbelly:testnet'
    await server.db.insert(tokens).values({
      id,
      blockchain,
      contract: `0x${'7'.repeat(40)}`,
      symbol: 'R',
      name: 'R',
      decimals: 18,
      createdAt,
    })
    await server.db.insert(transactions).values({
      ...{ id, blockchain, tokenId: id, amount: '1', direction: 'outcome', description: '', createdAt },
      ...{ status: 'failed', recipient: '0x52908400098527886E0F7030069857D2E4169EE7' },
    })
    await server.db.insert(sends).values({
      ...{ transactionId: id, walletId, blockchain, addressKey: 'a', walletName: 'Paying', action: 'send' },
      ...{ value: '1', gas: 'normal', feeCeiling: '1', guarded: false, expiresAt: createdAt },
    })
    const change = (body: ContactDraft) => owner.call(updateContact, { params: { id }, body })
    const status = async (next: 'failed' | 'success') => server.db.update(transactions).set({ status: next })
    expect((await change(draft('Paid', on('evm', EVM)))).status).toBe(200)
    expect((await change(draft('Paid', paid))).status).toBe(200)
    await status('success')
    expect(await change(draft('Paid', on('evm', EVM)))).toMatchObject({
      status: 409,
      body: { message: ADDRESS_FIXED },
    })
    expect((await change(draft('Payee', { ...paid, note: 'x' }))).status).toBe(200)
    await owner.ok(removeContact, { params: { id }, body: {} })
  })
})
