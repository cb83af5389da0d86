import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { freePorts } from '#tests/e2e/server.ts'
import type { Driver } from './driver.ts'
import { start, until } from './process.ts'

const Reply = z.object({
  id: z.nullish(z.number()),
  result: z.optional(z.unknown()),
  message: z.optional(z.string()),
})
const Context = z.object({ context: z.string() })
const Evaluated = z.union([
  z.object({ type: z.literal('success'), result: z.object({ value: z.optional(z.string()) }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
])
const Picture = z.object({ data: z.string() })

/** WebDriver BiDi over its socket. */
const connect = async (url: string) => {
  const socket = new WebSocket(url)
  await new Promise<void>((done, fail) => socket.once('open', done).once('error', fail))
  const waiting = new Map<number, { done(result: unknown): void; fail(error: Error): void }>()
  let last = 0
  socket.on('message', (data) => {
    const { id, result, message } = Reply.parse(JSON.parse(String(data)))
    const call = waiting.get(id ?? -1)
    if (!call) return
    waiting.delete(id ?? -1)
    if (message === undefined) call.done(result)
    else call.fail(new Error(message))
  })
  return {
    call: (method: string, params: Record<string, unknown>) =>
      new Promise<unknown>((done, fail) => {
        last += 1
        waiting.set(last, { done, fail })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.terminate(),
  }
}

/** Debian's Firefox, without a window, in a new profile. */
export const startFirefox = async (binary: string): Promise<Driver> => {
  const profile = await mkdtemp(join(tmpdir(), 'countersign-firefox-'))
  const port = await freePorts()
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', String(port)]
  const firefox = start(binary, args, { ...process.env, HOME: profile })
  const stop = async () => {
    await firefox.stop()
    await rm(profile, { recursive: true, force: true })
  }
  try {
    const bidi = await until('Firefox', () => connect(`ws://127.0.0.1:${port}/session`))
    await bidi.call('session.new', { capabilities: {} })
    // The first tab's page has no focus: its address bar has.
    const { context } = Context.parse(await bidi.call('browsingContext.create', { type: 'tab' }))
    await bidi.call('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } })
    return {
      name: 'Firefox',
      async navigate(url) {
        await bidi.call('browsingContext.navigate', { context, url, wait: 'complete' })
      },
      async reload() {
        await bidi.call('browsingContext.reload', { context, wait: 'complete' })
      },
      async evaluate(expression) {
        const answer = Evaluated.parse(
          await bidi.call('script.evaluate', {
            expression: `(async () => JSON.stringify(await (${expression})))()`,
            ...{ target: { context }, awaitPromise: true },
          }),
        )
        if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
        return answer.result.value === undefined ? undefined : JSON.parse(answer.result.value)
      },
      async act(actions) {
        await bidi.call('input.performActions', { context, actions })
      },
      async shoot() {
        return Picture.parse(await bidi.call('browsingContext.captureScreenshot', { context })).data
      },
      async stop() {
        bidi.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw new Error(`Firefox did not start:\n${firefox.output()}`, { cause: error })
  }
}
