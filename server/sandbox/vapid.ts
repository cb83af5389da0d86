import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import webpush from 'web-push'
import * as z from 'zod/mini'
import type { Env } from '#server/env.ts'

const Pair = z.object({ publicKey: z.string(), privateKey: z.string() })

/** A key pair of this installation for Web Push, made once, so that it can be tried. */
export const sandboxVapid = async (dataDir: string): Promise<NonNullable<Env['vapid']>> => {
  const file = join(dataDir, 'vapid.json')
  const stored = await readFile(file, 'utf8').catch(() => undefined)
  const pair = Pair.parse(stored === undefined ? webpush.generateVAPIDKeys() : JSON.parse(stored))
  if (stored === undefined) await writeFile(file, JSON.stringify(pair), { mode: 0o600 })
  return { subject: 'mailto:sandbox@countersign.localhost', ...pair }
}
