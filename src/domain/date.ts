import { format } from 'date-fns/format'

/** All dates are shown in the viewer's time zone. Instants are ISO 8601 text. */

/** `05 Mar 2024` */
export const dateText = (instant: string): string => format(instant, 'dd MMM yyyy')

/** `2:07 PM GMT+0` */
export const timeText = (instant: string): string => format(instant, 'h:mm a z')

/** `05 Mar 2024, 2:07 PM GMT+0` */
export const dateTimeText = (instant: string): string => format(instant, 'dd MMM yyyy, h:mm a z')

/** `14:05` */
export const clockText = (instant: string): string => format(instant, 'HH:mm')

/** `14:05`, and of another day `05 Mar 2024, 14:05` */
export const momentText = (instant: string, now: string): string =>
  dateText(instant) === dateText(now) ? clockText(instant) : `${dateText(instant)}, ${clockText(instant)}`

/** `5 Mar`, of what is near */
export const dayText = (instant: string): string => format(instant, 'd MMM')

/** `5 Mar, 14:05` */
export const nearText = (instant: string): string => format(instant, 'd MMM, HH:mm')
