import * as z from 'zod/mini'
import { freePorts } from '#tests/e2e/server.ts'
import type { Driver } from './driver.ts'
import { startUnseen, until } from './process.ts'

const Reply = z.object({ value: z.unknown() })
const Fault = z.object({ error: z.string(), message: z.string() })
const Session = z.object({ sessionId: z.string() })

/** The classic WebDriver, by HTTP. */
const client = (base: string) => async (method: 'GET' | 'POST', path: string, body?: unknown) => {
  const answer = await fetch(base + path, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  })
  const { value } = Reply.parse(await answer.json())
  if (answer.ok) return value
  const { error, message } = Fault.parse(value)
  throw new Error(`${path}: ${error}. ${message}`)
}

/** WebKitGTK's MiniBrowser. */
export const startWebKit = async (browser: string): Promise<Driver> => {
  const port = await freePorts()
  // Its sandbox needs rights that a container does not give.
  const env = { ...process.env, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LIBGL_ALWAYS_SOFTWARE: '1' }
  const driver = startUnseen('WebKitWebDriver', [`--port=${port}`], env)
  try {
    const root = client(`http://127.0.0.1:${port}`)
    await until('WebKitWebDriver', () => root('GET', '/status'))
    const options = { binary: browser, args: ['--automation', '--geometry=1280x900'] }
    const { sessionId } = Session.parse(
      await root('POST', '/session', {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
      }),
    )
    const call = client(`http://127.0.0.1:${port}/session/${sessionId}`)
    await call('POST', '/timeouts', { script: 30_000, pageLoad: 60_000 })
    return {
      name: 'WebKitGTK',
      async navigate(url) {
        await call('POST', '/url', { url })
      },
      async reload() {
        await call('POST', '/refresh')
      },
      async evaluate(expression) {
        const script = `const done = arguments[0]
          Promise.resolve().then(() => (${expression})).then(
            (value) => done({ value: JSON.stringify(value) }), (error) => done({ error: String(error) }))`
        const answer = z
          .object({ value: z.nullish(z.string()), error: z.nullish(z.string()) })
          .parse(await call('POST', '/execute/async', { script, args: [] }))
        if (typeof answer.error === 'string') throw new Error(answer.error)
        return typeof answer.value === 'string' ? JSON.parse(answer.value) : undefined
      },
      async act(actions) {
        await call('POST', '/actions', { actions })
      },
      async shoot() {
        return z.string().parse(await call('GET', '/screenshot'))
      },
      stop: () => driver.stop(),
    }
  } catch (error) {
    await driver.stop()
    throw new Error(`WebKitGTK did not start:\n${driver.output()}`, { cause: error })
  }
}
