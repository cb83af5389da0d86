import type { boundaryText } from '#text/boundary.ts'
import type { Words } from '#text/catalogue.ts'

export const boundary: Words<typeof boundaryText> = {
  wrong: 'Algo salió mal',
  notDrawn: 'No se pudo mostrar esta página. Sus billeteras no están afectadas.',
  reload: 'Volver a cargar',
}
