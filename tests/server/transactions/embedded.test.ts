import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { leases } from '#server/db/schema/lease.ts'
import { takeEmbedded } from './embedded.ts'

it('lends no database to two at once, also where one was closed twice', async () => {
  const gone = await takeEmbedded()
  await Promise.all([gone.close(), gone.close()])
  const first = await takeEmbedded()
  const second = await takeEmbedded()
  await first.db.insert(leases).values({ name: 'first', holder: 'h', expiresAt: sql`now()` })
  await gone.close()
  const names = ({ db }: typeof first) => db.select({ name: leases.name }).from(leases)
  expect(await names(first)).toEqual([{ name: 'first' }])
  expect(await names(second)).toEqual([])
  await Promise.all([first.close(), second.close()])
})
