import { Agent, get } from 'node:http'

/** A process of its own that calls, so that it takes nothing from what is measured. */
export interface Load {
  port: number
  calls: readonly { path: string; cookie: string }[]
}

const AT_ONCE = 16
const RUN_MS = 2_000

export interface Loaded {
  answers: number
  /** Answers a second. */
  rate: number
}

/** How many answers a second come on so many connections. */
const measure = async ({ port, calls }: Load): Promise<Loaded> => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const one = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const { path = '/', cookie = '' } = calls[index % calls.length] ?? {}
      const headers = { cookie, accept: 'application/json' }
      const request = get({ agent, port, host: '127.0.0.1', path, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode}`))
        answer.resume().once('end', resolve)
      })
      request.once('error', reject)
    })
  let answers = 0
  const from = performance.now()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (performance.now() - from < RUN_MS) {
        await one(answers)
        answers += 1
      }
    }),
  )
  const rate = (answers * 1000) / (performance.now() - from)
  agent.destroy()
  return { answers, rate }
}

process.on('message', (asked: Load) => {
  measure(asked).then(
    (loaded) => process.send?.(loaded),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
