import { describe, expect, it } from 'vitest'
import {
  INVITE_STATUSES,
  REQUEST_STATUSES,
  SESSION_STATUSES,
  TRANSACTION_STATUSES,
  WALLET_STATUSES,
} from '#contract/status.ts'
import { approverBadge, requestBadge, sessionBadge, transactionBadge, walletBadge } from '#domain/badge.ts'
import {
  hostOf,
  isConnected,
  listedSessions,
  pendingSessions,
  requestKind,
  sessionAction,
} from '#domain/dapp.ts'
import { hexToText } from '#domain/hex.ts'
import { isRawHash, messageHex, personalSign, sendTransaction } from '#domain/request.ts'

describe('sessions', () => {
  const session = (status: (typeof SESSION_STATUSES)[number], fields: object = {}) => ({
    status,
    shouldShow: true,
    deletedAt: null,
    ...fields,
  })

  it('are listed unless rejected, created, deleted or flagged away', () => {
    const listed = listedSessions([
      ...SESSION_STATUSES.map((status) => session(status)),
      session('connected', { deletedAt: '2024-03-05T14:07:09Z' }),
      session('connected', { shouldShow: false }),
    ])
    expect(listed.map(({ status }) => status)).toEqual(['pending-approval', 'connected', 'disconnected'])
  })

  it.each([
    ['connected', 'disconnect', 'ok', 'Connected'],
    ['pending-approval', 'connect', 'warn', 'Pending approval'],
    ['disconnected', undefined, 'bad', 'Disconnected'],
    ['rejected', undefined, 'bad', 'Rejected'],
    ['created', undefined, 'neutral', 'Created'],
    ['unknown', undefined, 'neutral', 'Unknown'],
  ] as const)('that are %s offer %s and have a badge of tone %s', (status, action, tone, text) => {
    expect(sessionAction({ status })).toBe(action)
    expect(sessionBadge(status)).toEqual({ tone, text })
  })

  it('wait for an answer while they are proposals that are listed', () => {
    const waiting = pendingSessions([
      ...SESSION_STATUSES.map((status) => session(status)),
      session('pending-approval', { deletedAt: '2024-03-05T14:07:09Z' }),
    ])
    expect(waiting.map(({ status }) => status)).toEqual(['pending-approval'])
  })

  it('tick off the first step once one is connected', () => {
    expect(isConnected([session('pending-approval'), session('connected')])).toBe(true)
    expect(isConnected([session('pending-approval'), session('disconnected')])).toBe(false)
    expect(isConnected([session('connected', { deletedAt: '2024-03-05T14:07:09Z' })])).toBe(false)
    expect(isConnected([])).toBe(false)
  })
})

describe('the host of a dApp', () => {
  it.each([
    ['https://App.Tidewater.example/pool?x=1', 'app.tidewater.example'],
    ['http://127.0.0.1:4175', '127.0.0.1:4175'],
    ['https://good.example@evil.example/', 'evil.example'],
    ['https://evil.example\\@good.example', 'evil.example'],
    ['https://evil.example#@good.example', 'evil.example'],
    ['tidewater.example', ''],
    ['', ''],
  ])('of %s is %s', (url, host) => {
    expect(hostOf(url)).toBe(host)
  })
})

describe('requests', () => {
  it.each([
    ['pending', 'warn', 'Pending'],
    ['rejected', 'bad', 'Rejected'],
    ['confirmed', 'ok', 'Confirmed'],
    ['executed', 'ok', 'Executed'],
    ['unknown', 'neutral', 'Unknown'],
  ] as const)('that are %s have a badge of tone %s', (status, tone, text) => {
    expect(requestBadge(status)).toEqual({ tone, text })
  })

  it.each([
    ['personal_sign', 'personal-sign'],
    ['eth_sendTransaction', 'send-transaction'],
    ['eth_signTypedData_v4', undefined],
    ['', undefined],
  ])('of method %s open the dialog %s', (method, kind) => {
    expect(requestKind({ method })).toBe(kind)
  })
})

describe('every status of every list', () => {
  it('has a badge with a text', () => {
    const badges = [
      ...SESSION_STATUSES.map(sessionBadge),
      ...REQUEST_STATUSES.map(requestBadge),
      ...WALLET_STATUSES.map(walletBadge),
      ...INVITE_STATUSES.map(approverBadge),
      ...TRANSACTION_STATUSES.map(transactionBadge),
    ]
    for (const { tone, text } of badges) {
      expect(['ok', 'warn', 'bad', 'accent', 'neutral']).toContain(tone)
      expect(text).toMatch(/^[A-Z][a-z. ]+$/)
    }
  })

  it('is neutral when it is not known', () => {
    for (const badge of [walletBadge, approverBadge, transactionBadge])
      expect(badge('unknown').tone).toBe('neutral')
    expect(walletBadge('pending-removal-approval')).toEqual({
      tone: 'warn',
      text: 'Pending removal approval',
    })
    expect(transactionBadge('broadcasting')).toEqual({ tone: 'accent', text: 'Sending to blockchain...' })
  })
})

describe('a request to sign', () => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'

  it.each([
    [['0x48656c6c6f', address]],
    [[address, '0x48656c6c6f']],
    [['0x48656c6c6f', address, 'a third one']],
  ])('reads its parameters in either order: %j', (params) => {
    expect(personalSign(params)).toEqual({ data: '0x48656c6c6f', address })
  })

  it('takes two addresses as data and signer', () => {
    const other = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    expect(personalSign([other, address])).toEqual({ data: other, address })
  })

  it.each([[[]], [['0x48']], [['0x48', '0x49']], [[1, address]], [[address, null]], [[{}, {}]]])(
    'is malformed as %j',
    (params) => {
      expect(personalSign(params)).toBeUndefined()
    },
  )

  it.each([
    [`0x${'ab'.repeat(32)}`, true],
    [`0x${'ab'.repeat(31)}`, false],
    [`0x${'ab'.repeat(33)}`, false],
    // 'Sign in to Tidewater, please. ok' and 32 bytes with one that cannot be printed.
    [`0x${Buffer.from('Sign in to Tidewater, please. ok').toString('hex')}`, false],
    [`0x${Buffer.from('Sign in to Tidewater, please.\u200b').toString('hex')}`, true],
    [`0x${Buffer.from('Sign in to Tidewater, please. o\u0007').toString('hex')}`, true],
    [`0x${'00'.repeat(32)}`, true],
    ['x'.repeat(64), false],
  ])('of %s is a raw hash: %s', (data, raw) => {
    expect(isRawHash(data)).toBe(raw)
  })
})

describe('a message', () => {
  it.each([['0x48656c6c6f'], ['0x']])('that is hex data stays %s', (data) => {
    expect(messageHex(data)).toBe(data)
  })

  it.each([['Hello'], ['Grüße, 世界\nand % more'], ['']])('in plain text %j becomes its bytes', (text) => {
    const hex = messageHex(text) ?? ''
    expect(hex).toBe(`0x${Buffer.from(text, 'utf8').toString('hex')}`)
    if (text) expect(hexToText(hex)).toBe(text)
  })

  it('with half a character is none', () => {
    expect(messageHex('\ud800')).toBeUndefined()
  })
})

describe('a request to send', () => {
  const from = '0x52908400098527886E0F7030069857D2E4169EE7'
  const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

  it('shows its value in coins and keeps the raw one', () => {
    expect(sendTransaction([{ from, to, value: '0xde0b6b3a7640001', data: '0xa9059cbb' }])).toEqual({
      from,
      to,
      value: '1.000000000000000001',
      rawValue: '0xde0b6b3a7640001',
      data: '0xa9059cbb',
    })
  })

  it('may create a contract, send nothing, and name its data input', () => {
    expect(sendTransaction([{ from, input: '0x6080' }])).toEqual({
      from,
      to: undefined,
      value: '0',
      rawValue: '0x0',
      data: '0x6080',
    })
  })

  it.each([
    ['data', { data: '' }],
    ['input', { input: '' }],
    ['data beside input', { data: '', input: '0x' }],
  ])('may write nothing as an empty %s', (_, more) => {
    expect(sendTransaction([{ from, to, ...more }])).toMatchObject({ data: '0x' })
  })

  it.each([
    [[]],
    [[null]],
    [['0x']],
    [[{ to }]],
    [[{ from, value: '1' }]],
    [[{ from, value: `0x${'f'.repeat(65)}` }]],
    [[{ from, data: 'hello' }]],
  ])('is malformed as %j', (params) => {
    expect(sendTransaction(params)).toBeUndefined()
  })
})
