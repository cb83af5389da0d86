import { describe, expect, test } from 'vitest'
import { makeQueue } from '#server/async/queue.ts'
import { makeSingle, makeSingles } from '#server/async/single.ts'
import { makeUnderway } from '#server/async/underway.ts'

/** A work that the test ends. */
const held = <T = void>() => {
  let end!: (value: T) => void
  let fail!: (error: Error) => void
  const promise = new Promise<T>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  return { work: () => promise, end, fail }
}
const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

describe('a queue', () => {
  test('runs one key in order, also past a failure, and other keys beside it', async () => {
    const queue = makeQueue()
    const seen: string[] = []
    const [first, beside] = [held(), held()]
    const failed = queue.run('a', async () => {
      seen.push('a1')
      await first.work()
    })
    const second = queue.run('a', async () => {
      seen.push('a2')
      return 2
    })
    const other = queue.run('b', () => {
      seen.push('b1')
      return beside.work()
    })
    await turns()
    expect(seen).toEqual(['a1', 'b1'])
    first.fail(new Error('no'))
    await expect(failed).rejects.toThrow('no')
    expect(await second).toBe(2)
    expect(seen).toEqual(['a1', 'b1', 'a2'])
    beside.end()
    await other
  })

  test('is idle when also what was added meanwhile is done', async () => {
    const queue = makeQueue()
    const [one, two] = [held(), held()]
    void queue.run('a', async () => {
      await one.work()
      void queue.run('a', two.work)
    })
    let idle = false
    const waiting = queue.idle().then(() => {
      idle = true
    })
    one.end()
    await turns()
    expect(idle).toBe(false)
    two.end()
    await waiting
    await makeQueue().idle()
  })
})

describe('a single', () => {
  test('shares the run that is under way, and begins anew after it, however it ended', async () => {
    let runs = 0
    const works = [held<number>(), held<number>()]
    const single = makeSingle(() => (works[runs++] ?? held<number>()).work())
    const [one, same] = [single.run(), single.run()]
    expect(same).toBe(one)
    expect(single.current()).toBe(one)
    works[0]?.fail(new Error('no'))
    await single.idle()
    await expect(one).rejects.toThrow('no')
    expect(single.current()).toBeUndefined()
    const next = single.run()
    works[1]?.end(7)
    expect(await next).toBe(7)
    expect(runs).toBe(2)
  })

  test('of many keys keeps them apart', async () => {
    const singles = makeSingles<string>()
    const [a, b] = [held<string>(), held<string>()]
    const one = singles.run('a', a.work)
    expect(singles.run('a', b.work)).toBe(one)
    const other = singles.run('b', b.work)
    expect(singles.count()).toBe(2)
    expect(singles.current('b')).toBe(other)
    a.end('A')
    b.fail(new Error('no'))
    await singles.idle()
    expect(await one).toBe('A')
    await expect(other).rejects.toThrow('no')
    expect(singles.count()).toBe(0)
  })
})

test('what is under way is waited for', async () => {
  const underway = makeUnderway()
  const [one, two] = [held(), held()]
  underway.add(one.work())
  underway.add(two.work())
  let idle = false
  const waiting = underway.idle().then(() => {
    idle = true
  })
  one.end()
  await turns()
  expect(idle).toBe(false)
  two.end()
  await waiting
})
