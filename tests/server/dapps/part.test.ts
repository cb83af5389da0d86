// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { fetchPublic, isPublicAddress } from '#server/modules/dapps/fetch.ts'
import { iconOfBytes, iconOfData } from '#server/modules/dapps/icon.ts'
import { judge } from '#server/modules/dapps/judge.ts'
import { cleanMeta } from '#server/modules/dapps/meta.ts'
import { grant, readProposal } from '#server/modules/dapps/proposal.ts'

const OWN = '0x00000000000000000000000000000000000000A1'

describe('a proposal', () => {
  const offered = ['eip155:153', 'eip155:11155111']
  const proposal = (required: object, optional: object = {}) => ({
    id: 1,
    pairingTopic: '',
    expiryTimestamp: 0,
    requiredNamespaces: required as never,
    optionalNamespaces: optional as never,
    proposer: { metadata: {} },
  })
  const eip155 = (chains: string[], methods: string[] = [], events: string[] = []) => ({
    eip155: { chains, methods, events },
  })

  test.each([
    ['a chain that is not there', proposal(eip155(['eip155:1'])), 'UNSUPPORTED_CHAINS'],
    ['one of several', proposal(eip155(['eip155:153', 'eip155:1'])), 'UNSUPPORTED_CHAINS'],
    ['one in the key', proposal({ 'eip155:1': { methods: [], events: [] } }), 'UNSUPPORTED_CHAINS'],
    [
      'another family',
      proposal({ solana: { chains: ['solana:x'], methods: [], events: [] } }),
      'UNSUPPORTED_CHAINS',
    ],
    ['an event that is not there', proposal(eip155(['eip155:153'], [], ['message'])), 'UNSUPPORTED_EVENTS'],
    ['only strange chains, if optional', proposal({}, eip155(['eip155:1'])), 'UNSUPPORTED_CHAINS'],
    ['no chain at all', proposal({}), 'UNSUPPORTED_CHAINS'],
  ])('that requires %s is refused', (_, given, refusal) => {
    expect(readProposal(given, offered)).toMatchObject({ ok: false, refusal })
  })

  test('gets the chains and events that it asks for as far as they are there, and every method', () => {
    const optional = eip155(
      ['eip155:11155111', 'eip155:1'],
      ['eth_signTypedData_v4', 'strange_method'],
      ['message', 'accountsChanged'],
    )
    const own = ['eip155:80002', ...offered]
    const reading = readProposal(proposal(eip155(['eip155:153'], ['personal_sign']), optional), own)
    if (!reading.ok) throw new Error(reading.refusal)
    expect(grant(reading.wanted, own, OWN).eip155).toEqual({
      chains: offered,
      accounts: [`eip155:153:${OWN}`, `eip155:11155111:${OWN}`],
      methods: ['personal_sign', 'eth_signTypedData_v4', 'strange_method'],
      events: ['accountsChanged'],
    })
  })
})

describe('what a dApp says of itself', () => {
  test.each([
    ['nothing', undefined],
    ['a text', 'x'],
    ['numbers', { name: 1, description: 2, url: 3, icons: 4 }],
  ])('may be %s', (_, metadata) => {
    expect(cleanMeta(metadata)).toEqual({
      name: 'Unknown DApp',
      description: '',
      url: '',
      icons: [],
      dataIcons: [],
    })
  })

  test('is one bounded line each, without anything invisible', () => {
    const meta = cleanMeta({
      name: `a\u202eb\u0000c\n${'x'.repeat(1000)}`,
      description: '🦭'.repeat(1000),
      url: ' https://dapp.example/\u200b ',
      icons: [
        'http://a.example/x.png',
        'https://b.example/y.png',
        'javascript:1',
        7,
        'data:image/png;base64,AA',
      ],
    })
    expect(meta.name).toMatch(/^a b c x+$/)
    expect(meta.name).toHaveLength(64)
    expect([...meta.description]).toHaveLength(256)
    expect(meta.url).toBe('https://dapp.example/')
    expect(meta.icons).toEqual(['https://b.example/y.png'])
    expect(meta.dataIcons).toEqual(['data:image/png;base64,AA'])
  })
})

describe('a picture', () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1')
  test('counts by its first bytes, never by its name', () => {
    expect(iconOfBytes(png)?.type).toBe('image/png')
    expect(iconOfBytes(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toBeUndefined()
    expect(iconOfData(`data:image/jpeg;base64,${png.toString('base64')}`)?.type).toBe('image/png')
    expect(iconOfData(`data:image/svg+xml;base64,${png.toString('base64')}`)).toBeUndefined()
    const large = Buffer.concat([png, Buffer.alloc(64 * 1024)])
    expect(iconOfData(`data:image/png;base64,${large.toString('base64')}`)).toBeUndefined()
  })

  test.each([
    'http://example.com/a.png',
    'https://127.0.0.1/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:10.0.0.1]/a.png',
    'https://10.1.2.3/a.png',
    'https://169.254.169.254/latest',
    'https://0x7f000001/a.png',
    'https://localhost/a.png',
    'https://user@example.com/a.png',
    'https://example.com:8443/a.png',
  ])('is not loaded from %s', async (address) => {
    await expect(fetchPublic(address)).rejects.toThrow('public')
  })

  test('comes from public addresses only', () => {
    for (const address of ['1.1.1.1', '8.8.8.8', '2606:4700:4700::1111']) {
      expect(isPublicAddress(address)).toBe(true)
    }
    for (const address of ['100.64.0.1', '172.31.0.1', '224.0.0.1', 'fe80::1', 'fc00::1', '64:ff9b::a00:1']) {
      expect(isPublicAddress(address)).toBe(false)
    }
  })
})

describe('eth_sendTransaction before identity verification', () => {
  const WANTED = { chains: ['eip155:153', 'eip155:11155111'], methods: [], events: [] }
  const deps = (kycCompleted: boolean) => ({
    db: undefined as never,
    wallets: {
      find: async () => ({ status: 'active', kycCompleted, accounts: [{ network: 'evm', address: OWN }] }),
    } as never,
    chains: { get: () => ({ family: 'evm' }) } as never,
  })
  const ask = (kycCompleted: boolean, chainId: string) =>
    judge(deps(kycCompleted), { walletId: 'w', granted: grant(WANTED, WANTED.chains, OWN) }, chainId, {
      method: 'eth_sendTransaction',
      params: [{ from: OWN, to: OWN }],
    })

  test('is refused everywhere but on Redbelly', async () => {
    expect(await ask(false, 'eip155:11155111')).toEqual({
      ok: false,
      fault: { code: 5000, message: 'Complete identity verification first' },
    })
    expect(await ask(true, 'eip155:11155111')).toMatchObject({ ok: true })
    expect(await ask(false, 'eip155:153')).toMatchObject({ ok: true })
  })
})
