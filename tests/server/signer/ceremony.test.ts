import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { payments } from 'bitcoinjs-lib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import '#domain/bitcoin.ts'
import { CustodyRefusal } from '#server/custody/refusal.ts'
import { makeSigners } from '#server/signer/coordinate.ts'
import { openSigners } from '#server/signer/inside.ts'
import type { Ask, Call } from '#server/signer/message.ts'
import { outputKey, PARTIES, type Party } from '#server/signer/share.ts'
import { openSigner } from '#server/signer/signer.ts'
import { makeThree, type Three } from './three.ts'

let three: Three
beforeEach(async () => {
  three = await makeThree()
})
afterEach(() => three.remove())

const KEY = ['wallet-1', 'regtest'] as const
const NAME = { walletId: 'wallet-1', network: 'regtest' } as const

const states = () =>
  Promise.all(PARTIES.map(async (party) => (await three.signer(party).ask('key', NAME)).state))

test('a key is made once, is the same after a restart, and every signer keeps copies for both others', async () => {
  const key = await three.signers.makeKey(...KEY)
  expect(payments.p2tr({ pubkey: outputKey(key) }).witness).toBeUndefined()
  expect(await states()).toEqual(['final', 'final', 'final'])
  expect(await three.signers.makeKey(...KEY)).toEqual(key)
  await three.reopen()
  expect(await three.signers.makeKey(...KEY)).toEqual(key)
  for (const party of PARTIES) {
    expect(await readdir(join(three.folder(party), 'shares'))).toEqual(['wallet-1.regtest.json'])
    expect(await readdir(join(three.folder(party), 'kept'))).toEqual(
      PARTIES.filter((other) => other !== party).map((other) => `wallet-1.regtest.${other}.json`),
    )
  }
  expect(await three.signers.makeKey('wallet-2', 'regtest')).not.toEqual(key)
  expect(await three.signers.makeKey('wallet-1', 'mainnet')).not.toEqual(key)
})

/** Every question of making one key, in its order. */
const questions = async (): Promise<Call[]> => {
  const asked: Call[] = []
  three.put((_party, name, _message, ask) => {
    asked.push(name)
    return ask()
  })
  await three.signers.makeKey('wallet-0', 'regtest')
  three.put()
  return asked
}

test('broken off after any question, it goes on with one key and no other one', async () => {
  const asked = await questions()
  expect(asked.length).toBeGreaterThan(20)
  const firsts = (['answer', 'finish', 'keep', 'close', 'confirm'] as const).map((name) =>
    asked.indexOf(name),
  )
  const places = process.env.DEEP ? asked.map((_, index) => index) : firsts
  for (const index of places) {
    const walletId = `wallet-${index + 1}`
    let count = 0
    const seen = new Set<string>()
    three.put(async (_party, _name, _message, ask) => {
      const at = count
      count += 1
      if (at > index) throw new Error('The end')
      const answer = await ask()
      if (at === index) throw new Error('The end')
      return answer
    })
    await expect(three.signers.makeKey(walletId, 'regtest')).rejects.toThrow('The end')
    three.put(async (_party, name, _message, ask) => {
      const answer = await ask()
      if (name === 'key' && (answer as { state: string }).state === 'final')
        seen.add(JSON.stringify((answer as { key: unknown }).key))
      return answer
    })
    if (index % 5 === 0) await three.reopen()
    const key = await three.signers.makeKey(walletId, 'regtest')
    // Whoever was told to use a key before the end uses it still.
    for (const one of seen) expect(JSON.parse(one)).toEqual(key)
  }
}, 120_000)

describe('whoever carries the messages', () => {
  test('reads no part: it travels only in letters', async () => {
    const heard: string[] = []
    three.put(async (_party, _name, message, ask) => {
      const answer = await ask()
      heard.push(JSON.stringify([message, answer]))
      return answer
    })
    await three.signers.makeKey(...KEY)
    const answers = heard.filter((text) => text.includes('letter'))
    expect(answers.length).toBeGreaterThan(0)
    for (const text of answers) expect(text).not.toMatch(/"scalar"/)
  })

  test('cannot tell one of them another opening', async () => {
    three.put(async (party, name, message, ask) => {
      if (party !== 1 || name !== 'answer') return ask()
      const stranger = await makeThree()
      const opening = await stranger.signer(3).ask('begin', NAME)
      await stranger.remove()
      const { openings, ...rest } = message as { openings: { from: number }[] }
      return three.signer(1).ask('answer', {
        ...NAME,
        ...rest,
        openings: openings.map((one) => (one.from === 3 ? opening : one)),
      } as never)
    })
    await expect(three.signers.makeKey(...KEY)).rejects.toThrow('is not from it, or not about this key')
    three.put()
    expect(await states()).toEqual(['none', 'none', 'none'])
  })

  test('cannot give the letter of another key', async () => {
    const letters: unknown[] = []
    three.put(async (party, name, message, ask) => {
      if (party !== 1 || name !== 'finish') return ask()
      letters.push(message)
      const [first] = letters as { parts: unknown[] }[]
      return three.signer(1).ask('finish', { ...(message as object), parts: first?.parts } as never)
    })
    await three.signers.makeKey('wallet-9', 'regtest')
    await expect(three.signers.makeKey(...KEY)).rejects.toThrow('is not from it, or not about this key')
  })

  test('cannot have a second key made for a wallet', async () => {
    await three.signers.makeKey(...KEY)
    await expect(three.signer(2).ask('begin', NAME)).rejects.toThrow('This key is made already')
  })

  test.each(['keep', 'confirm'] as const)('cannot have a key used without %s', async (name) => {
    three.put(async (_party, asked, message, ask) => {
      if (asked === 'keep' && name === 'keep') return { receipt: 'A'.repeat(86) }
      if (asked === 'confirm' && name === 'confirm') {
        const { tests, ...rest } = message as { tests: string[] }
        return three.signer(1).ask('confirm', { ...rest, tests: [tests[0], tests[0], tests[0]] } as never)
      }
      return ask()
    })
    await expect(three.signers.makeKey(...KEY)).rejects.toMatchObject({ code: 'BadSignature' })
    three.put()
    expect(await states()).toEqual(['new', 'new', 'new'])
  })
})

test('while one is away no key is made, and a key that is made is known', async () => {
  await three.signers.makeKey(...KEY)
  three.put(async (party, _name, _message, ask) => {
    if (party === 3) throw new CustodyRefusal('Unreachable', 'It is away')
    return ask()
  })
  await expect(three.signers.makeKey('wallet-2', 'regtest')).rejects.toMatchObject({ code: 'SignersAway' })
  await three.signers.makeKey(...KEY)
  three.put()
  await three.signers.makeKey('wallet-2', 'regtest')
})

test('three in one process know each other', async () => {
  await three.signers.close()
  const together = await openSigners({
    places: PARTIES.map((party) => ({ party, dir: three.folder(party), keyRing: three.rings.get(party)! })),
    clock: { now: () => new Date() },
    policyDelayS: 1,
    log: { warn: () => undefined, error: () => undefined },
  })
  expect(await together.makeKey(...KEY)).toEqual(await together.makeKey(...KEY))
  await together.close()
})

test('another ring is refused, and so is a folder that is in use', async () => {
  const options = { party: 1, clock: { now: () => new Date() }, policyDelayS: 1 } as const
  const ring = three.rings.get(1)!
  await expect(openSigner({ ...options, dir: three.folder(1), keyRing: ring })).rejects.toMatchObject({
    code: 'Locked',
  })
  await three.signer(2).close()
  await expect(openSigner({ ...options, dir: three.folder(2), keyRing: ring })).rejects.toMatchObject({
    code: 'KeyRing',
  })
  await rm(three.folder(2), { recursive: true, force: true })
})

describe('where real money is', () => {
  /** As if each ran elsewhere, with what is put in its place. */
  const apart = (
    places: Readonly<Record<number, { seat?: string; rings?: string[] }>> = {},
    rings: string[] = [],
  ) => {
    const asks = PARTIES.map((party): [Party, Ask] => [
      party,
      (async (name: Call, message: never) => {
        const answer = await three.signer(party).ask(name, message)
        return name === 'identity' ? { ...answer, seat: `seat-${party}`, ...places[party] } : answer
      }) as unknown as Ask,
    ])
    return makeSigners(new Map(asks), {
      log: { warn: () => undefined, error: () => undefined },
      apart: { rings },
    })
  }

  test('signers apart make a key', async () => {
    await apart().makeKey(...KEY)
  })

  test.each<[string, Parameters<typeof apart>[0], string]>([
    [
      'of one user on one machine',
      { 2: { seat: 'seat-1' } },
      'Signers 1 and 2 run as one user of one machine',
    ],
    [
      'with a key in common',
      { 1: { rings: ['k', 'l'] }, 3: { rings: ['l'] } },
      'Signers 1 and 3 have a key in common',
    ],
    ['with a key of custody', { 3: { rings: ['own'] } }, 'Signer 3 and custody have a key in common'],
  ])('two shares %s are refused, before and after a key is made', async (_, places, sentence) => {
    await expect(apart(places, ['own']).makeKey(...KEY)).rejects.toThrow(sentence)
    await three.signers.makeKey(...KEY)
    await expect(apart(places, ['own']).sign(KEY[0], 'tx-1')).rejects.toThrow(sentence)
  })

  test('three of one process are of one seat, each with a ring of its own', async () => {
    const said = await Promise.all(PARTIES.map((party) => three.signer(party).ask('identity', {})))
    expect(new Set(said.map(({ seat }) => seat)).size).toBe(1)
    expect(new Set(said.flatMap(({ rings }) => rings)).size).toBe(3)
  })
})
