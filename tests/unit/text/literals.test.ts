import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const SAID = ['label', 'title', 'placeholder', 'alt', 'aria-label', 'description', 'message']
/** Signs and names of things are no texts. */
const WORDS = /\p{L}{2,}/u

interface Node {
  type: string
  start: number
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const textOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'Literal' || node.type === 'JSXText')
    return typeof node.value === 'string' ? node.value : ''
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ')
  if (node.type === 'JSXExpressionContainer') return textOf(node.expression)
  if (node.type === 'ConditionalExpression') return textOf(node.consequent) + textOf(node.alternate)
  if (node.type === 'LogicalExpression') return textOf(node.right)
  return ''
}

/** Texts that a component or a toast says by itself, with their place. */
const literalsOf = (source: string, file = 'component.tsx'): { text: string; at: number }[] => {
  const found: { text: string; at: number }[] = []
  const note = (node: Node, value: unknown) => {
    const text = textOf(value).trim()
    if (WORDS.test(text)) found.push({ text, at: node.start })
  }
  const visit = (value: unknown) => {
    if (Array.isArray(value)) value.forEach(visit)
    if (!isNode(value)) return
    if (value.type === 'JSXText') note(value, value)
    if (value.type === 'CallExpression' && (value.callee as { name?: string }).name === 'say')
      note(value, (value.arguments as Node[])[0])
    const children = value.type === 'JSXElement' || value.type === 'JSXFragment' ? value.children : []
    for (const child of children as Node[]) if (child.type === 'JSXExpressionContainer') note(child, child)
    if (value.type === 'JSXAttribute' && SAID.includes((value.name as { name: string }).name))
      note(value, value.value)
    const { left, right } = value as { left?: { name?: string }; right?: unknown }
    if (file.endsWith('.tsx') && value.type === 'AssignmentPattern' && SAID.includes(left?.name ?? ''))
      note(value, right)
    for (const part of Object.values(value)) if (typeof part === 'object') visit(part)
  }
  visit(parseSync(file, source).program)
  return found
}

test('literals are found wherever a component can say them', () => {
  expect(
    literalsOf(
      'const a = <><b title="Send money">Next <i aria-label={`Wallet`}>{on ? "Yes" : text.no}</i></b></>',
    ).map(({ text }) => text),
  ).toEqual(['Send money', 'Next', 'Yes', 'Wallet'])
  expect(literalsOf("const A = ({ label = 'Here it is', size = 'large one' }) => null")).toMatchObject([
    { text: 'Here it is' },
  ])
  expect(literalsOf('say(`Hello`, "success"); say(text.hello)').map(({ text }) => text)).toEqual(['Hello'])
  expect(literalsOf('const a = <b className="px-2" title={text.title}>{text.next} · 2 {"→"}</b>')).toEqual([])
})

test('components take their texts from the catalogue', () => {
  const said: string[] = []
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`)
  for (const file of files.filter((each) => /\.tsx?$/.test(each))) {
    const source = readFileSync(file, 'utf8')
    for (const { text, at } of literalsOf(source, file))
      said.push(`${file}:${source.slice(0, at).split('\n').length} says ${JSON.stringify(text)}`)
  }
  expect(said, 'move these to src/text').toEqual([])
})
