import { describe, expect, test, vi } from 'vitest'
import type { Notice } from '#contract/notice.ts'
import { bestWindow, closeNotices, createTeller, openNotice, type Scope, showNotice } from '#sw/notices.ts'
import { NOT_THE_SHELL } from '#sw/shell.ts'

const notice: Notice = {
  kind: 'proposal',
  id: 's1',
  title: 'Swap',
  body: 'wants to connect',
  link: '/wallets?tab=dapps&wallet=w1&item=s1',
}

const window = (
  id: string,
  visibilityState: DocumentVisibilityState = 'hidden',
  focused = false,
  path = '/wallets',
) => {
  const posted: unknown[] = []
  const client = {
    id,
    url: `http://localhost:4173${path}`,
    visibilityState,
    focused,
    posted,
    postMessage: (message: unknown) => posted.push(message),
    focus: vi.fn(async () => client),
  }
  return client
}

const scope = (windows: ReturnType<typeof window>[]) => {
  const shown: { title: string; tag: string; close: () => void }[] = []
  const made = {
    registration: {
      showNotification: vi.fn(async (title: string, { tag = '' }: NotificationOptions = {}) => {
        shown.push({ title, tag, close: vi.fn() })
      }),
      getNotifications: vi.fn(async ({ tag }: { tag?: string } = {}) =>
        shown.filter((one) => tag === undefined || one.tag === tag),
      ),
    },
    clients: { matchAll: async () => windows, openWindow: vi.fn(async () => null) },
  }
  return { shown, made, scope: made as unknown as Scope }
}

describe('show', () => {
  test('tags the notice with its item, carries its link and answers', async () => {
    const sender = window('a', 'visible')
    const { made, scope: self } = scope([sender])
    await showNotice(self, notice, sender)
    expect(made.registration.showNotification).toHaveBeenCalledExactlyOnceWith(
      'Swap',
      expect.objectContaining({ body: 'wants to connect', tag: 'proposal:s1', data: { link: notice.link } }),
    )
    expect(sender.posted).toEqual([{ type: 'notice:shown', tag: 'proposal:s1' }])
  })

  test('shows nothing while another window is looked at', async () => {
    const sender = window('a')
    const { shown, scope: self } = scope([sender, window('b', 'visible')])
    await showNotice(self, notice, sender)
    expect(shown).toEqual([])
    expect(sender.posted).toEqual([])
  })

  test('a page that is not the app hides nothing from its user', async () => {
    const { shown, scope: self } = scope([window('a', 'visible', true, '/sandbox')])
    await showNotice(self, notice, null)
    expect(shown).toHaveLength(1)
  })
})

describe('several windows tell of one item', () => {
  test('the first is shown; another does not bring back what was clicked away', async () => {
    const { made, scope: self } = scope([])
    const tell = createTeller(self)
    await tell(notice, window('a'))
    await tell(notice, window('b'))
    await tell(notice, null)
    expect(made.registration.showNotification).toHaveBeenCalledOnce()
    await tell({ ...notice, id: 's2' }, window('b'))
    await tell(notice, window('a'))
    expect(made.registration.showNotification).toHaveBeenCalledTimes(3)
  })

  test('of the last two hundred items', async () => {
    const { made, scope: self } = scope([])
    const tell = createTeller(self)
    for (let item = 0; item < 201; item += 1) await tell({ ...notice, id: `s${item}` }, window('a'))
    await tell({ ...notice, id: 's1' }, window('b'))
    expect(made.registration.showNotification).toHaveBeenCalledTimes(201)
    await tell({ ...notice, id: 's0' }, window('b'))
    expect(made.registration.showNotification).toHaveBeenCalledTimes(202)
  })

  test('what was not shown yet may be told by another', async () => {
    const watched = window('c', 'visible')
    const { shown, scope: self } = scope([watched])
    const tell = createTeller(self)
    await tell(notice, window('a'))
    watched.visibilityState = 'hidden'
    await tell(notice, window('b'))
    expect(shown).toHaveLength(1)
  })
})

test('close takes back one tag, or all', async () => {
  const { shown, scope: self } = scope([])
  await showNotice(self, notice, null)
  await showNotice(self, { ...notice, id: 's2' }, null)
  await closeNotices(self, 'proposal:s2')
  expect(shown[0]?.close).not.toHaveBeenCalled()
  expect(shown[1]?.close).toHaveBeenCalledOnce()
  await closeNotices(self)
  expect(shown[0]?.close).toHaveBeenCalledOnce()
})

describe('click', () => {
  test('focuses a window first, then sends it the link', async () => {
    const client = window('a')
    const { made, scope: self } = scope([client])
    client.focus.mockImplementation(async () => {
      expect(client.posted).toEqual([])
      return client
    })
    await openNotice(self, { link: notice.link })
    expect(client.posted).toEqual([{ type: 'notice:open', link: notice.link }])
    expect(made.clients.openWindow).not.toHaveBeenCalled()
  })

  test.each([
    [{ link: notice.link }, notice.link],
    [{ link: 'https://evil.example' }, '/'],
    [{ link: '//evil.example' }, '/'],
    [undefined, '/'],
  ])('opens a window when there is none: %j', async (data, path) => {
    const { made, scope: self } = scope([])
    await openNotice(self, data)
    expect(made.clients.openWindow).toHaveBeenCalledExactlyOnceWith(path)
  })

  test('does not lead to a page that is not the app', async () => {
    const [sandbox, app] = [window('a', 'visible', true, '/sandbox'), window('b')]
    await openNotice(scope([sandbox, app]).scope, { link: notice.link })
    expect(sandbox.focus).not.toHaveBeenCalled()
    expect(app.posted).toEqual([{ type: 'notice:open', link: notice.link }])
  })

  test('prefers the focused window, then a visible one, then the last used', () => {
    const [a, b, c] = [window('a'), window('b', 'visible'), window('c', 'visible', true)]
    expect(bestWindow([a, b, c])).toBe(c)
    expect(bestWindow([a, b])).toBe(b)
    expect(bestWindow([a])).toBe(a)
    expect(bestWindow([])).toBeUndefined()
  })
})

test.each([
  ['/api/v1/users/my', true],
  ['/socket.io/', true],
  ['/sandbox', true],
  ['/sandbox/mailbox', true],
  ['/healthz', true],
  ['/wallets', false],
  ['/apiary', false],
  ['/sandboxes', false],
])('%s is left to the server: %s', (path, left) => {
  expect(NOT_THE_SHELL.some((pattern) => pattern.test(path))).toBe(left)
})
