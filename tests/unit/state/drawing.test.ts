import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

interface Node {
  type: string
  start: number
  [key: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const nameOf = (node: unknown): string =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : ''

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']
/** Their first argument runs while drawing. */
const AT_ONCE = ['useMemo', 'useState', 'useReducer']

const children = (node: Node): Node[] =>
  Object.values(node).flatMap((part) => (Array.isArray(part) ? part : [part]).filter(isNode))

/** Names in the file by which a component or hook sets state. */
const settersIn = (node: Node): string[] => {
  const { id, init } = node as { id?: unknown; init?: unknown }
  const own: string[] = []
  if (node.type === 'VariableDeclarator' && isNode(init) && nameOf(init.callee).startsWith('use')) {
    if (isNode(id) && id.type === 'ArrayPattern') own.push(nameOf((id.elements as unknown[])[1]))
    if (nameOf(init.callee) === 'useSetAtom') own.push(nameOf(id))
  }
  return [...own.filter(Boolean), ...children(node).flatMap(settersIn)]
}

/** Calls in this code that run as soon as it does. */
const callsIn = (node: Node): Node[] => {
  const isCall = node.type === 'CallExpression'
  const inner = children(node).flatMap((child) => {
    if (!FUNCTIONS.includes(child.type)) return callsIn(child)
    return isCall && AT_ONCE.includes(nameOf(node.callee)) ? callsIn(child.body as Node) : []
  })
  return isCall ? [node, ...inner] : inner
}

const drawingIn = (node: Node): Node[] => {
  const { id, init } = node as { id?: unknown; init?: unknown }
  const body = FUNCTIONS.includes(node.type) ? node : isNode(init) && FUNCTIONS.includes(init.type) && init
  const own = body && /^(use)?[A-Z]/.test(nameOf(id)) ? callsIn(body.body as Node) : []
  return [...own, ...children(node).flatMap(drawingIn)]
}

/** Where a component or hook sets state while it draws: React starts over each time, and gives up in the end. */
const settingsIn = (source: string): string[] => {
  const { program } = parseSync('component.tsx', source)
  const setters = settersIn(program as unknown as Node)
  return drawingIn(program as unknown as Node).flatMap(({ callee, start }) => {
    const { object, property } = callee as { object?: unknown; property?: unknown }
    const sets =
      setters.includes(nameOf(callee)) || (nameOf(object) === 'store' && nameOf(property) === 'set')
    return sets ? [`${source.slice(0, start).split('\n').length}`] : []
  })
}

test('state that is set while drawing is found', () => {
  const source = (body: string) =>
    `export function Form() {\nconst [pair, setPair] = useState(1)\nconst put = useSetAtom(some)\n${body}\n}`
  expect(settingsIn(source('if (pair > most) setPair(most)'))).toEqual(['4'])
  expect(settingsIn(source('put(2)\nuseMemo(() => setPair(3), [])\nstore.set(some, 4)'))).toEqual([
    '4',
    '5',
    '6',
  ])
  expect(settingsIn('const useForm = () => {\nconst [, set] = useAtom(some)\nset(1)\n}')).toEqual(['3'])
  expect(
    settingsIn(source('useEffect(() => setPair(2), [])\nreturn <b onClick={() => setPair(3)} put={put} />')),
  ).toEqual([])
})

test('no component or hook sets state while it draws', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`)
  const found = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => settingsIn(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))
  expect(found).toEqual([])
}, 60_000)
