import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ether, startNode, type TestNode } from '../chains/node.ts'
import { crashPoints, type Wrap, withChain } from './points.ts'
import { openRig, type Rig, STRANGER } from './rig.ts'

let node: TestNode
let rig: Rig

const lines: Record<string, unknown>[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) })

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({ node, log })
})
afterAll(async () => {
  await rig.stop()
  await node.stop()
})

class Crash extends Error {}
const crash = () => Promise.reject(new Crash('The process ended here'))

describe.each(Object.entries(crashPoints(crash)))('a process that ends %s', (_, wrap) => {
  test('leaves a send that the next one finishes: once, with one hash', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId, { coins: '10' })
    const before = await node.balance(STRANGER)
    await rig.restart(wrap)
    const sent = await rig.send(userId, wallet.id, ether('4'))
    await rig.services.transactions.idle()
    expect(sent.status).toBe('broadcasting')

    await rig.restart()
    await rig.services.transactions.resume()
    await rig.settle()
    const hashes = new Set(
      rig.pushLog
        .named('transaction:updated', userId)
        .filter(({ id, hash }) => id === sent.id && hash)
        .map(({ hash }) => hash),
    )
    expect(hashes.size).toBe(1)
    const [done] = await rig.listed(userId, wallet.id)
    expect(done).toMatchObject({ id: sent.id, status: 'success', hash: [...hashes][0] })

    // Once more changes nothing.
    rig.clock.advance(60_000)
    await rig.restart()
    await rig.services.transactions.resume()
    await rig.settle()
    expect(await node.client.getTransactionCount({ address: wallet.address as `0x${string}` })).toBe(1)
    expect((await node.balance(STRANGER)) - before).toBe(ether('4'))
    expect(await node.balance(wallet.address)).toBe(ether('6') - BigInt(done?.fee ?? 0))
    expect((await rig.assetOf(userId, wallet.id))?.amount).toBe(
      (await node.balance(wallet.address)).toString(),
    )
    expect(await rig.listed(userId, wallet.id)).toHaveLength(2)
  })
})

const answering = (kind: 'unclear' | 'nonce-spent', deliver: boolean): Wrap => {
  return ({ chains, custody }) => ({
    chains: withChain(chains, (chain) => ({
      async broadcast(raw) {
        if (deliver) await chain.broadcast(raw)
        return kind === 'unclear' ? { kind, reason: 'timeout' } : { kind }
      },
    })),
    custody,
  })
}

describe('answers that say little', () => {
  test.each(['unclear', 'nonce-spent'] as const)('%s, but the chain has it: it counts', async (kind) => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId, { coins: '1' })
    await rig.restart(answering(kind, true))
    const sent = await rig.send(userId, wallet.id, ether('0.5'))
    await rig.settle()
    expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({ id: sent.id, status: 'success' })
    await rig.restart()
  })

  test('a time-out before anything arrived: the same bytes are handed in again', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId, { coins: '1' })
    await rig.restart(answering('unclear', false))
    const sent = await rig.send(userId, wallet.id, ether('0.5'))
    await rig.settle()
    const [waiting] = await rig.listed(userId, wallet.id)
    expect(waiting).toMatchObject({ id: sent.id, status: 'broadcasting', hash: expect.any(String) })
    await rig.restart()
    await rig.services.transactions.resume()
    await rig.settle()
    expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({ hash: waiting?.hash, status: 'success' })
  })

  test('a nonce that something else spent: failed only after the blocks that make it certain', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId, { coins: '1' })
    await rig.restart(answering('nonce-spent', false))
    const sent = await rig.send(userId, wallet.id, ether('0.5'))
    await rig.services.transactions.idle()
    expect((await rig.listed(userId, wallet.id))[0]?.status).toBe('broadcasting')
    await node.client.mine({ blocks: 1 })
    await rig.services.transactions.resume()
    expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({
      id: sent.id,
      status: 'failed',
      rejectReason: 'Another transaction of this address took its place. Nothing was sent.',
    })
    await rig.restart()
    // Balance and nonce are free again.
    const next = await rig.send(userId, wallet.id, ether('0.9'))
    await rig.settle()
    expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({ id: next.id, status: 'success' })
  })

  test('a refusal in words that people understand frees balance and nonce', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId, { coins: '1' })
    const reason =
      'Redbelly Testnet does not let this address write yet. Complete identity verification first.'
    await rig.restart(({ chains, custody }) => ({
      chains: withChain(chains, () => ({ broadcast: async () => ({ kind: 'refused', reason }) })),
      custody,
    }))
    const sent = await rig.send(userId, wallet.id, ether('0.5'))
    await rig.settle()
    expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({
      id: sent.id,
      status: 'failed',
      rejectReason: reason,
    })
    await rig.restart()
    const next = await rig.send(userId, wallet.id, ether('0.9'))
    await rig.settle()
    expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({ id: next.id, status: 'success' })
    expect(await node.client.getTransactionCount({ address: wallet.address as `0x${string}` })).toBe(1)
  })

  test('a nonce that was freed below a waiting one is reported, and taken by the next send', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId, { coins: '1' })
    const before = lines.length
    let calls = 0
    await rig.restart(({ chains, custody }) => ({
      chains: withChain(chains, (chain) => ({
        async broadcast(raw) {
          calls += 1
          if (calls === 1) return { kind: 'unclear', reason: 'timeout' }
          if (calls === 3) return { kind: 'refused', reason: 'No.' }
          return chain.broadcast(raw)
        },
      })),
      custody,
    }))
    const first = await rig.send(userId, wallet.id, ether('0.1'))
    await rig.services.transactions.idle()
    const second = await rig.send(userId, wallet.id, ether('0.2'))
    await rig.services.transactions.idle()
    await rig.services.transactions.resume()
    expect(
      lines.slice(before).filter(({ msg }) => msg === 'Transactions wait for a missing nonce'),
    ).toMatchObject([{ address: wallet.address.toLowerCase(), missing: 0, waiting: 1 }])
    const third = await rig.send(userId, wallet.id, ether('0.3'))
    await rig.settle()
    const status = new Map((await rig.listed(userId, wallet.id)).map((row) => [row.id, row.status]))
    expect([first, second, third].map(({ id }) => status.get(id))).toEqual(['failed', 'success', 'success'])
    await rig.restart()
  })
})
