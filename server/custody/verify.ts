import * as z from 'zod/mini'
import { isSignedBy } from './approval/issue.ts'
import { brokenAt, type LogEntry } from './disk/chain.ts'
import { LogEvent } from './event.ts'

const Link = z.object({ seq: z.number(), at: z.string(), prevHash: z.string(), hash: z.string() })
const LogFile = z.object({ entries: z.array(z.unknown()), head: z.string() })

const read = (value: unknown): LogEntry | undefined => {
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
 * Checks an exported approval log (`{entries, head}`) by itself: every hash, every link to the entry before, the head,
 * and every guardian's signature (EIP-191). Answers what is wrong with the first bad entry, or undefined.
 */
export const faultOf = async (file: unknown): Promise<string | undefined> => {
  const log = LogFile.safeParse(file)
  if (!log.success) return 'This is no approval log: it should be {"entries": […], "head": "…"}.'
  const entries: LogEntry[] = []
  for (const [index, value] of log.data.entries.entries()) {
    const entry = read(value)
    if (!entry) return `Entry ${index + 1} is not one that a log can have.`
    entries.push(entry)
  }
  // Read from the file itself, so that nothing beside the known fields goes unseen.
  const broken = brokenAt(log.data.entries as LogEntry[])
  if (broken) return `Entry ${broken} was changed, moved or follows a missing one: its hash does not fit.`
  if (log.data.head !== (entries.at(-1)?.hash ?? '')) {
    return `The head is not the hash of entry ${entries.length}, the last one: entries are missing after it.`
  }
  for (const entry of entries) {
    if (!(await isSigned(entry)))
      return `Entry ${entry.seq} carries a signature that its wallet did not give.`
  }
  return undefined
}
