import type { CallFacts } from '#domain/callfacts.ts'
import { sumText } from '#domain/facts.ts'
import { saying } from '#text/catalogue.ts'
import { dappsText } from '#text/dapps.ts'
import { transactionText } from '#text/transaction.ts'
import { feeWords, type Party, type SheetFacts, type Words } from './facts.ts'

type Asked = {
  facts: CallFacts
  from: Party
  /** What the recipient is called by who decides, never by the dApp. */
  name?: string | undefined
  /** What it costs is not known yet. */
  counting: boolean
}

const feeOf = ({ fee, ceiling }: CallFacts, counting: boolean): Words | undefined => {
  if (ceiling) return feeWords({ fee, ceiling })
  return counting ? { text: dappsText.counting } : undefined
}

/** A transaction of a dApp's making that the owner is asked for. */
export const callSheet = ({ facts, from, name, counting }: Asked): SheetFacts => {
  const { moved, item, recipient, network, call, before, after, stake } = facts
  return {
    state: 'confirm',
    badges: [],
    coin: undefined,
    headline: call.headline == null ? sumText(moved) : saying(call.headline),
    isWords: call.headline != null,
    under: call.headline ? stake && saying(stake) : moved.usd,
    ending: undefined,
    from,
    to: { address: recipient, name, words: recipient ? transactionText.notInBook : dappsText.creation },
    item,
    network,
    fee: feeOf(facts, counting),
    counting: counting ? (moved.usd ? 'usd' : 'coins') : undefined,
    balance: after && { before: before?.amount, after: after.amount, unit: after.unit },
    note: undefined,
    timeline: undefined,
  }
}
