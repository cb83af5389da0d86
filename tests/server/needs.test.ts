import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeyRing } from '#server/custody/custody.ts'
import { readEnv } from '#server/env.ts'
import { realNeeds, sandboxNeeds } from '#server/needs.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-needs-'))
  await createKeyRing(join(folder, 'keys'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** As the start does: every setting has to reach its check. */
const needs = async (overrides: Record<string, string>) => {
  const env = readEnv({
    DATA_DIR: folder,
    MASTER_KEY_FILE: join(folder, 'keys'),
    SMTP_URL: 'smtp://127.0.0.1',
    ...overrides,
  })
  return env.sandbox ? sandboxNeeds(env, overrides.NODE_ENV) : realNeeds(env)
}

it.each([
  [{ PORT: 'http' }, 'PORT should be a whole number from 0 to 65535.'],
  [{ MASTER_KEY_FILE: '' }, 'MASTER_KEY_FILE should be set: see README.md. To try the product: npm start.'],
  [{ SMTP_URL: '' }, 'SMTP_URL should be set: see README.md. To try the product: npm start.'],
  [{ HOST: '0.0.0.0' }, 'PUBLIC_URL should be set: see README.md. To try the product: npm start.'],
  [{ MASTER_KEY_FILE: '/nowhere' }, /\/nowhere cannot be read; MASTER_KEY_FILE must name a readable file/],
  [
    { COUNTERSIGN_SANDBOX: '1', NODE_ENV: 'production' },
    /NODE_ENV is production, and the sandbox hands out sign-in codes/,
  ],
  [{ COUNTERSIGN_SANDBOX: '1', HOST: '0.0.0.0' }, /HOST is 0.0.0.0, which other machines can reach/],
  [
    { COUNTERSIGN_SANDBOX: '1', PUBLIC_URL: 'https://wallet.example' },
    /PUBLIC_URL is https:\/\/wallet.example, which is not this machine/,
  ],
  [
    { COUNTERSIGN_SANDBOX: '1', SMTP_URL: 'smtp://mail.example' },
    /SMTP_URL is mail.example, which sends real mail/,
  ],
  [
    { COUNTERSIGN_SANDBOX: '1', RPC_URL_POLYGON_MAINNET: 'https://rpc.example' },
    /polygon:mainnet is configured, and it holds real money/,
  ],
])('%j is refused', async (overrides, sentence) => {
  await expect(needs(overrides)).rejects.toThrow(sentence)
})

it('starts with all that it needs, and the sandbox with nothing', async () => {
  await expect(needs({})).resolves.toMatchObject({ smtpUrl: 'smtp://127.0.0.1' })
  await expect(needs({ COUNTERSIGN_SANDBOX: '1', MASTER_KEY_FILE: '', SMTP_URL: '' })).resolves.toBeDefined()
})
