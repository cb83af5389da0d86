import { type Address, bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAUSED } from '#domain/sendrule.ts'
import { ether, startNode, type TestNode } from '../chains/node.ts'
import { crashPoints, type Wrap, withChain } from './points.ts'
import { openRig, type Rig, STRANGER } from './rig.ts'

let node: TestNode
let rig: Rig

beforeAll(async () => {
  node = await startNode()
  rig = await openRig({ node })
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

/** Whoever else has the key sends something with it. */
const spendWith = async (address: string): Promise<void> => {
  const account = rig.keys
    .filter(({ length }) => length === 32)
    .map((key) => privateKeyToAccount(bytesToHex(key)))
    .find((candidate) => candidate.address === address)
  if (!account) throw new Error(`No key was drawn for ${address}`)
  const request = await node.client.prepareTransactionRequest({
    account,
    chain: null,
    to: STRANGER,
    value: 1n,
  })
  const raw = await account.signTransaction({ ...request, chainId: await node.client.getChainId() } as never)
  await node.client.sendRawTransaction({ serializedTransaction: raw })
  await node.mined()
}

const answering = (kind: 'unclear' | 'spent', deliver: boolean): Wrap => {
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
  test.each(['unclear', 'spent'] as const)('%s, but the chain has it: it counts', async (kind) => {
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
    await rig.restart(answering('spent', false))
    const sent = await rig.send(userId, wallet.id, ether('0.5'))
    await rig.services.transactions.idle()
    await node.client.mine({ blocks: 2 })
    await rig.services.transactions.resume()
    // A node's word alone ends nothing: its count says that the nonce is free.
    expect((await rig.listed(userId, wallet.id))[0]?.status).toBe('broadcasting')
    await spendWith(wallet.address)
    await rig.services.transactions.resume()
    expect((await rig.listed(userId, wallet.id))[0]?.status).toBe('broadcasting')
    await node.client.mine({ blocks: 1 })
    await rig.services.transactions.resume()
    expect((await rig.listed(userId, wallet.id)).find(({ id }) => id === sent.id)).toMatchObject({
      status: 'failed',
      rejectReason: 'Another transaction of this address took its place. Nothing was sent.',
    })
    await rig.restart()
    // Its balance is free again, and the chain counts as custody does.
    const next = await rig.send(userId, wallet.id, ether('0.9'))
    await rig.settle()
    expect((await rig.listed(userId, wallet.id))[0]).toMatchObject({ id: next.id, status: 'success' })
  })

  test('more nonces spent elsewhere than custody signed hold the sender, and end nothing', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId, { coins: '1' })
    await rig.send(userId, wallet.id, ether('0.1'))
    await rig.settle()
    await spendWith(wallet.address)
    const held = await rig.send(userId, wallet.id, ether('0.2'))
    await rig.services.transactions.idle()
    await rig.restart()
    await rig.services.transactions.resume()
    await rig.settle()
    const [waiting] = await rig.listed(userId, wallet.id)
    expect(waiting).toMatchObject({ id: held.id, status: 'broadcasting', hash: null, note: PAUSED })
    // Its owner hears of it.
    expect(rig.pushLog.named('wallet:updated').at(-1)).toMatchObject({
      id: wallet.id,
      features: expect.arrayContaining([expect.objectContaining({ type: 'hold' })]),
    })
    expect(await node.client.getTransactionCount({ address: wallet.address as Address })).toBe(2)
  })

  test('a node that refuses it ends nothing: the bytes exist, and what follows waits for them', async () => {
    const userId = await rig.user()
    const wallet = await rig.wallet(userId, { coins: '1' })
    const reason =
      'Redbelly Testnet does not let this address write yet. Complete identity verification first.'
    await rig.restart(({ chains, custody }) => ({
      chains: withChain(chains, () => ({ broadcast: async () => ({ kind: 'refused', reason }) })),
      custody,
    }))
    const first = await rig.send(userId, wallet.id, ether('0.5'))
    const second = await rig.send(userId, wallet.id, ether('0.1'))
    await rig.settle()
    const shown = (await rig.listed(userId, wallet.id)).filter(({ direction }) => direction === 'outcome')
    expect(shown).toMatchObject([
      { id: second.id, status: 'broadcasting', note: reason },
      { id: first.id, status: 'broadcasting', note: reason },
    ])
    await expect(rig.send(userId, wallet.id, ether('0.5'))).rejects.toMatchObject({
      name: 'InsufficientFundsError',
    })
    await rig.restart()
    await rig.services.transactions.resume()
    await rig.settle()
    const sent = (await rig.listed(userId, wallet.id)).filter(({ direction }) => direction === 'outcome')
    expect(sent).toMatchObject([
      { id: second.id, status: 'success', note: undefined },
      { id: first.id, status: 'success', note: undefined },
    ])
    expect(await node.client.getTransactionCount({ address: wallet.address as Address })).toBe(2)
  })
})
