import { accessSync, constants, copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyRing, type KeyRing, loadKeyRing } from './custody/custody.ts'
import type { Env } from './env.ts'
import { type Risk, risksOf } from './risk.ts'
import { assertSandboxAllowed } from './sandbox/guard.ts'
import { orAllow } from './unsafe.ts'

const isLoopback = (host: string) => ['127.0.0.1', 'localhost', '::1'].includes(host)

const given = (name: string, value: string | undefined): string => {
  if (value === undefined)
    throw new Error(`${name} should be set: see README.md. To try the product: npm start.`)
  return value
}

const canRead = (path: string): boolean => {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** Throws the sentences of all that production must not be; answers what ALLOW_UNSAFE excepts, for the log. */
const checkRisks = (env: Env): Risk[] => {
  const risks = env.production ? risksOf(env, canRead) : []
  const refused = risks.filter(({ name }) => !env.allowUnsafe.includes(name))
  if (refused.length > 0)
    throw new Error(refused.map(({ name, sentence }) => orAllow(name, sentence)).join('\n'))
  return risks
}

export interface RealNeeds {
  keyRing: KeyRing
  custodyRing: KeyRing | undefined
  smtpUrl: string
  /** What is wrong and was allowed. */
  allowed: Risk[]
}

/** What a start for real people cannot do without; throws the sentence that says what is missing. */
export const realNeeds = (env: Env): RealNeeds => {
  if (!isLoopback(env.host)) given('PUBLIC_URL', env.publicUrl)
  const keyFile = given('MASTER_KEY_FILE', env.masterKeyFile)
  const smtpUrl = given('SMTP_URL', env.smtpUrl)
  const allowed = checkRisks(env)
  const isInside = env.custodyUrl === undefined && env.custodyKeyFile !== undefined
  return {
    keyRing: loadKeyRing(keyFile),
    custodyRing: isInside ? loadKeyRing(env.custodyKeyFile ?? '', 'CUSTODY_KEY_FILE') : undefined,
    smtpUrl,
    allowed,
  }
}

/** An installation of before custody had a ring of its own goes on with the keys that sealed everything. */
const makeCustodyRing = async (env: Env, keyFile: string): Promise<string> => {
  const own = env.custodyKeyFile ?? join(env.dataDir, 'custody.keys')
  if (existsSync(own)) return own
  if (existsSync(join(env.dataDir, 'custody')) && existsSync(keyFile)) copyFileSync(keyFile, own)
  else await createKeyRing(own)
  return own
}

/** The sandbox makes its own keys; throws where others or real money could be reached. */
export const sandboxNeeds = async (
  env: Env,
  nodeEnv: string | undefined,
): Promise<{ keyRing: KeyRing; custodyKeyFile: string }> => {
  assertSandboxAllowed({
    nodeEnv: env.allowUnsafe.includes('sandbox') ? undefined : nodeEnv,
    host: env.host,
    publicUrl: env.publicUrl,
    chains: [...Object.keys(env.rpcUrls), `bitcoin:${env.bitcoinNetwork}`],
    smtpUrl: env.smtpUrl,
  })
  const keyFile = env.masterKeyFile ?? join(env.dataDir, 'master.keys')
  const custodyKeyFile = await makeCustodyRing(env, keyFile)
  return {
    keyRing: existsSync(keyFile) ? loadKeyRing(keyFile) : await createKeyRing(keyFile),
    custodyKeyFile,
  }
}
