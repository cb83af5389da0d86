// @vitest-environment node
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_PREFIX, fillPath } from '#contract/endpoint.ts'
import { getSessionIcon } from '#contract/endpoints/dapp.ts'
import { publicLookup } from '#server/modules/dapps/fetch.ts'
import { type Backend, type Owner, openBackend, until } from './backend.ts'

let backend: Backend
let owner: Owner
beforeAll(async () => {
  backend = await openBackend()
  owner = await backend.owner('ada@example.com', '0')
})
afterAll(() => backend.stop())

const data = (type: string, bytes: string | Buffer) =>
  `data:image/${type};base64,${Buffer.from(bytes as string, 'latin1').toString('base64')}`
const PNG = '\x89PNG\r\n\x1a\n and more'

/** The session of a proposal with these icons. */
const proposed = async (...icons: string[]): Promise<string> => {
  const dapp = await backend.dapp('Pictured', icons)
  const { uri } = await dapp.connect()
  const { id } = await backend.paste(owner, uri)
  await until(owner, 'wc-session:proposal', (session) => session.id === id)
  return id
}
const iconOf = ({ client }: Pick<Owner, 'client'>, id: string) =>
  client.raw(`${API_PREFIX}/${fillPath(getSessionIcon.path, { id })}`)

test.each([
  ['png', PNG],
  ['jpeg', '\xff\xd8\xff\xe0 and more'],
  ['gif', 'GIF89a and more'],
  ['webp', 'RIFF\x10\x00\x00\x00WEBP and more'],
])('a picture of type %s is served as such, to its owner alone', async (type, bytes) => {
  const id = await proposed(data(type, bytes))
  const { status, headers } = await iconOf(owner, id)
  expect([status, headers.get('content-type')]).toEqual([200, `image/${type}`])
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const stranger = await backend.person(`${type}@example.com`)
  expect((await iconOf(stranger, id)).status).toBe(404)
})

test.each([
  ['without a picture', []],
  ['with a drawing that can carry code', [data('svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>')]],
  ['with a text that says it is a picture', [data('png', 'hello')]],
  ['with more than 64 KiB of picture', [data('png', PNG + 'x'.repeat(64 * 1024))]],
  ['whose picture lies in this network', ['https://127.0.0.1/icon.png', 'https://10.0.0.1/icon.png']],
  ['whose picture is not fetched safely', ['http://example.com/icon.png']],
])('a DApp %s has none', async (_, icons) => {
  const id = await proposed(...icons)
  expect((await iconOf(owner, id)).status).toBe(404)
})

test('the first picture that can be shown is the one', async () => {
  const id = await proposed(
    data('svg+xml', '<svg/>'),
    data('png', 'hello'),
    data('png', PNG),
    data('gif', 'GIF89a'),
  )
  expect((await iconOf(owner, id)).headers.get('content-type')).toBe('image/png')
})

test('a name that leads into this network is not called', async () => {
  const failure = new Promise((done) => publicLookup('localhost', {}, done))
  expect(String(await failure)).toContain('localhost is not a public address')
})
