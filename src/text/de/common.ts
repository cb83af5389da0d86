import type { Words } from '#text/catalogue.ts'
import type { commonText } from '#text/common.ts'

export const common: Words<typeof commonText> = {
  product: 'Countersign',
  back: 'Zurück',
  cancel: 'Abbrechen',
  close: 'Schließen',
  copied: 'Kopiert!',
  next: 'Weiter',
}
