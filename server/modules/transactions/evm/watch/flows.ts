import { inParallel } from '#server/async/parallel.ts'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { Block, Receipt, TransferLog } from '#server/chains/evm/scan.ts'
import type { Target } from '#server/modules/assets/service.ts'
import type { TokenRow, Tokens } from '#server/modules/tokens/service.ts'
import type * as onchain from '#server/modules/transactions/onchain.ts'
import type { Holder } from '#server/modules/wallets/service.ts'
import type { Flow } from './net.ts'
import { markOf } from './paid.ts'
import type { Mined } from './record.ts'

type Holders = ReadonlyMap<string, Holder>
type Sides = Pick<Flow, 'hash' | 'block' | 'logIndex' | 'amount' | 'wrap'> & {
  token: TokenRow
  item: string
  from: string
  to: string | undefined
}

/** A movement as each of our holders sees it: from both sides when both are ours. */
const sidesOf = ({ from, to, ...movement }: Sides, holders: Holders, signer: string | undefined): Flow[] => {
  const [sender, recipient] = [holders.get(from), to === undefined ? undefined : holders.get(to)]
  return [
    ...(sender
      ? [{ ...movement, holder: sender, direction: 'out' as const, other: to, signed: signer === from }]
      : []),
    ...(recipient
      ? [{ ...movement, holder: recipient, direction: 'in' as const, other: from, signed: signer === to }]
      : []),
  ]
}

/** Transactions that our addresses signed, by hash. */
export const minedBy = (
  blocks: readonly Block[],
  receipts: ReadonlyMap<string, Receipt>,
  holders: Holders,
): Map<string, Mined> =>
  new Map(
    blocks.flatMap((block) =>
      block.transactions
        .filter(({ from }) => holders.has(from))
        .map(({ hash, from }) => [hash, { hash, from, block: markOf(block), receipt: receipts.get(hash) }]),
    ),
  )

/** Native coins that transactions themselves move. */
export const nativeFlows = (
  blocks: readonly Block[],
  receipts: ReadonlyMap<string, Receipt>,
  native: TokenRow,
  holders: Holders,
): Flow[] =>
  blocks.flatMap((block) =>
    block.transactions.flatMap(({ hash, from, to, value: amount }) => {
      if (amount === 0n || receipts.get(hash)?.reverted !== false) return []
      const sides = {
        hash,
        block: markOf(block),
        logIndex: null,
        token: native,
        item: '',
        amount,
        wrap: false,
      }
      return sidesOf({ ...sides, from, to }, holders, from)
    }),
  )

/** Tokens that logs say moved. A contract whose own words cannot be used is left out. */
export const tokenFlows = async (
  { chain, tokens }: { chain: EvmChain; tokens: Tokens },
  transfers: readonly TransferLog[],
  blocks: readonly Block[],
  mined: ReadonlyMap<string, Mined>,
  holders: Holders,
): Promise<Flow[]> => {
  const blockAt = new Map(blocks.map((block) => [block.number, markOf(block)]))
  const flows: Flow[] = []
  for (const {
    hash,
    logIndex,
    token: contract,
    type,
    from,
    to,
    amount,
    item = '',
    blockNumber,
    wrap,
  } of transfers) {
    const token = await (wrap ? tokens.recognise(chain, contract) : tokens.discover(chain, contract, type))
    const block = blockAt.get(blockNumber)
    if (!token || !block) continue
    const sides = { hash, block, logIndex, token, item, from, to, amount, wrap }
    flows.push(...sidesOf(sides, holders, mined.get(hash)?.from))
  }
  return flows
}

type Sent = Awaited<ReturnType<typeof onchain.sentBy>>[number]

/** Assets of contracts that one of our addresses called: they may have changed without a log. */
export const calledAssets = async (
  { chain, tokens }: { chain: EvmChain; tokens: Tokens },
  blocks: readonly Block[],
  sent: readonly Sent[],
  holders: Holders,
): Promise<Target[]> => {
  const sends = new Set(
    sent.flatMap(({ transaction, send }) => (send.action === 'send' ? transaction.hash : [])),
  )
  const called = new Map<string, { holder: Holder; contract: string; block: number }>()
  for (const { number, transactions } of blocks) {
    for (const { hash, from, to } of transactions) {
      const holder = holders.get(from)
      if (!holder || to === undefined || holders.has(to) || sends.has(hash)) continue
      called.set(`${from} ${to}`, { holder, contract: to, block: number })
    }
  }
  const found = await inParallel([...called.values()], async ({ holder, contract, block }) => {
    const held = await chain.held({ contract, item: '' }, holder.address, block)
    if (typeof held !== 'bigint') return []
    const token = await (held > 0n ? tokens.recognise(chain, contract) : tokens.known(chain, contract))
    return token?.type === 'ERC20' ? [{ holder, token, item: '' }] : []
  })
  return found.flat()
}
