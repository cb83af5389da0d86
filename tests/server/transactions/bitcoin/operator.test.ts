// @vitest-environment node
import { expect, test } from 'vitest'
import type { BitcoinTransaction } from '#server/chains/bitcoin/chain.ts'
import { reachNodes } from '#server/chains/nodes.ts'
import { type OpenCustody, type Operator, pausedOf, type UnspentOf } from '#server/custody/custody.ts'
import { handIn } from '#server/handin.ts'
import type { Regtest } from '#server/sandbox/regtest.ts'
import { withBitcoin } from '../points.ts'
import { onRegtest } from './onregtest.ts'
import { type BitcoinRig, openBitcoinRig, STRANGER } from './rig.ts'

/** What an operator's `status` and `hand-in` say and do about sends that a node lied about, or has forgotten. */
let regtest: Regtest
let rig: BitcoinRig
const node = {
  /** A coin that it calls spent, in the newest block, although it is not. */
  lies: undefined as { txid: string; vout: number } | undefined,
  isDown: false,
}
const isLie = ({ txid, vout }: { txid: string; vout: number }) =>
  txid === node.lies?.txid && vout === node.lies.vout

onRegtest(
  (both) => {
    ;({ regtest, rig } = both)
  },
  (started) =>
    openBitcoinRig(
      started,
      {},
      {
        wrap: ({ chains, custody }) => ({
          custody,
          chains: withBitcoin(chains, (chain) => ({
            async broadcast(raw) {
              if (node.lies) return { kind: 'spent' }
              return node.isDown ? { kind: 'unclear', reason: 'The node is down' } : chain.broadcast(raw)
            },
            unspent: async (address) => (await chain.unspent(address)).filter((coin) => !isLie(coin)),
            async history(addresses, after, upTo) {
              const { lies } = node
              const said = await chain.history(addresses, after, upTo)
              const [address = ''] = addresses
              const thief: BitcoinTransaction | undefined = lies && {
                ...{ txid: 'ee'.repeat(32), fee: 1n, block: { ...upTo, at: new Date(0) } },
                inputs: [{ ...lies, address, value: 100_000n }],
                outputs: [{ address: STRANGER, value: 99_999n }],
              }
              // Only to whoever asks for all of it: one that watches would hold the wallet.
              return thief && after < 0 ? [...said, thief] : said
            },
          })),
        }),
      },
    ),
)

/** As over the operator's socket, with the node's own words. */
const asking = async (chain = rig.chain) => {
  const { operator: calls } = rig.custody as OpenCustody
  const operator = {
    senders: () => calls.senders({}),
    forgotten: async () => [],
    missing: async (walletId: string, unspentOf: UnspentOf) =>
      calls.missing({
        walletId,
        unspent: [...(await unspentOf(await calls.bitcoinSenders({ walletId })))].map(([network, coins]) => [
          network,
          [...coins],
        ]),
      }),
  } satisfies Partial<Operator>
  const nodes = await reachNodes({ all: () => [chain] })
  return {
    status: async () =>
      (await pausedOf(operator, nodes.evm.counts, nodes.bitcoin.unspent)).map(({ text }) => text),
    handIn: (walletId: string) => handIn(operator, walletId, nodes),
  }
}

const owned = async (value: number) => {
  const userId = await rig.user()
  const { id, bitcoin: address } = await rig.wallet(userId)
  await rig.services.kyc.complete({ walletId: id })
  const txid = await rig.deposit({ address, value })
  const [coin] = await rig.chain.unspent(address)
  const row = async (txId: string) => (await rig.listed(userId, id)).find((one) => one.id === txId)
  return { userId, id, address, txid, vout: coin?.vout ?? 0, row }
}
const again = async () => {
  rig.clock.advance(31_000)
  await rig.services.transactions.resume()
  await rig.mine()
}

test('a send whose coin a node called spent, and was not, is told by status and handed in again by hand-in', async () => {
  const wallet = await owned(100_000)
  const { status, handIn: give } = await asking()
  node.lies = { txid: wallet.txid, vout: wallet.vout }
  const { id: txId } = await rig.send(wallet.userId, wallet.id, 30_000n)
  await again()
  await again()
  expect(await wallet.row(txId)).toMatchObject({ status: 'failed' })
  node.lies = undefined
  expect(await status()).toEqual([
    `Wallet ${wallet.id} on Bitcoin regtest: send ${txId} spends what nothing else has spent. A node called that spent, and its owner was told that nothing was sent: ask him whether he sent it anew, then hand-in.`,
  ])
  const hash = (await rig.custody.signedTransaction({ walletId: wallet.id, txId }))?.hash ?? ''
  expect(await give(wallet.id)).toEqual([
    { text: `Send ${txId} with transaction ${hash} on Bitcoin Regtest is handed in again.`, isLeft: false },
  ])
  expect(await status()).toEqual([])
  expect(await give(wallet.id)).toEqual([])
  await rig.mine()
  expect((await rig.chain.transaction(hash))?.block).toBeDefined()
  expect(await wallet.row(txId)).toMatchObject({ status: 'success', hash })
  expect(await rig.custody.holds({ walletId: wallet.id })).toEqual([])
})

test('what is open and the node does not have is told, with what spends its change, and handed in in their order', async () => {
  const wallet = await owned(100_000)
  const { status, handIn: give } = await asking()
  node.isDown = true
  const { id: txId } = await rig.send(wallet.userId, wallet.id, 30_000n)
  await rig.idle()
  const hash = (await wallet.row(txId))?.hash ?? ''
  expect(await status()).toEqual([
    `Wallet ${wallet.id} on Bitcoin regtest waits for send ${txId}: the node does not have its transaction ${hash}. The servers hand it in again, and so does hand-in.`,
  ])
  const reason = 'The node asks for patience'
  const later = await asking({ ...rig.chain, broadcast: async () => ({ kind: 'later', reason }) })
  expect(await later.handIn(wallet.id)).toEqual([
    {
      text: `Send ${txId} with transaction ${hash} on Bitcoin Regtest is not taken: ${reason}.`,
      isLeft: true,
    },
  ])
  node.isDown = false

  await give(wallet.id)
  await rig.tick()
  const { id: child } = await rig.send(wallet.userId, wallet.id, 20_000n)
  await rig.idle()
  expect(await status()).toEqual([])
  // The node forgets both.
  await regtest.mine()
  await regtest.reorganise(1, { forget: true })
  const said = (await give(wallet.id)).map(({ text }) => text.split(' ')[1])
  expect(said).toEqual([txId, child])
  await rig.mine()
  for (const id of [txId, child]) expect(await wallet.row(id)).toMatchObject({ status: 'success' })
})
