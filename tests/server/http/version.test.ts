import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getConfig } from '#contract/endpoints/config.ts'
import { getMyUser } from '#contract/endpoints/user.ts'
import { CONTRACT_VERSION, OLDEST_KNOWN } from '#contract/version.ts'
import { startServer, type TestServer } from '#tests/server/harness.ts'

let server: TestServer
let strict: TestServer
beforeAll(async () => {
  server = await startServer()
  strict = await startServer({ env: { OLDEST_CLIENT: String(CONTRACT_VERSION) } })
})
afterAll(async () => {
  await server.stop()
  await strict.stop()
})

const named = (version: number) => ({ 'x-contract-version': String(version) })

describe('every answer', () => {
  test.each(['/api/v1/config', '/api/v1/users/my', '/nothing', '/healthz'])(
    '%s names the version of the server, and the oldest that it still answers',
    async (path) => {
      const { headers } = await server.client().raw(path)
      expect(headers.get('x-contract-version')).toBe(String(CONTRACT_VERSION))
      expect(headers.get('x-contract-oldest')).toBe(String(OLDEST_KNOWN))
    },
  )

  test('so does the login of a socket', async () => {
    const client = await strict.signIn('socket@example.com')
    const { socket, login } = await strict.socket(client)
    const said = new Promise((done) => socket.once('auth:login-success', done))
    await login(client.pair)
    expect(await said).toMatchObject({ version: CONTRACT_VERSION, oldest: CONTRACT_VERSION })
  })
})

describe('a page', () => {
  test.each([
    ['of today', CONTRACT_VERSION, 200],
    ['of the version before', OLDEST_KNOWN, 200],
    ['of a version to come', CONTRACT_VERSION + 1, 200],
    ['that is older', OLDEST_KNOWN - 1, 426],
  ])('%s is answered with %i: %i', async (_, version, status) => {
    const answer = await server.client().call(getConfig, {}, named(version))
    expect(answer.status).toBe(status)
  })

  test('that is too old does nothing, and is told so before anything else', async () => {
    const answer = await strict.client().call(getMyUser, {}, named(OLDEST_KNOWN))
    expect(answer.status).toBe(426)
    expect(answer.body).toMatchObject({
      name: 'OutdatedError',
      message: 'This page is too old for the server. Update Countersign.',
    })
    expect(answer.headers.get('x-contract-oldest')).toBe(String(CONTRACT_VERSION))
  })

  test('that names none is no page of ours', async () => {
    expect((await strict.client().call(getConfig, {})).status).toBe(200)
  })
})

test('an installation shuts out no page of its own version', async () => {
  await expect(startServer({ env: { OLDEST_CLIENT: String(CONTRACT_VERSION + 1) } })).rejects.toThrow(
    'OLDEST_CLIENT',
  )
})
