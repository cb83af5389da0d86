import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyRing, type KeyRing, loadKeyRing } from './custody/custody.ts'
import type { Env } from './env.ts'
import { assertSandboxAllowed } from './sandbox/guard.ts'

const isLoopback = (host: string) => ['127.0.0.1', 'localhost', '::1'].includes(host)

const given = (name: string, value: string | undefined): string => {
  if (value === undefined)
    throw new Error(`${name} should be set: see README.md. To try the product: npm start.`)
  return value
}

/** What a start for real people cannot do without; throws the sentence that says what is missing. */
export const realNeeds = (env: Env): { keyRing: KeyRing; smtpUrl: string } => {
  if (!isLoopback(env.host)) given('PUBLIC_URL', env.publicUrl)
  return {
    keyRing: loadKeyRing(given('MASTER_KEY_FILE', env.masterKeyFile)),
    smtpUrl: given('SMTP_URL', env.smtpUrl),
  }
}

/** The sandbox makes its own keys; throws where others or real money could be reached. */
export const sandboxNeeds = async (env: Env, nodeEnv: string | undefined): Promise<{ keyRing: KeyRing }> => {
  assertSandboxAllowed({
    nodeEnv,
    host: env.host,
    publicUrl: env.publicUrl,
    chains: Object.keys(env.rpcUrls),
    smtpUrl: env.smtpUrl,
  })
  const keyFile = env.masterKeyFile ?? join(env.dataDir, 'master.keys')
  return { keyRing: existsSync(keyFile) ? loadKeyRing(keyFile) : await createKeyRing(keyFile) }
}
