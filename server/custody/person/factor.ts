import { BACKUP_CODE_COUNT, BACKUP_CODE_LENGTH } from '#contract/limit.ts'
import type { Sentence } from '#contract/said.ts'
import { recordId } from '#server/custody/disk/records.ts'
import type { Input } from '#server/custody/port.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { randomDigits, sameText } from '#server/secret.ts'
import { forgetDevices, keepDevice } from './device.ts'
import type { Factor, PersonEvent } from './event.ts'
import { begin, type Grant, inFreshSession, inSession, rotate } from './grant.ts'
import { assertFactor, countFactor, countWrong, triesLeft } from './limit.ts'
import type { Half, People, Turn } from './people.ts'
import { endHalves, findHalf, HALF_LIFE, wrong } from './signin.ts'
import { hasAuthenticator, type Session, type StoredCode } from './state.ts'
import { makeSecret, otpUri, stepOf } from './totp.ts'

const WRONG: Sentence = 'The code is wrong'
const wrongOf = (left: number): Sentence =>
  left === 1 ? 'Wrong code. 1 try left.' : `Wrong code. ${left} tries left.`

const outOfOrder = (message: string) => new CustodyRefusal('OutOfOrder', message)
const already = () => outOfOrder('Two-factor authentication is already set up')
const notYet = () => outOfOrder('Set up two-factor authentication first')

/** The half session behind a cookie, in the turn of its person, with the address that he proved. */
const inHalf = async <T>(
  people: People,
  cookie: string,
  work: (turn: Turn, half: Half & { hash: string }, email: string) => Promise<T>,
): Promise<T> =>
  people.inTurn(findHalf(people, cookie).userId, async (turn) => {
    // Again, for another call may have completed it meanwhile.
    const half = findHalf(people, cookie)
    return work(turn, half, emailOf(people, turn))
  })

export const emailOf = (people: People, { userId, state }: Turn): string =>
  state.pinned?.email ?? people.accountOf(userId)?.email ?? ''

/** A wrong code is counted, and then refused. */
export const miss = async (people: People, turn: Turn, name: Factor): Promise<never> => {
  const key = people.accountOf(turn.userId)?.emailKey ?? ''
  await countFactor(people, turn, name)
  const isTold = await countWrong(people, key, turn.now)
  throw wrong(
    name === 'step-up' ? wrongOf(triesLeft(turn, name)) : WRONG,
    isTold ? emailOf(people, turn) : undefined,
  )
}

/** The first completed sign-in pins the person; an outside account that led here is linked. */
const firsts = async (people: People, turn: Turn, { identity }: Half): Promise<PersonEvent[]> => {
  const account = people.accountOf(turn.userId)
  if (!account) throw new CustodyRefusal('Broken', 'Somebody signs in whose address was never proved.')
  if (identity && !turn.state.identities.has(identity))
    await people.identities.set(recordId(identity), { userId: turn.userId })
  const { userId, email, emailKey } = account
  return [
    ...(turn.state.pinned ? [] : [{ type: 'person' as const, data: { userId, email, emailKey } }]),
    ...(identity && !turn.state.identities.has(identity)
      ? [{ type: 'identity' as const, data: { identity } }]
      : []),
  ]
}

/** From here on the log of this person may not be without its head. */
const markBegun = async (people: People, userId: string): Promise<void> => {
  const account = people.accountOf(userId)
  if (account && !account.begun)
    await people.accounts.set(recordId(account.emailKey), { ...account, begun: true })
}

const complete = async (
  people: People,
  half: { hash: string },
  grant: Grant,
  devices: readonly string[],
): Promise<Grant> => {
  const { userId } = grant.session
  await people.halves.remove(half.hash)
  await markBegun(people, userId)
  const account = people.accountOf(userId)
  const device = account && (await keepDevice(people, account, devices))
  return { ...grant, ...(device !== undefined && { device }) }
}

/** Another authenticator comes, and whoever else is signed in, or about to, is out: what is written, and what follows. */
const ousting = (people: People, turn: Turn, events: readonly PersonEvent[], stays?: string) => {
  const ids = [...turn.state.sessions.keys()].filter((id) => id !== stays)
  const ended = ids.length > 0 ? [{ type: 'sessions-ended' as const, data: { ids } }] : []
  return {
    ids,
    events: [...events, ...ended],
    async done(devices: readonly string[]): Promise<void> {
      for (const id of ids) await people.uses.remove(id)
      await endHalves(people, turn.userId)
      await forgetDevices(people, people.accountOf(turn.userId)?.emailKey ?? '', devices)
    },
  }
}

/** The secret that is shown until the set-up is completed: the same for one half session. */
export const setupAuthenticator = (
  people: People,
  { half: cookie }: Input<'setupAuthenticator'>,
): Promise<{ otpUri: string }> =>
  inHalf(people, cookie, async ({ state }, { hash, ...half }, email) => {
    if (hasAuthenticator(state, people.now())) throw already()
    const secret = half.pendingSecret ?? makeSecret()
    if (half.pendingSecret === undefined) await people.halves.set(hash, { ...half, pendingSecret: secret })
    return { otpUri: otpUri(secret, email) }
  })

export const completeSetup = (
  people: People,
  { half: cookie, code, devices, agent }: Input<'completeSetup'>,
): Promise<Grant & { ids: string[] }> =>
  inHalf(people, cookie, async (turn, half) => {
    assertFactor(people, turn, 'totp')
    if (hasAuthenticator(turn.state, turn.now)) throw already()
    if (half.pendingSecret === undefined) throw notYet()
    const step = stepOf(half.pendingSecret, code, new Date(turn.now))
    if (step === undefined) return miss(people, turn, 'totp')
    const events = await firsts(people, turn, half)
    const set = { type: 'authenticator' as const, data: { secret: half.pendingSecret, step } }
    const { recovery } = turn.state
    if (turn.state.secret !== undefined && recovery) {
      // Before the new authenticator, which ends what led to it.
      const recovered = { type: 'recovered' as const, data: { id: recovery.id } }
      const out = ousting(people, turn, [...events, recovered, set])
      const grant = await begin(people, turn, 'restore', out.events, { agent })
      await out.done(devices)
      return { ...(await complete(people, half, grant, devices)), ids: out.ids }
    }
    const grant = await begin(people, turn, 'setup', [...events, set], { agent })
    return { ...(await complete(people, half, grant, devices)), ids: [] }
  })

export const completeOtp = (
  people: People,
  { half: cookie, code, devices, agent }: Input<'completeOtp'>,
): Promise<Grant> =>
  inHalf(people, cookie, async (turn, half) => {
    assertFactor(people, turn, 'totp')
    const { secret, lastStep } = turn.state
    if (secret === undefined) throw notYet()
    const step = stepOf(secret, code, new Date(turn.now))
    // Each step is taken once, and none before one that was taken.
    if (step === undefined || step <= lastStep) return miss(people, turn, 'totp')
    const grant = await begin(people, turn, 'otp', await firsts(people, turn, half), { step, agent })
    return complete(people, half, grant, devices)
  })

/** All are compared, so that the time says nothing about which one it was. */
const unusedCode = (codes: readonly StoredCode[], code: string): number | undefined =>
  codes.flatMap(({ value, usedAt }, index) =>
    sameText(value, code) && usedAt === undefined ? [index] : [],
  )[0]

export const completeBackup = (
  people: People,
  { half: cookie, code, devices, agent }: Input<'completeBackup'>,
): Promise<Grant> =>
  inHalf(people, cookie, async (turn, half) => {
    assertFactor(people, turn, 'backup-code')
    const index = unusedCode(turn.state.codes, code)
    if (index === undefined) return miss(people, turn, 'backup-code')
    const used = { type: 'backup-code-used' as const, data: { index } }
    const events = [...(await firsts(people, turn, half)), used]
    return complete(people, half, await begin(people, turn, 'backup', events, { agent }), devices)
  })

/**
 * A second factor once more, in a session: a code of the authenticator or, where the session began with a backup code,
 * another one of those.
 */
export const stepUp = (people: People, { grant, code }: Input<'stepUp'>): Promise<void> =>
  inSession(people, grant, async (turn, { id: sessionId, kind }) => {
    assertFactor(people, turn, 'step-up')
    const { secret, lastStep, codes } = turn.state
    if (code.length === BACKUP_CODE_LENGTH && kind === 'backup') {
      const index = unusedCode(codes, code)
      if (index === undefined) return miss(people, turn, 'step-up')
      await turn.append(
        { type: 'backup-code-used', data: { index } },
        { type: 'stepped-up', data: { sessionId } },
      )
      return
    }
    const step = secret === undefined ? undefined : stepOf(secret, code, new Date(turn.now))
    if (step === undefined || step <= lastStep) return miss(people, turn, 'step-up')
    await turn.append({ type: 'stepped-up', data: { sessionId, step } })
  })

const isBegunByCode = ({ kind }: Session): void => {
  if (kind !== 'backup')
    throw new CustodyRefusal(
      'NotAllowed',
      'Two-factor authentication is restored after signing in with a backup code',
    )
}

/** The secret of a new authenticator: the same for 15 minutes. The old one works until the restore is completed. */
export const restoreAuthenticator = (
  people: People,
  { grant }: Input<'restoreAuthenticator'>,
): Promise<{ otpUri: string }> =>
  inSession(people, grant, async (turn, session) => {
    isBegunByCode(session)
    const use = people.uses.find(session.id)
    const known = use?.restore && use.restore.until > turn.now ? use.restore : undefined
    const restore = known ?? { secret: makeSecret(), until: turn.now + HALF_LIFE }
    if (!known) await people.uses.set(session.id, { at: turn.now, restore })
    return { otpUri: otpUri(restore.secret, emailOf(people, turn)) }
  })

/** The new authenticator takes the old one's place; whoever else is signed in, or about to, is out. */
export const completeRestore = (
  people: People,
  { grant, code, devices }: Input<'completeRestore'>,
): Promise<Grant & { ids: string[] }> =>
  inSession(people, grant, async (turn, session) => {
    isBegunByCode(session)
    assertFactor(people, turn, 'totp')
    const restore = people.uses.find(session.id)?.restore
    if (!restore || restore.until <= turn.now) throw outOfOrder('Start the restore again')
    const step = stepOf(restore.secret, code, new Date(turn.now))
    if (step === undefined) return miss(people, turn, 'totp')
    const set = { type: 'authenticator' as const, data: { secret: restore.secret, step } }
    const out = ousting(people, turn, [set], session.id)
    const restored = await rotate(people, turn, session, 'restore', out.events)
    await out.done(devices)
    return { ...restored, ids: out.ids }
  })

export const backupCodes = (people: People, { grant }: Input<'backupCodes'>): Promise<StoredCode[]> =>
  inFreshSession(people, grant, async ({ state }) => [...state.codes])

/**
 * Ten new codes instead of all old ones, once per completed set-up or restore, in the session that it opened; in any
 * session with the authenticator where there are none.
 */
export const makeBackupCodes = (people: People, { grant }: Input<'makeBackupCodes'>): Promise<StoredCode[]> =>
  inFreshSession(people, grant, async (turn, session) => {
    const isFirst = session.kind === 'setup' || session.kind === 'restore'
    const hasNone = session.kind === 'otp' && turn.state.codes.length === 0
    if (!isFirst && !hasNone)
      throw new CustodyRefusal(
        'NotAllowed',
        'Backup codes are made after two-factor authentication is set up or restored',
      )
    if (session.codesMade) throw outOfOrder('The backup codes were already generated')
    const values = new Set<string>()
    while (values.size < BACKUP_CODE_COUNT) values.add(randomDigits(BACKUP_CODE_LENGTH))
    const data = { codes: [...values], sessionId: session.id }
    return [...(await turn.append({ type: 'backup-codes', data })).codes]
  })
