import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Nodes, noNodes, reachNodes } from './chains/nodes.ts'
import { makeChains } from './chains/set.ts'
import {
  CustodyRefusal,
  loadKeyRing,
  type Operator,
  openOperator,
  pausedOf,
  type Recovered,
  type Said,
  type Witnesses,
} from './custody/custody.ts'
import { connectOperator } from './custody/program/operator.ts'
import { readSettings, type Settings } from './custody/program/settings.ts'
import { type Db, openDatabase } from './db/client.ts'
import { makeMirror } from './db/mirror.ts'
import { databaseTime } from './db/time.ts'
import { systemClock } from './deps.ts'
import { bitcoinOf, type Env, readEnv } from './env.ts'
import { handIn } from './handin.ts'
import { lockDataDir } from './lock.ts'
import { makeLog } from './log.ts'
import { makeOutbox } from './mail/outbox.ts'
import type { Writing } from './mail/write.ts'
import {
  noticeLetter,
  operatorLiftedLetter,
  putBackLetter,
  recoveryAskedLetter,
  recoveryGrantedLetter,
  recoveryLetter,
  releaseLetter,
} from './modules/auth/letters.ts'

type Log = ReturnType<typeof makeLog>

const USAGE = `npm run custody -- <command>, the last two only while custody and the servers are stopped:
  status                  what is held, frozen or refused, and why
  release <walletId>      your word that a hold ends; ends it where nothing else is missing
  hand-in <walletId>      a signed send that a node had called spent, and on Bitcoin what it does not have
  lift <userId>           seven days' notice by mail of the end of a freeze, then the end
  recover <e-mail>        lost authenticator and backup codes: seven days' notice, guardians' word, then new ones
  renew-bitcoin <walletId|all>  a new key of the signers that there are now, in place of one of which a signer is lost
  correct-clock           after the clock was set right: takes a time that has not come back
  restored                after a backup was put back: what differs; holds all wallets, ends all sessions
  start-again [id]        goes on from what is left of a wallet or person, or from older backups of all`

/** Number of arguments of each command: least and most. */
const COMMANDS: Readonly<Record<string, readonly [number, number]>> = {
  status: [0, 0],
  release: [1, 1],
  'hand-in': [1, 1],
  lift: [1, 1],
  recover: [1, 1],
  'renew-bitcoin': [1, 1],
  'correct-clock': [0, 0],
  restored: [0, 0],
  'start-again': [0, 1],
}

/** The ring that custody's files are sealed with: its own, or in older installations the server's. */
const ringFile = ({ masterKeyFile, dataDir }: Env): string => {
  const own = join(dataDir, 'custody.keys')
  return existsSync(own) ? own : (masterKeyFile ?? join(dataDir, 'master.keys'))
}

const reach = (env: Env, log: Log): Promise<Nodes> =>
  reachNodes(makeChains({ rpcUrls: env.rpcUrls, bitcoin: bitcoinOf(env), local: env.sandbox, log }))

const recoveryMails = (
  told: NonNullable<Recovered['told']>,
  owner: string,
  base: string,
  support: string | undefined,
): Writing[] => {
  if (told.kind === 'granted')
    return [recoveryGrantedLetter(told.email, { until: told.until, link: `${base}/auth`, support })]
  const asked = told.asked.flatMap(({ walletId, address, emails }) =>
    emails.map((email) =>
      recoveryAskedLetter(email, {
        ...{ owner, address, support },
        link: `${base}/recover?wallet=${walletId}`,
      }),
    ),
  )
  if (told.kind === 'asked') return asked
  const { email, from, link } = told
  const own = recoveryLetter(email, {
    ...{ from, support },
    freeze: `${base}/freeze#code=${link}`,
    page: `${base}/recover`,
    isGuarded: asked.length > 0,
  })
  return [own, ...asked]
}

const run = async (
  operator: Operator,
  [command, id = '']: readonly string[],
  { nodes, env }: { nodes: Nodes; env: Env },
): Promise<Done> => {
  const { supportEmail } = env
  const base = env.publicUrl ?? `http://localhost:${env.port}`
  switch (command) {
    case 'status':
      return {
        said: [
          ...(await operator.status()),
          ...(await pausedOf(operator, nodes.evm.counts, nodes.bitcoin.unspent)),
        ],
      }
    case 'release':
      return { said: await operator.release(id, nodes.evm.counts) }
    case 'hand-in':
      return { said: await handIn(operator, id, nodes) }
    case 'lift': {
      const { said, told } = await operator.lift(id)
      if (!told) return { said: [said] }
      const { email, kind, from } = told
      const isNotice = kind === 'notice'
      const mail = isNotice
        ? noticeLetter(email, from, supportEmail)
        : operatorLiftedLetter(email, supportEmail)
      return { said: [said], mails: [mail] }
    }
    case 'recover': {
      const { said, told } = await operator.recover(id)
      if (told?.kind !== 'notice')
        return { said, mails: told ? recoveryMails(told, id, base, supportEmail) : [] }
      const { userId, id: notice } = told
      return {
        said,
        mails: recoveryMails(told, id, base, supportEmail),
        // Only a mail that was handed in lets the days begin.
        mailed: () => operator.recoverMailed({ userId, id: notice }),
      }
    }
    case 'restored': {
      const { said, emails } = await operator.restored(nodes.evm.counts)
      return { said, mails: emails.map((email) => putBackLetter(email, supportEmail)) }
    }
    case 'renew-bitcoin':
      return { said: await operator.renewBitcoin(id === 'all' ? undefined : id) }
    case 'correct-clock':
      return { said: await operator.correctClock() }
    default: {
      const { said, asked } = await operator.startAgain(id || undefined)
      const mails = asked.flatMap(({ walletId, address, emails }) =>
        emails.map((email) =>
          releaseLetter(email, address, `${base}/release?wallet=${walletId}`, supportEmail),
        ),
      )
      return { said, mails }
    }
  }
}

interface Done {
  said: Said[]
  mails?: Writing[]
  /** When the mails are written down. */
  mailed?: () => Promise<void>
}

/** Sent by the server: now, or when it runs again. */
const mail = async (db: Db, log: Log, { mails = [], mailed }: Done): Promise<void> => {
  const outbox = makeOutbox({ db, clock: systemClock, log, mail: { send: async () => undefined } })
  await outbox.add(db, mails)
  await mailed?.()
}

/** At custody's socket. Only a mail needs the database, and nobody else may have that open. */
const whileItRuns = async (
  operator: Operator,
  argv: readonly string[],
  env: Env,
  log: Log,
): Promise<Done> => {
  try {
    const isAboutChains = ['release', 'status', 'hand-in'].includes(argv[0] ?? '')
    const nodes = isAboutChains ? await reach(env, log) : noNodes
    if (argv[0] !== 'lift' && argv[0] !== 'recover') return await run(operator, argv, { nodes, env })
    if (env.databaseUrl === undefined)
      throw new Error(
        'DATABASE_URL should name the database that takes the mail; with an embedded one stop the server first.',
      )
    const database = await openDatabase({ databaseUrl: env.databaseUrl, log })
    try {
      const done = await run(operator, argv, { nodes, env })
      await mail(database.db, log, done)
      return done
    } finally {
      await database.close()
    }
  } finally {
    await operator.close()
  }
}

const whileItIsStopped = async (
  argv: readonly string[],
  { dir, keyFile, policyDelayS, anchor }: Settings,
  env: Env,
  log: Log,
): Promise<Done> => {
  const lock = lockDataDir(env.dataDir)
  try {
    const database = await openDatabase({
      databaseUrl: env.databaseUrl,
      dataDir: join(env.dataDir, 'database'),
      log,
    })
    try {
      const nodes = await reach(env, log)
      const time = await databaseTime(database.db)
      const blocks = await nodes.evm.readTimes()
      const witnesses: Witnesses = { database: () => time, blocks: () => blocks }
      const [command] = argv
      const operator = await openOperator({
        ...{ dir, policyDelayS, anchor },
        keyRing: loadKeyRing(keyFile),
        clock: systemClock,
        mirror: makeMirror(database.db),
        witnesses,
        warn: (message) => log.error(message),
        takesOlder: command === 'restored' || (command === 'start-again' && argv.length === 1),
      })
      try {
        const done = await run(operator, argv, { nodes, env })
        await mail(database.db, log, done)
        return done
      } finally {
        await operator.close()
      }
    } finally {
      await database.close()
    }
  } finally {
    lock.release()
  }
}

/** `npm run custody -- <command>`: 0 when nothing is left to do, 1 when something is, 2 for a command that is none. */
const main = async (argv: readonly string[]): Promise<number> => {
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const [command = '', ...rest] = argv
  const [least, most] = COMMANDS[command] ?? [1, 0]
  if (rest.length < least || rest.length > most) {
    print(USAGE)
    return 2
  }
  const env = readEnv(process.env)
  const log = makeLog('warn')
  const settings = readSettings({ CUSTODY_KEY_FILE: ringFile(env), ...process.env })
  const running = await connectOperator(settings.place)
  const { said } = running
    ? await whileItRuns(running, argv, env, log)
    : await whileItIsStopped(argv, settings, env, log)
  for (const { text } of said) print(text)
  if (said.length === 0) print('Nothing to do.')
  return said.some(({ isLeft }) => isLeft) ? 1 : 0
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const known = error instanceof CustodyRefusal || (error instanceof Error && error.constructor === Error)
    process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  },
)
