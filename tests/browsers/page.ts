import * as z from 'zod/mini'
import type { Action, Driver } from './driver.ts'
import { locate } from './inpage.ts'
import { until } from './process.ts'

const CONTROL = '\uE009'
const Place = z.union([z.tuple([z.number(), z.number()]), z.string()])

const press = (value: string): Action[] => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]

/** What a person sees and does, in any browser: waits for what is named, then acts by mouse and keys. */
export const openPage = (driver: Driver) => {
  const ask = async (role: string | null, name: string, exact: boolean) => {
    const call = [role, name, exact].map((value) => JSON.stringify(value)).join()
    // tsx names functions by a helper that the page does not have.
    return Place.parse(await driver.evaluate(`((__name) => (${locate})(${call}))((named) => named)`))
  }

  const find = async (role: string | null, name: string, exact = true) => {
    let hindrance = ''
    try {
      return await until(`${role ?? 'text'} '${name}'`, async () => {
        const place = await ask(role, name, exact)
        if (typeof place !== 'string') return { x: place[0], y: place[1] }
        hindrance = place
        return undefined
      })
    } catch (error) {
      throw new Error(`${(error as Error).message}: ${hindrance}`, { cause: error })
    }
  }

  /** Where it is once it does not move any more: what opens slides in. */
  const rest = (role: string, name: string, exact: boolean) =>
    until(`${name} to rest`, async () => {
      const before = await find(role, name, exact)
      await driver.evaluate('new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))')
      const after = await find(role, name, exact)
      return before.x === after.x && before.y === after.y ? after : undefined
    })

  const keys = (actions: Action[]) => driver.act([{ type: 'key', id: 'keys', actions }])

  const click = async (role: string, name: string, exact = true) => {
    const { x, y } = await rest(role, name, exact)
    await driver.act([
      {
        ...{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } },
        actions: [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ])
  }

  return {
    click,
    async fill(label: string, text: string) {
      await click('textbox', label)
      await keys([
        { type: 'keyDown', value: CONTROL },
        ...press('a'),
        { type: 'keyUp', value: CONTROL },
        ...[...text].flatMap(press),
      ])
    },
    press: (value: string) => keys(press(value)),
    async sees(text: string, exact = false) {
      await find(null, text, exact)
    },
    async seesRole(role: string, name: string, exact = true) {
      await find(role, name, exact)
    },
    /** Until the expression is true in the page. */
    holds: (expression: string) =>
      until(expression, async () => ((await driver.evaluate(expression)) === true ? true : undefined)),
    async at(path: string) {
      await until(path, async () =>
        String(await driver.evaluate('location.pathname')) === path ? true : undefined,
      )
    },
    text: async (expression: string) => z.string().parse(await driver.evaluate(expression)),
    open: (url: string) => driver.navigate(url),
    reload: () => driver.reload(),
  }
}

export type EnginePage = ReturnType<typeof openPage>
