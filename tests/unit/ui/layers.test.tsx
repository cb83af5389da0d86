import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from './render.tsx'

interface Entry {
  state: unknown
  url: string
}

/** The browser's history, whose moves arrive when the test lets them. */
class FakeHistory {
  entries: Entry[] = [{ state: null, url: '/before' }]
  at = 0
  moves: number[] = []
  get state() {
    return this.entries[this.at]?.state ?? null
  }
  get url() {
    return this.entries[this.at]?.url
  }
  get length() {
    return this.entries.length
  }
  pushState(state: unknown, _: string, url?: string) {
    this.entries = [...this.entries.slice(0, this.at + 1), { state, url: url || this.url || '' }]
    this.at += 1
  }
  replaceState(state: unknown, _: string, url?: string) {
    this.entries[this.at] = { state, url: url || this.url || '' }
  }
  go(by: number) {
    this.moves.push(by)
  }
  back() {
    this.go(-1)
  }
  /** The oldest move that was asked for arrives. */
  arrive() {
    const by = this.moves.shift()
    if (by === undefined) throw new Error('Nothing moves.')
    this.at += by
    dispatchEvent(new PopStateEvent('popstate', { state: this.state }))
  }
}

let history: FakeHistory
let view: Awaited<ReturnType<typeof render>>
/** Of the module as this test has it. */
let listeners: EventListener[]
let useLayer: typeof import('#ui/layers.ts').useLayer
const heard = vi.fn<() => void>()
const closed = vi.fn<(what: string) => void>()

function Open({ what }: { what: string }) {
  useLayer(true, () => closed(what))
  return null
}

const show = (...open: string[]) => view.draw(open.map((what) => <Open key={what} what={what} />))
/** Everything that waits for the next moment has had it. */
const settled = () => vi.advanceTimersByTimeAsync(10)

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  history = new FakeHistory()
  vi.stubGlobal('History', FakeHistory)
  vi.stubGlobal('history', history)
  const listen = vi.spyOn(globalThis, 'addEventListener')
  ;({ useLayer } = await import('#ui/layers.ts'))
  listeners = listen.mock.calls.map(([, listener]) => listener as EventListener)
  listen.mockRestore()
  addEventListener('popstate', heard)
  history.pushState(null, '', '/page')
  await settled()
  view = await render(null)
  closed.mockReset()
  heard.mockReset()
})
afterEach(async () => {
  for (const listener of [heard, ...listeners]) removeEventListener('popstate', listener)
  await view.remove()
  await settled()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('what is open has an entry of its own: Back closes it, closing takes the entry away', async () => {
  await show('menu')
  await settled()
  expect([history.url, history.state]).toEqual(['/page', { layer: 1, page: null }])
  history.back()
  history.arrive()
  expect(closed.mock.calls).toEqual([['menu']])
  await show()
  await settled()
  expect([history.moves, history.at]).toEqual([[], 1])
  await show('dialog')
  await settled()
  await show()
  await settled()
  expect(history.moves).toEqual([-1])
  history.arrive()
  expect([history.url, history.state]).toEqual(['/page', null])
})

test('Back, before what follows a menu has its entry, closes that and leaves the page where it is', async () => {
  await show('menu')
  await settled()
  await show()
  await settled()
  await show('dialog')
  await settled()
  history.back()
  history.arrive()
  heard.mockReset()
  history.arrive()
  expect(closed.mock.calls).toEqual([['dialog']])
  expect(heard).not.toHaveBeenCalled()
  await show()
  await settled()
  history.arrive()
  await settled()
  expect([history.url, history.state, history.moves]).toEqual(['/page', null, []])
})

test('a move of its own that comes late is no Back', async () => {
  await show('panel', 'menu')
  await settled()
  expect(history.state).toEqual({ layer: 2, page: null })
  await show('panel')
  await settled()
  expect(history.moves).toEqual([-1])
  await vi.advanceTimersByTimeAsync(2000)
  await show('panel', 'list')
  await settled()
  history.arrive()
  await settled()
  expect(closed).not.toHaveBeenCalled()
  expect([history.url, history.state, history.moves]).toEqual(['/page', { layer: 2, page: null }, []])
  history.back()
  history.arrive()
  expect(closed.mock.calls).toEqual([['list']])
})

test('nor is one that is late and followed by another', async () => {
  await show('panel', 'menu')
  await settled()
  await show('panel')
  await vi.advanceTimersByTimeAsync(2000)
  await show()
  await settled()
  history.arrive()
  await settled()
  history.arrive()
  await settled()
  expect(closed).not.toHaveBeenCalled()
  expect([history.url, history.state, history.moves]).toEqual(['/page', null, []])
})
