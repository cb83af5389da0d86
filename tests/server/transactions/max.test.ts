import { expect, onTestFinished, test, vi } from 'vitest'
import { textToUnits } from '#domain/amount.ts'
import { spendable } from '#domain/asset.ts'
import { maxAmount, sendBody } from '#domain/sendbody.ts'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import { ether, type TestNode } from '../chains/node.ts'
import { onChain } from '../chains/onchain.ts'
import { openRig, type Rig, STRANGER } from './rig.ts'

let node: TestNode
let rig: Rig

onChain(openRig, (both) => {
  ;({ node, rig } = both)
})

/** Takes coins, and writes down the last amount in its first slot: `sstore(0, callvalue)`. */
const TAKER = '0x6005600c60003960056000f3346000550000'

test.each([
  ['an address', async () => STRANGER, 25_200n],
  ['a contract', () => node.deploy([], TAKER), 40_000n],
])(
  'all of the coin to %s: what is left is what the quote was above the fee',
  async (_, recipientOf, least) => {
    const recipient = await recipientOf()
    const userId = await rig.user()
    const wallet = await rig.wallet(userId, { coins: '2' })
    const chain = rig.chains.get('redbelly:testnet') as EvmChain
    const held = vi.spyOn(chain, 'fees').mockResolvedValue(await chain.fees())
    onTestFinished(() => held.mockRestore())
    const asset = await rig.assetOf(userId, wallet.id)
    if (!asset) throw new Error('No coin')

    // As the form does it: the quote is asked for all, the amount follows.
    const all = await rig.draft(userId, wallet.id, asset.amount, { recipient })
    const { gasLimit } = await rig.services.transactions.estimate(userId, wallet.id, all)
    expect(BigInt(gasLimit)).toBeGreaterThanOrEqual(least)
    const quote = BigInt(gasLimit) * (await chain.fees()).normal.maxFeePerGas
    const amount = maxAmount(spendable(asset), quote)
    expect(textToUnits(amount)).toBe(ether('2') - quote)
    const body = sendBody({ amount, asset, recipient, speed: 'normal', maxFee: quote })
    const sent = await rig.sendEvm(userId, wallet.id, body, 'all')
    expect(await rig.assetOf(userId, wallet.id)).toMatchObject({ reserved: asset.amount })
    await rig.settle()

    const [done] = await rig.listed(userId, wallet.id)
    expect(done).toMatchObject({ id: sent.id, status: 'success' })
    const left = quote - BigInt(done?.fee ?? 0)
    expect(left).toBeGreaterThanOrEqual(0n)
    expect(await node.balance(wallet.address)).toBe(left)
    expect(await rig.assetOf(userId, wallet.id)).toMatchObject({ amount: left.toString(), reserved: '0' })
  },
)
