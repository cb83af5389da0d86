import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Errors } from '#app/Errors.tsx'
import { loadedAtom } from '#state/loaded.ts'
import { errorInfoAtom, openModal } from '#state/modals.ts'
import { approversAtom, requestsAtom, sessionsAtom } from '#state/perwallet.ts'
import { store } from '#state/store.ts'
import { tokensAtom, walletsAtom } from '#state/wallets.ts'
import { digestOf } from '#tests/server/dapps/shown.ts'
import { act, button, network, press, refusal, soon, text } from '#tests/unit/features/auth/page.tsx'
import { approver, wallet } from '#tests/unit/state/fixture.ts'
import {
  clear,
  closed,
  dialog,
  draw,
  enabled,
  fill,
  heldReply,
  OTHER,
  OWN,
  openDialogs,
  SESSION,
  sendModal,
  sendRequest,
  signModal,
  signRequest,
} from './dialogs.tsx'

// How long a dialog must have been in sight is tried with the proposals.
const useArmed = vi.hoisted(() => vi.fn((_key: string) => true))
vi.mock('#ui/armed.ts', () => ({ useArmed }))
vi.mock('#ui/CoinIcon.tsx', () => ({ CoinIcon: () => null }))
vi.mock('#ui/toast.ts', async (original) => ({
  ...(await original<typeof import('#ui/toast.ts')>()),
  toast: { error: vi.fn(), success: vi.fn(), info: vi.fn() },
}))
const { toast } = await import('#ui/toast.ts')

beforeEach(() => useArmed.mockReset().mockReturnValue(true))
afterEach(async () => {
  await clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const hex = (message: string) => `0x${Buffer.from(message, 'utf8').toString('hex')}`
const HELLO = hex('Hello, world')
const CONFIRM = 'POST wallet-connect/requests/r1/confirm'
const CANCEL = 'POST wallet-connect/requests/r1/cancel'
const QUOTE = 'GET wallet-connect/requests/r1/quote'

const shown = { walletId: 'w1', blockchain: 'redbelly:testnet' }
const MESSAGE = digestOf({
  ...{ ...shown, method: 'personal_sign', data: HELLO },
  ...{ topic: SESSION.topic, name: 'Tidewater Exchange', url: 'https://app.tidewater.example/pool' },
})
const CALL = digestOf({ ...shown, method: 'eth_sendTransaction', to: OTHER, value: 0n, data: '0x' })

const sign = (...params: unknown[]) => openDialogs({ requests: [signRequest(params)] }, signModal())
const send = (transaction: object) => openDialogs({ requests: [sendRequest(transaction)] }, sendModal)

describe('a request to sign', () => {
  test.each([
    ['data first', [HELLO, OWN]],
    ['address first', [OWN, HELLO]],
  ])('shows the message, its bytes and the signer (%s)', async (_, params) => {
    network({})
    await sign(...params)
    for (const words of ['Tidewater Exchange · app.tidewater.example', 'Hello, world', HELLO, '12 bytes']) {
      expect(text()).toContain(words)
    }
  })

  test('shows bytes that are no text as bytes only', async () => {
    network({})
    await sign('0xff00ff', OWN)
    expect(text()).toContain('0xff00ff')
    expect(text()).not.toContain('Message')
  })

  test.each([
    ['Confirm', 'Confirmed…', 'Cancel', CONFIRM, 'executed'],
    ['Cancel', 'Canceled…', 'Confirm', CANCEL, 'rejected'],
  ] as const)(
    '%s reads %s while it runs, disables %s and closes',
    async (name, working, other, key, status) => {
      const reply = heldReply({ ...signRequest([HELLO, OWN]), status })
      const calls = network({ [key]: reply.answer })
      await sign(HELLO, OWN)
      await enabled(name)
      await press(name)
      expect(button(working).disabled).toBe(true)
      expect(button(other).disabled).toBe(true)
      await reply.free()
      await closed()
      expect(calls).toEqual([{ key, query: '', body: key === CONFIRM ? { digest: MESSAGE } : {} }])
      expect(store.get(requestsAtom('w1'))[0]?.status).toBe(status)
    },
  )

  test('that has changed meanwhile is refused, and drawn anew', async () => {
    const changed = signRequest([hex('Something else'), OWN])
    network({
      [CONFIRM]: refusal(409, 'What this DApp asks has changed. Look at it again.'),
      'GET wallet-connect/requests/r1': { body: changed },
      'GET wallet-connect/sessions/s1': { body: SESSION },
    })
    await sign(HELLO, OWN)
    await enabled('Confirm')
    await press('Confirm')
    await soon(() =>
      expect(store.get(errorInfoAtom)?.message).toBe('What this DApp asks has changed. Look at it again.'),
    )
    expect(text()).toContain('Something else')
    expect(useArmed).toHaveBeenLastCalledWith(expect.stringContaining(hex('Something else')))
  })

  test.each(['Confirm', 'Cancel'])('stays open when %s fails, and can be answered again', async (name) => {
    const refused = refusal(502, 'The relay cannot be reached')
    network({ [CONFIRM]: refused, [CANCEL]: refused })
    await sign(HELLO, OWN)
    await enabled(name)
    await press(name)
    await soon(() => expect(store.get(errorInfoAtom)?.message).toBe('The relay cannot be reached'))
    expect(dialog()).not.toBeNull()
    for (const answer of ['Confirm', 'Cancel']) await enabled(answer)
  })

  test('of a raw hash is confirmed only by who says that he knows it', async () => {
    network({})
    await sign(`0x${'ab'.repeat(32)}`, OWN)
    expect(text()).toContain('This is a raw hash. Whoever gets this signature may be able to move assets.')
    expect(button('Confirm').disabled).toBe(true)
    await act(() => document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
    await enabled('Confirm')
  })

  const signIn = (domain: string, chain = 153) =>
    hex(
      `${domain} wants you to sign in with your Ethereum account:\n${OWN}\n\n\nURI: https://${domain}\nVersion: 1\nChain ID: ${chain}\nNonce: 12345678\nIssued At: 2026-01-02T03:04:05Z`,
    )
  const alerts = () => [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)

  test('to sign in is shown field by field, and said to be in order in one line', async () => {
    network({})
    await sign(signIn('app.tidewater.example'), OWN)
    expect(text()).toContain('Sign in toapp.tidewater.example')
    expect(text()).toContain('NetworkRedbelly Testnet')
    expect(text()).toContain('In order: site, address, account, network, times, version, nonce.')
    expect(alerts()).toEqual([])
  })

  test('to sign in elsewhere, and on another network, is a warning each', async () => {
    network({})
    await sign(signIn('bank.example', 31337), OWN)
    expect(alerts()).toEqual([
      'This signs you in to bank.example, but the request comes from app.tidewater.example. Someone may be after your account there.',
      'It is for the network Hardhat, which this connection does not use.',
    ])
    expect(document.querySelector('[role=alert]')?.className).toContain('text-bad')
    expect(text()).toContain('In order: address, account, times, version, nonce.')
  })

  test.each([
    [`Hello${'\n'.repeat(41)}Pay all`, '… more text follows 40 lines below'],
    [`Hello${' '.repeat(300)}Pay all`, '… more text follows after 300 blank characters'],
  ])('that hides its end shows it at once, and says so', async (message, announced) => {
    network({})
    await sign(hex(message), OWN)
    expect(text()).toContain(`Hello${announced}Pay all`)
    expect(text()).toContain('This message hides text behind blank lines or characters.')
  })

  test('with more lines than show says how many', async () => {
    network({})
    await sign(hex(Array(40).fill('And so on').join('\n')), OWN)
    expect(text()).toContain('Message · 40 lines, scroll to read all')
    expect(text()).not.toContain('hides text')
  })

  test('of a text of 32 bytes is no raw hash', async () => {
    network({})
    await sign(hex('Sign in to Tidewater, please. ok'), OWN)
    expect(text()).toContain('Sign in to Tidewater, please. ok')
    expect(text()).not.toContain('raw hash')
    await enabled('Confirm')
  })

  test('that only looks like a sign-in is a warning', async () => {
    network({})
    await sign(hex('bank.example wants you to sign in with your Ethereum account: now'), OWN)
    expect(text()).toContain('This looks like a sign-in')
  })

  test.each([
    ['Pay \u202e001\u202c to Mara', true],
    ['Pay 100 to \u2066Mara\u2069', true],
    ['ادفع 100 إلى مارا', false],
    ['Pay 100 👩‍🚀', false],
  ])('that reads %j is a warning when it turns its own direction: %s', async (message, warned) => {
    network({})
    await sign(hex(message), OWN)
    expect(text()).toContain(message)
    expect(text().includes('This message turns the direction of its text')).toBe(warned)
  })

  test.each([
    ['another signer', [HELLO, OTHER], 'The signer is not an address of this wallet'],
    ['no signer', [HELLO], 'This request cannot be read'],
  ])('with %s can only be cancelled', async (_, params, words) => {
    network({})
    await sign(...params)
    expect(text()).toContain(words)
    expect(button('Confirm').disabled).toBe(true)
    expect(button('Cancel').disabled).toBe(false)
  })

  test('of a session that is not known yet waits for it', async () => {
    network({})
    await openDialogs({ sessions: [], requests: [signRequest([HELLO, OWN])] }, signModal())
    expect(text()).toContain('Looking up who asks…')
    expect(button('Confirm').disabled).toBe(true)
    await act(() => store.set(sessionsAtom('w1'), [SESSION]))
    await enabled('Confirm')
  })
})

describe('a request to send', () => {
  const encode = (signature: string, ...args: unknown[]) =>
    encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args })

  test('shows from, to, the exact value and the data with its size', async () => {
    network({})
    const data = `0xdeadbeef${'00'.repeat(64)}`
    await send({ to: OTHER, value: '0xde0b6b3a7640001', data })
    for (const words of [
      '1.000000000000000001 RBNT',
      OWN,
      'Wallet w1',
      'Redbelly Testnet',
      '68 bytes',
      `${data.slice(0, 66)}...`,
      'Calls a contract. What it does is not known.',
    ]) {
      expect(text()).toContain(words)
    }
    expect(text()).toContain(OTHER)
    expect(document.querySelector('[title="0xde0b6b3a7640001"]')).not.toBeNull()
  })

  test('to an address that nobody holds, or that nothing was sent to before, is a warning', async () => {
    network({})
    await send({ to: `0x${'0'.repeat(40)}`, value: '0x1' })
    expect(text()).toContain('This is the zero address. Nobody holds its key: what is sent there is lost.')
    expect(text()).not.toContain('First time to this address')
    await act(() => store.set(loadedAtom, { 'transactions/w1': new Date().toISOString() }))
    expect(text()).toContain('First time to this address')
    expect(useArmed).toHaveBeenLastCalledWith(expect.stringContaining('"first"'))
    await act(() => store.set(loadedAtom, {}))
  })

  test('without a recipient creates a contract', async () => {
    network({})
    await send({ data: '0x6080' })
    expect(text()).toContain('ToContract creation')
    expect(text()).toContain('2 bytes')
  })

  test('says what a transfer moves, in the token’s own units', async () => {
    network(quoted({ tokens: [{ address: OTHER, symbol: 'usdc', decimals: 6, type: 'ERC20' }] }))
    await send({ to: OTHER, data: encode('transfer(address,uint256)', OWN, 2_500_000n) })
    await enabled('Confirm')
    expect(text()).toContain(`Moves 2.5 USDC to ${OWN}.`)
  })

  test('warns of an allowance, with the guardians that it goes around', async () => {
    network({})
    await send({ to: OTHER, data: encode('approve(address,uint256)', OWN, maxUint256) })
    const warning = () =>
      [...document.querySelectorAll('[role=note]')].find((note) => note.textContent?.includes(OWN))
    expect(warning()?.textContent).toBe(`${OWN} can then move up to all of ${OTHER} until revoked.`)
    expect(warning()?.className).toContain('text-bad')
    expect(text()).toContain(
      'No limit. It can take your tokens of 0x8617...070D at any time, also what arrives later, without asking you again.',
    )
    expect(text()).toContain('Allow 0x1111…1111 to move all your tokens of 0x8617…070D')
    await act(() => {
      store.set(approversAtom('w1'), [approver('g1', 'w1', { status: 'confirmed' })])
      store.set(walletsAtom, [
        wallet('w1', { features: [{ type: 'approval-flow', payload: { enabled: true, consensus: 1 } }] }),
      ])
    })
    expect(warning()?.textContent).toBe(
      `${OWN} can then move up to all of ${OTHER} without your Guardians, until revoked.`,
    )
    expect(text()).toContain(
      '1 out of 1 Guardians must approve this permission. They are not asked when it is used.',
    )
  })

  test('from another address can only be cancelled', async () => {
    network({})
    await send({ from: OTHER, to: OWN })
    expect(text()).toContain('The sender is not an address of this wallet')
    expect(button('Confirm').disabled).toBe(true)
  })

  const WEI = 10n ** 18n
  const quoted = (more: object = {}) => ({
    [QUOTE]: {
      body: {
        available: (5n * WEI).toString(),
        fee: (WEI / 1000n).toString(),
        feeCeiling: (WEI / 500n).toString(),
        tokens: [],
        ...more,
      },
    },
  })
  const coin = {
    id: 't0',
    symbol: 'rbnt',
    blockchain: 'redbelly:testnet',
    price: '2.5',
    updatedAt: '2026-01-02T03:04:05.000Z',
  }

  test('is confirmed with one call, and with the ceiling that was shown', async () => {
    const calls = network({
      ...quoted(),
      [CONFIRM]: { body: { ...sendRequest({ to: OTHER }), status: 'confirmed' } },
    })
    await send({ to: OTHER })
    await enabled('Confirm')
    await press('Confirm')
    await closed()
    expect(calls.filter(({ key }) => key !== QUOTE)).toEqual([
      { key: CONFIRM, query: '', body: { digest: CALL, maxFee: '2000000000000000' } },
    ])
    const [said, view] = vi.mocked(toast.success).mock.lastCall ?? []
    expect([said, view?.label]).toEqual(['The transaction is on its way.', 'View'])
    await act(() => view?.onClick())
    expect(location.search).toBe('?tab=activity')
  })

  test('shows its worth, its fee and what is left', async () => {
    network(quoted())
    await send({ to: OTHER, value: '0xde0b6b3a7640000' })
    await act(() => store.set(tokensAtom, [coin]))
    await soon(() => expect(text()).toContain('FeeAt most $ 0.010.002 RBNT'))
    expect(text()).toContain('Network fee at most0.002 RBNT')
    expect(text()).toContain('$ 2.50')
    expect(text()).toContain('from 5 to 3.998 RBNT')
  })

  test('that cannot be paid says so before Confirm, which does not work', async () => {
    network(quoted())
    await send({ to: OTHER, value: `0x${(5n * WEI).toString(16)}` })
    await soon(() =>
      expect(document.querySelector('[role=alert]')?.textContent).toBe(
        'Not enough funds: it may take 5.002 RBNT, and 5 RBNT is available.',
      ),
    )
    expect(text()).not.toContain('Balance after')
    expect(button('Confirm').disabled).toBe(true)
    expect(button('Cancel').disabled).toBe(false)
  })

  test('that would fail says why', async () => {
    network(quoted({ fee: null, feeCeiling: null, problem: 'The contract refuses it.' }))
    await send({ to: OTHER, data: '0xdeadbeef' })
    await soon(() => expect(text()).toContain('It would fail now: The contract refuses it.'))
    await enabled('Confirm')
  })

  test('waits for its fee, and is seen anew when the fee changes', async () => {
    const reply = heldReply(quoted()[QUOTE].body)
    network({ [QUOTE]: reply.answer })
    await send({ to: OTHER })
    expect(text()).toContain('FeeCounting…')
    expect(button('Confirm').disabled).toBe(true)
    const [first] = useArmed.mock.lastCall ?? []
    await reply.free()
    await enabled('Confirm')
    expect(useArmed.mock.lastCall?.[0]).not.toBe(first)
  })

  test('names a token that only the chain knows', async () => {
    network(quoted({ tokens: [{ address: OTHER, symbol: 'USDC', decimals: 6, type: 'ERC20' }] }))
    await send({ to: OTHER, data: encode('approve(address,uint256)', OWN, maxUint256) })
    await soon(() => expect(text()).toContain('Allow 0x1111…1111 to move all your USDC'))
  })

  test('is confirmed by nothing that only a row says of its token', async () => {
    network({ [QUOTE]: { status: 502 } })
    const usdc = { ...coin, id: 't1', symbol: 'usdc', address: OTHER, decimals: 12, type: 'ERC20' as const }
    await act(() => store.set(tokensAtom, [usdc]))
    await send({ to: OTHER, data: encode('approve(address,uint256)', OWN, 5_000_000n) })
    await enabled('Confirm')
    expect(text()).not.toContain('USDC')
    expect(text()).toContain('5000000')
  })

  test('that cannot be read is a caution in a guarded wallet', async () => {
    network(quoted())
    await send({ to: OTHER, data: '0xdeadbeef' })
    await act(() => {
      store.set(approversAtom('w1'), [approver('g1', 'w1', { status: 'confirmed' })])
      store.set(walletsAtom, [
        wallet('w1', { features: [{ type: 'approval-flow', payload: { enabled: true, consensus: 1 } }] }),
      ])
    })
    const note = [...document.querySelectorAll('[role=note]')].find((found) =>
      found.textContent?.startsWith('What this call does cannot be read.'),
    )
    expect(note?.className).toContain('text-warn')
  })
})

describe.each([
  ['sign', () => sign(HELLO, OWN), () => signRequest([hex('Something else'), OWN])],
  ['send', () => send({ to: OTHER }), () => sendRequest({ to: OTHER, value: '0x1' })],
] as const)('a request to %s that has just appeared', (_, ask, changed) => {
  test('is cancelled at once, but confirmed only when it was in sight', async () => {
    network({})
    useArmed.mockReturnValue(false)
    await ask()
    await enabled('Cancel')
    expect(button('Confirm').disabled).toBe(true)
  })

  test('has to be seen anew when what it asks changes', async () => {
    network({})
    await ask()
    const [first] = useArmed.mock.lastCall ?? []
    await act(() => store.set(requestsAtom('w1'), [changed()]))
    expect(useArmed.mock.lastCall?.[0]).not.toBe(first)
  })
})

describe('an error over a request', () => {
  const error = () => document.querySelector('[role=alertdialog]')
  const press = (target: Element | null) =>
    act(() => {
      for (const [type, Kind] of [
        ['pointerdown', PointerEvent],
        ['mousedown', MouseEvent],
        ['pointerup', PointerEvent],
        ['mouseup', MouseEvent],
        ['click', MouseEvent],
      ] as const) {
        target?.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, composed: true }))
      }
    })
  const pressEscape = () =>
    act(() =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    )

  test.each([
    ['its button', () => press(button('Close'))],
    ['Escape', pressEscape],
  ])('goes alone by %s: the request stays open under it', async (_, close) => {
    network({ [CANCEL]: refusal(502, 'The relay cannot be reached') })
    fill({ requests: [signRequest([HELLO, OWN])] })
    await draw(<Errors />)
    await act(() => openModal(signModal()))
    await enabled('Cancel')
    await press(button('Cancel'))
    await soon(() => expect(error()?.textContent).toContain('The relay cannot be reached'))
    await close()
    await soon(() => expect(error()).toBeNull())
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Hello, world')
    await enabled('Cancel')
  })
})

describe('a flood of requests', () => {
  const requests = ['r1', 'r2', 'r3'].map((id) => signRequest([HELLO, OWN], { id }))
  const cancelled = (id: string) => ({ body: { ...signRequest([HELLO, OWN], { id }), status: 'rejected' } })
  const DISCONNECT = 'POST wallet-connect/sessions/s1/disconnect'

  test('can be ended from the third dialog on', async () => {
    const calls = network({
      [CANCEL]: cancelled('r1'),
      'POST wallet-connect/requests/r2/cancel': refusal(409, 'Settled already'),
      'POST wallet-connect/requests/r3/cancel': cancelled('r3'),
      [DISCONNECT]: { body: { ...SESSION, status: 'disconnected' } },
    })
    await openDialogs({ requests }, signModal('r1'), signModal('r2'))
    expect(text()).not.toContain('Disconnect and reject all')
    await act(() => openModal(signModal('r3')))
    await press('Disconnect and reject all')
    await soon(() => expect(calls.map(({ key }) => key)).toContain(DISCONNECT))
    expect(calls.at(-1)).toEqual({ key: DISCONNECT, query: '', body: { walletId: 'w1' } })
    expect(calls).toHaveLength(4)
    await soon(() => expect(store.get(sessionsAtom('w1'))[0]?.status).toBe('disconnected'))
  })

  test('is counted for each DApp alone', async () => {
    network({})
    const others = requests.map((item, index) => ({ ...item, sessionId: index === 2 ? 's9' : 's1' }))
    await openDialogs({ requests: others }, signModal('r1'), signModal('r2'), signModal('r3'))
    expect(dialog()).not.toBeNull()
    expect(text()).not.toContain('Disconnect and reject all')
  })
})
