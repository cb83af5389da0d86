// @vitest-environment node
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { wallets } from '#server/db/schema/wallet.ts'
import { onChain } from '#tests/server/chains/onchain.ts'
import { openRig, type Rig } from '#tests/server/guardians/rig.ts'

let rig: Rig
onChain(openRig, (both) => {
  rig = both.rig
})

test('somebody with more wallets than custody is asked about at once still sees them', async () => {
  const [owner] = await rig.people('owner')
  const letters = (at: number) => [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  await rig.db.insert(wallets).values(
    Array.from({ length: 1000 }, (_, at) => ({
      ...{ id: randomUUID(), userId: owner.id, name: `Many ${letters(at)}` },
      ...{ status: 'created' as const, createdAt: rig.clock.now() },
    })),
  )
  const shown = await rig.services.wallets.list(owner.id)
  expect(shown).toHaveLength(1001)
  expect(shown.find(({ id }) => id === owner.walletId)).toMatchObject({
    accounts: [{ address: owner.address }],
  })
})
