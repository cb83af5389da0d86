import type { OwnSession } from '#contract/account.ts'
import { dayText } from '#domain/date.ts'
import { saying } from '#text/catalogue.ts'
import { settingsText } from '#text/settings.ts'
import type { IconName } from '#ui/icon.ts'

const text = settingsText.sessions
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `Chrome on macOS` */
export const agentText = ({ browser, system }: Pick<OwnSession, 'browser' | 'system'>): string | undefined =>
  browser && system ? text.on(saying(browser), saying(system)) : undefined

/** When another session was last used, from `now` (ms). */
export const activeText = (usedAt: string, now: number): string => {
  const ago = now - Date.parse(usedAt)
  if (ago < MINUTE) return text.now
  if (ago < HOUR) return text.minutes(Math.floor(ago / MINUTE))
  if (ago < DAY) return text.hours(Math.floor(ago / HOUR))
  return text.active(dayText(usedAt))
}

const HANDHELD = new Set(['iPhone', 'iPad', 'Android'])

export const deviceIcon = ({ system }: Pick<OwnSession, 'system'>): IconName =>
  HANDHELD.has(system ?? '') ? 'smartphone' : 'monitor'
