import { format } from 'date-fns/format'
import { notation } from './notation.ts'

/** All dates are shown in the viewer's time zone. Instants are ISO 8601 text. */

/** Written as the viewer chose; the examples are English. */
const write = (instant: string, pattern: string): string => {
  const { locale } = notation()
  return format(instant, pattern, locale && { locale })
}

/** `05 Mar 2024` */
export const dateText = (instant: string): string => write(instant, notation().date)

/** `2:07 PM GMT+0` */
export const timeText = (instant: string): string => write(instant, notation().time)

/** `05 Mar 2024, 2:07 PM GMT+0` */
export const dateTimeText = (instant: string): string => `${dateText(instant)}, ${timeText(instant)}`

/** `14:05` */
export const clockText = (instant: string): string => format(instant, 'HH:mm')

/** `14:05`, and of another day `05 Mar 2024, 14:05` */
export const momentText = (instant: string, now: string): string =>
  dateText(instant) === dateText(now) ? clockText(instant) : `${dateText(instant)}, ${clockText(instant)}`

/** When that day begins for the viewer, in milliseconds; undefined for what is no day such as `2024-03-05`. */
export const dayStart = (day: string, later = 0): number | undefined => {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  if (!year || !month || !date) return undefined
  const start = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime()
  return Number.isNaN(start) ? undefined : start
}

/** The instant when that day begins. */
export const dayInstant = (day: string): string | undefined => {
  const start = dayStart(day)
  return start === undefined ? undefined : new Date(start).toISOString()
}

/** `2024-03-05` */
export const dayOf = (instant: string): string => format(instant, 'yyyy-MM-dd')

/** Whether instants are within these days, both included; without a day there is no limit on its side. */
export const daysBetween = (from: string, to: string): ((instant: string) => boolean) => {
  const first = dayStart(from)
  const after = dayStart(to, 1)
  return (instant) => {
    const at = Date.parse(instant)
    return (first === undefined || at >= first) && (after === undefined || at < after)
  }
}

/** `5 Mar`, of what is near */
export const dayText = (instant: string): string => write(instant, notation().day)

/** `5 Mar, 14:05` */
export const nearText = (instant: string): string => `${dayText(instant)}, ${clockText(instant)}`
