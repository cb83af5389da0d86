import { Transaction } from 'bitcoinjs-lib'
import type { Coin } from './select.ts'

/** What signed bytes spend, and what comes back of it. */
export interface Spent {
  coins: Pick<Coin, 'txid' | 'vout'>[]
  /** After the recipient's; undefined where nothing comes back. */
  change: { vout: number; value: bigint } | undefined
}

const CHANGE_AT = 1

export const spentBy = (raw: string): Spent => {
  const { ins, outs } = Transaction.fromHex(raw)
  const change = outs[CHANGE_AT]
  return {
    coins: ins.map(({ hash, index }) => ({ txid: Buffer.from(hash).reverse().toString('hex'), vout: index })),
    change: change && { vout: CHANGE_AT, value: change.value },
  }
}
