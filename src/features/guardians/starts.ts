import { dateTimeText } from '#domain/date.ts'
import { type approvalFlow, clampConsensus } from '#domain/guardian.ts'
import { guardiansText } from '#text/guardians.ts'

type Flow = ReturnType<typeof approvalFlow>

const binding = ({ startsAt, until }: Flow, now: number) =>
  startsAt && until && Date.parse(startsAt) > now ? { startsAt, until } : undefined

/** From when a weaker rule applies, and what binds until then; undefined when nothing is to come. */
export const startsText = (flow: Flow, now = Date.now()): string | undefined => {
  const rule = binding(flow, now)
  return rule && guardiansText.starts(dateTimeText(rule.startsAt), rule.until.consensus, rule.until.confirmed)
}

/** The same of switching approval off now: undefined where no time has to pass, or nobody to be asked. */
export const offStartsText = (
  flow: Flow,
  confirmed: number,
  delaySeconds: number,
  now = Date.now(),
): string | undefined => {
  if (delaySeconds <= 0 || confirmed === 0) return undefined
  const today = { consensus: clampConsensus(flow.consensus, confirmed), confirmed }
  const earlier = binding(flow, now)?.until
  const { consensus, confirmed: of } = earlier && earlier.consensus > today.consensus ? earlier : today
  const at = new Date(now + delaySeconds * 1000).toISOString()
  return guardiansText.offOnlyFrom(dateTimeText(at), consensus, of)
}
