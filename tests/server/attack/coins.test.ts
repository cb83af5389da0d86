import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { CustodyRefusal } from '#server/custody/custody.ts'
import { bitcoinSends, coins, sends, transactions } from '#server/db/schema/transaction.ts'
import { accounts } from '#server/db/schema/wallet.ts'
import { COINS_AWAY } from '#server/modules/transactions/bitcoin/take.ts'
import { makeThree, type Three } from '../signer/three.ts'
import { onRegtest } from '../transactions/bitcoin/onregtest.ts'
import { type BitcoinRig, openBitcoinRig, STRANGER } from '../transactions/bitcoin/rig.ts'

/** Whoever can write rows of transactions, sends, coins and accounts, against a wallet on Bitcoin that three signers hold. */
const THIEF = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

let three: Three
let rig: BitcoinRig
/** While it is held, custody signs nothing: the attacker comes between. What it refused then is kept. */
const custody = { held: false, refusals: [] as string[] }

onRegtest(
  (both) => {
    ;({ rig } = both)
  },
  async (regtest) => {
    three = await makeThree()
    return openBitcoinRig(
      regtest,
      {},
      {
        signers: { ...three.signers, close: async () => undefined },
        wrap: ({ chains, custody: real }) => ({
          chains,
          custody: {
            ...real,
            async signBitcoinTransaction(ask) {
              if (custody.held) throw new CustodyRefusal('Locked', 'Held')
              try {
                return await real.signBitcoinTransaction(ask)
              } catch (error) {
                if (error instanceof CustodyRefusal) custody.refusals.push(error.code)
                throw error
              }
            },
          },
        }),
      },
    )
  },
)
afterAll(() => three?.remove())
afterEach(async () => {
  custody.held = false
  custody.refusals.length = 0
  expect(await rig.chain.unspent(THIEF)).toEqual([])
})

/** No send of these tests may cost more, in satoshi. */
const FEE_MOST = 1000n

const coinsOf = async (address: string) =>
  (await rig.chain.unspent(address)).reduce((sum, { value }) => sum + value, 0n)

/** A wallet of 0.001 BTC with a send of 0.0003 BTC that is accepted and not signed yet. */
const heldSend = async () => {
  const userId = await rig.user()
  const { id, bitcoin: address } = await rig.wallet(userId)
  await rig.services.kyc.complete({ walletId: id })
  await rig.deposit({ address, value: 100_000 })
  const before = await coinsOf(STRANGER)
  custody.held = true
  const sent = await rig.send(userId, id, 30_000n)
  await rig.idle()
  const go = async () => {
    custody.held = false
    await rig.services.transactions.resume()
    await rig.mine()
  }
  return { userId, walletId: id, address, txId: sent.id, before, go }
}
type Held = Awaited<ReturnType<typeof heldSend>>

const changeSend = ({ txId }: Held, change: Partial<typeof sends.$inferInsert>) =>
  rig.db.update(sends).set(change).where(eq(sends.transactionId, txId))
const changeRow = ({ txId }: Held, change: Partial<typeof transactions.$inferInsert>) =>
  rig.db.update(transactions).set(change).where(eq(transactions.id, txId))
const changeCoins = async ({ walletId }: Held, change: Partial<typeof coins.$inferInsert>) => {
  const own = await rig.db.select().from(accounts).where(eq(accounts.walletId, walletId))
  for (const { id } of own) await rig.db.update(coins).set(change).where(eq(coins.accountId, id))
}

const own = ({ txid, vout }: Pick<typeof coins.$inferSelect, 'txid' | 'vout'>) =>
  and(eq(coins.txid, txid), eq(coins.vout, vout))
const ofWallet = async (walletId: string) =>
  (await rig.db.select().from(accounts).where(eq(accounts.walletId, walletId))).find(
    ({ network }) => network === 'regtest',
  )
/** A coin of somebody else, which is worth more and so is taken first. */
const another = async () => {
  const userId = await rig.user()
  const { id: walletId, bitcoin: address } = await rig.wallet(userId)
  await rig.deposit({ address, value: 500_000 })
  const [coin] = await rig.chain.unspent(address)
  if (!coin) throw new Error('It has no coin')
  return { walletId, address, coin }
}

/** It is over, and keeps nothing back. */
const ends = async (
  { userId, walletId, txId }: Pick<Held, 'userId' | 'walletId' | 'txId'>,
  status: string,
) => {
  const row = (await rig.listed(userId, walletId)).find(({ id }) => id === txId)
  expect(row).toMatchObject({ status })
  expect(await rig.bitcoinOf(userId, walletId)).toMatchObject({ reserved: '0' })
  expect((await rig.custody.openTransactions({ walletIds: [walletId] })).items).toEqual([])
}

/** What is changed before it is signed, what the payee gets then, and what custody refuses of it. */
const CHANGES: [string, (held: Held) => Promise<unknown>, bigint, string[]][] = [
  ['nothing', async () => undefined, 30_000n, []],
  [
    'another recipient, amount and ceiling, in all rows',
    async (held) => {
      await changeSend(held, { target: THIEF, value: '90000', feeCeiling: '90000' })
      await changeRow(held, { recipient: THIEF, amount: '90000' })
    },
    0n,
    ['FeeAboveCeiling'],
  ],
  ['less, so that the rest would be a fee', (held) => changeSend(held, { value: '1000' }), 0n, ['BadInput']],
  [
    'a rate that burns all of it',
    async (held) => {
      await changeSend(held, { feeCeiling: '70000' })
      const rates = rig.db.update(bitcoinSends).set({ rate: '400000' })
      await rates.where(eq(bitcoinSends.transactionId, held.txId))
    },
    0n,
    ['FeeAboveCeiling'],
  ],
  // A signature over what is not there would be worth nothing, and hang: rows are put right before.
  ['coins that are said to be worth more', (held) => changeCoins(held, { value: '9000000' }), 30_000n, []],
  ['coins that are said to be worth less', (held) => changeCoins(held, { value: '40000' }), 30_000n, []],
  [
    'coins that are said to be worth less than is sent',
    (held) => changeCoins(held, { value: '700' }),
    0n,
    [],
  ],
  [
    'a coin of another wallet that is said to be its own',
    async (held) => {
      const { coin } = await another()
      await changeCoins(held, { takenBy: null })
      const account = await ofWallet(held.walletId)
      await rig.db.update(coins).set({ accountId: account?.id }).where(own(coin))
    },
    30_000n,
    [],
  ],
  [
    'no coins at all',
    async ({ walletId }) => {
      const account = await ofWallet(walletId)
      await rig.db.delete(coins).where(eq(coins.accountId, account?.id ?? ''))
    },
    0n,
    [],
  ],
  [
    'the wallet’s address, so that change would go elsewhere',
    ({ address }) =>
      rig.db.update(accounts).set({ address: THIEF, addressKey: THIEF }).where(eq(accounts.address, address)),
    30_000n,
    [],
  ],
]

test.each(CHANGES)(
  'a send whose rows are changed before it is signed: %s',
  async (_, change, paid, refusals) => {
    const held = await heldSend()
    await change(held)
    await held.go()
    const left = await coinsOf(held.address)
    expect(await coinsOf(STRANGER)).toBe(held.before + paid)
    expect(left).toBeGreaterThan(100_000n - paid - FEE_MOST)
    expect(custody.refusals).toEqual(refusals)
    await ends(held, paid > 0n ? 'success' : 'failed')
  },
)

/** A coin that is nowhere on the chain, or is nobody's here, beside the wallet's own one. */
const MADE_UP: [string, () => Promise<{ txid: string; vout: number; value: bigint }>][] = [
  ['a coin that no block has', async () => ({ txid: 'ab'.repeat(32), vout: 0, value: 9_000_000n })],
  [
    'a coin of a stranger',
    async () => {
      const txid = await rig.deposit({ address: STRANGER, value: 700_000 })
      const coin = (await rig.chain.unspent(STRANGER)).find((one) => one.txid === txid)
      if (!coin) throw new Error('It was not given')
      return coin
    },
  ],
]
test.each(MADE_UP)('%s in a wallet’s rows: nothing is signed, and the send ends', async (_, make) => {
  const held = await heldSend()
  const { txid, vout, value } = await make()
  const before = await coinsOf(STRANGER)
  const account = await ofWallet(held.walletId)
  await changeCoins(held, { takenBy: null })
  await rig.db.insert(coins).values({
    ...{ blockchain: 'bitcoin:regtest', txid, vout, accountId: account?.id ?? '', block: 1, change: false },
    value: value.toString(),
  })
  await held.go()
  await held.go()
  expect((await rig.listed(held.userId, held.walletId)).find(({ id }) => id === held.txId)).toMatchObject({
    ...{ status: 'failed', rejectReason: COINS_AWAY },
  })
  await ends(held, 'failed')
  expect(await coinsOf(STRANGER)).toBe(before)
  expect(await coinsOf(held.address)).toBe(100_000n)
})

test('a coin that was spent, and is there again by its row: the send fails, and the next one goes', async () => {
  const held = await heldSend()
  await held.go()
  const [spent] = await rig.db.select().from(coins).where(eq(coins.takenBy, held.txId))
  if (!spent) throw new Error('It took no coin')
  await rig.db.update(coins).set({ takenBy: null, spentBlock: null }).where(own(spent))
  const again = await rig.send(held.userId, held.walletId, 25_000n)
  for (const _ of [1, 2]) {
    await rig.mine()
    rig.clock.advance(31_000)
    await rig.services.transactions.resume()
    await rig.idle()
  }
  await ends({ ...held, txId: again.id }, 'failed')
  const next = await rig.send(held.userId, held.walletId, 25_000n)
  await rig.mine()
  await ends({ ...held, txId: next.id }, 'success')
  expect(await coinsOf(STRANGER)).toBe(held.before + 55_000n)
})

test('a coin that rows set free while a send that spends it waits is not signed again', async () => {
  const held = await heldSend()
  custody.held = false
  await rig.services.transactions.resume()
  await rig.idle()
  await changeCoins(held, { takenBy: null })
  await rig.send(held.userId, held.walletId, 25_000n)
  await rig.idle()
  await rig.mine()
  expect(custody.refusals).toEqual(['CoinTaken'])
  expect(await coinsOf(STRANGER)).toBe(held.before + 30_000n)
})
