import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type { SessionTypes } from '@walletconnect/types'
import { recoverMessageAddress, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { approveSession, confirmRequest, connectSession, listRequests } from '#contract/endpoints/dapp.ts'
import { getApprovalLog } from '#contract/endpoints/guardian.ts'
import { replacementOf, speedUpTransaction } from '#contract/endpoints/replacement.ts'
import { addKey } from '#server/custody/custody.ts'
import { ether } from '#tests/server/chains/node.ts'
import { type Dapp, openDapp } from '#tests/server/dapps/dapp.ts'
import { confirmation } from '#tests/server/dapps/shown.ts'
import { STRANGER as PAYEE } from '#tests/server/transactions/bitcoin/rig.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'
import { type House, openHouse, type Point, type Victim } from './house.ts'
import type { Holder } from './people.ts'

vi.setConfig({ testTimeout: 1_200_000, hookTimeout: 120_000 })
const deep = process.env.DEEP !== undefined

type Kill = [victim: Victim, what: string, phase: Point['phase'], nth: number]

/** Each victim before and after each of these messages. */
const around = (victims: readonly Victim[], whats: readonly [string, number][]): Kill[] =>
  whats.flatMap(([what, times]) =>
    Array.from({ length: times }, (_, at) => at + 1).flatMap((nth) =>
      (['asked', 'answered'] as const).flatMap((phase) =>
        victims.map((victim): Kill => [victim, what, phase, nth]),
      ),
    ),
  )

const SIGNING: [string, number][] = [
  ['wallet', 1],
  ['signedTransaction', 1],
  ['signEvmTransaction', 1],
  ['noteMined', 1],
  ['end', 1],
]
const SEND: Kill[] = deep
  ? around(
      ['custody', 'web'],
      [['required', 1], ['propose', 1], ['approvalState', 1], ['write', 3], ...SIGNING],
    )
  : [
      ['custody', 'signEvmTransaction', 'answered', 1],
      ['web', 'propose', 'asked', 1],
    ]
const APPROVAL: Kill[] = deep
  ? around(
      ['custody', 'web'],
      [['issueApproval', 1], ['signIssued', 1], ['approve', 1], ['write', 3], ...SIGNING],
    )
  : [['custody', 'approve', 'answered', 1]]
const REQUEST: Kill[] = deep
  ? [
      ...around(['custody', 'web', 'dapps'], [['signMessage', 1]]),
      ...around(['custody', 'web', 'dapps'], [['irn_publish 1109', 1]]),
      ...around(['custody', 'web', 'dapps'], [['irn_subscription', 1]]),
    ]
  : [
      ['custody', 'signMessage', 'answered', 1],
      ['dapps', 'irn_publish 1109', 'asked', 1],
    ]
const ROUND = ['tell', 'open', 'offer', 'join', 'close'].map((name): [string, number] => [
  `signer ${name}`,
  1,
])
const BITCOIN: Kill[] = deep
  ? [
      ...around(
        ['custody', 'web'],
        [
          ['required', 1],
          ['propose', 1],
          ['approvalState', 1],
          ['wallet', 1],
          ['write', 3],
          ['signedTransaction', 1],
          ['signBitcoinTransaction', 1],
          ['noteSpent', 1],
          ['end', 1],
        ],
      ),
      ...around(['custody', 'web', 'signers'], ROUND),
    ]
  : [['custody', 'signer close', 'answered', 1]]
const FASTER: Kill[] = deep
  ? [
      ...around(['custody', 'web'], [['replaceTransaction', 1]]),
      ...around(['custody', 'web', 'signers'], ROUND),
    ]
  : [['signers', 'signer join', 'asked', 1]]
const RENEW: Kill[] = deep
  ? around(
      ['custody', 'signers'],
      ['begin', 'finish', 'keep', 'confirm'].map((name): [string, number] => [`signer ${name}`, 1]),
    )
  : [['custody', 'signer confirm', 'answered', 1]]
const SWEEP: Kill[] = deep
  ? [
      ...around(['custody', 'web'], [['sweepBitcoin', 1]]),
      ...around(['custody', 'web', 'signers'], ROUND.slice(1)),
    ]
  : [['web', 'sweepBitcoin', 'answered', 1]]
const CALL: Kill[] = deep
  ? around(
      ['custody', 'web', 'dapps'],
      [
        ['propose', 1],
        ['signEvmTransaction', 1],
        ['irn_publish 1109', 1],
      ],
    )
  : []

/** Custody, a server and a WalletConnect client; needs a real PostgreSQL. */
describe.runIf(process.env.TEST_DATABASE_URL)(
  'processes that are killed while they speak to each other',
  () => {
    let house: House
    let owner: Holder
    let guardian: Holder
    let guarded: Holder
    let dapp: Dapp
    let session: SessionTypes.Struct
    let address: `0x${string}`
    /** Sends of each person, in order. */
    const sends = new Map<Holder, string[]>()

    beforeAll(async () => {
      house = await openHouse({ bitcoin: true })
      owner = await house.join('owner')
      address = owner.address as `0x${string}`
      await house.fund(owner, 'RBNT', '1000')
      guarded = await house.join('guarded')
      guardian = await house.join('guardian')
      await house.fund(guarded, 'RBNT', '1000')
      await house.guard(guarded, guardian)
      dapp = await openDapp(house.relayUrl)
      const { client, walletId } = owner
      const proposal = await dapp.connect()
      const { id } = await client.ok(connectSession, { body: { uri: proposal.uri, walletId } })
      await client.ok(approveSession, { params: { id }, body: { walletId } })
      session = await proposal.session
    })
    afterAll(async () => {
      await dapp?.close()
      await house?.stop()
    })

    const post = async (from: Holder, key: string) => {
      const [coins] = await house.assetsOf(from, 'RBNT')
      const draft = { assetId: coins?.id ?? '', amount: ether('1').toString(), recipient: STRANGER }
      return house.send(from, draft, key)
    }
    /** The same send again and again until it is taken. */
    const send = (from: Holder, key: string): Promise<string> =>
      house.until(async () => {
        const { status, body } = await post(from, key)
        expect(status).toBe(201)
        return body.id
      })
    const keep = (from: Holder, id: string) => sends.set(from, [...(sends.get(from) ?? []), id])
    const mined = (from: Holder, id: string) =>
      house.until(async () => {
        const sent = (await house.outgoing(from)).find((each) => each.id === id)
        expect(sent?.status).toBe('success')
        return sent
      })

    /** One transaction with one nonce and the same bytes for each send, and nothing else. */
    const expectOnce = async (from: Holder) => {
      const ids = sends.get(from) ?? []
      const rows = await house.outgoing(from)
      expect(rows.map(({ id }) => id).sort()).toEqual([...ids].sort())
      const log = await from.client.ok(getApprovalLog, { params: { id: from.walletId } })
      expect(log.entries.filter(({ type }) => type === 'proposed')).toHaveLength(ids.length)
      const hashes = rows.map(({ hash }) => hash as `0x${string}`)
      expect(new Set(hashes).size).toBe(ids.length)
      const own = from.address as `0x${string}`
      expect(await house.node.client.getTransactionCount({ address: own })).toBe(ids.length)
      for (const id of ids) expect(house.signed.get(id)?.size).toBe(1)
      const fees = rows.reduce((sum, { fee }) => sum + BigInt(fee ?? 0), 0n)
      expect(await house.node.balance(own)).toBe(ether('1000') - ether(String(ids.length)) - fees)
    }

    /** What the log of a wallet has of one send until its end. */
    const writtenOf = async ({ client, walletId }: Holder, txId: string): Promise<string[]> => {
      const { entries } = await house.until(() => client.ok(getApprovalLog, { params: { id: walletId } }))
      return entries.flatMap(({ type, data }) =>
        type !== 'ended' && JSON.stringify(data).includes(`"txId":"${txId}"`) ? [type] : [],
      )
    }

    test('a send is paid once', async () => {
      for (const [victim, what, phase, nth] of SEND) {
        const key = `${victim}-${what}-${phase}-${nth}`
        const killed = house.arm(victim, { what, phase, nth })
        const id = await send(owner, key)
        keep(owner, id)
        await mined(owner, id)
        await killed
        expect(await send(owner, key)).toBe(id)
      }
      await expectOnce(owner)
    })

    test('an approval counts once, and what it approves is paid once', async () => {
      for (const [victim, what, phase, nth] of APPROVAL) {
        const id = await send(guarded, `${victim}-${what}-${phase}-${nth}`)
        keep(guarded, id)
        const killed = house.arm(victim, { what, phase, nth })
        await house.until(async () => {
          const sent = (await house.outgoing(guarded)).find((each) => each.id === id)
          if (sent?.approval?.approved === 0) await house.approve(guardian, id)
        })
        expect((await mined(guarded, id))?.approval?.approved).toBe(1)
        await killed
        expect(await writtenOf(guarded, id)).toEqual(['proposed', 'approved', 'signing', 'signed'])
      }
      await expectOnce(guarded)
    })

    describe('bitcoin', () => {
      /** He sends nothing else. */
      let payer: Holder
      let own: string
      const begun: string[] = []
      const GIFT = 10_000_000
      const AMOUNT = 20_000

      interface Seen {
        txid: string
        vin: { prevout: { scriptpubkey_address: string } }[]
        vout: { scriptpubkey_address: string; value: number }[]
      }
      const node = async (path: string): Promise<unknown> =>
        (await fetch(`${house.regtest.url}/${path}`)).json()
      /** What waits gets into a block. */
      const mine = async () => {
        const { count } = (await node('mempool')) as { count: number }
        if (count > 0) await house.regtest.mine()
      }
      beforeAll(async () => {
        payer = guardian
        own = await house.bitcoinOf(payer)
        // A coin for each send, so that none waits for the change of another.
        await house.regtest.give(Array.from({ length: 4 }, () => ({ address: own, value: GIFT / 4 })))
        await mine()
        await house.until(async () =>
          expect((await house.assetsOf(payer, 'BTC'))[0]?.amount).toBe(String(GIFT)),
        )
      })

      const pay = (key: string): Promise<string> =>
        house.until(async () => {
          const [coins] = await house.assetsOf(payer, 'BTC')
          const draft = { assetId: coins?.id ?? '', amount: String(AMOUNT), recipient: PAYEE }
          const { status, body } = await house.sendBitcoin(payer, draft, key)
          expect(status).toBe(201)
          return body.id
        })
      const rowOf = async (id: string) => (await house.outgoing(payer)).find((each) => each.id === id)
      const done = (id: string) =>
        house.until(async () => {
          await mine()
          expect((await rowOf(id))?.status).toBe('success')
        })

      /** One transaction on the chain for each send, and the money out once. */
      const expectPaidOnce = async () => {
        const rows = (await house.outgoing(payer)).filter(({ id }) => begun.includes(id))
        expect(rows).toHaveLength(begun.length)
        const history: Seen[] = []
        for (let last = ''; ; last = `/${history.at(-1)?.txid}`) {
          const page = (await node(`address/${own}/txs/chain${last}`)) as Seen[]
          if (page.length === 0) break
          history.push(...page)
        }
        const spent = history.filter(({ vin }) =>
          vin.some(({ prevout }) => prevout.scriptpubkey_address === own),
        )
        expect(spent.map(({ txid }) => txid).sort()).toEqual(rows.map(({ hash }) => hash).sort())
        const paid = spent.flatMap(({ vout }) =>
          vout.filter(({ scriptpubkey_address: to }) => to === PAYEE).map(({ value }) => value),
        )
        expect(paid).toEqual(begun.map(() => AMOUNT))
        const fees = rows.reduce((sum, { fee }) => sum + BigInt(fee ?? 0), 0n)
        const left = (await node(`address/${own}/utxo`)) as { value: number }[]
        const balance = BigInt(GIFT - AMOUNT * begun.length) - fees
        expect(left.reduce((sum, { value }) => sum + BigInt(value), 0n)).toBe(balance)
        await house.until(async () =>
          expect((await house.assetsOf(payer, 'BTC'))[0]?.amount).toBe(String(balance)),
        )
      }

      test('is sent once', async () => {
        for (const [victim, what, phase, nth] of BITCOIN) {
          const key = `bitcoin-${victim}-${what.replace(' ', '-')}-${phase}-${nth}`
          const killed = house.arm(victim, { what, phase, nth })
          const id = await pay(key)
          begun.push(id)
          await done(id)
          await killed
          expect(await pay(key)).toBe(id)
          expect(house.signed.get(id)?.size).toBe(1)
          expect(await writtenOf(payer, id)).toEqual(['proposed', 'signing', 'signed'])
        }
        await expectPaidOnce()
      })

      test('is sent once, whichever attempt at it is mined', async () => {
        for (const [victim, what, phase, nth] of FASTER) {
          const id = await pay(`faster-${victim}-${what.replace(' ', '-')}-${phase}-${nth}`)
          begun.push(id)
          await house.until(async () =>
            expect(((await node('mempool')) as { count: number }).count).toBeGreaterThan(0),
          )
          const params = { id: payer.walletId, txId: id }
          const killed = house.arm(victim, { what, phase, nth })
          await house.until(async () => {
            if (((await rowOf(id))?.attempts?.length ?? 0) > 1) return
            const { fee: maxFee = '' } = (await payer.client.ok(replacementOf, { params })).speedUp
            await payer.client.ok(speedUpTransaction, { params, body: { maxFee } })
          })
          await killed
          await done(id)
        }
        await expectPaidOnce()
      })

      test.runIf(deep)(
        'moves once to a key in place of one of which a signer was lost, and what still comes to that follows',
        async () => {
          const holders = [payer]
          for (const at of RENEW.slice(1).keys()) holders.push(await house.join(`renewed-${at}`))
          const old = await Promise.all(holders.map((holder) => house.bitcoinOf(holder)))
          await house.loseSigner(3)
          for (const [at, [victim, what, phase, nth]] of RENEW.entries()) {
            const holder = holders[at] ?? payer
            const killed = house.arm(victim, { what, phase, nth })
            await house.command('renew-bitcoin', holder.walletId)
            await killed
            await house.until(async () => {
              if ((await house.bitcoinOf(holder)) !== old[at]) return
              await house.command('renew-bitcoin', holder.walletId)
              throw new Error('It has its old address')
            })
          }
          const present = await house.bitcoinOf(payer)
          const unspent = async (address: string): Promise<bigint> =>
            ((await node(`address/${address}/utxo`)) as { value: number }[]).reduce(
              (sum, { value }) => sum + BigInt(value),
              0n,
            )
          const moved = () =>
            house.until(async () => {
              await mine()
              expect(await unspent(own)).toBe(0n)
              expect(((await node('mempool')) as { count: number }).count).toBe(0)
            })
          await moved()
          for (const [victim, what, phase, nth] of SWEEP) {
            // One that was just started does not wait before it moves more.
            await house.strike('web')
            await house.whole()
            const killed = house.arm(victim, { what, phase, nth })
            await house.regtest.give([{ address: own, value: 50_000 }])
            await house.until(async () => {
              await mine()
              expect(await unspent(own)).toBe(0n)
            })
            await killed
            await moved()
          }

          const sweeps = SWEEP.length + 1
          const params = { id: payer.walletId }
          const { entries } = await house.until(() => payer.client.ok(getApprovalLog, { params }))
          const count = (type: string) => entries.filter((entry) => entry.type === type).length
          expect([count('sweeping'), count('swept')]).toEqual([sweeps, sweeps])
          const held = await unspent(present)
          await house.until(async () => {
            expect(await house.assetsOf(payer, 'BTC')).toMatchObject([
              { amount: String(held), reserved: '0' },
            ])
            const others = (await house.outgoing(payer)).filter(({ id }) => !begun.includes(id))
            expect(others.map(({ status }) => status)).toEqual(
              Array.from({ length: sweeps }, () => 'success'),
            )
          })
          // The pairs of the new key sign what the old ones would have signed.
          own = present
          await done(await pay('from-the-new-key'))
        },
      )
    })

    const requestOf = (parameter: string) =>
      house.until(async () => {
        const query = { walletId: owner.walletId, status: 'pending' as const }
        const { items } = await owner.client.ok(listRequests, { query })
        const found = items.find(({ params }) => JSON.stringify(params).includes(parameter))
        if (!found) throw new Error('The request is not there')
        return found.id
      })
    /** Pressed again until it is taken, or was. */
    const confirm = (id: string) =>
      house.until(async () => {
        const { status } = await owner.client.call(confirmRequest, await confirmation(owner.client, id))
        expect([200, 409]).toContain(status)
      })
    const expectSigned = async (text: string, answer: Promise<string>) => {
      const signature = (await answer) as `0x${string}`
      expect(await recoverMessageAddress({ message: text, signature })).toBe(address)
    }
    const sign = async (text: string) => {
      const answer = dapp.ask(session, 'personal_sign', [toHex(text), address])
      await confirm(await requestOf(toHex(text)))
      await expectSigned(text, answer)
    }
    /** Whatever the killed ones left to be said is said before the answer to one more request. */
    const expectOneAnswer = async (text: string) => {
      await sign(`after ${text}`)
      expect([...dapp.answers.values()].filter((count) => count !== 1)).toEqual([])
    }

    test('a text of a dApp has one answer', async () => {
      for (const [victim, what, phase, nth] of REQUEST) {
        const text = `${victim} ${what} ${phase}`
        const killed = house.arm(victim, { what, phase, nth })
        await sign(text)
        await killed
        await expectOneAnswer(text)
      }
    })

    test.runIf(deep)('a transaction of a dApp is paid once and has one answer', async () => {
      for (const [at, [victim, what, phase, nth]] of CALL.entries()) {
        // Its data tells it apart.
        const data = toHex(at, { size: 4 })
        const killed = house.arm(victim, { what, phase, nth })
        const call = { from: address, to: STRANGER, value: toHex(ether('1')), data }
        const answer = dapp.ask(session, 'eth_sendTransaction', [call])
        await confirm(await requestOf(data))
        const hash = await answer
        const sent = await house.until(async () => {
          const found = (await house.outgoing(owner)).find((each) => each.hash === hash)
          expect(found?.status).toBe('success')
          return found
        })
        keep(owner, sent?.id ?? '')
        await killed
        await expectOneAnswer(data)
      }
      await expectOnce(owner)
    })

    test.runIf(deep)('keys that are replaced leave the same bytes, whenever that is killed', async () => {
      const [first = ''] = sends.get(owner) ?? []
      const bytes = await house.bytesOf(owner.walletId, first)
      for (const ring of Object.values(house.rings)) await addKey(ring)
      const options = {
        ...{ dataDir: house.custodyData, custodyDatabaseUrl: house.custodyDatabaseUrl },
        ...{ databaseUrl: house.databaseUrl, newKey: false },
        ...{ serverRing: house.rings.web, custodyRing: house.rings.custody, steps: 1 },
      }
      const rotate = (): Promise<string | number | null> => {
        const entry = [resolve('tests/server/rotation/entry.ts'), JSON.stringify(options)]
        const child = spawn(process.execPath, ['--import', 'tsx', ...entry], {
          stdio: ['ignore', 'ignore', 'inherit'],
        })
        return new Promise((done) => child.on('close', (code, signal) => done(signal ?? code)))
      }
      for (let round = 0; ; round += 1) {
        await house.close()
        const end = await rotate()
        await house.open()
        expect([0, 'SIGKILL']).toContain(end)
        await house.until(async () => expect((await house.outgoing(owner)).length).toBeGreaterThan(0))
        expect(await house.bytesOf(owner.walletId, first)).toEqual(bytes)
        const id = await send(owner, `rotated-${round}`)
        keep(owner, id)
        await mined(owner, id)
        if (end === 0) break
      }
      await expectOnce(owner)
      await sign('with the new keys')
    })
  },
)
