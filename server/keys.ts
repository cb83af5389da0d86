import { join } from 'node:path'
import { resealAnchor, resealCopies } from './custody/custody.ts'
import { rotateCommand } from './custody/rotate.ts'
import { openDatabase } from './db/client.ts'
import { makeMirror } from './db/mirror.ts'
import { readEnv } from './env.ts'
import { lockDataDir } from './lock.ts'
import { makeLog } from './log.ts'
import { resealDatabase } from './modules/auth/reseal.ts'

/** `npm run keys:rotate [-- --new-key]`, while the server is stopped. */
const main = async (): Promise<number> => {
  const env = readEnv(process.env)
  const log = makeLog('warn')
  const lock = lockDataDir(env.dataDir)
  try {
    return await rotateCommand({
      argv: process.argv.slice(2),
      keyRingFile: env.masterKeyFile ?? join(env.dataDir, 'master.keys'),
      dataDir: env.dataDir,
      print: (line) => process.stdout.write(`${line}\n`),
      reseal: async (keyRing) => {
        const database = await openDatabase({
          databaseUrl: env.databaseUrl,
          dataDir: join(env.dataDir, 'database'),
          log,
        })
        try {
          const copies = await resealCopies(makeMirror(database.db), keyRing)
          if (env.custodyAnchor !== undefined) await resealAnchor(env.custodyAnchor, keyRing)
          return copies + (await resealDatabase(database.db, keyRing.sealer))
        } finally {
          await database.close()
        }
      },
    })
  } finally {
    lock.release()
  }
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(1)
  },
)
