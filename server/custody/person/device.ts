import { hashToken, randomToken } from '#server/secret.ts'
import { type LimitName, waitFor } from './limit.ts'
import type { Device, People } from './people.ts'

const DAY = 86_400_000
const DEVICE_LIFE = 400 * DAY
/** A mail's link admits a browser for so long. */
const ADMISSION_LIFE = DAY
/** Browsers of one account that are remembered; the one that was used longest ago is forgotten first. */
const REMEMBERED_MAX = 20

/**
 * Browsers that an account knows. Each has budgets of its own, which nobody else can use up: it completed a sign-in, or
 * opened the link of a mail to that address. Neither is a session.
 */
const own = (people: People, secrets: readonly string[], emailKey: string, now: number): [string, Device][] =>
  secrets.flatMap((secret) => {
    const hash = hashToken(secret)
    const device = people.devices.find(hash)
    return device && device.emailKey === emailKey && device.expiresAt > now ? [[hash, device]] : []
  })

/** The budget of one of these browsers, if it has any left. */
export const budgetOf = (
  people: People,
  name: LimitName & `device-${string}`,
  secrets: readonly string[],
  emailKey: string,
  now: number,
): string | undefined =>
  own(people, secrets, emailKey, now).find(([hash]) => waitFor(people, name, hash, now) === 0)?.[0]

/** The secret of a mail's link. */
export const admission = async (people: People, email: string, emailKey: string): Promise<string> => {
  const secret = randomToken()
  const expiresAt = people.now() + ADMISSION_LIFE
  await people.devices.set(hashToken(secret), { email, emailKey, signedIn: false, expiresAt })
  return secret
}

/** Whose mail it was, while its link still admits a browser. */
export const admitted = (people: People, secret: string): { email: string } | undefined => {
  const device = people.devices.find(hashToken(secret))
  return device && device.expiresAt > people.now() ? { email: device.email } : undefined
}

/** Remembers a browser that completed a sign-in. Answers the secret that a new one has to keep. */
export const keepDevice = async (
  people: People,
  { email, emailKey }: { email: string; emailKey: string },
  secrets: readonly string[],
): Promise<string | undefined> => {
  const now = people.now()
  const expiresAt = now + DEVICE_LIFE
  const known = own(people, secrets, emailKey, now).find(([, { signedIn }]) => signedIn)
  if (known) {
    await people.devices.set(known[0], { ...known[1], expiresAt })
    return undefined
  }
  const secret = randomToken()
  await people.devices.set(hashToken(secret), { email, emailKey, signedIn: true, expiresAt })
  const others = people.devices
    .all()
    .filter(([, device]) => device.signedIn && device.emailKey === emailKey)
    .sort(([, a], [, b]) => b.expiresAt - a.expiresAt)
  for (const [hash] of others.slice(REMEMBERED_MAX)) await people.devices.remove(hash)
  return secret
}

/** Forgets the browsers of an account but for these. */
export const forgetDevices = async (
  people: People,
  emailKey: string,
  except: readonly string[],
): Promise<void> => {
  const kept = new Set(except.map(hashToken))
  for (const [hash, device] of people.devices.all())
    if (device.signedIn && device.emailKey === emailKey && !kept.has(hash)) await people.devices.remove(hash)
}
