import type { Words } from '#text/catalogue.ts'
import type { updateText } from '#text/update.ts'

export const update: Words<typeof updateText> = {
  page: {
    title: 'Actualice Countersign',
    text: 'El servidor tiene una versión más nueva que esta página. No se ha perdido nada: actualice y siga donde está.',
    action: 'Actualizar',
  },
  server: {
    title: 'Countersign se está actualizando',
    text: 'Esta página es más nueva que el servidor. No se ha perdido nada: vuelva a intentarlo en unos minutos.',
    action: 'Reintentar',
  },
  newVersion: 'Hay una nueva versión disponible.',
  stale: 'Este paso necesita la nueva versión. Vuelva a cargar para obtenerla: lo que escribió no se guarda.',
}
