import { de } from 'date-fns/locale/de'
import type { Notation } from '#domain/notation.ts'

export const german: Notation = {
  point: ',',
  group: '\u202f',
  date: 'dd.MM.yyyy',
  time: 'HH:mm z',
  day: 'd. MMM',
  locale: de,
}
