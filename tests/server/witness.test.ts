// @vitest-environment node
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startWitnesses } from '#server/witness.ts'
import { openTestDatabase } from './transactions/database.ts'

const log = pino({ level: 'silent' })
const SECOND = 1000

test('the database and every chain that was read tell the time', async () => {
  const database = await openTestDatabase(log)
  const block = Date.parse('2026-03-01T12:00:00.000Z')
  const chains = {
    all: () =>
      [
        { family: 'evm', chainId: 153, latestBlockAt: () => block },
        { family: 'evm', chainId: 137, latestBlockAt: () => undefined },
      ] as never,
  }
  const witnesses = await startWitnesses({ db: database.db, chains, log })
  expect([...witnesses.blocks()]).toEqual([[153, block]])
  expect(Math.abs((witnesses.database() ?? 0) - Date.now())).toBeLessThan(30 * SECOND)
  await witnesses.stop()
  await database.close()
})
