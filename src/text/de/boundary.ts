import type { boundaryText } from '#text/boundary.ts'
import type { Words } from '#text/catalogue.ts'

export const boundary: Words<typeof boundaryText> = {
  wrong: 'Etwas ist schiefgegangen',
  notDrawn: 'Diese Seite konnte nicht angezeigt werden. Ihre Wallets sind davon nicht betroffen.',
  reload: 'Neu laden',
}
