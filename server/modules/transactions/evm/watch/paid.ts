import { inParallel } from '#server/async/parallel.ts'
import type { EvmChain } from '#server/chains/evm/chain.ts'
import { type Block, type Receipt, readReceipts } from '#server/chains/evm/scan.ts'
import type { Target } from '#server/modules/assets/service.ts'
import type { TokenRow } from '#server/modules/tokens/service.ts'
import type { Holder } from '#server/modules/wallets/service.ts'
import type { BlockMark, Entry, Flow } from './net.ts'
import { findRises, type Scale } from './weigh.ts'

/** One block, as far as it says what happened to one holder's native coins. */
interface Page {
  block: Block
  receipts: ReadonlyMap<string, Receipt>
}

export interface Paid {
  /** Payments inside calls, by the traces of the node. */
  flows: Flow[]
  /** What rose without a transaction that is known. */
  rises: Entry[]
}

interface Look {
  chain: EvmChain
  native: TokenRow
  scale: Scale
  watched: ReadonlySet<string>
  holdersOf(keys: Iterable<string>): Promise<ReadonlyMap<string, Holder>>
  /** What is written down, as of the block before the first page. */
  written(target: Target): Promise<bigint>
  /** Whether native coins of this block are written down already. */
  isBooked(holder: Holder, block: BlockMark): Promise<boolean>
}

export const markOf = ({ number, hash, timestamp }: Block): BlockMark => ({ number, hash, at: timestamp })

/** What transactions say about a holder's native coins, fees included. */
const explained = ({ block, receipts }: Page, key: string): bigint => {
  let units = 0n
  for (const { hash, from, to, value } of block.transactions) {
    const receipt = receipts.get(hash)
    if (from === key) units -= receipt?.fee ?? 0n
    if (receipt?.reverted !== false) continue
    if (from === key) units -= value
    if (to === key) units += value
  }
  return units
}

const concerns = ({ block }: Page, key: string): boolean =>
  block.transactions.some(({ from, to }) => from === key || to === key)

/**
 * Native coins that came by no transaction to the holder: paid by a contract inside a call, or by the chain itself.
 * Nothing but a block's own difference of balances proves such a payment, so without the state of old blocks there
 * is none: the balance is right, and the list says nothing.
 */
export const makePaid = (look: Look) => {
  const { chain, native, scale, watched } = look
  const traced = new Map<number, ReturnType<EvmChain['payments']>>()

  const payments = (block: number): ReturnType<EvmChain['payments']> => {
    const known = traced.get(block) ?? chain.payments(block)
    traced.set(block, known)
    return known
  }

  const place = (holder: Holder): Target => ({ holder, token: native, item: '' })

  /** What rose in this block beyond what its transactions say. */
  const surplus = async (page: Page, holder: Holder): Promise<bigint> => {
    const change = await scale.change(place(holder), page.block.number)
    return change ? change.units - explained(page, holder.addressKey) : 0n
  }

  const flowsOf = async (
    { block }: Page,
    signers: ReadonlyMap<string, string>,
  ): Promise<Flow[] | undefined> => {
    const found = (await payments(block.number))?.filter(({ to }) => watched.has(to))
    if (!found) return undefined
    const holders = await look.holdersOf(found.map(({ to }) => to))
    return found.flatMap(({ hash, from, to, value }): Flow[] => {
      const holder = holders.get(to)
      if (!holder) return []
      const signed = signers.get(hash) === to
      return [
        {
          ...place(holder),
          ...{ hash, block: markOf(block), logIndex: null, direction: 'in', amount: value, other: from },
          ...{ signed, wrap: false },
        },
      ]
    })
  }

  const readPage = async (number: number): Promise<Page | undefined> => {
    const [block] = await chain.blocks(number, number, watched)
    if (!block) return undefined
    const { receipts, complete } = await readReceipts(chain, [block], watched)
    return complete ? { block, receipts } : undefined
  }

  /** Rises in earlier blocks, between what is written down and `high`. */
  const missed = async (holder: Holder, from: bigint, high: number, lowest?: number): Promise<Page[]> => {
    const blocks = await findRises((block) => scale.at(place(holder), block), from, high, lowest)
    return (await inParallel(blocks, readPage)).filter((page) => page !== undefined)
  }

  /** `pages` in order; looks between them, too, and up to the end of block `until`. */
  return async (pages: readonly Page[], holders: Iterable<Holder>, until?: number): Promise<Paid> => {
    const signers = new Map<string, string>()
    const surplusOf: { page: Page; holder: Holder; units: bigint }[] = []
    const examine = async (page: Page, holder: Holder): Promise<void> => {
      for (const { hash, from } of page.block.transactions) signers.set(hash, from)
      const units = await surplus(page, holder)
      if (units > 0n && !(await look.isBooked(holder, markOf(page.block)))) {
        surplusOf.push({ page, holder, units })
      }
    }
    await inParallel([...holders], async (holder) => {
      let from: bigint | undefined = await look.written(place(holder))
      let last: number | undefined
      const gap = async (high: number): Promise<void> => {
        const now = await scale.at(place(holder), high)
        if (now === undefined || from === undefined || now <= from) return
        for (const page of await missed(holder, from, high, last)) await examine(page, holder)
      }
      for (const page of pages) {
        if (!concerns(page, holder.addressKey)) continue
        await gap(page.block.number - 1)
        await examine(page, holder)
        last = page.block.number
        from = await scale.at(place(holder), last)
      }
      if (until !== undefined) await gap(until)
    })

    const flows: Flow[] = []
    const rises: Entry[] = []
    for (const { page, holder, units } of surplusOf) {
      const block = markOf(page.block)
      const paid = (await flowsOf(page, signers))?.filter(
        (flow) => flow.holder.accountId === holder.accountId,
      )
      flows.push(...(paid ?? []))
      const known = (paid ?? []).reduce((total, { amount }) => total + amount, 0n)
      if (units <= known) continue
      const entry = { ...place(holder), hash: null, block, logIndex: null, net: units - known }
      rises.push({ ...entry, other: undefined, signed: false, doubtful: false })
    }
    return { flows, rises }
  }
}
