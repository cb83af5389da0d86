import { inParallel } from '#server/async/parallel.ts'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import type { Sight } from '#server/chains/evm/watch.ts'
import type { Reading, Target } from '#server/modules/assets/service.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import type { TransactionDeps } from '#server/modules/transactions/deps.ts'
import { intendedUnits } from '#server/modules/transactions/evm/original.ts'
import * as onchain from '#server/modules/transactions/onchain.ts'
import type { Holder } from '#server/modules/wallets/service.ts'
import { calledAssets, minedBy, nativeFlows, tokenFlows } from './flows.ts'
import { byBalance, type Change, confirm, type Entry, netEntries } from './net.ts'
import { makePaid } from './paid.ts'
import type { Mined } from './record.ts'
import { makeScale, remembering, type Scale } from './weigh.ts'

/** What blocks did to our holders. */
export interface Judgement {
  /** Transactions that our addresses signed. */
  mined: ReadonlyMap<string, Mined>
  entries: Entry[]
  /** Everything whose balance may be another now, as of the last block. */
  readings: Reading[]
}

type Sent = Awaited<ReturnType<typeof onchain.sentBy>>[number]
type Holders = ReadonlyMap<string, Holder>

const placeOf = ({ holder, token, item }: Target): Target => ({ holder, token, item })

/** Logs and receipts propose, the differences of balances confirm: see `confirm`. */
export const makeJudge = ({ db, assets, tokens, wallets }: TransactionDeps) => {
  const holdersOf = async (keys: Iterable<string>): Promise<Map<string, Holder>> => {
    const found = await wallets.holdersOf([...new Set(keys)])
    return new Map(found.map((holder) => [holder.addressKey, holder]))
  }

  const paidOn = (chain: EvmChain, native: TokenRow, scale: Scale, watched: ReadonlySet<string>) => {
    const { blockchain } = chain
    return makePaid({
      ...{ chain, native, scale, watched, holdersOf },
      written: assets.written,
      isBooked: ({ accountId }, { number: block, hash: blockHash }) =>
        onchain.isInBlock(db, { blockchain, block, blockHash, accountId, tokenId: native.id }),
    })
  }

  /** The token send that this is in a block, unless it was undone, or goes nowhere. */
  const sendOf = async (
    { transaction, ...sent }: Sent,
    mined: ReadonlyMap<string, Mined>,
    holders: Holders,
  ) => {
    const { hash, item, recipient } = transaction
    const found = hash === null ? undefined : mined.get(hash)
    const holder = found && holders.get(found.from)
    const token = await tokens.find(transaction.tokenId)
    const other = recipient?.toLowerCase()
    const moves = sent.send.action === 'send' && found?.receipt?.reverted === false && other !== found.from
    if (!token?.type || !holder || !moves) return undefined
    const { block } = found
    return { holder, token, item, hash, block, other, intended: intendedUnits(sent, token) }
  }

  /** Sends from here count whether a log tells of them or not. */
  const withSends = async (
    entries: readonly Entry[],
    sent: readonly Sent[],
    mined: ReadonlyMap<string, Mined>,
    holders: Holders,
  ): Promise<Entry[]> => {
    const all = [...entries]
    for (const one of sent) {
      const own = await sendOf(one, mined, holders)
      if (!own) continue
      const at = all.findIndex(
        ({ hash, holder, token, item }) =>
          hash === own.hash &&
          holder.accountId === own.holder.accountId &&
          token.id === own.token.id &&
          item === own.item,
      )
      const logged = all[at]
      if (logged) all[at] = { ...logged, other: own.other, intended: own.intended }
      else all.push({ ...own, logIndex: null, net: 0n, signed: true, doubtful: false })
    }
    return all
  }

  /** Where the node no longer knows a block, what is written down against what is true now says as much as it can. */
  const changeOf = async (
    chain: EvmChain,
    scale: Scale,
    target: Target,
    block: number,
    last: number,
  ): Promise<Change | undefined> => {
    const exact = await scale.change(target, block)
    if (exact) return exact
    const [reading] = await assets.read(chain, [target], last)
    return reading && { units: reading.amount - (await assets.written(target)), exact: false }
  }

  return {
    holdersOf,

    async sight({ blocks, transfers, receipts, watched, ...sight }: Sight): Promise<Judgement> {
      const chain = remembering(sight.chain)
      const native = await tokens.native(chain.blockchain)
      const source = { chain, tokens }
      const scale = makeScale(chain)
      const last = blocks.at(-1)?.number ?? 0
      const touching = blocks.filter(({ transactions }) => transactions.length > 0)
      const sides = [...touching.flatMap(({ transactions }) => transactions), ...transfers]
      const holders = await holdersOf(
        sides.flatMap(({ from, to }) => (to === undefined ? [from] : [from, to])),
      )
      const mined = minedBy(touching, receipts, holders)
      const sent = await onchain.sentBy(db, chain.blockchain, [...mined.keys()])
      const pages = touching.map((block) => ({ block, receipts }))
      const paid = await paidOn(chain, native, scale, watched)(pages, holders.values())
      const coins = [...nativeFlows(touching, receipts, native, holders), ...paid.flows]
      const logged = netEntries(await tokenFlows(source, transfers, blocks, mined, holders))
      const proposed = await withSends(logged, sent, mined, holders)
      const confirmed = await inParallel(byBalance(proposed), async (group) => {
        const [first] = group
        return first ? confirm(group, await changeOf(chain, scale, first, first.block.number, last)) : []
      })
      const entries = [...netEntries(coins), ...paid.rises, ...confirmed.flat()]
      const called = await calledAssets(source, touching, sent, holders)
      // Whoever signs also pays the fee.
      const payers = [...mined.values()].flatMap(({ from }) => holders.get(from) ?? [])
      const targets = [
        ...entries,
        ...called,
        ...payers.map((holder) => ({ holder, token: native, item: '' })),
      ]
      return { mined, entries, readings: await assets.read(chain, targets.map(placeOf), last) }
    },

    /** What came to these holders since it was last written down, without a block that told of it. */
    async rises(
      chain: EvmChain,
      holders: readonly Holder[],
      head: number,
      watched: ReadonlySet<string>,
    ): Promise<Pick<Judgement, 'mined' | 'entries'>> {
      const native = await tokens.native(chain.blockchain)
      const look = paidOn(chain, native, makeScale(remembering(chain)), watched)
      const { flows, rises } = await look([], holders, head)
      return { mined: new Map(), entries: [...netEntries(flows), ...rises] }
    },
  }
}
