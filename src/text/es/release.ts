import type { Words } from '#text/catalogue.ts'
import type { releaseText } from '#text/release.ts'

export const release: Words<typeof releaseText> = {
  title: '¿Liberar de nuevo esta billetera?',
  lead: 'Sus registros más recientes no se pudieron restaurar, por eso está en pausa por una revisión. No se ha perdido nada en la blockchain. Lo que no se había enviado ya no se envía.',
  ask: 'Acepte solo si le avisaron de esto. Deben aceptar su titular y tantos guardianes como pida su regla más estricta.',
  agree: 'Aceptar',
  not: 'Ahora no',
  agreed: 'Usted aceptó',
  all: 'Todos han aceptado: la billetera vuelve a enviar.',
  waits: 'Aún deben aceptar los demás.',
  home: 'Ir a mis billeteras',
}
