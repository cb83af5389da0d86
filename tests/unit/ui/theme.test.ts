// @vitest-environment node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DIALOG_ENTER, DIALOG_LEAVE } from '#contract/limit.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../../src/ui', name), 'utf8')

function roles(selector: string): Record<string, string> {
  const css = read('tokens.css')
  const from = css.indexOf(`${selector} {`)
  const block = css.slice(from, css.indexOf('}', from))
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]),
  )
}

const light = roles(':root')
const dark = roles(':root[data-theme="dark"]')

/** WCAG 2 relative luminance of #rrggbb. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high + 0.05) / (low + 0.05)
}

test('the dark roles are the same for the switch and for the system setting', () => {
  expect(dark.canvas).toBe('#0a0e15')
  expect(roles(':root:not([data-theme])')).toEqual(dark)
})

describe.each([
  ['light', light],
  ['dark', { ...light, ...dark }],
])('%s', (_, role) => {
  test.each([
    ['text', 'canvas', 7],
    ['text-2', 'sunken', 4.5],
    ['text-3', 'surface', 4.5],
    ['text-3', 'canvas', 4.5],
    ['text-3', 'sunken', 4.5],
    ['on-accent', 'accent', 4.5],
    ['on-accent', 'accent-hover', 4.5],
    ['on-accent', 'bad-solid', 4.5],
    ['accent-text', 'canvas', 4.5],
    ['accent-text', 'accent-soft', 4.5],
    ['text', 'accent-soft', 4.5],
    ['ok', 'ok-soft', 4.5],
    ['warn', 'warn-soft', 4.5],
    ['bad', 'bad-soft', 4.5],
    ['bad', 'surface', 4.5],
    ['on-inv', 'inv', 4.5],
    ['control', 'surface', 3],
    ['control', 'canvas', 3],
    ['dot', 'surface', 3],
  ])('%s on %s reaches %d', (text, ground, least) => {
    expect(contrast(role[text] ?? '', role[ground] ?? '')).toBeGreaterThanOrEqual(least)
  })
})

test('dialogs and panels take the agreed time to come and to go', () => {
  const times = [...read('overlay.css').matchAll(/transition-duration: (\d+)ms/g)].map(([, time]) =>
    Number(time),
  )
  expect(times).toEqual([DIALOG_ENTER, DIALOG_LEAVE])
})
