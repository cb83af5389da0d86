import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { request as requestSecurely } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchPublic } from '#server/modules/dapps/fetch.ts'

const LIMIT = 256 * 1024

/** What the internet answers, by address; everything that is asked of it is kept. */
const answers: Record<string, (response: ServerResponse, request: IncomingMessage) => void> = {
  'https://a.example/icon': (response) => response.end('picture'),
  'https://a.example/largest': (response) => response.end(Buffer.alloc(LIMIT)),
  'https://a.example/large': (response) => response.end(Buffer.alloc(LIMIT + 1)),
  'https://a.example/endless': (response) => {
    response.on('drain', () => response.write(Buffer.alloc(65_536)))
    response.write(Buffer.alloc(65_536))
  },
  'https://a.example/cut': (response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half', () => response.destroy())
  },
  'https://a.example/none': (response) => response.writeHead(404).end('no'),
}
const redirect = (from: string, to: string) => {
  answers[from] = (response) => response.writeHead(302, { location: to }).end()
}
redirect('https://a.example/1', 'https://b.example/2')
redirect('https://b.example/2', '/3')
redirect('https://b.example/3', 'https://a.example/icon')
redirect('https://a.example/0', 'https://a.example/1')
redirect('https://a.example/circle', '/circle')
redirect('https://a.example/plain', 'http://a.example/icon')
redirect('https://a.example/port', 'https://a.example:8443/icon')
redirect('https://a.example/named', 'https://me@a.example/icon')
redirect('https://a.example/inside', 'https://127.0.0.1/icon')
redirect('https://a.example/inside6', 'https://[::1]/icon')
redirect('https://a.example/cloud', 'https://169.254.169.254/latest/meta-data')
redirect('https://a.example/file', 'file:///etc/passwd')

let internet: Server
const asked: string[] = []
beforeAll(async () => {
  internet = createServer((request, response) => {
    const address = `https://${request.headers.host}${request.url}`
    asked.push(address)
    const answer = answers[address]
    if (answer) answer(response, request)
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => internet.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  internet.closeAllConnections()
  internet.close()
})

/** Leads every connection to the server of this test, whatever its name resolves to. */
const ask = ((url: URL, options: { signal: AbortSignal }, heard: (response: IncomingMessage) => void) => {
  const { port } = internet.address() as AddressInfo
  const { pathname: path, host } = url
  return request({ host: '127.0.0.1', port, path, headers: { host }, signal: options.signal }, heard)
}) as typeof requestSecurely

const load = (path: string) => {
  asked.length = 0
  return fetchPublic(`https://a.example/${path}`, ask)
}

test('three redirects are followed, a fourth is not', async () => {
  expect((await load('1')).toString()).toBe('picture')
  expect(asked).toHaveLength(4)
  await expect(load('0')).rejects.toThrow('a.example redirects too often')
  await expect(load('circle')).rejects.toThrow('a.example redirects too often')
  expect(asked).toHaveLength(4)
})

test.each([
  ['plain', 'a.example is not a public https address'],
  ['port', 'a.example:8443 is not a public https address'],
  ['named', 'a.example is not a public https address'],
  ['inside', '127.0.0.1 is not a public https address'],
  ['inside6', '[::1] is not a public https address'],
  ['cloud', '169.254.169.254 is not a public https address'],
  ['file', ' is not a public https address'],
])('a redirect does not lead out of the public internet: %s', async (path, message) => {
  await expect(load(path)).rejects.toThrow(message)
  expect(asked).toEqual([`https://a.example/${path}`])
})

test('256 KiB are read, and not a byte more', async () => {
  expect(await load('largest')).toHaveLength(LIMIT)
  await expect(load('large')).rejects.toThrow('The picture of a.example is too large')
  await expect(load('endless')).rejects.toThrow('The picture of a.example is too large')
})

test('what breaks off or is not there is no picture', async () => {
  await expect(load('cut')).rejects.toThrow('aborted')
  await expect(load('none')).rejects.toThrow('a.example answers 404')
})
