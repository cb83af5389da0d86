import type { Output, TX } from './bcoin.ts'
import { type Found, reversed, type Unspent } from './node.ts'

/** A block with its transactions. The hash is as it is shown. */
export interface Page {
  hash: string
  time: number
  txs: TX[]
}

interface Written {
  tx: TX
  /** Undefined while it waits. */
  block: Found['block']
}

const scriptOf = ({ script }: Output): string => script.toRaw().toString('hex')
const nameOf = (hash: string, index: number): string => `${hash}:${index}`

/** Which transactions an address has, and what of them is unspent: Bitcoin Core itself keeps no list by addresses. */
export const makeLedger = () => {
  const pages: Page[] = []
  /** By txid. */
  const mined = new Map<string, Written>()
  let pool = new Map<string, Written>()

  const find = (txid: string): Written | undefined => mined.get(txid) ?? pool.get(txid)
  const spentBy = ({ tx }: Written): (Output | undefined)[] =>
    tx.isCoinbase()
      ? []
      : tx.inputs.map(({ prevout: { hash, index } }) => find(reversed(hash))?.tx.outputs[index])
  const foundOf = (written: Written): Found => ({ ...written, spent: spentBy(written) })
  const touches = (written: Written, script: string): boolean =>
    [...written.tx.outputs, ...spentBy(written)].some((output) => output && scriptOf(output) === script)

  return {
    height: (): number => pages.length - 1,
    hashAt: (height: number): string | undefined => pages[height]?.hash,
    page: (hash: string): Page | undefined => pages.find((page) => page.hash === hash),
    find(txid: string): Found | undefined {
      const written = find(txid)
      return written && foundOf(written)
    },

    /** The next block. */
    add(page: Page): void {
      const { hash, time, txs } = page
      const height = pages.length
      pages.push(page)
      for (const [index, tx] of txs.entries())
        mined.set(tx.txid(), { tx, block: { height, hash, time, index } })
    },
    /** The last block is none of the chain any more. */
    drop(): void {
      for (const tx of pages.pop()?.txs ?? []) mined.delete(tx.txid())
    },
    /** What waits, all of it; those that are known already need not be brought again. */
    async wait(txids: readonly string[], bring: (txid: string) => Promise<TX | undefined>): Promise<void> {
      const next: typeof pool = new Map()
      for (const txid of txids) {
        const tx = pool.get(txid)?.tx ?? (await bring(txid))
        if (tx) next.set(txid, { tx, block: undefined })
      }
      pool = next
    },
    waiting: (): TX[] => [...pool.values()].map(({ tx }) => tx),

    /** In blocks, newest first; scripts are in hex. */
    history: (script: string): string[] =>
      [...mined]
        .filter(([, written]) => touches(written, script))
        .map(([txid]) => txid)
        .reverse(),
    waitingOf: (script: string): Found[] =>
      [...pool.values()].filter((written) => touches(written, script)).map(foundOf),
    unspent(script: string): Unspent[] {
      const all = [...pool.values(), ...mined.values()]
      const spent = new Set(
        all.flatMap(({ tx }) =>
          tx.inputs.map(({ prevout }) => nameOf(reversed(prevout.hash), prevout.index)),
        ),
      )
      return all.flatMap(({ tx, block }) =>
        tx.outputs.flatMap((output, vout) => {
          const txid = tx.txid()
          if (scriptOf(output) !== script || spent.has(nameOf(txid, vout))) return []
          return [{ txid, vout, value: output.value, height: block?.height, reward: tx.isCoinbase() }]
        }),
      )
    },
  }
}
