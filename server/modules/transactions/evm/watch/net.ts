import { keyOf, type Target } from '#server/modules/assets/service.ts'

export interface BlockMark {
  number: number
  hash: string
  at: Date
}

/** One thing that a transaction says it moved, as one of our holders sees it. */
export interface Flow extends Target {
  hash: string
  block: BlockMark
  /** Null for the native coin. */
  logIndex: number | null
  direction: 'in' | 'out'
  amount: bigint
  /** Where it came from or went to, lower case; undefined for a contract that was created. */
  other: string | undefined
  /** The holder signed this transaction. */
  signed: boolean
  /** Only a Deposit or Withdrawal log says so, which contracts without coins write as well. */
  wrap: boolean
}

/** What one transaction did to one asset of one holder. */
export interface Entry extends Target {
  /** Null where no transaction is known. */
  hash: string | null
  block: BlockMark
  logIndex: number | null
  /** Smallest units: positive came in, negative left. */
  net: bigint
  other: string | undefined
  signed: boolean
  /** Believed only as far as the balance shows it: anyone can write such a log. */
  doubtful: boolean
  /** Units that this holder sends from here by this transaction. */
  intended?: bigint | undefined
}

/** What became of a balance in a block. */
export interface Change {
  units: bigint
  /** False where the node does not know the state of that block: only the sign then means something. */
  exact: boolean
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)
const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
const sameSign = (a: bigint, b: bigint): boolean => (a > 0n && b > 0n) || (a < 0n && b < 0n)

const groups = <T>(items: readonly T[], keyOfItem: (item: T) => string): T[][] => {
  const found = new Map<string, T[]>()
  for (const item of items) {
    const group = found.get(keyOfItem(item))
    if (group) group.push(item)
    else found.set(keyOfItem(item), [item])
  }
  return [...found.values()]
}

const entryOf = (all: readonly Flow[]): Entry | undefined => {
  // A wrapped coin that logs transfers as well would count twice.
  const transfers = all.filter(({ wrap }) => !wrap)
  const flows = transfers.length > 0 ? transfers : all
  const net = sum(flows.map(({ direction, amount }) => (direction === 'in' ? amount : -amount)))
  const main = flows
    .filter(({ direction }) => direction === (net > 0n ? 'in' : 'out'))
    .reduce<Flow | undefined>((most, flow) => (most && most.amount >= flow.amount ? most : flow), undefined)
  const flow = main ?? flows[0]
  if (!flow) return undefined
  const { holder, token, item, hash, block, logIndex, other, signed } = flow
  const doubtful = flow.wrap || (token.contract !== '' && net <= 0n && !signed)
  return { holder, token, item, hash, block, logIndex, net, other, signed, doubtful }
}

/** One entry per transaction, holder and asset; the counterparty is that of its largest part. */
export const netEntries = (flows: readonly Flow[]): Entry[] =>
  groups(flows, (flow) => `${flow.hash} ${keyOf(flow)}`).flatMap((group) => entryOf(group) ?? [])

/** Entries that one change of a balance has to explain. */
export const byBalance = <T extends Target & { block: BlockMark }>(entries: readonly T[]): T[][] =>
  groups(entries, (entry) => `${entry.block.number} ${keyOf(entry)}`)

/** Only this transaction touched the balance in its block, so the balance says what it did. */
const confirmOne = (entry: Entry, units: bigint): Entry => {
  if (units === 0n || entry.net === 0n || sameSign(units, entry.net)) {
    const moved = entry.net === 0n && entry.intended !== undefined && units > 0n ? 0n : units
    return { ...entry, net: moved }
  }
  // A balance that also changes by itself.
  return entry.doubtful ? { ...entry, net: 0n } : entry
}

/**
 * What logs propose, against what the balance shows. `entries` are all of one holder, asset and block. One that
 * comes back with net 0 moved nothing.
 */
export const confirm = (entries: readonly Entry[], change: Change | undefined): Entry[] => {
  const [only] = entries
  if (change?.exact && only && entries.length === 1) return [confirmOne(only, change.units)]
  if (change?.exact && change.units === sum(entries.map(({ net }) => net))) return [...entries]
  let rest = change && change.units - sum(entries.filter((entry) => !entry.doubtful).map(({ net }) => net))
  return entries.map((entry) => {
    const { net, intended, doubtful } = entry
    if (net === 0n && intended !== undefined && rest !== undefined && rest <= -intended) {
      rest += intended
      return { ...entry, net: -intended }
    }
    if (!doubtful) return entry
    if (rest === undefined || !sameSign(rest, net)) return { ...entry, net: 0n }
    rest -= net
    return entry
  })
}

/** Units that moved, whatever the direction. */
export const amountOf = ({ net }: Pick<Entry, 'net'>): bigint => magnitude(net)

/** The two sides of a transfer between two of our holders, when it says the same to both. */
export const partnerOf = (entry: Entry, all: readonly Entry[]): Entry | undefined =>
  entry.net < 0n
    ? all.find(
        (other) =>
          other.hash === entry.hash &&
          other.token.id === entry.token.id &&
          other.item === entry.item &&
          other.net === -entry.net &&
          other.holder.addressKey === entry.other &&
          other.other === entry.holder.addressKey,
      )
    : undefined
