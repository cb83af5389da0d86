import { createStore } from 'jotai'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Notice } from '#contract/notice.ts'
import { exactAmount } from '#domain/amount.ts'
import { ENGLISH, writeAs } from '#domain/notation.ts'
import { german as notation } from '#domain/notations/de.ts'
import { NOTICE_SAYINGS } from '#domain/notice.ts'
import { keepNoticeWords, noticeWordsAtom } from '#state/noticewords.ts'
import { patiently } from '#sw/kept.ts'
import type { Scope } from '#sw/notices.ts'
import { onPush, reviewNotices } from '#sw/push.ts'
import { createAsk, createReader, type Finding } from '#sw/read.ts'
import { createWants } from '#sw/wants.ts'
import { createSpeaker } from '#sw/words.ts'
import { approval, session, transaction, wallet, wcRequest } from '#tests/unit/state/fixture.ts'
import { all } from '#text/de/all.ts'
import { speak } from '#text/speech.ts'

const notice: Notice = {
  kind: 'proposal',
  id: 's1',
  title: 'Swap',
  body: 'wants to connect',
  link: '/wallets?tab=dapps&wallet=w1&item=s1',
}
const settled: Finding = { state: 'settled' }

const scope = (tags: string[] = [], visible = false) => {
  const shown = tags.map((tag) => ({ tag, close: vi.fn() }))
  const showNotification = vi.fn(async () => undefined)
  const made = {
    registration: {
      showNotification,
      getNotifications: async ({ tag }: { tag?: string } = {}) =>
        shown.filter((one) => tag === undefined || one.tag === tag),
    },
    clients: {
      matchAll: async () =>
        visible ? [{ id: 'a', url: 'http://localhost:4173/', visibilityState: 'visible' }] : [],
      openWindow: async () => null,
    },
  }
  return { shown, showNotification, self: made as unknown as Scope }
}

describe('a message of Web Push', () => {
  test('tells of its item in the words of a hidden page, under the same tag', async () => {
    const { self, showNotification } = scope()
    const read = vi.fn(async (): Promise<Finding> => ({ state: 'waits', notice }))
    await onPush(self, read, { kind: 'proposal', id: 's1' })
    expect(read).toHaveBeenCalledExactlyOnceWith({ kind: 'proposal', id: 's1' })
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      'Swap',
      expect.objectContaining({ body: 'wants to connect', tag: 'proposal:s1', data: { link: notice.link } }),
    )
  })

  test.each([
    ['proposal', '/wallets?tab=dapps&item=x'],
    ['personal-sign', '/wallets?tab=requests&item=x'],
    ['send-transaction', '/wallets?tab=requests&item=x'],
    ['approval', '/guardian-hub?filter=approvals&item=x'],
  ])('says that something waits when the %s cannot be read', async (kind, link) => {
    const { self, showNotification } = scope()
    await onPush(self, () => Promise.reject(new Error('no network')), { kind, id: 'x' })
    expect(showNotification).toHaveBeenCalledExactlyOnceWith(
      'Countersign',
      expect.objectContaining({ body: 'Something waits for you.', tag: `${kind}:x`, data: { link } }),
    )
  })

  test('says nothing of what is answered, and takes back what was said', async () => {
    const { self, shown, showNotification } = scope(['proposal:s1', 'proposal:s2'])
    await onPush(self, async () => settled, { kind: 'proposal', id: 's1' })
    expect(showNotification).not.toHaveBeenCalled()
    expect(shown.map(({ close }) => close.mock.calls.length)).toEqual([1, 0])
  })

  test('says nothing while a window of the app is looked at', async () => {
    const { self, showNotification } = scope([], true)
    await onPush(self, async () => ({ state: 'waits', notice }), { kind: 'proposal', id: 's1' })
    expect(showNotification).not.toHaveBeenCalled()
  })

  describe('in the language that the last page spoke', () => {
    afterEach(() => writeAs(ENGLISH))

    const titles = async (finding: Notice | (() => Notice), kept: unknown) => {
      const { self, showNotification } = scope()
      const speaker = createSpeaker(async () => kept)
      await onPush(
        self,
        async () => ({ state: 'waits', notice: typeof finding === 'function' ? finding() : finding }),
        { kind: 'proposal', id: 's1' },
        speaker,
      )
      const [title, options] = showNotification.mock.calls[0] as unknown as [string, { body: string }]
      return [title, options.body]
    }
    const german = () => {
      const page = createStore()
      speak(all)
      writeAs(notation)
      keepNoticeWords(page)
      speak()
      writeAs(ENGLISH)
      return { version: 1, value: page.get(noticeWordsAtom) }
    }
    const declined = { ...notice, title: 'Declined by ada@example.com', body: '0.25 RBNT · To 0x12…34' }

    test('everything that a notice says is said in it, what is put in as it is', async () => {
      const kept = german()
      expect(Object.keys(kept.value)).toEqual([...NOTICE_SAYINGS, '0.5'])
      expect(await titles(notice, kept)).toEqual(['Swap', 'möchte sich verbinden'])
      expect(await titles(declined, kept)).toEqual([
        'Abgelehnt von ada@example.com',
        '0.25 RBNT · An 0x12…34',
      ])
    })

    test('numbers are written in it as its reader writes them', async () => {
      const received = () => ({ ...notice, body: exactAmount('250000', 6, 'usdc') })
      expect(await titles(received, german())).toEqual(['Swap', '0,25 USDC'])
      expect(await titles(received, {})).toEqual(['Swap', '0.25 USDC'])
    })

    test.each([undefined, {}, { value: 1 }, { value: {} }, { value: { Swap: 7 } }])(
      'and in English where %j is kept',
      async (kept) => expect(await titles(declined, kept)).toEqual([declined.title, declined.body]),
    )
  })

  test.each([undefined, null, 'text', {}, { kind: 'party', id: 'x' }, { kind: 'proposal' }])(
    'is ignored when it is %j',
    async (message) => {
      const { self, showNotification } = scope()
      const read = vi.fn()
      await onPush(self, read, message)
      expect(read).not.toHaveBeenCalled()
      expect(showNotification).not.toHaveBeenCalled()
    },
  )
})

test('a review takes back what was answered, and nothing that cannot be read', async () => {
  const { self, shown } = scope(['proposal:s1', 'personal-sign:r1', 'approval:gone', 'else'])
  await reviewNotices(self, async ({ kind }) => {
    if (kind === 'proposal') return { state: 'waits', notice }
    if (kind === 'personal-sign') return settled
    throw new Error('offline')
  })
  expect(shown.map(({ close }) => close.mock.calls.length)).toEqual([0, 1, 0, 0])
})

describe('reading an item', () => {
  const received = transaction('t1', [], {
    status: 'success',
    accountTxs: [{ walletId: 'w1', accountId: 'a1', direction: 'income' }],
  })
  const answers: Record<string, unknown> = {
    '/api/v1/wallet-connect/sessions/s1': session('s1', 'w1', { status: 'pending-approval' }),
    '/api/v1/wallet-connect/sessions/s2': session('s2', 'w1', { status: 'rejected' }),
    '/api/v1/wallet-connect/requests/r1': wcRequest('r1', 'w1'),
    '/api/v1/wallet-connect/requests/r2': wcRequest('r2', 'w1', { method: 'eth_sendTransaction' }),
    '/api/v1/wallet-connect/requests/r3': wcRequest('r3', 'w1', { status: 'executed' }),
    '/api/v1/wallets': { items: [wallet('w0'), wallet('w1')], total: 2 },
    '/api/v1/transactions?walletId=w0&limit=20': { items: [], total: 0 },
    '/api/v1/transactions?walletId=w1&limit=20': { items: [received], total: 1 },
    '/api/v1/approval-flow': { items: [approval('p1'), approval('p2', { status: 'skipped' })], total: 2 },
  }
  const fetch = vi.fn(async (path: string, _: RequestInit) =>
    path in answers ? Response.json(answers[path]) : Response.json({}, { status: 404 }),
  )
  const read = createReader(createAsk(fetch))

  test.each([
    ['proposal', 's1', 'Swap'],
    ['proposal', 's2', undefined],
    ['personal-sign', 'r1', 'New personal sign request'],
    ['send-transaction', 'r2', 'New send transaction request'],
    ['personal-sign', 'r3', undefined],
    ['approval', 'p1', 'New transaction approval'],
    ['approval', 'p2', undefined],
    ['approval', 'p3', undefined],
    ['received', 't1', 'Money received'],
    ['received', 't2', undefined],
  ] as const)('%s %s: %s', async (kind, id, title) => {
    const finding = await read({ kind, id })
    expect(finding.state === 'waits' ? finding.notice.title : undefined).toBe(title)
    expect(fetch.mock.lastCall?.[1]).toMatchObject({ credentials: 'same-origin' })
  })

  test('one of another account, or of nobody, is nothing to tell', async () => {
    expect(await read({ kind: 'proposal', id: 'unknown' })).toEqual(settled)
    const nobody = createReader(createAsk(async () => Response.json({}, { status: 401 })))
    expect(await nobody({ kind: 'approval', id: 'p1' })).toEqual(settled)
  })

  test('says that a transaction is sent that its owner hears of late', async () => {
    const approval = { required: 1, approved: 1, expiresAt: '', guardians: [] }
    const mined = transaction('t3', [], {
      status: 'success',
      approval,
      accountTxs: [{ walletId: 'w1', accountId: 'a1', direction: 'outcome' }],
    })
    const late = createReader(
      createAsk(async (path) =>
        Response.json({ items: path.includes('/transactions') ? [mined] : [wallet('w1')], total: 1 }),
      ),
    )
    expect(await late({ kind: 'approved', id: 't3' })).toMatchObject({ notice: { title: 'Approved, sent' } })
    expect(await late({ kind: 'declined', id: 't3' })).toEqual(settled)
  })

  test('says nothing of a kind that its user has turned off', async () => {
    const kept = vi.fn(async (): Promise<unknown> => ({ version: 1, value: ['received'] }))
    const picky = createReader(createAsk(fetch), createWants(kept))
    expect(await picky({ kind: 'approval', id: 'p1' })).toEqual(settled)
    expect((await picky({ kind: 'received', id: 't1' })).state).toBe('waits')
    for (const unread of [undefined, { value: 1 }]) {
      kept.mockResolvedValue(unread)
      expect((await picky({ kind: 'approval', id: 'p1' })).state).toBe('waits')
    }
  })

  test('waits no longer than two seconds for what its user wants', async () => {
    vi.useFakeTimers()
    const wants = createWants(patiently(() => new Promise(() => undefined)))('approval')
    await vi.advanceTimersByTimeAsync(2000)
    expect(await wants).toBe(true)
    vi.useRealTimers()
    expect(await patiently(() => Promise.reject(new Error()))('any')).toBeUndefined()
  })

  test('fails while the server does', async () => {
    const broken = createReader(createAsk(async () => new Response(null, { status: 502 })))
    await expect(broken({ kind: 'approval', id: 'p1' })).rejects.toThrow('502')
  })
})
