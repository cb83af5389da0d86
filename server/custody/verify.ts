import * as z from 'zod/mini'
import { isSignedBy } from './approval/issue.ts'
import { brokenAt, type LogEntry } from './disk/chain.ts'
import { type EventData, LogEvent } from './event.ts'
import { checkRaise } from './raise/check.ts'
import { findRaise } from './raise/raise.ts'
import { CustodyRefusal } from './refusal.ts'
import { replay, type WalletState } from './state.ts'

const Link = z.object({ seq: z.number(), at: z.string(), prevHash: z.string(), hash: z.string() })
const LogFile = z.object({ entries: z.array(z.unknown()), head: z.string() })

const entryOf = (value: unknown): LogEntry | undefined => {
  const event = LogEvent.safeParse(value)
  const link = Link.safeParse(value)
  return event.success && link.success ? { ...event.data, ...link.data } : undefined
}

/** Whoever says in it that he accepted, approved or agreed has signed exactly that text. */
const isSigned = async (entry: LogEntry): Promise<boolean> => {
  if (entry.type === 'release-agreed') {
    const { by, address = '', message = '', signature = '' } = entry.data
    return by !== 'guardian' || isSignedBy(address, message, signature as `0x${string}`)
  }
  if (entry.type !== 'approved' && entry.type !== 'invite-confirmed' && entry.type !== 'recovery-agreed')
    return true
  const { address, message, signature } = entry.data
  return isSignedBy(address, message, signature as `0x${string}`)
}

/**
 * Why a fee may not be raised so, by the log before that: guardians approved just that of just this transaction, or nobody
 * had to approve it. How long older rules bind is in no log.
 */
const raiseFault = async (
  state: WalletState,
  { txId, feeCeiling, by }: EventData<'raised'>,
  now: number,
): Promise<string | undefined> => {
  if (by === undefined)
    return state.proposals.get(txId)?.policyVersion === undefined ? undefined : 'nobody approved that.'
  try {
    const raise = findRaise(state, by)
    if (raise.raises.txId !== txId || raise.exact.feeCeiling !== feeCeiling)
      return 'its proposal is about another one.'
    await checkRaise({ delay: 0 }, { state, now, ripe: () => now }, raise)
    return undefined
  } catch (error) {
    if (error instanceof CustodyRefusal) return error.message
    throw error
  }
}

/**
 * Checks an exported approval log (`{entries, head}`) by itself: every hash, every link to the entry before, the head,
 * every guardian's signature (EIP-191), and that each fee that was raised was approved so. Answers what is wrong with the first bad entry, or undefined.
 */
export const faultOf = async (file: unknown): Promise<string | undefined> => {
  const log = LogFile.safeParse(file)
  if (!log.success) return 'This is no approval log: it should be {"entries": […], "head": "…"}.'
  const entries: LogEntry[] = []
  for (const [index, value] of log.data.entries.entries()) {
    const entry = entryOf(value)
    if (!entry) return `Entry ${index + 1} is not one that a log can have.`
    entries.push(entry)
  }
  // Read from the file itself, so that nothing beside the known fields goes unseen.
  const broken = brokenAt(log.data.entries as LogEntry[])
  if (broken) return `Entry ${broken} was changed, moved or follows a missing one: its hash does not fit.`
  if (log.data.head !== (entries.at(-1)?.hash ?? '')) {
    return `The head is not the hash of entry ${entries.length}, the last one: entries are missing after it.`
  }
  const read = replay([])
  for (const entry of entries) {
    if (!(await isSigned(entry)))
      return `Entry ${entry.seq} carries a signature that its wallet did not give.`
    const fault = entry.type === 'raised' && (await raiseFault(read.state, entry.data, Date.parse(entry.at)))
    if (fault) return `Entry ${entry.seq} raises a fee as it may not be: ${fault}`
    read.add([entry])
  }
  return undefined
}
