import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The oldest Node that the README promises. */
const OLDEST = [20, 20, 0] as const

const compare = (text: string): number => {
  const parts = text.split('.').map((part) => Number.parseInt(part, 10) || 0)
  return OLDEST.map((part, index) => part - (parts[index] ?? 0)).find((rest) => rest !== 0) ?? 0
}

/** One comparator of npm's ranges, as far as engines use them. */
const meets = (comparator: string): boolean => {
  const [, sign = '', version = ''] = /^(>=|>|<=|<|\^|~|=|)\s*v?([\dx.*]*)$/.exec(comparator) ?? []
  const [major] = version.split('.')
  if (version === '' || version === '*') return comparator === version
  if (sign === '>=') return compare(version) >= 0
  if (sign === '>') return compare(version) > 0
  if (sign === '<') return compare(version) < 0
  if (sign === '<=') return compare(version) <= 0
  return Number(major) === OLDEST[0] && (sign === '' || compare(version) >= 0)
}

const allows = (range: string): boolean =>
  range.split('||').some((all) =>
    all
      .trim()
      .replaceAll(/([<>=^~])\s+/g, '$1')
      .split(/\s+/)
      .every(meets),
  )

interface Locked {
  packages: Record<string, { engines?: { node?: string } }>
}

test.each([
  ['>=18', true],
  ['>= 20.20', true],
  ['^18.17.1 || ^20.3.0 || >=21.0.0', true],
  ['20 || >=22', true],
  ['>=12 <21', true],
  ['*', true],
  ['>=22.12.0', false],
  ['^20.21.0 || >=22', false],
  ['18 || 22', false],
  ['>=12 <20', false],
])('a package for Node %s is for Node 20.20: %s', (range, fits) => {
  expect(allows(range)).toBe(fits)
})

test('npm has nothing to warn of on the oldest Node', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Locked
  const strange = Object.entries(packages)
    .filter(([, { engines }]) => engines?.node !== undefined && !allows(engines.node))
    .map(([name, { engines }]) => `${name} wants ${engines?.node}`)
  expect(strange).toEqual([])
})
