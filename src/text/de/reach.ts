import type { Words } from '#text/catalogue.ts'
import type { reachText } from '#text/reach.ts'

export const reach: Words<typeof reachText> = {
  needsConnection: 'Braucht eine Verbindung.',
  offline: 'Sie sind offline.',
  down: 'Keine Verbindung.',
}
