import 'fake-indexeddb/auto'
import { Provider } from 'jotai'
import { type ReactNode, act as reactAct, StrictMode, Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { expect, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { Elsewhere } from '#app/Elsewhere.tsx'
import { Modals } from '#app/Modals.tsx'
import { Reach } from '#app/Reach.tsx'
import { PAGES } from '#app/routes.ts'
import { type Auth, authAtom, SIGNED_OUT } from '#state/auth.ts'
import { modalsAtom } from '#state/modals.ts'
import { watchOnline } from '#state/online.ts'
import '#state/session.ts'
import { store } from '#state/store.ts'
import { Toaster } from '#ui/Toaster.tsx'

/** The screens as the app shows them, without the guards, over a network that answers what a test says. */

watchOnline(window)

/** React lets what is done here through to the page at once; what comes later, as in a browser. */
export const act = async (run: () => unknown) => {
  const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  environment.IS_REACT_ACT_ENVIRONMENT = true
  try {
    await reactAct(async () => {
      await run()
    })
  } finally {
    environment.IS_REACT_ACT_ENVIRONMENT = false
  }
}

export const PAIR = { connectionId: 'c1', oneTimeToken: 't1', expiresAt: '2030-01-01T00:00:00.000Z' }

export type Reply = { status?: number; body?: unknown } | 'no answer'
export type Answers = Record<string, Reply | Reply[] | (() => Promise<Reply>)>

interface Call {
  key: string
  query: string
  body: unknown
}

const quiet: Answers = {
  'GET config': { status: 404, body: { name: 'NotFoundError', message: 'None' } },
  'GET wallets': { body: { items: [], total: 0 } },
  'GET invites': { body: { items: [], total: 0 } },
}

/** Replaces the network; a list is answered one by one, its last entry for good. Answers the calls made. */
export const network = (answers: Answers): Call[] => {
  const all: Answers = { ...quiet, ...answers }
  const calls: Call[] = []
  const seen = new Map<string, number>()
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const url = new URL(input, 'http://localhost')
    const key = `${init.method} ${url.pathname.slice('/api/v1/'.length)}`
    if (key !== 'GET config') {
      calls.push({ key, query: url.search, body: init.body ? JSON.parse(String(init.body)) : undefined })
    }
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    const answer = all[key]
    if (answer === undefined) throw new Error(`No answer for ${key}`)
    const reply = await (Array.isArray(answer)
      ? answer[Math.min(count, answer.length - 1)]
      : typeof answer === 'function'
        ? answer()
        : answer)
    if (reply === undefined || reply === 'no answer') throw new TypeError('Failed to fetch')
    return new Response(reply.body === undefined ? null : JSON.stringify(reply.body), {
      status: reply.status ?? 200,
    })
  })
  return calls
}

/** A call that the test lets come to its end. */
export const held = () => {
  let answer: (reply: Reply) => void = () => undefined
  const reply = new Promise<Reply>((resolve) => {
    answer = resolve
  })
  return { reply: () => reply, answer: (given: Reply) => act(() => answer(given)) }
}

export const refusal = (status: number, message = `Refused with ${status}`): Reply => ({
  status,
  body: { name: 'SomeError', message },
})

/** Pages that the first screen does not know. */
const ELSEWHERE = ['/freeze', '/recover', '/release']

let root: Root | undefined

/** Draws over the app's store, in place of what was drawn before. */
export const mount = async (node: ReactNode) => {
  await unmount()
  const box = document.createElement('div')
  document.body.append(box)
  root = createRoot(box)
  await act(() =>
    root?.render(
      <Provider store={store}>
        <Reach>{node}</Reach>
      </Provider>,
    ),
  )
}

export const unmount = async () => {
  await act(() => root?.unmount())
  root = undefined
  document.body.replaceChildren()
}

export const close = async () => {
  await unmount()
  store.set(authAtom, SIGNED_OUT)
  store.set(modalsAtom, [])
}

export const open = async (path: string, auth: Partial<Auth> = {}) => {
  await close()
  store.set(authAtom, { ...SIGNED_OUT, ...auth })
  history.replaceState(null, '', path)
  await mount(
    <>
      <StrictMode>
        <Suspense fallback={null}>
          <Switch>
            {PAGES.map(({ path: route, Screen }) => (
              <Route key={route} path={route} component={Screen} />
            ))}
            {ELSEWHERE.map((route) => (
              <Route key={route} path={route} component={Elsewhere} />
            ))}
            <Route>elsewhere</Route>
          </Switch>
        </Suspense>
        <Modals />
      </StrictMode>
      <Toaster />
    </>,
  )
  await soon(() => expect(document.body.textContent).not.toBe(''))
}

/** Waits until the check passes. */
export const soon = (check: () => void) => vi.waitFor(check, { timeout: 8000, interval: 10 })

/** Lets everything that is under way come to its end. */
export const settle = async () => {
  for (let turn = 0; turn < 5; turn++) {
    await act(() => vi.dynamicImportSettled())
    await act(() => new Promise((done) => setTimeout(done)))
  }
}

export const here = () => location.pathname + location.search
export const heading = () => document.querySelector('h1')?.textContent
export const text = () => document.body.textContent ?? ''
export const shows = (words: string) => soon(() => expect(text()).toContain(words))

const named = <T extends Element>(selector: string, name: string): T => {
  const found = [...document.querySelectorAll<T>(selector)].find(
    (element) => (element.getAttribute('aria-label') ?? element.textContent) === name,
  )
  if (!found) throw new Error(`There is no ${selector} '${name}' on: ${text()}`)
  return found
}

export const button = (name: string) => named<HTMLButtonElement>('button', name)
export const link = (name: string) => named<HTMLAnchorElement>('a', name)

export const field = (): HTMLInputElement => {
  const input = document.querySelector('input')
  if (!input) throw new Error(`There is no field on: ${text()}`)
  return input
}

export const press = (name: string) => act(() => button(name).click())

const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

export const type = (value: string) =>
  act(() => {
    const input = field()
    setValue?.call(input, value)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

/** Types and presses Enter. */
export const enter = async (value: string) => {
  await type(value)
  await act(() => field().form?.requestSubmit())
}

/** What stands at the field, and what is told to a screen reader about it. */
export const fieldError = () => {
  const input = field()
  const id = input.getAttribute('aria-describedby')
  return input.getAttribute('aria-invalid') === 'true' && id
    ? document.getElementById(id)?.textContent
    : undefined
}

export const toasts = () =>
  [...document.querySelectorAll('[class*="Toastify__toast "],.Toastify__toast')].map(
    (toast) => toast.textContent,
  )

export const goOffline = (offline: boolean) =>
  act(() => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!offline)
    dispatchEvent(new Event(offline ? 'offline' : 'online'))
  })
