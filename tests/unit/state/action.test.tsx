import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CanceledError, RequestError } from '#net/error.ts'
import { type Action, type OnError, useAction } from '#state/action.ts'
import { errorInfoAtom } from '#state/modals.ts'
import { store } from '#state/store.ts'

vi.mock('#ui/toast.ts', () => ({ toast: { error: vi.fn(), success: vi.fn(), info: vi.fn() } }))
const { toast } = await import('#ui/toast.ts')

const FIELD = 'Invalid verification Code'

interface ProbeProps<A extends unknown[], R> {
  fn: (...args: A) => Promise<R>
  options: OnError
  onDraw: (action: Action<A, R>) => void
}

function Probe<A extends unknown[], R>({ fn, options, onDraw }: ProbeProps<A, R>) {
  onDraw(useAction(fn, options))
  return null
}

const draw = <A extends unknown[], R>(fn: (...args: A) => Promise<R>, options: OnError) => {
  let latest: Action<A, R> | undefined
  const onDraw = (action: Action<A, R>) => {
    latest = action
  }
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Probe fn={fn} options={options} onDraw={onDraw} />))
  return () => latest as Action<A, R>
}

const failing = (error: unknown) => () => Promise.reject(error)
const refused = (status: number, message = 'No') =>
  new RequestError({ name: 'Request error', message, status, traceId: 't-1' })

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

afterEach(() => {
  store.set(errorInfoAtom, null)
  vi.mocked(toast.error).mockClear()
  vi.unstubAllGlobals()
})

test('works, one at a time', async () => {
  let finish = (_: string) => {}
  const fn = vi.fn(
    (_name: string) =>
      new Promise<string>((resolve) => {
        finish = resolve
      }),
  )
  const action = draw(fn, { onError: 'toast' })
  let first: Promise<string | undefined> | undefined
  act(() => {
    first = action().run('a')
  })
  expect(action().working).toBe(true)
  expect(await action().run('b')).toBeUndefined()
  await act(async () => finish('done'))
  expect(await first).toBe('done')
  expect(action().working).toBe(false)
  expect(fn).toHaveBeenCalledExactlyOnceWith('a')
})

describe('a failure', () => {
  test('in a toast', async () => {
    const action = draw(failing(refused(409, 'Already there')), { onError: 'toast' })
    await act(async () => expect(await action().run()).toBeUndefined())
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Already there')
    expect(action()).toMatchObject({ working: false, error: undefined })
  })

  test('in error-info', async () => {
    const action = draw(failing(refused(429, 'Try later')), { onError: 'error-info' })
    await act(async () => action().run())
    expect(store.get(errorInfoAtom)).toEqual({
      id: 'error-info',
      name: 'Request error',
      message: 'Try later',
      traceId: 't-1',
    })
    expect(toast.error).not.toHaveBeenCalled()
  })

  test.each([400, 403, 404, 409])('with %i at the field, and only there', async (status) => {
    const action = draw(failing(refused(status)), { onError: 'field', field: FIELD })
    await act(async () => action().run())
    expect(action().error).toBe(FIELD)
    expect(toast.error).not.toHaveBeenCalled()
    act(() => action().clear())
    expect(action().error).toBeUndefined()
  })

  test.each([429, 500, 502, 503])('with %i never at the field', async (status) => {
    const action = draw(failing(refused(status, 'Wait')), { onError: 'field', field: FIELD })
    await act(async () => action().run())
    expect(action().error).toBeUndefined()
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Wait')
  })

  test.each([
    ['no answer', new RequestError()],
    ['a mistake of the program', new TypeError('x is not a function')],
  ])('with %s reads Something went wrong', async (_, error) => {
    const action = draw(failing(error), { onError: 'field', field: FIELD })
    await act(async () => action().run())
    expect(action().error).toBeUndefined()
    expect(toast.error).toHaveBeenCalledExactlyOnceWith('Something went wrong')
  })

  test.each([
    ['401', refused(401)],
    ['given up', new CanceledError()],
  ])('that is dealt with elsewhere says nothing: %s', async (_, error) => {
    const action = draw(failing(error), { onError: 'error-info' })
    await act(async () => action().run())
    expect(store.get(errorInfoAtom)).toBeNull()
    expect(toast.error).not.toHaveBeenCalled()
  })
})
