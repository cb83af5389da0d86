import { es } from 'date-fns/locale/es'
import type { Notation } from '#domain/notation.ts'

export const spanish: Notation = {
  point: ',',
  group: '\u202f',
  date: 'd MMM yyyy',
  time: 'HH:mm z',
  day: 'd MMM',
  locale: es,
}
