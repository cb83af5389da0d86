import type { Words } from '#text/catalogue.ts'
import type { reachText } from '#text/reach.ts'

export const reach: Words<typeof reachText> = {
  needsConnection: 'Necesita conexión.',
  offline: 'Está sin conexión.',
  down: 'No hay conexión.',
}
