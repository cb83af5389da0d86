import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { pino } from 'pino'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type Custody, type CustodyOptions, createKeyRing, openCustody } from '#server/custody/custody.ts'
import { CALLER_OF, type Caller, SERVERS } from '#server/custody/program/caller.ts'
import { type ConnectOptions, connectCustody } from '#server/custody/program/client.ts'
import { errorOf, faultOf, unreachable } from '#server/custody/program/fault.ts'
import { VERSION } from '#server/custody/program/message.ts'
import { connectOperator } from '#server/custody/program/operator.ts'
import { credentials, type Place, socketPath } from '#server/custody/program/place.ts'
import { serveCustody } from '#server/custody/program/serve.ts'
import type { CustodyRefusal } from '#server/custody/refusal.ts'
import { makeLine } from '#server/line/line.ts'
import { CERTIFICATES } from './certificates.ts'
import { type Bench, bench, grant, propose, refused, send, sending, sign, tempFolder } from './fixture.ts'
import { memoryMirror } from './mirrors.ts'

const log = pino({ level: 'silent' })

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Apart extends Bench {
  place: Place
  mirror: ReturnType<typeof memoryMirror>
  /** Another connection. */
  connect(options?: Partial<ConnectOptions>): Promise<Custody>
  /** Custody's process ends, and is there again. */
  stop(): Promise<void>
  start(options?: Partial<CustodyOptions>): Promise<void>
}

/** Custody behind its sockets, and a server that is connected to it. */
const apart = async (options: Partial<ConnectOptions> = {}, place?: Place): Promise<Apart> => {
  const made = await bench()
  await made.custody.close()
  const where = place ?? ({ kind: 'sockets', folder: await tempFolder() } as const)
  const mirror = memoryMirror()
  let serving: Awaited<ReturnType<typeof serveCustody>> | undefined
  const start = async (more: Partial<CustodyOptions> = {}) => {
    const { dir, keyRing, clock } = made
    serving = await serveCustody({
      place: where,
      log,
      copyWithin: 1_000,
      open: (around) => openCustody({ dir, keyRing, clock, policyDelayS: 0, ...around, ...more }),
    })
  }
  await start()
  const at: Place = where.kind === 'tls' ? { ...where, port: serving?.port ?? 0 } : where
  const join = async (more: Partial<ConnectOptions> = {}) => {
    const client = await connectCustody({ places: [at], log, mirror, ...options, ...more })
    ends.push(() => client.close())
    return client
  }
  ends.push(async () => serving?.close())
  made.custody = await join()
  return Object.assign(made, { place: at, mirror, connect: join, start, stop: async () => serving?.close() })
}

/** A caller that says what it likes. */
const stranger = async (place: Place, caller: Caller) => {
  if (place.kind !== 'sockets') throw new Error('Only sockets')
  const ws = new WebSocket(`ws+unix:${socketPath(place.folder, caller)}:/`)
  const line = makeLine({
    within: 5_000,
    send: (text) => ws.send(text),
    answer: async () => null,
    faultOf,
    errorOf,
    lost: unreachable,
  })
  ws.on('message', (data) => line.receive(String(data)))
  const gone = new Promise<void>((resolve) => {
    ws.on('close', () => resolve())
    ws.on('error', () => resolve())
  })
  await new Promise((opened) => ws.once('open', opened))
  ends.push(async () => ws.terminate())
  return {
    ws,
    gone,
    ask: line.ask,
    hello: (version = VERSION) => line.ask('hello', { version, mirrors: false }),
    call: (name: string, message: unknown = {}) => line.ask('call', { name, message }),
  }
}

/** What an operator's commands do, whatever they are called by. */
const OPERATORS = [
  ...['operator', 'status', 'address', 'missing', 'bitcoinSenders'],
  ...['lift', 'correctClock', 'startAgain', 'restored'],
]

const newWallet = (made: Bench) => made.custody.createWalletKey({ walletId: 'safe', userId: 'owner' })

describe('custody in a process of its own', () => {
  test('answers as it does within a process, refusals and their details included', async () => {
    const made = await apart()
    const key = await newWallet(made)
    const signed = await send(made, sending())
    await made.custody.close()
    await made.stop()
    const { dir, keyRing, clock } = made
    const inside = await openCustody({ dir, keyRing, clock, policyDelayS: 0, mirror: made.mirror })
    ends.push(() => inside.close())
    expect(await inside.wallet({ walletId: 'safe' })).toEqual({ ...key, bitcoin: [], former: [] })
    expect(await inside.signedTransaction({ walletId: 'safe', txId: sending().txId })).toEqual(signed)
    await inside.close()

    await made.start()
    const again = await made.connect()
    expect(await again.signedTransaction({ walletId: 'safe', txId: sending().txId })).toEqual(signed)
    const other = await refused(again.wallet({ walletId: 'other' }), 'UnknownWallet')
    expect(other.message).toBe('Custody holds no key for wallet other; create it first.')
    const bad = await refused(again.wallet({ walletId: '../other' }), 'BadInput')
    expect(bad.details).toEqual({ field: 'walletId' })
  })

  test('answers each caller only what it may ask', async () => {
    const { place } = await apart()
    for (const caller of SERVERS) {
      const { hello, call } = await stranger(place, caller)
      await hello()
      const foreign = Object.entries(CALLER_OF).flatMap(([name, own]) => (own === caller ? [] : [name]))
      for (const name of [...foreign, ...OPERATORS, 'close', 'constructor', '__proto__', 'toString', ''])
        expect((await refused(call(name), 'NotAllowed')).message).toBe(
          `The caller ${caller} may not ask for '${name}'.`,
        )
    }
  })

  test('does what its operator commands while it runs, but takes no older state', async () => {
    const made = await apart()
    await newWallet(made)
    const operator = await connectOperator(made.place)
    if (!operator) throw new Error('Nobody is there')
    ends.push(() => operator.close())
    expect(await operator.status()).toEqual([])
    expect(
      await operator.missing('safe', async () => new Map([['regtest', [`${'ab'.repeat(32)}:0`]]])),
    ).toEqual([])
    await propose(made, sending())
    const { evmAddress: from } = await made.custody.wallet({ walletId: 'safe' })
    const transactions = [{ from, hash: `0x${'ab'.repeat(32)}` as const, nonce: 0 }]
    await made.custody.noteMined({ chainId: 153, transactions })
    expect((await operator.status())[0]?.text).toContain('Wallet safe is held on chain 153')
    const counts = new Map([[153, { final: 1, latest: 1, pending: 1 }]])
    const asked: string[] = []
    const said = await operator.release('safe', async (address) => {
      asked.push(address)
      return counts
    })
    expect(said[0]?.text).toBe('Wallet safe on chain 153 is released; its next nonce is 1.')
    expect(asked).toEqual([from])
    await refused(sign(made, { ...sending(), mined: 1 }), 'Ended')
    expect((await send(made, { ...sending('tx-2'), mined: 1 })).nonce).toBe(1)
    expect(await operator.lift('owner')).toMatchObject({ said: { text: 'Person owner is not frozen.' } })
    expect(await operator.correctClock()).toEqual([])
    await expect(operator.startAgain('safe')).rejects.toThrow(/stop custody and the servers first/)
    await expect(operator.restored(async () => counts)).rejects.toThrow(/stop custody and the servers first/)

    const { hello, call } = await stranger(made.place, 'operator')
    await hello()
    for (const name of [
      'startAgain',
      'restored',
      'close',
      'signEvmTransaction',
      'createWalletKey',
      '__proto__',
    ])
      await refused(call(name), 'NotAllowed')
    await refused(call('release', { walletId: 'safe', counts: [[153, { final: -1 }]] }), 'BadInput')
    await made.stop()
    expect(await connectOperator(made.place)).toBeUndefined()
  })

  test('answers nobody who has not said which version it speaks, or speaks another one', async () => {
    const { place } = await apart()
    const { ask, call, hello } = await stranger(place, 'web')
    await refused(call('identity'), 'BadInput')
    await refused(ask('heads', {}), 'BadInput')
    expect((await refused(hello(VERSION + 1), 'BadInput')).message).toContain('Update the older of them')
    await refused(call('identity'), 'BadInput')
    await hello()
    expect(await call('identity')).toHaveProperty('publicKey')
  })

  test.each([
    ['no JSON', '{"id":'],
    ['no frame', '{"hello":1}'],
    ['bytes', Buffer.from('{"id":1,"answer":1}')],
  ])('cuts off who says %s', async (_, words) => {
    const { place } = await apart()
    const { ws, gone } = await stranger(place, 'web')
    ws.send(words)
    await gone
  })

  test('listens in folders that nobody else can enter, and in no other', async () => {
    const folder = await tempFolder()
    await mkdir(join(folder, 'chains'))
    await chmod(join(folder, 'chains'), 0o755)
    await expect(apart({}, { kind: 'sockets', folder })).rejects.toThrow(/chains is open to everybody/)
    const other = await tempFolder()
    await mkdir(join(other, 'operator'))
    await chmod(join(other, 'operator'), 0o750)
    await expect(apart({}, { kind: 'sockets', folder: other })).rejects.toThrow(/operator is open to a group/)
    expect(() => socketPath(`/${'long'.repeat(30)}`, 'web')).toThrow(/too long a path/)
  })

  test('tells the server why it does not open', async () => {
    const made = await apart()
    await newWallet(made)
    await made.custody.close()
    await made.stop()
    await made.start({ keyRing: await createKeyRing(join(made.folder, 'other.keys')) })
    await refused(made.connect(), 'KeyRing')
  })

  test('is waited for as long as it takes to open', async () => {
    const made = await bench()
    await made.custody.close()
    const place = { kind: 'sockets', folder: await tempFolder() } as const
    const { dir, keyRing, clock } = made
    const serving = await serveCustody({
      place,
      log,
      async open(around) {
        await new Promise((opened) => setTimeout(opened, 600))
        return openCustody({ dir, keyRing, clock, policyDelayS: 0, ...around })
      },
    })
    ends.push(() => serving.close())
    const mirror = memoryMirror()
    made.custody = await connectCustody({ places: [place], log, mirror, within: 200, startWithin: 200 })
    ends.push(() => made.custody.close())
    expect(await newWallet(made)).toHaveProperty('evmAddress')
  })

  test('is asked again after it was away, and gives the same bytes', async () => {
    const made = await apart()
    await newWallet(made)
    const signed = await send(made, sending())
    await made.stop()
    await refused(sign(made, sending()), 'Unreachable')
    await made.start()
    expect(await sign(made, sending())).toEqual(signed)
  })

  test('that falls silent in the middle of a call has lost nothing', async () => {
    const made = await apart({ within: 300 })
    await newWallet(made)
    await propose(made, sending())
    const goOn = made.mirror.hold()
    const reason = await refused(sign(made, sending()), 'Unreachable')
    expect(reason.message).toBe('Custody cannot be reached (no answer in time). Nothing is lost.')
    goOn()
    const signed = await vi.waitFor(() => sign(made, sending()), { timeout: 10_000 })
    expect(signed.nonce).toBe(0)
    const second = await send(made, sending('tx-2'))
    expect(second.nonce).toBe(1)
  })

  test('lets nothing signed leave while nobody keeps its copies', async () => {
    const made = await apart()
    await newWallet(made)
    await propose(made, sending())
    const { hello, call } = await stranger(made.place, 'chains')
    await hello()
    await made.custody.close()
    const { walletId, txId, tx, mined } = sending()
    await refused(call('signEvmTransaction', { walletId, txId, tx, mined }), 'Unreachable')
    const again = await made.connect()
    expect(await again.signedTransaction({ walletId, txId })).toHaveProperty('raw')
  })

  test('hears from its callers what others say of the time', async () => {
    let late = 0
    const made = await apart()
    await newWallet(made)
    const database = () => made.clock.now().getTime() - late
    made.custody = await made.connect({ witnesses: { database, blocks: () => new Map() } })
    await propose(made, sending())
    late = 11 * 60_000
    await refused(sign(made, sending()), 'ClockAhead')
    late = 0
    expect(await sign(made, sending())).toHaveProperty('raw')
  })

  test('believes nobody about a time that has not come, nor a flood of chains, and dApps about none', async () => {
    const made = await apart()
    await newWallet(made)
    const now = Date.now()
    const asked = { name: 'required', message: { walletId: 'safe' } }
    const told = (database: number, blocks: number[][] = []) => ({ database, blocks })
    const web = await stranger(made.place, 'web')
    const dapps = await stranger(made.place, 'dapps')
    await web.hello()
    await dapps.hello()
    made.clock.pass(now - made.clock.now().getTime())
    const far = Array.from({ length: 200_000 }, (_, chain) => [chain, now])
    await refused(web.ask('call', { ...asked, told: told(now, far) }), 'BadInput')
    await refused(dapps.ask('call', { ...asked, told: told(now - 3_600_000) }), 'NotAllowed')
    const foreign = { name: 'dropMessage', message: {}, told: told(now - 3_600_000) }
    await refused(dapps.ask('call', foreign), 'BadInput')
    expect(await web.ask('call', asked)).toHaveProperty('required')
    await refused(web.ask('call', { ...asked, told: told(now - 3_600_000) }), 'ClockAhead')
    await refused(web.ask('call', { ...asked, told: told(now - 3_600_000, [[999, 9e15]]) }), 'ClockAhead')
    expect(await web.ask('call', { ...asked, told: told(now) })).toHaveProperty('required')
  })

  test('keeps its copies with another server where one is silent', async () => {
    const made = await apart()
    await newWallet(made)
    await propose(made, sending())
    await made.custody.close()
    if (made.place.kind !== 'sockets') throw new Error('Only sockets')
    const silent = new WebSocket(`ws+unix:${socketPath(made.place.folder, 'web')}:/`)
    ends.push(async () => silent.terminate())
    await new Promise((opened) => silent.once('open', opened))
    silent.send(JSON.stringify({ id: 1, ask: 'hello', message: { version: VERSION, mirrors: true } }))
    await new Promise((answered) => silent.once('message', answered))
    made.custody = await made.connect()
    expect(await sign(made, sending())).toHaveProperty('raw')
  })

  test('takes no more data than a transaction has', async () => {
    const made = await apart()
    await newWallet(made)
    const large = sending()
    large.tx.data = `0x${'ab'.repeat(128 * 1024 + 1)}`
    const reason = await refused(propose(made, large), 'BadInput')
    expect(reason.message).toContain('should be at most 131072 bytes')
  })

  test('says that it failed where its answer is more than a line takes', async () => {
    const said: string[] = []
    const line = makeLine({
      within: 1_000,
      send: (text) => said.push(text),
      answer: async () => 'a'.repeat(61 * 1024 * 1024),
      faultOf,
      errorOf,
      lost: unreachable,
    })
    line.receive(JSON.stringify({ id: 1, ask: 'anything' }))
    await vi.waitFor(() => expect(said).toHaveLength(1))
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ id: 1, fault: { code: 'Failed' } })
    await expect(line.ask('anything', 'a'.repeat(61 * 1024 * 1024))).rejects.toThrow(/too long for a line/)
  })

  // In a database it is the database that is measured.
  test.skipIf(process.env.TEST_CUSTODY_STORE)(
    'signs over its sockets in at most 10 ms more than within the process',
    async () => {
      const [inside, outside] = [await bench(), await apart()]
      const mirror = memoryMirror()
      await inside.reopen({ mirror })
      const took = async (made: Bench, at: number): Promise<number> => {
        const name = `tx-${at}`
        await propose(made, sending(name))
        const begun = performance.now()
        await sign(made, sending(name))
        return performance.now() - begun
      }
      const times: Record<'inside' | 'outside', number[]> = { inside: [], outside: [] }
      await newWallet(inside)
      await newWallet(outside)
      for (let at = 0; at < 31; at += 1) {
        times.inside.push(await took(inside, at))
        times.outside.push(await took(outside, at))
      }
      const median = (of: number[]) => of.toSorted((a, b) => a - b)[15] ?? 0
      expect(median(times.outside) - median(times.inside)).toBeLessThan(10)
    },
  )
})

describe('custody on another machine', () => {
  const place = async (): Promise<Place & { kind: 'tls' }> => {
    const certificates = await tempFolder()
    for (const [name, text] of Object.entries(CERTIFICATES)) await writeFile(join(certificates, name), text)
    return { kind: 'tls', host: 'localhost', port: 0, certificates }
  }

  test('is reached with certificates on both sides', async () => {
    const made = await apart({}, await place())
    await newWallet(made)
    expect(await send(made, sending())).toHaveProperty('raw')
    expect(await grant(made, 'owner')).toBeTypeOf('string')
  })

  test('does what its operator commands, and nobody else’s certificate commands it', async () => {
    const made = await apart({}, await place())
    await newWallet(made)
    if (made.place.kind !== 'tls') throw new Error('Only TLS')
    const operator = await connectOperator(made.place)
    if (!operator) throw new Error('Nobody is there')
    ends.push(() => operator.close())
    expect(await operator.status()).toEqual([])
    expect((await operator.senders()).map(({ walletId }) => walletId)).toEqual(['safe'])
    const { certificates } = made.place
    for (const kind of ['crt', 'key'])
      await writeFile(join(certificates, `operator.${kind}`), CERTIFICATES[`web.${kind}`] ?? '')
    const web = await connectOperator(made.place)
    if (!web) throw new Error('Nobody is there')
    ends.push(() => web.close())
    await refused(web.status(), 'NotAllowed')
  })

  /** Whether custody takes a line that is begun like this; undefined where it does not even come about. */
  const greeted = async (at: Place, options: object): Promise<unknown> => {
    if (at.kind !== 'tls') throw new Error('Only TLS')
    const ws = new WebSocket(`wss://localhost:${at.port}/`, {
      ca: CERTIFICATES['ca.crt'],
      handshakeTimeout: 5_000,
      ...options,
    })
    return new Promise((resolve) => {
      ws.on('error', () => resolve(undefined))
      ws.on('close', () => resolve(undefined))
      ws.on('open', () => {
        ws.on('message', (data) => {
          resolve(JSON.parse(String(data)).answer)
          ws.terminate()
        })
        ws.send(JSON.stringify({ id: 1, ask: 'hello', message: { version: VERSION, mirrors: false } }))
      })
    })
  }
  const of = (name: string) => ({ cert: CERTIFICATES[`${name}.crt`], key: CERTIFICATES[`${name}.key`] })

  test.each([
    ['with the right one', of('web'), { version: VERSION }],
    ['without a certificate', {}, undefined],
    ['with somebody else’s', of('stranger'), undefined],
    ['under a name that nobody knows', of('unknown'), undefined],
    ['by an older TLS', { ...of('web'), maxVersion: 'TLSv1.2' }, undefined],
  ])('%s: %#', async (_, options, answer) => {
    const made = await apart({}, await place())
    expect(await greeted(made.place, options)).toEqual(answer)
  })

  test('is not believed under another certificate than its own', async () => {
    const at = await place()
    await apart({}, at)
    await writeFile(join(at.certificates, 'custody.crt'), CERTIFICATES['stranger.crt'] ?? '')
    await writeFile(join(at.certificates, 'custody.key'), CERTIFICATES['stranger.key'] ?? '')
    const serving = await serveCustody({ place: at, log, open: () => Promise.reject(new Error('Never')) })
    ends.push(() => serving.close())
    const wrong = { ...at, port: serving.port }
    const reason: CustodyRefusal = await refused(
      connectCustody({ places: [wrong], log, mirror: memoryMirror(), startWithin: 500 }),
      'Unreachable',
    )
    expect(reason.message).toContain('certificate')
    const { ca } = credentials(at.certificates, 'web')
    const socket = connect({ host: 'localhost', port: serving.port, ca })
    await expect(new Promise((_, reject) => socket.once('error', reject))).rejects.toThrow()
  })
})
