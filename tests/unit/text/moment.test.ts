import { readdirSync, readFileSync } from 'node:fs'
import { resolve as resolvePath } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

interface Node {
  type: string
  start: number
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']
/** What these hold is evaluated; what other nodes of types hold is not. */
const PASSED_THROUGH = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']

type Texts = Map<string, unknown>

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '')

/** What `a.b.c` is, as far as it starts with a text object. */
const resolve = (node: Node, texts: Texts): { value: unknown } | undefined => {
  if (node.type === 'Identifier')
    return texts.has(nameOf(node)) ? { value: texts.get(nameOf(node)) } : undefined
  if (node.type === 'ParenthesizedExpression' || PASSED_THROUGH.includes(node.type))
    return resolve(node.expression as Node, texts)
  if (node.type !== 'MemberExpression') return undefined
  const object = resolve(node.object as Node, texts)
  const { value } = object ?? {}
  if (!object || typeof value !== 'object' || value === null) return object
  return { value: node.computed ? undefined : (value as Record<string, unknown>)[nameOf(node.property)] }
}

/** Where a module reads a text as it loads: it would stay in the language of that moment. Parts of the catalogue may be named. */
const earlyReads = (source: string, of: (path: string) => Record<string, unknown> | undefined): string[] => {
  const texts: Texts = new Map()
  const found: string[] = []
  const { program } = parseSync('module.tsx', source)
  for (const statement of program.body as unknown as Node[]) {
    if (statement.type !== 'ImportDeclaration') continue
    const exported = of(nameOf(statement.source))
    for (const { local, imported } of exported ? (statement.specifiers as Record<string, unknown>[]) : [])
      texts.set(nameOf(local), exported?.[nameOf(imported)])
  }
  const visit = (value: unknown, names: boolean): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, names)
    if (!isNode(value) || value.type === 'ImportDeclaration' || FUNCTIONS.includes(value.type)) return
    if (value.type.startsWith('TS') && !PASSED_THROUGH.includes(value.type)) return
    const read = resolve(value, texts)
    if (read) {
      const isPart = typeof read.value === 'object' && read.value !== null
      if (!isPart || !names) found.push(source.slice(value.start, value.end as number))
      return
    }
    if (value.type === 'VariableDeclarator') {
      const named = isNode(value.init) ? resolve(value.init, texts) : undefined
      if (named && nameOf(value.id)) texts.set(nameOf(value.id), named.value)
      visit(value.init, nameOf(value.id) !== '')
      return
    }
    if (value.type === 'CallExpression') {
      visit(value.callee, false)
      visit(value.arguments, true)
      return
    }
    const still = names && value.type !== 'SpreadElement' && value.type !== 'JSXSpreadAttribute'
    for (const [key, part] of Object.entries(value)) {
      if ((key === 'key' || key === 'property') && !value.computed) continue
      if (typeof part === 'object') visit(part, still)
    }
  }
  visit(program.body, true)
  return found
}

const SAMPLE = { sampleText: { title: 'Title', of: () => 'of', part: { a: 'A', deep: { b: 'B' } } } }
const sample = (code: string) =>
  earlyReads(`import { sampleText } from '#text/sample.ts'\n${code}`, (path) =>
    path === '#text/sample.ts' ? SAMPLE : undefined,
  )

test('early reads of texts are found, later ones and parts of the catalogue are not', () => {
  for (const code of [
    'const title = sampleText.title',
    'const f = sampleText.of',
    'const said = sampleText.of()',
    'const part = sampleText.part; const a = part.a',
    'const all = { ...sampleText.part }',
    'const { a } = sampleText.part',
    'const rows = [{ label: sampleText.part.deep.b }]',
    'const names = { [sampleText.title]: 1 }',
    'const some = sampleText.part[key]',
    'export const x = <b title={sampleText.title} />',
    'const text = sampleText.title + 1',
  ])
    expect(sample(code), code).not.toEqual([])
  for (const code of [
    'const text = sampleText.part',
    'const text = sampleText.part; const late = () => text.a',
    'const labels: Readonly<Record<string, string>> = sampleText.part',
    'function X({ label = sampleText.title }) { return <b>{label}</b> }',
    'const made = make(sampleText.part)',
    'type Name = keyof typeof sampleText.part',
  ])
    expect(sample(code), code).toEqual([])
})

const catalogue = async () => {
  const files = readdirSync('src/text').filter((file) => file.endsWith('.ts'))
  const modules = await Promise.all(
    files.map(
      async (file) =>
        [
          file,
          (await import(/* @vite-ignore */ resolvePath('src/text', file))) as Record<string, unknown>,
        ] as const,
    ),
  )
  return new Map(modules)
}

test('no module reads a text before it is to be shown', async () => {
  const texts = await catalogue()
  const early: string[] = []
  for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue
    const of = (path: string) =>
      texts.get(
        /^#text\/([\w.]+)$/.exec(path)?.[1] ?? (/^text\/\w+\.ts$/.test(file) ? path.replace('./', '') : ''),
      )
    for (const read of earlyReads(readFileSync(`src/${file}`, 'utf8'), of))
      if (read !== 'texts') early.push(`src/${file} reads ${read}`)
  }
  expect(early, 'read these where they are shown, or only name the part they are of').toEqual([])
})
