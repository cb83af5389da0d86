import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { all as german } from '#text/de/all.ts'
import { all as spanish } from '#text/es/all.ts'

type Texts = { [name: string]: unknown }
const isTexts = (value: unknown): value is Texts => typeof value === 'object' && value !== null

/** Each text with the path that leads to it, such as `send.lookAlike.title`. */
const leavesOf = (texts: Texts, path = ''): [string, unknown][] =>
  Object.entries(texts).flatMap(([name, text]) =>
    isTexts(text) ? leavesOf(text, `${path}${name}.`) : [[`${path}${name}`, text] as [string, unknown]],
  )

const english: Texts = {}
for (const file of readdirSync('src/text').filter((each) => each.endsWith('.ts')))
  for (const [name, texts] of Object.entries(await import(`../../../src/text/${file.slice(0, -3)}.ts`)))
    if (name.endsWith('Text')) english[name.slice(0, -4)] = texts

/** What functions are asked with that do not simply put in what they get. */
const SAMPLES: { [path: string]: (count: number) => unknown[] } = {
  'dapps.inOrder': () => [['Bitcoin', 'Polygon']],
  'kit.notLoaded': () => ['Bitcoin'],
  'wallets.addressOf': () => ['Bitcoin'],
  'hold.note': (count) => [{ owner: count > 1, operator: count > 1, guardians: count, isWhole: count > 1 }],
}
const RECORD = { email: 'ann@host.example', count: 7, from: 21, to: 22, of: 23 }
const samplesOf = (path: string, count: number, values: number): unknown[] => {
  if (path.startsWith('settings.log.titles.')) return [{ ...RECORD, count }]
  return SAMPLES[path]?.(count) ?? Array.from({ length: values }, (_, at) => (at === 0 ? count : 40 + at))
}

type Say = (...values: unknown[]) => string
/** What is said of so many; a text that takes nothing is the same for any. */
const said = (path: string, text: unknown, values: number, count: number): string =>
  typeof text === 'function' ? (text as Say)(...samplesOf(path, count, values)) : String(text)

/** Names, signs and words that are the same in both languages. */
const SAME: Record<string, RegExp> = {
  German:
    /^(Status|Block( \d+)?|Hash|Contract|Assets?|Name|Link|URI|Version|Nonce|Wallet|Code|Details|Authenticator|Push|System|EVM|DApps|Guardians|Bitcoin( Testnet| Regtest)?|Ethereum, Polygon, Redbelly|Connect Wallet|Countersign|)$/,
  Spanish:
    /^(Hash|URI|Nonce|Push|EVM|DApps|Total: |Bitcoin( Testnet| Regtest)?|Ethereum, Polygon, Redbelly|Connect Wallet|Countersign|)$/,
}
/** What has only values and signs in it. */
const SIGNS = /^[\d\s%$·,.()#–-]*$/

describe.each([
  ['German', german as unknown as Texts],
  ['Spanish', spanish as unknown as Texts],
])('%s', (language, dictionary) => {
  // What says rules and refusals has tests of its own.
  const named = Object.entries(dictionary).filter(([, texts]) => isTexts(texts))
  const texts = new Map(leavesOf(Object.fromEntries(named)))
  const pairs = leavesOf(english).map(([path, text]) => {
    const values = typeof text === 'function' ? text.length : 0
    return { path, text, other: texts.get(path), values }
  })

  test('has every text and no other', () => {
    expect([...texts.keys()].sort()).toEqual(pairs.map(({ path }) => path).sort())
    for (const { path, text, other } of pairs) expect(typeof other, path).toBe(typeof text)
  })

  test('leaves nothing in English', () => {
    const left = pairs.filter(({ path, text, other, values }) => {
      const words = said(path, other, values, 3)
      return words === said(path, text, values, 3) && !SAME[language]?.test(words) && !SIGNS.test(words)
    })
    expect(left.map(({ path }) => path)).toEqual([])
  })

  test('is written whole and with its own signs', () => {
    for (const { path, text, other, values } of pairs)
      for (const count of [1, 2]) {
        const words = said(path, other, values, count)
        if (said(path, text, values, count) !== '') expect(words, path).not.toBe('')
        expect(words, path).not.toMatch(/ {2}|undefined|\[object|"/)
        if (path !== 'walletName.create.hint') expect(words, path).not.toContain("'")
        expect(words.match(/„/g)?.length, path).toBe(words.match(/“/g)?.length)
        expect(words.match(/«/g)?.length, path).toBe(words.match(/»/g)?.length)
      }
  })

  test('puts in what the English text puts in', () => {
    for (const { path, text, other, values } of pairs) {
      if (typeof text !== 'function') continue
      for (const count of [1, 2, 7]) {
        const put = said(path, text, values, count).match(/\d+|ann@\S+\b|Bitcoin|Polygon/g) ?? []
        const words = said(path, other, values, count)
        for (const value of put.filter((each) => each !== '1')) expect(words, path).toContain(value)
      }
    }
  })

  test('speaks of one and of more as the English text does', () => {
    const bare = (words: string) => words.replaceAll(/\d+/g, 'n')
    for (const { path, text, other, values } of pairs) {
      if (typeof text !== 'function') continue
      const differs = (each: unknown) =>
        bare(said(path, each, values, 1)) !== bare(said(path, each, values, 2))
      if (differs(text)) expect(differs(other), path).toBe(true)
    }
  })
})
