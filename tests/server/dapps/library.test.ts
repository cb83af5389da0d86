// @vitest-environment node
import { expect, test } from 'vitest'
import { isOfLibrary } from '#server/dapps/program/survive.ts'

const made = (...frames: string[]) =>
  Object.assign(new Error('x'), {
    stack: ['Error: x', ...frames.map((frame) => `    at ${frame}`)].join('\n'),
  })

const LIBRARY = 'file:///srv/node_modules/@walletconnect/core/dist/index.es.js:1:2'
const OURS = 'file:///srv/dist/server/dapps.js:3:4'
const OTHER = '/srv/node_modules/ws/lib/websocket.js:5:6'

test.each([
  ['an error that the library made', made(`Relayer.publish (${LIBRARY})`, `respond (${OURS})`)],
  ['one of its bare frames', made(LIBRARY)],
  ['one that Node made for it', made('JSON.parse (<anonymous>)', `decode (${LIBRARY})`)],
  ['an error of JSON-RPC', { code: 5000, message: 'User rejected.' }],
])('%s is the library’s', (_, fault) => {
  expect(isOfLibrary(fault)).toBe(true)
})

test.each([
  ['an error of ours that the library called', made(`write (${OURS})`, `persist (${LIBRARY})`)],
  ['one of another package', made(`receiverOnMessage (${OTHER})`, `x (${LIBRARY})`)],
  ['a text', 'node_modules/@walletconnect/'],
  ['nothing', undefined],
  ['any object', { message: 'x' }],
])('%s is not', (_, fault) => {
  expect(isOfLibrary(fault)).toBe(false)
})
