import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPulse } from '#net/pulse.ts'

let watched: boolean
let answers: (() => void)[]
let told: string[]
let pulse: ReturnType<typeof createPulse>

beforeEach(() => {
  vi.useFakeTimers()
  watched = true
  answers = []
  told = []
  pulse = createPulse({
    isWatched: () => watched,
    ask: (onAnswer) => answers.push(onAnswer),
    onSilent: () => told.push('silent'),
    onHeard: () => told.push('heard'),
    onDead: () => told.push('dead'),
  })
})
afterEach(() => {
  pulse.stop()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const answer = () => answers.at(-1)?.()

test('asks again and again, and says within five seconds that nobody answers', async () => {
  pulse.start()
  expect(answers).toHaveLength(1)
  for (let asked = 1; asked < 5; asked++) {
    answer()
    await pass(1500)
    expect(answers).toHaveLength(asked + 1)
  }
  answer()
  await pass(4999)
  expect(told).toEqual(['silent'])
})

test('a late answer is heard; without one the connection is given up', async () => {
  pulse.start()
  await pass(3400)
  answer()
  expect(told).toEqual(['silent', 'heard'])
  await pass(1500 + 3400)
  expect(told).toEqual(['silent', 'heard', 'silent'])
  await pass(15_000)
  expect(told).toEqual(['silent', 'heard', 'silent', 'dead'])
  const late = answers.at(-1)
  pulse.stop()
  pulse.start()
  late?.()
  await pass(3400)
  expect(told.slice(4), 'an answer of the connection before is none').toEqual(['silent'])
})

test('asks nothing while nobody looks, and at once when somebody does', async () => {
  pulse.start()
  answer()
  watched = false
  await pass(60_000)
  expect(answers).toHaveLength(1)
  watched = true
  pulse.wake()
  expect(answers).toHaveLength(2)
  watched = false
  await pass(60_000)
  expect(told, 'nobody looks any more').toEqual([])
  watched = true
  pulse.wake()
  await pass(3400)
  expect(told).toEqual(['silent'])
})

test('a page that stood still asks again before it says anything', async () => {
  pulse.start()
  vi.setSystemTime(Date.now() + 60_000)
  await pass(3400)
  expect(told).toEqual([])
  expect(answers).toHaveLength(2)
  await pass(3400)
  expect(told).toEqual(['silent'])
})
