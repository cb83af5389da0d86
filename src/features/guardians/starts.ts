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

/** What binds while approval is being switched off: the stricter rule, and from when nobody is asked, where that is later. */
export const offRule = (flow: Flow, confirmed: number, delaySeconds: number, now = Date.now()) => {
  const today = { consensus: clampConsensus(flow.consensus, confirmed), confirmed }
  const earlier = binding(flow, now)?.until
  const rule = earlier && earlier.consensus > today.consensus ? earlier : today
  return {
    ...rule,
    from: delaySeconds > 0 ? new Date(now + delaySeconds * 1000).toISOString() : undefined,
  }
}
