import { dateTimeText } from '#domain/date.ts'
import type { approvalFlow } from '#domain/guardian.ts'

/** From when a weaker rule applies, and what binds until then; undefined when nothing is to come. */
export const startsText = (
  { startsAt, until }: ReturnType<typeof approvalFlow>,
  now = Date.now(),
): string | undefined => {
  if (!startsAt || !until || Date.parse(startsAt) <= now) return undefined
  return `Starts ${dateTimeText(startsAt)}. Until then ${until.consensus} out of ${until.confirmed} Guardians must approve.`
}
