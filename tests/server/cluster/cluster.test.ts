import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { refreshTokens } from '#contract/endpoints/auth.ts'
import { approveSession, connectSession, disconnectSession, pingSession } from '#contract/endpoints/dapp.ts'
import { freezeAccount } from '#contract/endpoints/freeze.ts'
import { getMyUser } from '#contract/endpoints/user.ts'
import { ether } from '#tests/server/chains/node.ts'
import { type Dapp, openDapp } from '#tests/server/dapps/dapp.ts'
import { Client } from '#tests/server/harness/client.ts'
import { connectSocket, type TestSocket } from '#tests/server/harness/socket.ts'
import { type House, openHouse, type Victim } from '#tests/server/kill/house.ts'
import { type Holder, ORIGIN } from '#tests/server/kill/people.ts'
import { STRANGER } from '#tests/server/transactions/rig.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })
const deep = process.env.DEEP !== undefined
/** `npm run test:cluster` kills each of them. */
const VICTIMS: Victim[] = deep ? ['custody', 'web', 'other', 'dapps'] : ['other']

/** Needs a real PostgreSQL: see `npm run test:cluster`. */
describe.runIf(process.env.TEST_DATABASE_URL)('two servers, a WalletConnect client and custody', () => {
  let house: House
  let owner: Holder
  let there: Client
  let dapp: Dapp
  let sockets: TestSocket[] = []

  beforeAll(async () => {
    house = await openHouse()
    await house.addWeb()
    owner = await house.join('owner')
    await house.fund(owner, 'RBNT', '1000')
    there = new Client(house.urls()[1] ?? '', ORIGIN)
    for (const [name, { value, path }] of owner.client.cookies) there.setCookie(name, value, path)
    dapp = await openDapp(house.relayUrl)
  })
  afterAll(async () => {
    for (const socket of sockets) socket.close()
    await dapp?.close()
    await house?.stop()
  })

  /** A socket at each of both servers. */
  const listen = async () => {
    for (const socket of sockets) socket.close()
    sockets = []
    for (const client of [owner.client, there]) {
      const socket = await connectSocket(client)
      expect(await socket.login(await client.ok(refreshTokens, { body: {} }))).toBe('success')
      sockets.push(socket)
    }
  }
  const at = (id: string) => ({ params: { id }, body: { walletId: owner.walletId } })
  const send = async (client: Client, key: string): Promise<string> => {
    const from: Holder = {
      ...owner,
      client: Object.assign(client, { id: '', email: '' }) as Holder['client'],
    }
    return house.until(async () => {
      const [coins] = await house.assetsOf(from, 'RBNT')
      const draft = { assetId: coins?.id ?? '', amount: ether('1').toString(), recipient: STRANGER }
      const { status, body } = await house.send(from, draft, key)
      expect(status).toBe(201)
      return body.id
    })
  }
  const isMined = (id: string) =>
    house.until(async () => {
      const sent = (await house.outgoing(owner)).find((each) => each.id === id)
      expect(sent?.status).toBe('success')
    })
  const heard = (id: string) =>
    vi.waitFor(
      () => {
        for (const socket of sockets) {
          const ends = socket.heard.filter(
            ({ payload: { data } }) => data.id === id && data.status === 'success',
          )
          expect(ends).toHaveLength(1)
        }
      },
      { timeout: 30_000, interval: 50 },
    )

  test('what begins at one goes on at the other, and both tell it, once', async () => {
    await listen()
    expect([house.hasClient(0), house.hasClient(1)]).toEqual([true, false])
    const id = await send(there, 'first')
    await isMined(id)
    await heard(id)
    const { uri, session } = await dapp.connect()
    const made = await there.ok(connectSession, { body: { uri, walletId: owner.walletId } })
    expect((await owner.client.ok(approveSession, at(made.id))).status).toBe('connected')
    await session
    expect(await there.ok(pingSession, { body: { sessionId: made.id } })).toEqual({ ok: true })
  })

  test.runIf(deep)(
    'an operator commands the running custody, and what he has to tell is mailed',
    async () => {
      const email = 'lost@example.com'
      const lost = await house.join('lost')
      expect(await house.command('status')).toBe('Nothing to do.\n')
      expect(await house.command('recover', email)).toContain(
        `${email} gets a mail about it; recover again from`,
      )
      const mail = (subject: string) =>
        vi.waitFor(
          () => {
            const found = house.mailsTo(email).find((one) => one.subject === subject)
            if (!found) throw new Error(`No mail: ${subject}`)
            return found
          },
          { timeout: 30_000, interval: 50 },
        )
      const { text } = await mail('Somebody says that you lost your authenticator')
      const [, link = ''] = /freeze#code=([\w-]{43})/.exec(text) ?? []
      await there.ok(freezeAccount, { body: { link } })
      const { id } = await lost.client.ok(getMyUser, {})
      expect(await house.command('status')).toContain(`Person ${id} (${email}) is frozen`)
      expect(await house.command('lift', id)).toContain('gets a mail about it; lift again from')
      // It is sent up to a quarter of a minute later.
      if (deep) await mail('Your frozen Countersign account')
    },
  )

  test.each(VICTIMS)('%s is killed in the middle of a send', async (victim) => {
    const killed = house.arm(victim, { what: 'signEvmTransaction', phase: 'asked', nth: 1 })
    const id = await send(there, victim)
    await isMined(id)
    await killed
    expect(await send(owner.client, victim)).toBe(id)
    expect(house.signed.get(id)?.size).toBe(1)
    const address = owner.address as `0x${string}`
    const rows = await house.outgoing(owner)
    expect(await house.node.client.getTransactionCount({ address })).toBe(rows.length)
  })

  test.runIf(deep).each(VICTIMS)('%s is killed in the middle of a connection', async (victim) => {
    await listen()
    const after = await send(there, `after-${victim}`)
    await isMined(after)
    await heard(after)
    const { uri, session } = await dapp.connect()
    const made = await house.until(async () =>
      there.ok(connectSession, { body: { uri, walletId: owner.walletId } }),
    )
    await house.strike(victim)
    await house.whole()
    await house.until(async () => {
      const { status, body } = await owner.client.call(approveSession, at(made.id))
      expect(status === 200 || body.message?.includes('does not wait for approval')).toBe(true)
    })
    await session
    const end = await house.until(() => there.ok(disconnectSession, at(made.id)))
    expect(end.status).toBe('disconnected')
  })
})
