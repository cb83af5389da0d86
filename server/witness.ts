import type { FastifyBaseLogger } from 'fastify'
import { makeSingle } from './async/single.ts'
import type { ChainSet } from './chains/family.ts'
import { blockTimes } from './chains/times.ts'
import type { Witnesses } from './custody/custody.ts'
import type { Db } from './db/client.ts'
import { databaseTime } from './db/time.ts'

const ASK_EVERY_MS = 30_000

/** The times of database and chains. Between two answers of the database its time goes on by the machine's steady clock. */
export const startWitnesses = async ({
  db,
  chains,
  log,
}: {
  db: Db
  chains: Pick<ChainSet, 'all'>
  log: FastifyBaseLogger
}): Promise<Witnesses & { stop(): Promise<void> }> => {
  let heard: { time: number; at: number } | undefined

  const asking = makeSingle(async () => {
    heard = { time: await databaseTime(db), at: performance.now() }
  })
  await asking.run()
  const timer = setInterval(() => {
    asking.run().catch((error: unknown) => log.warn({ err: error }, 'The database does not tell its time'))
  }, ASK_EVERY_MS)
  timer.unref()

  return {
    database: () => heard && heard.time + performance.now() - heard.at,
    blocks: () => blockTimes(chains),
    async stop() {
      clearInterval(timer)
      await asking.idle()
    },
  }
}
